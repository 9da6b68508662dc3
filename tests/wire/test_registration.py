"""Registering commands and emojis decides nothing else: the bot lives and plays, and tries again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot import plugins
from playground.server import Playground
from renderers.board.scene import PieceRenderer
from tests.bot.features.guide.presses import choose
from tests.database_template import create_database
from tests.playground.client import Person
from tests.wire.environment import start_env
from tests.wire.fast_clock import run_fast
from tests.wire.process import BotProcess

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from playground.rest.faults import Faults
    from tests.playground.client import Json
    from tests.wire.fixtures import Environment

LISTING = "GET /applications/{app}/commands"
FAILED = "The slash commands could not be registered; trying again in "


def order(faults: Faults, what: str, times: int = 1, method: str = "PUT") -> None:
    """Let the next requests about the commands fail in some way."""
    way: Json = {"method": method, "path": "/commands$"}
    match what.split():
        case ["limited", seconds]:
            faults.limit(float(seconds), times, **way)
        case ["hung", "up"]:
            faults.hang_up(times, **way, applied=False)
        case ["slow"]:
            faults.slow(3600, times, **way, applied=False)
        case _:
            faults.fail(int(what), times, **way)


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncGenerator[tuple[Playground, BotProcess]]:
    """A playground and a bot that wasn't started yet. It must be able to end well."""
    playground = await Playground.start()
    bot = BotProcess(playground, tmp_path / "data", program=run_fast)
    await create_database(bot.data / "turnpost.db")
    yield playground, bot
    if bot.running:
        assert await bot.stop() == 0
    assert "Traceback" not in bot.log.read_text(), bot.log.read_text()
    await playground.stop()


@pytest.fixture
async def env(tmp_path: Path) -> AsyncGenerator[Environment]:
    async with start_env(tmp_path, program=run_fast) as ready:
        yield ready


LONG = [
    pytest.param(what, marks=pytest.mark.thorough)
    for what in ("400", "401", "limited 30", "403", "404", "503", "limited 3600", "slow", "hung up")
]


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["429", *LONG])
async def test_while_commands_cannot_be_registered_matches_go_on(bot: tuple[Playground, BotProcess], what: str) -> None:
    playground, process = bot
    order(playground.faults, what, 99)
    await process.start()
    async with Person(playground, "Ann") as ann, Person(playground, "Bob") as bob:
        await ann.say("!challenge @Bob martian-life seat=1")
        await bob.press(await bob.hear_bot("challenges"), "Accept")
        board = await ann.hear_bot("place a small")
        await ann.say("e4+", board["channel_id"])
        await bob.hear_bot("**1.** **Ann**")
    if what in {"slow", "limited 30"}:
        await process.logged("Registering the slash commands takes long; it goes on beside")
    else:
        await process.logged(f"{FAILED}{'3600' if what == 'limited 3600' else '5'} s: ")
    assert process.running


@pytest.mark.parametrize("what", ["429", *LONG[:2]])
async def test_commands_are_registered_once_they_can_be(bot: tuple[Playground, BotProcess], what: str) -> None:
    playground, process = bot
    order(playground.faults, what)
    async with Person(playground, "Ann") as ann:
        await process.start()
        await ann.wait_for(lambda event: event["type"] == "commands" and event["commands"])
        await process.logged("Registered ")
        assert process.log.read_text().count(FAILED) == 1
        await ann.ask_by_slash("help")
    assert playground.command_puts == 1


def a_day_passes(env: Environment) -> None:
    """Let the record say that what Discord has was looked at two days ago."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
        earlier = "UPDATE meta SET value = '2020-01-01T00:00:00+00:00' WHERE key LIKE 'commands of % compared'"
        assert record.execute(earlier).rowcount == 1


async def restarted(env: Environment) -> int:
    """Start the bot anew, and return how often it has asked Discord for the commands in all."""
    await env.bot.stop()
    await env.bot.start()
    await env.ann.ask_by_text("!games")
    return env.playground.calls[LISTING]


async def test_commands_are_described_in_german_and_keep_their_english_names(env: Environment) -> None:
    move = next(one for one in env.playground.state.commands[0] if one["name"] == "move")
    assert move["description_localizations"].keys() == {"de"}
    assert not move.get("name_localizations")
    menu = next(one for one in env.playground.state.commands[0] if one["name"] == "My view")
    assert menu["name_localizations"] == {"de": "Meine Ansicht"}


@pytest.mark.thorough
async def test_commands_that_somebody_deleted_are_registered_again_a_day_later(env: Environment) -> None:
    playground = env.playground
    gone = next(one for one in playground.state.commands[0] if one["name"] == "move")
    playground.state.commands[0].remove(gone)
    assert await restarted(env) == 0, "Discord is asked at most once a day"
    assert playground.command_puts == 1
    a_day_passes(env)
    assert await restarted(env) == 1
    assert playground.command_puts == 2
    assert "changed by somebody else (move)" in env.bot.log.read_text()
    answer = await env.ann.ask_by_slash("move", move="c4")
    assert "You aren't in a match here" in answer["content"]
    assert await restarted(env) == 1


@pytest.mark.thorough
async def test_commands_that_are_all_there_are_not_registered_again(env: Environment) -> None:
    a_day_passes(env)
    assert await restarted(env) == 1
    assert await restarted(env) == 1
    assert env.playground.command_puts == 1


@pytest.mark.thorough
async def test_commands_that_somebody_added_are_taken_away_again(env: Environment) -> None:
    env.playground.state.commands[0].append(env.playground.state.commands[0][0] | {"id": "7", "name": "strange"})
    a_day_passes(env)
    await restarted(env)
    assert env.playground.command_puts == 2
    assert "strange" not in {one["name"] for one in env.playground.state.commands[0]}


@pytest.mark.thorough
async def test_where_discord_does_not_say_what_it_has_it_is_asked_again(env: Environment) -> None:
    env.playground.state.commands[0].pop()
    a_day_passes(env)
    order(env.playground.faults, "403", method="GET")
    await restarted(env)
    await env.ann.wait_for(lambda event: event["type"] == "commands" and len(event["commands"]) > 1)
    assert env.playground.calls[LISTING] == 1, "the one that failed didn't come so far"
    assert env.playground.command_puts == 2


UPLOAD = "POST /applications/{app}/emojis"
DRAWN = [each.draw_pieces() for each in plugins.read().renderers.values() if isinstance(each, PieceRenderer)]
TOTAL = sum(map(len, DRAWN))
UP_TO_DATE = f"There are emojis of all {TOTAL} pieces"


@pytest.mark.thorough
@pytest.mark.parametrize("status", [400, 403])
async def test_emojis_are_uploaded_once_and_renewed_when_a_picture_changes(tmp_path: Path, status: int) -> None:
    async with start_env(tmp_path, program=run_fast) as env:
        playground, bot = env.playground, env.bot
        playground.faults.fail(status, method="POST", path="/emojis$")
        await bot.logged("The emojis of the pieces could not be brought up to date; trying again: ")
        assert await env.ann.ask_by_text("!games")

        await bot.stop()
        await bot.start()
        await bot.logged(UP_TO_DATE)
        emojis = playground.state.emojis
        assert (len(emojis), playground.calls[UPLOAD]) == (TOTAL, TOTAL)

        changed = next(iter(emojis.values()))
        changed["name"], name = f"{changed['name'][:-8]}00000000", changed["name"]
        await env.ann.say("!challenge @Bob martian-life seat=1")
        await env.bob.press(await env.bob.hear_bot("challenges"), "Accept")
        step = await env.ann.ask_by_press(await env.ann.hear_bot("place a small"), "Move")
        step = await choose(env.ann, step, "Place")
        (menu,) = step["components"][0]["components"]
        assert menu["options"][0]["emoji"]["name"].startswith("red_small_")

        emojis[1] = changed | {"id": "1", "name": "smile"}
        await bot.stop()
        await bot.start()
        await bot.logged(UP_TO_DATE, 2)
        assert playground.calls[UPLOAD] == TOTAL + 1
        assert int(changed["id"]) not in emojis
        assert [each["name"] for each in emojis.values()].count(name) == 1
        assert len(emojis) == TOTAL + 1, "somebody else's stays"
