"""Recorded matches of every game, replayed move by move: what the rules said once, they say still."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import GAMES
from games.contract import find_version
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
