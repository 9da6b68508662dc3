"""Zyrcan under both versions of its rules: they differ in flights of Blitzkrieg over cells that are not in use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from games import GAMES
from games.contract import IllegalMove, find_version
from games.zyrcan import Zyrcan

if TYPE_CHECKING:
    from games.zyrcan.state import State

GOLDEN = Path(__file__).parents[1] / "golden"
FIRST, SECOND = Zyrcan(1), Zyrcan()
KEPT = [json.loads(file.read_text("utf-8")) for file in sorted(GOLDEN.glob("zyrcan-*.json"))]


def started(game: Zyrcan, players: int, variant: str) -> State:
    return game.start(players, {"variant": variant}, 0)


def first_rejection(match: dict[str, Any], game: Zyrcan) -> str:
    """Return why a version refuses a move of a recorded match; empty if it takes them all."""
    state = game.start(match["players"], match["options"], match["seed"])
    for text, *_ in match["moves"]:
        try:
            if text.startswith("leave "):
                state = game.leave(state, int(text.split()[1]))
            else:
                state = game.play(state, game.parse(state, text))
        except IllegalMove as illegal:
            return illegal.reason
    return ""


def test_version_1_is_kept_beside_version_2() -> None:
    game = GAMES["zyrcan"]
    assert game.info.rules == 2
    kept = find_version(game, 1)
    assert kept
    assert (kept.info.rules, kept.info.key, kept.info.earlier) == (1, "zyrcan", ())


def test_a_flight_of_blitzkrieg_crosses_an_unused_cell_under_version_1_only() -> None:
    position = "-,-/-,-,-,-,-,-/-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-,-,-/-,-,-,-,-,-,-,-/-,-,-,-,-/-,-,-,-,-,-/12,-"
    text = f"{position} 0,1,0;0,1,0;0,1,0;0,1,0 deploy 1"
    for game, crosses in ((FIRST, True), (SECOND, False)):
        state = game.parse_position(text, 4, {"variant": "blitzkrieg"})
        flights = {game.format(state, move)[5:] for move in game.legal(state)}
        assert flights == {"a2-c2", "a2-c4"} | ({"a2-a4"} if crosses else set())
        assert ("a4" in game.destinations(state, "2@h6 a2").places) == crosses
        assert ("2@h6 a2-a4" in game.suggest(state, "2@h6 ", 25)) == crosses


def test_matches_recorded_under_version_1_hold_moves_that_version_2_refuses() -> None:
    old = [match for match in KEPT if match["rules"] == 1]
    assert len(old) == 5
    for match in old:
        assert (match["players"], match["options"]) == (4, {"variant": "blitzkrieg"})
        assert not first_rejection(match, FIRST)
        assert "not in use with four players" in first_rejection(match, SECOND)


@pytest.mark.parametrize("game", [FIRST, SECOND], ids=["1", "2"])
def test_all_others_are_the_same_under_both(game: Zyrcan) -> None:
    new = [match for match in KEPT if match["rules"] == 2]
    assert {(match["players"], match["options"]["variant"]) for match in new} == {
        (players, variant) for players in (3, 4, 5) for variant in ("standard", "blitzkrieg")
    }
    assert not any(first_rejection(match, game) for match in new)


def test_a_turn_and_a_leaving_keep_the_version() -> None:
    state = started(FIRST, 4, "blitzkrieg")
    for text in ("2@a2", "1@h5", "1@h9", "1@f9"):
        state = FIRST.play(state, FIRST.parse(state, text))
    state = FIRST.leave(state, 3)
    assert FIRST.format(state, FIRST.parse(state, "2@i8 a2-a4")) == "2@i8 a2-a4"
