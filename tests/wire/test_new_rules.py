"""A game's package comes in a new version between two starts, or goes: matches go on, and every request is answered."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
from contextlib import closing
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

import pytest

from tests.bot.admin.match_records import golden, started, written
from tests.packages import describe_package
from tests.process_factory import run_command
from tests.wire.environment import start_env
from tests.wire.match import Contest, bare, begin_match
from tests.wire.process import ROOT, clean_environment

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment

EXAMPLE = ROOT / "examples" / "chomp" / "turnpost_chomp"
SECOND = (("    rules=1,\n", "    rules=2,\n"),)
STRICTER = (
    *SECOND,
    (
        "        return _block(state, Square(0, 0)) if state.mover else ()\n",
        "        return tuple(each for each in _block(state, Square(0, 0)) if state.mover and each.row != 1)\n",
    ),
)
"""Rules by which nobody can name a piece of row 2."""
KEEPING = (
    *STRICTER,
    ("    rules=2,\n", "    rules=2,\n    earlier=(First(),),\n"),
    (
        "from games.contract import Info, Option\n",
        "from games.contract import Info, Option\n\nfrom .first import Chomp as First\n",
    ),
)


def packed(site: Path, changes: tuple[tuple[str, str], ...] = ()) -> Path:
    """Lay down what an installer leaves of the example, with changes to its rules; the unchanged ones are `first`."""
    package = site / "turnpost_chomp"
    shutil.copytree(EXAMPLE, package, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (package / "rules.py").read_text("utf-8")
    (package / "first.py").write_text(rules, "utf-8")
    for old, new in changes:
        assert rules.count(old) == 1
        rules = rules.replace(old, new)
    (package / "rules.py").write_text(rules, "utf-8")
    describe_package(site, "turnpost_chomp", "chomp = turnpost_chomp:CHOMP")
    return site


def renderer_of(site: Path) -> Any:
    """Return the renderer of a version, whose palette comes from matches by the version's rules."""
    package = site / "turnpost_chomp"
    name = f"{site.name}_chomp"
    spec = spec_from_file_location(name, package / "__init__.py", submodule_search_locations=[str(package)])
    assert spec
    assert spec.loader
    sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    return sys.modules[name].CHOMP.renderer


def verified(data: Path, packages: Path) -> tuple[int, list[str]]:
    """Return the exit code of `turnpost verify` and its lines."""
    done = run_command(["verify"], clean_environment() | {"TURNPOST_DATA": str(data)}, 60.0, packages)
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


@pytest.mark.thorough
async def test_matches_go_on_are_carried_over_or_end_as_void_when_rules_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, keeping = packed(tmp_path / "first"), packed(tmp_path / "keeping", KEEPING)
    stricter = packed(tmp_path / "stricter", STRICTER)
    monkeypatch.setattr(sys, "path", [str(first), *sys.path])
    async with start_env(tmp_path, packages=first) as env:
        altered, untouched = (Contest("chomp", (env.ann, env.bob)) for _ in range(2))
        for contest, text in ((altered, "b2"), (untouched, "b3")):
            await contest.begin()
            await contest.turn(bare, text)
        await env.bot.stop()
        code, lines = await asyncio.to_thread(verified, env.bot.data, stricter)
        assert code == 1
        assert lines[0].startswith(f"#{altered.number}: version 1 of the rules of `chomp`")
        assert "ends it as void, for by version 2 event 1 (move `b2`) is not taken" in lines[0]
        assert lines[1].endswith("; the next start of the bot carries it over to version 2.")
        assert lines[2] == "2 matches, 2 events, 1 not as stored"
        await _goes_on_by_the_old(env, keeping, altered)
        await _ends_as_void(env, stricter, altered)
        untouched.renderer = renderer_of(stricter)
        await untouched.turn(bare, "a3")
        await env.bot.stop()
        code, lines = await asyncio.to_thread(verified, env.bot.data, stricter)
        assert (code, len(lines)) == (0, 2)
        assert "It is over, and is kept as it is." in lines[0]


async def _goes_on_by_the_old(env: Any, packages: Path, contest: Contest) -> None:
    env.bot.packages, contest.renderer = packages, renderer_of(packages)
    await env.bot.start()
    await contest.turn(bare, "a2")
    since = env.ann.seen_so_far()
    await env.ann.say("!challenge @Bob chomp seat=1")
    post = await env.bob.hear_bot("challenge 3")
    await env.bob.press(post, "Accept")
    await env.ann.hear_bot("break off a piece", since=since)
    answer = await env.ann.ask_by_slash("move", move="#3 b2")
    assert "`b2` can't be played." in answer["content"]
    await env.bot.stop()


async def _ends_as_void(env: Any, packages: Path, contest: Contest) -> None:
    env.bot.packages = packages
    since = env.ann.seen_so_far()
    await env.bot.start()
    void = f"**Chomp #{contest.number} is void**: nobody wins. The rules changed after this match began"
    board = await env.ann.hear_bot(void, since=since)
    assert board["channel_id"] == contest.thread
    assert not board["mentions"]
    assert "The match is over." in board["attachments"][0]["description"]
    answer = await env.bob.ask_by_slash("move", contest.thread, move="a1")
    assert f"#{contest.number} ended" in answer["content"]
    answer = await env.bob.ask_by_slash("games")
    assert f"#{contest.number} " not in answer["content"]
    answer = await env.bob.ask_by_slash("board", match=f"#{contest.number}")
    assert f"**Chomp #{contest.number} is void**" in answer["content"]
    assert answer["attachments"]
    since = env.bob.seen_so_far()
    await env.bob.say("!replay", contest.thread)
    await env.bob.hear_bot("played by version 1 of the rules of Chomp, which isn't installed any more", since=since)
    assert f"#{contest.number} is void" in env.bot.log.read_text()


REQUESTS = (
    *("board", "board text", "move c3+", "preview c3+", "moves", "takeback", "draw", "resign", "replay"),
    *("catalogue", "substitute"),
)
BUTTONS = ("Move", "Where?", "My view")
MISSING = "The game `chomp` isn't installed right now. Its matches wait until it's back."


async def test_all_that_is_asked_of_a_match_without_its_rules_is_answered_at_once(env: Environment) -> None:
    contest = await begin_match((env.ann, env.bob), "e4+", "b7")
    await env.all_posted()  # what still waits would wait for the rules, too
    async with env.down():
        rename_game(env, "chomp")
    answers = {what: await env.ann.ask_by_text(f"!{what}", contest.thread) for what in REQUESTS}
    for what in ("history", "export", "games"):
        assert "#1" in (await env.ann.ask_by_text(f"!{what}", contest.thread))["content"], what
    assert {what: answer["content"] for what, answer in answers.items()} == dict.fromkeys(REQUESTS, MISSING)
    for button in BUTTONS:
        assert (await env.ann.ask_by_press(contest.board, button))["content"] == MISSING, button
    direct = await env.ann.dm()
    assert (await env.ann.ask_by_text("#1 c3", direct))["content"] == MISSING
    await env.all_posted()
    async with env.down():
        rename_game(env, "martian-life")
    await contest.turn(bare, "c3")


def rename_game(env: Environment, key: str) -> None:
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
        record.execute("UPDATE matches SET game = ?", [key])


BEFORE = 37
"""How many moves of the recorded match are played before the first that version 2 refuses."""


def ran(data: Path, *arguments: str) -> str:
    """Run a command on the bot's data folder that must go well, and return what it prints."""
    done = run_command(list(arguments), clean_environment() | {"TURNPOST_DATA": str(data)}, 60.0)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.thorough
async def test_a_match_goes_on_over_cells_not_in_use_and_a_new_one_does_not(env: Environment, tmp_path: Path) -> None:
    whole, *_ = golden("zyrcan-4-blitzkrieg-1", first_source=77)
    crossing = whole["events"][BEFORE]["text"]
    assert crossing == "2@f2 a2xa4"
    people = env.people[:4]
    players = [{"id": str(person.id), "name": person.name} for person in people]
    events = [event | {"user": players[event["seat"] - 1]["id"]} for event in whole["events"]]
    place = {"guild": str(next(iter(env.playground.state.guilds))), "channel": await env.ann.channel("games")}
    record = started(whole | {"players": players, "events": events} | place, BEFORE)
    assert await env.bot.stop() == 0
    file = written(tmp_path / "first.jsonl", record)
    await asyncio.to_thread(ran, env.bot.data, "import", str(file))
    assert await asyncio.to_thread(ran, env.bot.data, "verify") == f"1 match, {BEFORE} events, all as stored\n"
    await env.bot.start()
    mover = people[int(record["to_move"]) - 1]
    choices = await mover.autocomplete("move", "move", move="#1 2@f2 a2")
    assert "#1 2@f2 a2xa4" in [choice["value"] for choice in choices]
    since = mover.seen_so_far()
    await mover.say(f"!move #1 {crossing}")
    board = await mover.hear_bot("**38.**", since=since)
    assert crossing in board["attachments"][0]["description"]
    assert await asyncio.to_thread(ran, env.bot.data, "verify") == f"1 match, {BEFORE + 1} events, all as stored\n"
    exported = await asyncio.to_thread(ran, env.bot.data, "export")
    assert '"rules": 1' in exported
    assert crossing in exported
