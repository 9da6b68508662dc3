"""The engines of games that bring an evaluation, and of games that bring none, with Chomp and the catalogue."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest
from turnpost_chomp.rules import Chomp, Square, State
from turnpost_hex.rules import Hex

from engines.evaluation import EvaluationEngine
from engines.generic import GenericEngine
from games import GAMES

GAME = Chomp()
ENOUGH = 200_000
SMALL = {"columns": 4}


def count_pieces(state: State) -> int:
    """Prefer positions with many pieces: no good advice, so that the search decides."""
    return sum(state.rows)


def engine(width: int) -> EvaluationEngine[State, Square]:
    return EvaluationEngine(GAME, count_pieces, width=width)


@lru_cache(None)
def is_won(position: str) -> bool:
    """Return whether the seat to move can win, by trying everything."""
    state = GAME.parse_position(position, options=SMALL)
    after = [GAME.play(state, move) for move in GAME.legal(state)]
    return any(
        end.outcome.winners == (state.mover,) if end.outcome else not is_won(GAME.position(end)) for end in after
    )


def random_positions(number: int) -> list[State]:
    rng, found = Random(5), list[State]()
    while len(found) < number:
        state = GAME.start(2, SMALL, 0)
        for _ in range(rng.randint(1, 4)):
            state = GAME.play(state, rng.choice(GAME.legal(state))) if state.mover else state
        found += [state] * (state.mover is not None)
    return found


POSITIONS = random_positions(24)


@pytest.mark.parametrize("state", POSITIONS, ids=GAME.position)
def test_a_search_of_all_moves_proves_who_wins(state: State) -> None:
    thought = engine(99).think(state, 4, 1, ENOUGH)
    assert thought.proved == ("win" if is_won(GAME.position(state)) else "loss")
    assert thought.value == pytest.approx(1.0 if thought.proved == "win" else 0.0, abs=0.01)
    end = state
    for text in thought.line:
        end = GAME.play(end, GAME.parse(end, text))
    assert end.mover is None


@pytest.mark.parametrize("width", [1, 2, 4])
def test_a_search_of_some_moves_claims_no_more_than_is_true(width: int) -> None:
    claims = [(state, engine(width).think(state, 4, 1, ENOUGH).proved) for state in POSITIONS]
    for state, claim in claims:
        assert claim in {None, "win" if is_won(GAME.position(state)) else "loss"}, GAME.position(state)
    assert {claim for _, claim in claims} > {None}


@pytest.mark.parametrize("nodes", [1, 2, 3, 20, 300])
def test_any_number_of_nodes_brings_a_legal_move_and_is_kept(nodes: int) -> None:
    state = GAME.start(2, {}, 0)
    thought = engine(10).think(state, 1, 3, nodes)
    assert GAME.parse(state, thought.move) in GAME.legal(state)
    assert thought.nodes <= nodes
    assert thought.proved is None


def test_a_few_nodes_prove_no_loss_though_each_move_they_see_loses() -> None:
    state = GAME.parse_position("2000 1", options=SMALL)
    assert engine(99).think(state, 1, 3, ENOUGH).proved == "win"
    assert {engine(99).think(state, 1, seed, 1).proved for seed in range(6)} == {None}


def test_the_same_seed_brings_the_same_thought() -> None:
    state = GAME.start(2, {}, 0)
    moves = [engine(10).think(state, 1, seed).move for seed in (1, 1, *range(2, 12))]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_the_more_nodes_the_better_the_seat_that_thinks() -> None:
    """With so poor an evaluation only the search can win: level 1 against level 4, from both seats."""
    for seat, seed in [(1, 1), (2, 1), (1, 2), (2, 2)]:
        state = GAME.start(2, {}, 0)
        while state.mover:
            level = 4 if state.mover == seat else 1
            state = GAME.play(state, GAME.parse(state, engine(10).think(state, level, seed).move))
        assert state.outcome
        assert state.outcome.winners == (seat,)


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
