"""Martian Life against a second implementation written from the rules page, over random matches."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from games.martian_life import MartianLife
from games.martian_life.state import GRID
from tests.games.martian_life.reference import Reference

GAME = MartianLife()
PLIES = 60
RECORDED = sorted((Path(__file__).parents[1] / "golden").glob("martian-life-*.json"))


@pytest.mark.parametrize("matches", [5, pytest.param(20, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("supply", ["stash", "unlimited"])
@pytest.mark.parametrize("target", [10, 15, 25])
@pytest.mark.parametrize("boldness", [1, 4, 12], ids=["careful", "bold", "wild"])
def test_both_implementations_agree_on_every_position_of_random_matches(
    supply: str, target: int, boldness: int, matches: int
) -> None:
    chance = Random(f"{supply} {target} {boldness}")
    for _ in range(matches):
        state, reference = GAME.start(2, {"supply": supply, "target": target}, 0), Reference(supply, target)
        for _ in range(PLIES):
            texts = [GAME.format(state, move) for move in GAME.legal(state)]
            assert len(texts) == len(set(texts))
            assert set(texts) == reference.legal()
            assert GAME.position(state) == reference.position()
            if reference.winner is not None:
                break
            text = chance.choice(GAME.suggest(state, "", boldness) if chance.random() < 0.9 else texts)
            state = GAME.play(state, GAME.parse(state, text))
            reference.play(text)
            assert state.last is not None
            culled = [{GRID.names[square] for square, _ in wave} for wave in state.last.culled]
            assert culled == reference.last_culls
            result = GAME.result(state)
            assert (result is None) == (reference.winner is None)
            if result is not None:
                assert (0 if result.drawn else result.winners[0]) == reference.winner
                assert result.points == (reference.points(1), reference.points(2))


@pytest.mark.parametrize("file", RECORDED, ids=[file.stem for file in RECORDED])
def test_the_reference_agrees_with_the_recorded_matches(file: Path) -> None:
    match = json.loads(file.read_text(encoding="utf-8"))
    reference = Reference(**match["options"])
    for text, position in match["moves"]:
        assert text in reference.legal()
        reference.play(text)
        assert reference.position() == position
    places = {1: [1, 2], 2: [2, 1], 0: [1, 1]}
    assert reference.winner is not None
    assert match["result"]["places"] == places[reference.winner]
    assert match["result"]["points"] == [reference.points(1), reference.points(2)]
