"""A package that breaks in a match: players are told at once, and it goes on once the package is mended."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot import plugins
from tests.bot.features.guide.presses import changed
from tests.packages import describe_package, let_be_found
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, bare

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.wire.environment import Environment

SOURCE = """
from dataclasses import replace
from pathlib import Path
from games import GAMES
from renderers import RENDERERS
from renderers.plugin import Entry

KIND = GAMES["martian-life"]
BROKEN = Path(__file__).with_name("broken")


def breakable(name, works):
    def call(self, *args, **options):
        call_name, _, how = (BROKEN.read_text() if BROKEN.exists() else "").partition(" ")
        if call_name == name and how == "nonsense":
            return object()
        if call_name == name:
            raise SystemExit(how) if how == "leaves" else RuntimeError(how)
        return works(*args, **options)
    return call


class Shell:
    def __getattr__(self, name):
        return getattr(self.inner, name)


def shell(inner, calls):
    broken = {name: breakable(name, getattr(inner, name)) for name in calls}
    return type("Shell", (Shell,), {"inner": inner, **broken})()


CALLS = "parse format play suggest guide destinations leave position describe task news"
game = shell(KIND, CALLS.split())
game.info = replace(KIND.info, key="fragile", title="Fragile")
GAME = Entry(game, shell(RENDERERS["martian-life"], ["draw", "alt", "text"]))
"""


@pytest.fixture
async def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Environment]:
    """An environment whose bot has the package, which breaks as its file `broken` says."""
    site = tmp_path / "site"
    (site / "turnpost_fragile").mkdir(parents=True)
    (site / "turnpost_fragile" / "__init__.py").write_text(SOURCE, encoding="utf-8")
    describe_package(site, "turnpost_fragile", "fragile = turnpost_fragile:GAME")
    let_be_found(monkeypatch, site)
    assert not plugins.read().skipped
    async with start_env(tmp_path, packages=site) as ready:
        yield ready


def break_package(env: Environment, how: str) -> None:
    """Let a call of the package fail: `play raises`, `play nonsense` or `play leaves`; an empty text mends it."""
    assert env.bot.packages
    (env.bot.packages / "turnpost_fragile" / "broken").write_text(how, encoding="utf-8")


def take_log(env: Environment) -> str:
    """Return what stands in the log, and empty it: what is expected mustn't fail the test at its end."""
    text = env.bot.log.read_text()
    env.bot.log.write_text("")
    return text


SENTENCE = "Fragile has a bug and can't do that in #1 right now. Nothing is lost: try again once it's fixed."


ASKED = {
    "parse": "!move b7",
    "play": "!move b7",
    "format": "!preview b7",
    "position": "!move b7",
    "destinations": "!moves",
}
"""A request for each call."""
RESTARTED = ("board", "board text", "replay", "moves", "preview b7", "move b7")
"""What is asked after a restart, when the bot knows no state and has to play the match through."""


MORE_WAYS = [pytest.param(how, marks=pytest.mark.thorough) for how in ("nonsense", "leaves")]


@pytest.mark.parametrize("how", ["raises", *MORE_WAYS])
async def test_a_request_that_the_package_fails_is_answered_at_once_and_logged(env: Environment, how: str) -> None:
    contest, other = Contest("fragile", (env.ann, env.bob)), Contest("xero-g", (env.bob, env.ann))
    await contest.begin()
    await other.begin()
    await contest.turn(bare, "e4+")
    for call, text in ASKED.items():
        break_package(env, f"{call} {how}")
        assert (await env.bob.ask_by_text(text, contest.thread))["content"] == SENTENCE, call
        logged = take_log(env)
        assert "The package turnpost_fragile failed at #1 of fragile, asked for " in logged
        assert "Traceback" in logged
    await env.bob.say("!resign", contest.thread)
    resigning = await env.bob.hear_bot("Resign ")
    for call, button, post in (("guide", "Move", contest.board), ("leave", "Resign #1", resigning)):
        break_package(env, f"{call} {how}")
        assert (await env.bob.ask_by_press(post, button))["content"] == SENTENCE, call
    break_package(env, f"suggest {how}")
    assert await env.bob.autocomplete("move", "move", contest.thread, move="b") == []
    break_package(env, "parse raises")
    since = env.bob.seen_so_far()
    await env.bob.say("321123", await env.bob.dm())
    await env.bob.hear_bot("#2 · move 1 · `321123`", since=since)
    take_log(env)
    break_package(env, "")
    await contest.turn(bare, "b7")


async def test_next_passes_over_a_match_whose_rules_fail(env: Environment) -> None:
    played, broken, later = (Contest(key, (env.ann, env.bob)) for key in ("xero-g", "fragile", "xero-g"))
    for contest in (played, broken, later):
        await contest.begin()
    told = await env.ann.ask_by_slash("move", played.thread, move="321123")
    assert told["content"] == "2 more wait for you."
    break_package(env, "task raises")
    board = await changed(env.ann, told, "Next")
    assert f"#{later.number}** with **Bob**" in board["content"]
    done = await changed(env.ann, board, "Next")
    assert done["content"] == "That's all. 2 still wait for you."
    board = await changed(env.ann, done, "Next")
    assert f"#{later.number}**" in board["content"]
    assert "The package turnpost_fragile failed" in take_log(env)


@pytest.mark.thorough
async def test_a_move_that_was_stored_is_told_although_its_board_fails(env: Environment) -> None:
    contest = Contest("fragile", (env.ann, env.bob))
    await contest.begin()
    calls = ("describe", "task", "news", "draw", "alt", "text")
    for call, text in zip(calls, SCRIPTS["martian-life"].split(), strict=False):
        break_package(env, f"{call} raises")
        since, mover = env.cleo.seen_so_far(), contest.mover
        await mover.say(text, contest.thread)
        begins = "I can't show the board" if call in {"describe", "task", "news"} else f"**{contest.ply + 1}.**"
        told = await env.cleo.hear_bot(begins, since=since)
        assert f"<@{next(person.id for person in contest.people if person is not mover)}>" in told["content"]
        contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
        contest.ply += 1
    await env.all_posted()
    take_log(env)
    break_package(env, "")
    await contest.turn(bare, SCRIPTS["martian-life"].split()[len(calls)])


@pytest.mark.thorough
async def test_after_a_restart_all_that_is_asked_is_answered_at_once(env: Environment) -> None:
    contest = Contest("fragile", (env.ann, env.bob))
    await contest.begin()
    await contest.turn(bare, "e4+")
    await env.all_posted()
    async with env.down():
        break_package(env, "play raises")
    for text in RESTARTED:
        assert (await env.bob.ask_by_text(f"!{text}", contest.thread))["content"] == SENTENCE, text
    assert "failed at #1 of fragile, asked for play('......../" in take_log(env)
    break_package(env, "")
    await contest.turn(bare, "b7")


HELPLESS = """
from dataclasses import replace
from games import GAMES
from renderers import RENDERERS
from renderers.plugin import Entry

class Game(type(GAMES["martian-life"])):
    info = replace(GAMES["martian-life"].info, key="helpless", help=None)

GAME = Entry(Game(), RENDERERS["martian-life"])
"""


@pytest.mark.thorough
async def test_the_log_names_what_was_asked_when_a_request_fails(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "turnpost_helpless").mkdir(parents=True)
    (site / "turnpost_helpless" / "__init__.py").write_text(HELPLESS, encoding="utf-8")
    describe_package(site, "turnpost_helpless", "helpless = turnpost_helpless:GAME")
    async with start_env(tmp_path, packages=site) as env:
        told = await env.ann.ask_by_slash("help", game="helpless")
        assert "Something went wrong on our side" in told["content"]
        logged = take_log(env)
        assert re.search(r"A request failed: /help in channel [0-9]+", logged)
        assert "Traceback" in logged
        await env.ann.ask_by_text("!rules helpless")
        assert re.search(r"A request failed: message [0-9]+ in channel [0-9]+", take_log(env))
