"""The token and the address of the database stay out of logs and errors, and people have a name that can be seen."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from playground.model import payloads
from playground.server import Playground
from tests.playground.client import Person
from tests.test_adding_a_game import offer
from tests.wire.match import Contest, by_slash
from tests.wire.process import BotProcess
from tests.wire.test_settings import turnpost

if TYPE_CHECKING:
    from pathlib import Path

    from playground.json_values import Json
    from playground.model.resources.user import User
    from tests.wire.environment import Environment

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


together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""
UNSEEN = "\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}\N{ZERO WIDTH NON-JOINER}"


def rename(monkeypatch: pytest.MonkeyPatch, name: str, **names: str) -> None:
    """Give one of the people other names in all that the bot gets of them."""
    write = payloads.user

    def write_renamed(one: User) -> Json:
        return write(one) | (names if one.name == name else {})

    monkeypatch.setattr(payloads, "user", write_renamed)


@together
@pytest.mark.parametrize(
    ("username", "shown"), [("bobby", "bobby"), (UNSEEN, "somebody")], ids=["a user name", "no name at all"]
)
async def test_boards_call_people_by_a_name_that_can_be_seen(
    shared_env: Environment, monkeypatch: pytest.MonkeyPatch, username: str, shown: str
) -> None:
    rename(monkeypatch, "Bob", global_name=UNSEEN, username=username)
    monkeypatch.setattr(shared_env.bob, "name", shown)  # texts, alt texts and pictures are held against it
    contest = Contest("martian-life", (shared_env.ann, shared_env.bob))
    await contest.begin_by_slash()
    await contest.turn(by_slash, "e4+")
    await contest.turn(by_slash, "f3")
    assert f"**{shown}** " in contest.board["content"]
    assert f"{shown} (Yellow)" in contest.board["attachments"][0]["description"]


@together
@pytest.mark.parametrize(("username", "shown"), [("eve.2", r"eve\.2"), (UNSEEN, "somebody")])
async def test_events_and_profiles_do_so_too(
    shared_env: Environment, monkeypatch: pytest.MonkeyPatch, username: str, shown: str
) -> None:
    ann, eve = shared_env.ann, shared_env.eve
    rename(monkeypatch, "Eve", global_name=UNSEEN, username=username)
    since = ann.seen_so_far()
    await ann.ask_by_slash("events", do="create league xero-g Spring Cup")
    post = await ann.hear_bot("Sign-up until", since=since)
    await eve.press(post, "Sign up")
    await ann.hear_bot(f"**{shown}**", since=since)
    assert f"**{shown}** hasn't finished" in (await ann.ask_by_slash("profile", person=eve.id))["content"]
