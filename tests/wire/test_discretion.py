"""In all trouble, the token and the address of the database stay out of the log and out of every error."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from playground.server import Playground
from tests.playground.client import Person
from tests.test_adding_a_game import offer
from tests.wire.process import BotProcess
from tests.wire.test_settings import turnpost

if TYPE_CHECKING:
    from pathlib import Path

TOKEN, PASSWORD = "MTk4NjIy.a-token.nobody-may-read", "hunter2"
TORN = """
from dataclasses import replace
from games import GAMES
from renderers import RENDERERS
from renderers.plugin import Entry

class Game(type(GAMES["martian-life"])):
    info = replace(GAMES["martian-life"].info, key="torn", title="Torn")

class Picture(type(RENDERERS["martian-life"])):
    def draw(self, scene):
        raise RuntimeError("the paper is torn")

GAME = Entry(Game(), Picture())
"""


class Guarded(Playground):
    """A playground with a token that is worth keeping."""

    token = TOKEN


class Renewed(Playground):
    """The same after its token was made anew."""

    token = "another"  # noqa: S105 - it opens nothing


async def test_while_discord_fails_at_login_the_bot_ends_with_a_sentence(tmp_path: Path) -> None:
    playground = await Guarded.start()
    playground.faults.fail(503, 99, path="^/users/@me")
    try:
        settings = BotProcess(playground, tmp_path).environment
        done = await asyncio.to_thread(turnpost, "run", **settings)
    finally:
        await playground.stop()
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("turnpost: Discord can't be reached: 503 ")
    assert "Traceback" not in done.stderr
    assert TOKEN not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "address",
    [f"postgresql+asyncpg://turnpost:{PASSWORD}@127.0.0.1:9/turnpost", f"nonsense {PASSWORD}"],
)
def test_the_address_of_an_unreachable_database_is_not_shown(tmp_path: Path, address: str) -> None:
    done = turnpost("run", TURNPOST_DATA=str(tmp_path), TURNPOST_PORT="0", DATABASE_URL=address)
    assert done.returncode in {1, 2}
    assert done.stderr.splitlines()[-1].startswith("turnpost: ")
    assert "Traceback" not in done.stderr
    assert PASSWORD not in done.stdout + done.stderr


async def test_a_picture_that_fails_and_a_token_that_ends_are_logged_without_the_token(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    offer(site, "turnpost_torn", TORN)
    async with AsyncExitStack() as stack:
        playground = await Guarded.start()
        port = int(playground.url.rpartition(":")[2])
        bot = BotProcess(playground, tmp_path / "data", site)
        await bot.start()
        async with Person(playground, "Ann") as ann, Person(playground, "Bob") as bob:
            await ann.say("!challenge @Bob torn seat=1")
            await bob.press(await bob.hear_bot("challenges"), "Accept")
            await ann.hear_bot("place a small")
            await ann.ask_by_slash("move", move="e4+")
            board = await bob.hear_bot("**1.** **Ann**")
            assert "Martian Life, 1 move played.\nAnn (Red) played e4+" in board["content"], "the board in sentences"
            assert not board["attachments"]
            playground.faults.fail(503, path="/messages$")
            playground.faults.hang_up(path="/messages$")
            await bob.say("b7", board["channel_id"])
            await ann.hear_bot("**2.** **Bob**")
        await playground.stop()
        renewed = await Renewed.start(port)
        stack.push_async_callback(renewed.stop)
        code = await bot.ended()
    log = bot.log.read_text()
    assert "RuntimeError: the paper is torn" in log, "what nobody foresaw has its traceback in the log"
    assert code == 2
    assert log.splitlines()[-1].startswith("turnpost: DISCORD_TOKEN is not a token that Discord knows")
    assert TOKEN not in log
