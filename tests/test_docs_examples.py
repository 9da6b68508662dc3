"""What the documentation shows can be typed: commands of the operator and of players, and moves."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from discord import app_commands

from bench.positions import recorded
from bot.cli import app
from games import GAMES
from games.contract import IllegalMove
from tests.packages import lay_down_example, let_be_found
from tests.test_docs import PAGES, ROOT
from tests.wire.match import begin_match
from tests.wire.timed_environment import start_timed_env

SHOWN = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^```\w*\n(.*?)^```$|^((?: {4,}.*\n)+)", re.MULTILINE | re.DOTALL)


@cache
def examples() -> frozenset[str]:
    """Return all that stands as code on any page: in a line, and the lines of blocks without their comments."""
    found: set[str] = set()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        blocks = [line for block in BLOCK.findall(text) for line in "".join(block).splitlines()]
        found |= {line.split("  #")[0].strip() for line in blocks} | set(SHOWN.findall(text))
    return frozenset(found)


def shown(pattern: str) -> list[re.Match[str]]:
    """Return the matches of all code that a pattern matches from its start."""
    found = [match for text in sorted(examples()) if (match := re.match(pattern, text))]
    assert found, pattern
    return found


def test_commands_of_the_operator_exist_with_their_options() -> None:
    program: Any = typer.main.get_command(app)
    commands = program.commands
    for found in shown(r"(?:[A-Z_]+=\S+ )*(?:\.venv/bin/)?turnpost ([a-z][a-z-]*)\b(?![.:])(.*)"):
        assert found[1] in commands, found[0]
        command, rest = commands[found[1]], found[2].split()
        if rest and (named := getattr(command, "commands", {}).get(rest[0])):
            command = named
        options = {name for parameter in command.params for name in parameter.opts}
        assert {*re.findall(r"--[a-z-]+", found[2])} <= {*options, "--help"}, found[0]


def test_targets_of_make_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for found in shown(r"(?:[A-Z_]+=\S+ )*make ((?:[a-z-]+ ?)+)"):
        assert set(found[1].split()) <= targets, found[0]


def test_modules_that_are_run_exist_with_their_options() -> None:
    for found in shown(r"(?:\.venv/bin/)?python -m ((?:bench|tests|games)[\w.]*)(.*)"):
        spec = importlib.util.find_spec(found[1])
        assert spec, found[0]
        folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
        sources = [path for folder in folders for path in folder.glob("*.py")] or [Path(spec.origin or "")]
        text = "".join(path.read_text(encoding="utf-8") for path in sources)
        for option in re.findall(r"--([a-z-]+)", found[2]):
            assert re.search(rf'"--{option}"|\b{option.replace("-", "_")}: Annotated', text), found[0]


@pytest.mark.parametrize("key", GAMES)
def test_notation_on_the_page_of_a_game_is_its_own(key: str) -> None:
    text = (ROOT / "docs" / "games" / f"{key}.md").read_text(encoding="utf-8")
    section = text.split("## How you write it")[1].split("\n## ")[0]
    moves = [found[1] for line in section.splitlines() if line.startswith("- ") and (found := SHOWN.search(line))]
    assert moves
    played = [turn.text for turn in recorded(GAMES[key])]
    for move in moves:
        for part in move.split(", "):  # moves that wait for their turns
            is_part_of_move = any(part in text for text in played)
            assert is_part_of_move or any(_is_notation(key, state, part) for state in _states(key)), part


def test_moves_in_commands_are_moves_of_some_game() -> None:
    for found in shown(r"(?:!move|/move|/preview|@Turnpost move) (?:#\d+ )?(?:\d+\. )?([^,]+)"):
        assert any(_is_notation(key, state, found[1]) for key in GAMES for state in _states(key)), found[0]


@cache
def _states(key: str) -> tuple[Any, ...]:
    """Return positions of recorded matches of a game."""
    return tuple(turn.state for turn in recorded(GAMES[key]))


def _is_notation(key: str, state: Any, text: str) -> bool:
    game: Any = GAMES[key]
    if game.to_move(state) is None:
        return False
    try:
        game.parse(state, text)
    except IllegalMove as error:
        return error.kind != "not_a_move"
    return True


ANSWERS = {
    "abandon": "End Martian Life #1 ",
    "block": "Who?",
    "board": "#1",
    "calloff": "#1 wasn't lost on time",
    "catalogue": "Xong has one",
    "challenge": "-# challenge ",
    "challenges": "Yours:",
    "claim": "#1 is played without a clock",
    "doctor": "by direct message",
    "draw": "draw",
    "event": "**Spring League** is set up",
    "export": "**Martian Life #1**",
    "games": "Your move in ",
    "givetime": "#1 is played without a clock",
    "help": "**",
    "history": "**Martian Life #1**",
    "!history @Bob xero-g won": "fits: Xero-G, of <@",
    "join": "No challenge is waiting for your answer",
    "log": "by direct message",
    "look": "Your look: theme `light`, size `large`",
    "matches": "**Now** (",
    "moves": "It's **Bob**'s turn",
    "note": "Use `/match do:note`",
    "open": "** challenges ",
    "pause": "#1 is played without a clock",
    "!preferences": "Your preferences:",
    "preferences": "**Saved:**",
    "privacy": "Use `/me do:privacy`",
    "profile": "haven't finished a match against each other",
    "puzzle": "puzzle 1**",
    "replay": "#1 has no moves `10-20`",
    "playon": "isn't over yet. You can play on from its positions when it is.",
    "resign": "Resign Martian Life #1 ",
    "review": "#1 isn't over yet",
    "rules": "# ",
    "!settings": "Settings of this server:",
    "settings": "**Saved:**",
    "stats": "Counted: matches between people",
    "substitute": "#1 has two players",
    "takeback": "take",
    "vacation": "You're on vacation until ",
}
"""What the answer holds if a text was understood, in a match without a clock: by the text, else by its command."""

IN_CHANNEL = {"challenge", "open", "event"}
GAMES_OF_TWO = [key for key, game in GAMES.items() if game.info.max_players == 2]


async def test_text_commands_are_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    let_be_found(monkeypatch, lay_down_example("chomp", tmp_path / "site"))
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", limited=False) as env:
        ann = env["Ann"]
        match = await begin_match((ann, env["Bob"]), "c4", "c4", "c4")
        lounge = await ann.channel("lounge")
        names = {"my-game": "chomp", "#42": f"#{match.number}", "#archive": f"<#{lounge}>"}
        typed: set[str] = set()
        for found in shown(r"!([a-z]+)\b.*"):
            text = re.sub("|".join(names), lambda name: names[name[0]], found[0])
            shape = re.sub("|".join(GAMES_OF_TWO), "chomp", text) if found[1] in IN_CHANNEL else text
            if found[1] == "move" or shape in typed:
                continue  # test_moves_in_commands_are_moves_of_some_game; the same challenge to another game
            typed.add(shape)
            expected = ANSWERS.get(found[0]) or ANSWERS.get(found[1])
            assert expected, f"{found[0]}: what does the bot answer?"
            since = ann.seen_so_far()
            await ann.say(text, "games" if found[1] in IN_CHANNEL else match.thread)
            await ann.hear_bot(expected, since=since)


async def test_slash_commands_exist_with_their_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = ("/data", "/gateway", "/healthz", "/metrics", "/readyz", "/tmp")  # noqa: S108 - as pages name it
    async with start_timed_env(tmp_path, monkeypatch) as env:
        commands = {
            command.qualified_name: {option.display_name for option in command.parameters}
            for command in env.bot.tree.walk_commands()
            if isinstance(command, app_commands.Command)
        }
        groups = {name.rpartition(" ")[0] for name in commands}
        for found in shown(r"/[a-z]+( [a-z]+)?(?=$| )"):
            if found[0] in paths:
                continue
            name = found[0][1:] if found[0][1:] in {*commands, *groups} else found[0][1:].split()[0]
            assert name in {*commands, *groups}, found.string
            options = re.fullmatch(r"(?: (?:@\w+|\w+: ?\S+))*", found.string[len(name) + 1 :])
            if options:
                assert set(re.findall(r"(\w+):", options[0])) <= commands.get(name, set()), found.string
