"""The page about the strength of computer players."""

from __future__ import annotations

import pytest

from bench.ladder import GREEDY_LEVEL, RANDOM_LEVEL, Pairing, play
from bench.strength import page, pairings


def test_the_page_has_a_row_for_each_level_and_each_game() -> None:
    level = {
        "game": "xero-g",
        "options": {"first": "single"},
        "level": 2,
        "below": 1,
        "matches": 60,
        "share": 0.8,
        "nodes_a_second": 4321.0,
        "moves_a_second": 3.21,
        "slowest": 0.5,
    }
    game = {"game": "martian-life", "options": {"target": 10}, "matches": 50, "first": 0.5, "drawn": 0.1, "moves": 41}
    text = page([level], [game])
    assert "| Xero-G | first single | 2 | level 1 | 60 | 80% | 68% to 88% | 4,321 | 3.2 | 0.50 s |" in text
    assert "| Martian Life | target 10 | 50 | 50% | 37% to 63% | 10% | 41 |" in text


def test_a_match_of_the_ladder_tells_who_won_and_how_often_a_level_thought() -> None:
    played = play(Pairing("xero-g", 1, RANDOM_LEVEL, 2), seed=1)
    assert played.winners
    assert played.share == ((played.seat in played.winners) and 1 / len(played.winners))
    assert 0 < played.thoughts <= played.moves // 2


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["force-field-factions", "martian-life", "xero-g"])
def test_the_greedy_player_beats_random_moves(game: str) -> None:
    pairing = Pairing(game, GREEDY_LEVEL, RANDOM_LEVEL, 2, (("target", 10),) if game == "martian-life" else ())
    assert sum(play(pairing, seed).share for seed in range(3)) >= 2


def test_the_ladder_of_a_game_begins_with_the_players_without_an_engine() -> None:
    against = [(pairing.level, pairing.below) for pairing in pairings("xero-g")]
    assert against[:3] == [(1, RANDOM_LEVEL), (1, GREEDY_LEVEL), (2, 1)]
    assert {dict(pairing.options)["target"] for pairing in pairings("martian-life")} == {10, 15}
