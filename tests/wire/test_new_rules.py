"""A game's package comes in a new version between two starts of the bot. The example game stands for all of them."""

from __future__ import annotations

import asyncio
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any

import pytest

from tests.packages import describe_package
from tests.process_factory import run_command
from tests.wire.environment import start_env
from tests.wire.match import Contest, bare
from tests.wire.process import ROOT, clean_environment

if TYPE_CHECKING:
    from pathlib import Path


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
