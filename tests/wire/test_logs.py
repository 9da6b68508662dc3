"""The log of the running bot: each line of a turn says which turn, and no line what people wrote, or their names."""

from __future__ import annotations

import json
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import web

from playground import Options, Playground
from tests.fast_rate_limits import fast_rate_limits
from tests.playground.client import Person
from tests.test_adding_a_game import offer
from tests.wire.process import BotProcess
from tests.wire.test_settings import check_rejected, turnpost

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

NAMES = re.compile(r"\b(?:Ann|Bob)\b")
TEXTS = ("e4+", "plover", "wombat")
"""What is written in the test, or distinctive words of it."""
LEAKY = """
from dataclasses import replace
from games import GAMES
from renderers import RENDERERS
from renderers.plugin import Entry

class Game(type(GAMES["martian-life"])):
    info = replace(GAMES["martian-life"].info, key="leaky", title="Leaky")

    def parse(self, state, text):
        if " " in text:
            raise KeyError(f"{text} is none of {state}")
        return super().parse(state, text)

class Picture(type(RENDERERS["martian-life"])):
    def draw(self, scene):
        raise RuntimeError(f"{scene.names[0]} and {scene.names[1]} are on torn paper")

GAME = Entry(Game(), Picture())
"""


class Leaky:
    """A playground and a bot with a game whose errors quote texts and names; `tokens` are those of its interactions."""

    def __init__(self, playground: Playground, bot: BotProcess, tokens: set[str]) -> None:
        self.playground, self.bot, self.tokens = playground, bot, tokens

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the log, without what the bot prints to standard output."""
        return [json.loads(line) for line in self.bot.log.read_text().splitlines() if line.startswith("{")]

    def lines_of(self, request: str) -> list[dict[str, Any]]:
        """The bot's own lines of a request."""
        return [line for line in self.lines if line.get("request") == request and line["logger"].startswith("bot.")]

    def check_discreet(self) -> None:
        """Check that the log has no token, no name and no text."""
        log = self.bot.log.read_text()
        assert self.tokens
        for secret in (self.playground.token, *self.tokens, *TEXTS):
            assert secret not in log
        assert not (found := NAMES.search(log)), log[found.start() - 300 : found.end() + 100]


@asynccontextmanager
async def start_leaky(folder: Path, **settings: str) -> AsyncGenerator[Leaky]:
    """Start the bot with the game, at the level DEBUG."""
    tokens: set[str] = set()

    @web.middleware
    async def collect(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if found := re.search(r"/(?:interactions|webhooks)/\d+/([^/]+)", request.path):
            tokens.add(found[1])
        return await handler(request)

    site = folder / "site"
    site.mkdir()
    offer(site, "turnpost_leaky", LEAKY)
    playground = await Playground.start(options=Options(rate_limits=fast_rate_limits(), middlewares=[collect]))
    bot = BotProcess(playground, folder / "data", site, {"TURNPOST_LOG_LEVEL": "debug", **settings})
    try:
        await bot.start()
        yield Leaky(playground, bot, tokens)
        assert await bot.stop() == 0, bot.log.read_text()
    finally:
        await playground.stop()


async def test_each_line_of_a_turn_says_which_and_none_what_was_written(tmp_path: Path) -> None:
    async with start_leaky(tmp_path) as leaky:
        playground = leaky.playground
        async with Person(playground, "Ann") as ann, Person(playground, "Bob") as bob:
            await ann.say("!challenge @Bob leaky seat=1")
            await bob.press(await bob.hear_bot("challenges"), "Accept")
            board = await ann.hear_bot("place a small")
            thread = board["channel_id"]
            played = await ann.say("e4+", thread)
            board = await bob.hear_bot("**1.** **Ann**")
            failed = await bob.say("b7 plover wombat", thread, to=board)
            await bob.hear_bot("Leaky has a bug")
            await ann.slash("move", thread, move="plover wombat")
            playground.faults.fail(503, path="/messages$")
            playground.faults.hang_up(path="/messages$")
            answered = await bob.say("b7", thread)
            await ann.hear_bot("**2.** **Bob**")
            playground.faults.hang_up(2, path="/callback", applied=False)
            playground.faults.fail(500, 3, path="/webhooks/")
            await ann.slash("games", thread)
            await leaky.bot.logged("A reply could not be sent")
    leaky.check_discreet()
    for message, ply in ((played, 1), (failed, 2), (answered, 2)):
        lines = leaky.lines_of(message["id"])
        assert lines, "a turn has lines"
        for line in lines:
            assert (line["match"], line["ply"]) == (1, ply), line
    told = [line["message"] for line in leaky.lines_of(answered["id"])]
    assert [each for each in told if each.startswith(("Move", "Board"))] == ["Move played", "Board posted"]
    assert any("was not posted" in each for each in told)
    assert any(each.startswith("Could not draw leaky") for each in told), "the drawing thread knows the request, too"
    (error,) = [line for line in leaky.lines_of(failed["id"]) if "exception" in line]
    assert error["exception"].splitlines()[0] == "Traceback (most recent call last):"
    assert 'KeyError: "[private] is none of' in error["exception"]
    assert "a text of 16 characters" in error["message"]
    of_command = [line for line in leaky.lines if line["message"].startswith("The package")][1]
    assert of_command.keys() >= {"match", "ply", "request"}, "a turn by command, too"
    assert {"discord.client", "bot.app"} <= {line["logger"] for line in leaky.lines}


async def test_the_log_is_text_where_that_is_set(tmp_path: Path) -> None:
    async with start_leaky(tmp_path, TURNPOST_LOG_FORMAT="text") as leaky:
        await leaky.bot.logged("Connected as")
    (line,) = [line for line in leaky.bot.log.read_text().splitlines() if "Connected as" in line]
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z \[info +\] Connected as \d+, reading", line)
    assert "[bot.app]" in line
    assert "\x1b" not in line, "colours are for terminals"


@pytest.mark.parametrize(
    ("setting", "value"), [("TURNPOST_LOG_LEVEL", "LOUD"), ("TURNPOST_LOG_FORMAT", "xml"), ("SENTRY_DSN", "nonsense")]
)
def test_a_wrong_setting_of_the_log_is_named(tmp_path: Path, setting: str, value: str) -> None:
    done = turnpost("run", TURNPOST_DATA=str(tmp_path), TURNPOST_PORT="0", **{setting: value})
    check_rejected(done, f"{setting} is set wrongly: ")
    assert value not in done.stderr
