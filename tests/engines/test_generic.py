"""The engine of games that bring none, with games of the catalogue and with Chomp."""

from __future__ import annotations

from random import Random

import pytest
from turnpost_hex.rules import Hex

from engines.generic import GenericEngine
from games import GAMES


@pytest.mark.parametrize("key", sorted(GAMES))
def test_it_plays_every_game_with_a_legal_move(key: str) -> None:
    game = GAMES[key]
    state = game.start(game.info.min_players, {}, 3)
    thought = GenericEngine(game).think(state, 1, seed=1, nodes=3)
    assert game.format(state, game.parse(state, thought.move)) == thought.move


def test_the_same_seed_and_nodes_bring_the_same_thought() -> None:
    game = GAMES["martian-life"]
    state = game.start(2, {}, 3)
    thoughts = {GenericEngine(game).think(state, 2, seed=seed, nodes=300) for seed in (1, 1, 2)}
    assert len(thoughts) == 2


def test_of_many_moves_it_tries_a_few_several_times() -> None:
    """With about forty playouts on a board of 121 hexagons, the best move has stood the test of more than one."""
    state = Hex().start(2, {}, 1)
    thought = GenericEngine(Hex()).think(state, 4, seed=1, nodes=4500)
    assert thought.playouts >= 4
    assert thought.value > 0.6


def test_it_takes_a_win_at_once() -> None:
    """A random match, one turn before its last mover won it."""
    game, rng = GAMES["xero-g"], Random(1)
    states = [game.start(2, {}, 1)]
    while game.result(states[-1]) is None:
        states.append(game.play(states[-1], rng.choice(game.legal(states[-1]))))
    before = states[-2]
    thought = GenericEngine(game).think(before, 1, seed=1)
    result = game.result(game.play(before, game.parse(before, thought.move)))
    assert result is not None
    assert result.winners == (game.to_move(before),)
    assert thought.proved == "win"
