"""Martian Life against a second implementation written from the rules page, over random matches."""

from __future__ import annotations

from random import Random

import pytest
from martian_life_twin import Twin

from games.martian_life import MartianLife
from games.martian_life.state import GRID

GAME = MartianLife()
MATCHES = 10
PLIES = 60


@pytest.mark.parametrize("supply", ["stash", "unlimited"])
@pytest.mark.parametrize("target", [10, 15, 25])
@pytest.mark.parametrize("boldness", [1, 4, 12], ids=["careful", "bold", "wild"])
def test_both_implementations_agree_on_every_position_of_random_matches(
    supply: str, target: int, boldness: int
) -> None:
    chance = Random(f"{supply} {target} {boldness}")
    for _ in range(MATCHES):
        state, twin = GAME.start(2, {"supply": supply, "target": target}, 0), Twin(supply, target)
        for _ in range(PLIES):
            texts = [GAME.format(state, move) for move in GAME.legal(state)]
            assert len(texts) == len(set(texts))
            assert set(texts) == twin.legal()
            assert GAME.position(state) == twin.position()
            if twin.winner is not None:
                break
            text = chance.choice(GAME.suggest(state, "", boldness) if chance.random() < 0.9 else texts)
            state = GAME.play(state, GAME.parse(state, text))
            twin.play(text)
            assert state.last is not None
            culled = [{GRID.names[square] for square, _ in wave} for wave in state.last.culled]
            assert culled == twin.last_culls
            result = GAME.result(state)
            assert (result is None) == (twin.winner is None)
            if result is not None:
                assert (0 if result.drawn else result.winners[0]) == twin.winner
                assert result.points == (twin.points(1), twin.points(2))


def test_both_implementations_agree_on_a_crowded_match_that_yellow_wins() -> None:
    moves = (
        "d5+ c6 b6 d4+ e4+ b5 a4 c6+ c7 d7 b6+ d3 e8 d7+ c7+ c8 b8 b5+ c3 f7 g6 a8 b8+ e5+ c7+ e7 f4 d7+ e8+ d4+ g3 "
        "f7+ e4+ a3 f4+ d3+ a7 a5 b6+ c6+ a4+ c8+ g8 h5 a4+ g7 g6+ f7+ a4 a5+"
    )
    state, twin = GAME.start(2, {"target": 25}, 0), Twin(target=25)
    for text in moves.split():
        assert {GAME.format(state, move) for move in GAME.legal(state)} == twin.legal()
        state = GAME.play(state, GAME.parse(state, text))
        twin.play(text)
        assert GAME.position(state) == twin.position()
    assert twin.winner == 2
    result = GAME.result(state)
    assert result is not None
    assert result.places == (2, 1)
    assert result.reason == "26 points to 24"
