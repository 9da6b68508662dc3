"""What the rules said once, they say still: recorded matches, move by move, and counts of move sequences."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from games import GAMES
from games.contract import find_version
from games.martian_life import MartianLife
from games.perft import OPENINGS, opening, perft
from tests.games.martian_life.reference import Reference, perft as slow_perft
from tests.games.record_golden import GOLDEN, leave_text, result_json

# A game's matches may be recorded before it is registered.
FILES = [file for file in sorted(GOLDEN.glob("*.json")) if file.name.startswith(tuple(f"{key}-" for key in GAMES))]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_recorded_match_replays_to_the_same_positions_and_result(file: Any) -> None:
    match = json.loads(file.read_text(encoding="utf-8"))
    game = find_version(GAMES[match["game"]], match["rules"])
    assert game
    state = game.start(match["players"], match["options"], match["seed"])
    assert game.position(state) == match["start"]
    for number, (text, *position) in enumerate(match["moves"], 1):
        if text.startswith(leave_text()):
            state = game.leave(state, int(text.split()[1]))
        else:
            move = game.parse(state, text)
            assert game.format(state, move) == text
            state = game.play(state, move)
        assert position in ([], [game.position(state)]), f"after {number}, {text}"
    assert match["moves"][-1][1:] == [game.position(state)]
    assert result_json(game.result(state)) == match["result"]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_recorded_matches(key: str) -> None:
    assert any(file.name.startswith(f"{key}-") for file in FILES)


MARTIAN = MartianLife()
DEPTH_2, DEPTH_3 = 3854, 238_936  # counted by the reference (depth 3 takes it a quarter of a minute)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "games", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)  # noqa: S603 - our own


def test_martian_life_counts_as_the_reference_does_at_shallow_depth() -> None:
    start = opening(MARTIAN, 2, {})
    counts = [perft(MARTIAN, start, depth) for depth in (0, 1, 2)]
    assert counts == [slow_perft(Reference(), depth) for depth in (0, 1, 2)]


def test_martian_life_counts_at_depth_three_what_the_reference_counted() -> None:
    assert perft(MARTIAN, opening(MARTIAN, 2, {}), 3) == DEPTH_3


def test_a_match_that_is_over_has_no_sequences() -> None:
    ended = MARTIAN.parse_position("/".join(["." * 8] * 8) + " -")
    assert [perft(MARTIAN, ended, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_the_command_prints_a_line_for_each_depth() -> None:
    done = run("perft", "martian-life", "--depth", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"1 62\n2 {DEPTH_2}\n"


def test_the_command_starts_from_a_position_and_takes_options() -> None:
    full = "ssss..../s......./......../......../......../......../......../......S. 1"
    done = run("perft", "martian-life", "--depth", "1", "--position", full)
    assert done.stdout == "1 5\n"
    done = run("perft", "martian-life", "--depth", "1", "--position", full, "--option", "supply=unlimited")
    assert done.stdout == f"1 {5 + 58}\n"


def test_xero_g_is_counted_after_both_setups() -> None:
    assert OPENINGS["xero-g"] == ("321123", "123321")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "command"),
        (("perft", "martian-life"), "--depth"),
        (("perft", "go", "--depth", "1"), "martian-life"),
        (("perft", "martian-life", "--depth", "0"), "--depth"),
        (("perft", "martian-life", "--depth", "many"), "many"),
        (("perft", "martian-life", "--depth", "1", "--option", "target"), "NAME=VALUE"),
        (("perft", "martian-life", "--depth", "1", "--option", "target=9"), "10 to 25"),
        (("perft", "martian-life", "--depth", "1", "--option", "size=9"), "no option"),
        (("perft", "martian-life", "--depth", "1", "--position", "start"), "eight rows"),
        (("perft", "martian-life", "--depth", "1", "--players", "3"), "2 players"),
    ],
)
def test_bad_input_ends_with_one_line_and_exit_code_2(arguments: tuple[str, ...], expected: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert expected in done.stderr
