"""The engine of Xong, and its compact position against the rules: places, values and ends."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench import ladder
from bench.ladder import Pairing, random_move
from engines import engine_of
from engines.xong.board import gifts, tables
from engines.xong.engine import compact
from engines.xong.search import Search, Width, gains, play, value_of
from games import GAMES
from games.xong import Xong
from games.xong.rules import add_played, count_score, find_new_xoid, placements
from games.xong.shapes import read
from games.xong.state import Move
from tests.thorough import first_quick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.contract import Candidate
    from games.xong.state import State

GAME = Xong()
ENGINE = engine_of(GAMES["xong"])
LEVELS = range(1, len(ENGINE.levels) + 1)
ENGINE_BOARDS = [
    pytest.param({}, id="standard"),
    pytest.param({"board": "random", "hexes": 48}, id="random", marks=pytest.mark.thorough),
    pytest.param({"board": "symmetric", "hexes": 55}, id="symmetric", marks=pytest.mark.thorough),
    pytest.param({"board": "islands", "hexes": 60}, id="islands"),
]


def random_match(options: dict[str, int | str], seed: int) -> Iterator[State]:
    rng, state = Random(seed), GAME.start(2, options, seed)
    while state.mover is not None:
        yield state
        state = GAME.play(state, GAME.parse(state, random_move(GAME, state, rng)))


def check(state: State, candidate: Candidate) -> None:
    """Check that a candidate is legal, in canonical notation, and that its proof holds."""
    move = GAME.parse(state, candidate.move)
    assert GAME.format(state, move) == candidate.move
    result = GAME.result(GAME.play(state, move))
    assert (candidate.proved is None) == (result is None)
    if result is not None:
        assert candidate.proved == ("win" if state.mover in result.winners else "loss")
    assert 0 <= candidate.value <= 1


@pytest.mark.parametrize("options", ENGINE_BOARDS)
def test_every_level_plays_legal_moves_to_the_end(options: dict[str, int | str]) -> None:
    states = list(random_match(options, 4))
    for state in [states[0], *Random(1).sample(states[1:-4], 3), *states[-4:]]:
        for level in LEVELS:
            thought = ENGINE.think(state, level, seed=1, nodes=40)
            for candidate in (thought, *thought.alternatives):
                check(state, candidate)


def test_a_position_without_history_gets_a_legal_move() -> None:
    states = list(random_match({}, 6))
    for state in (states[5], states[-1]):
        again = GAME.parse_position(GAME.position(state))
        for level in LEVELS:
            check(again, ENGINE.think(again, level, seed=1, nodes=1))


@pytest.mark.parametrize("seeds", first_quick([range(4), range(4, 14)]), ids=str)
def test_every_level_takes_a_win_and_avoids_a_loss_at_once(seeds: range) -> None:
    """The last positions of random matches, in which some placements end the match."""
    took = avoided = 0
    for seed in seeds:
        for before in list(random_match({}, seed))[-2:]:
            moves = [Move(legs, None) for legs in placements(read(before.hand or ""), before.vacant)]
            after = [GAME.play(before, move) for move in moves if ends(before, move)]
            won = any(state.outcome and before.mover in state.outcome.winners for state in after)
            proofs = {ENGINE.think(before, level, seed=1, nodes=50).proved for level in LEVELS}
            took += won
            avoided += not won and 0 < len(after) < len(moves)
            assert proofs == {"win" if won else "loss" if len(after) == len(moves) else None}
    assert took
    assert avoided


def ends(state: State, move: Move) -> bool:
    return find_new_xoid(state.vacant & ~move.legs, add_played(state.played, state.hand or "")) is None


def test_the_same_seed_and_nodes_bring_the_same_thought() -> None:
    """At every level, also in another process that hashes texts in another way."""
    state = GAME.play(GAME.start(2, {}, 0), GAME.parse(GAME.start(2, {}, 0), "give FL"))
    thoughts = [ENGINE.think(state, level, seed=5, nodes=60) for level in LEVELS]
    assert [ENGINE.think(state, level, seed=5, nodes=60) for level in LEVELS] == thoughts
    program = (
        "from engines import engine_of; from games import GAMES; game = GAMES['xong']; state = game.start(2, {}, 0)\n"
        "state = game.play(state, game.parse(state, 'give FL'))\n"
        f"for level in {[*LEVELS]}: print(engine_of(GAMES['xong']).think(state, level, seed=5, nodes=60))"
    )
    answer = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines() == [str(thought) for thought in thoughts]


def test_the_budget_is_kept() -> None:
    """The gifts after one placement are weighed up in any case."""
    state = GAME.play(GAME.start(2, {}, 0), GAME.parse(GAME.start(2, {}, 0), "give FL"))
    for nodes in (1, 100, 1000):
        assert ENGINE.think(state, LEVELS[-1], seed=1, nodes=nodes).nodes <= nodes + 48


@pytest.mark.parametrize("level", [2, pytest.param(3, marks=pytest.mark.thorough)])
def test_a_level_beats_the_level_below(level: int) -> None:
    assert sum(ladder.play(Pairing("xong", level, level - 1, 2), seed).share for seed in range(4)) >= 3


SEARCH_BOARDS = [
    pytest.param({}, id="standard"),
    pytest.param({"board": "random", "hexes": 50}, id="random", marks=pytest.mark.thorough),
    pytest.param({"board": "symmetric", "hexes": 80}, id="symmetric", marks=pytest.mark.thorough),
    pytest.param({"board": "islands", "hexes": 60}, id="islands"),
]


def random_states(options: dict[str, int | str], seed: int) -> Iterator[State]:
    """Yield the positions of a random match in which a Xoid is in hand."""
    rng, state = Random(seed), GAME.start(2, options, seed)
    while state.mover is not None:
        if state.hand is not None:
            yield state
        state = GAME.play(state, GAME.parse(state, random_move(GAME, state, rng)))


@pytest.mark.parametrize("options", SEARCH_BOARDS)
def test_places_of_every_xoid_are_those_of_the_rules(options: dict[str, int | str]) -> None:
    state = GAME.start(2, options, 5)
    board = tables(state.board)
    for text in gifts():
        found = [board.lattice(place.legs) for place in board.placements(text)]
        assert sorted(found) == sorted(placements(read(text), state.vacant))


@pytest.mark.parametrize("options", SEARCH_BOARDS)
def test_positions_of_random_matches_are_those_of_the_rules(options: dict[str, int | str]) -> None:
    rng = Random(7)
    for state in random_states(options, 3):
        board = tables(state.board)
        position, places = compact(board, state)
        mine = (state.mover or 1) - 1
        assert {board.lattice(place.legs) for place in places} == set(placements(read(state.hand or ""), state.vacant))
        only = count_score(state.board, state.legs).only
        assert (position.own & ~position.other).bit_count() == only[mine].bit_count()
        assert (position.other & ~position.own).bit_count() == only[1 - mine].bit_count()
        place, gain = rng.choice(places), gains(board, position)
        after = play(position, place, sum(gain[touched] for touched in place.touched))
        assert after.value == value_of(board, after.taken, after.own, after.other)


def test_a_search_counts_the_gifts_that_it_weighs_up() -> None:
    state = next(random_states({}, 1))
    board = tables(state.board)
    position, places = compact(board, state)
    search = Search(board, 10_000, range(48))
    turns = search.turns(position, places, Width(2, 1, 1))
    assert search.nodes == len(turns)
    assert [turn.value for turn in turns] == sorted([turn.value for turn in turns], reverse=True)


def test_unseen_gifts_are_weighed_up_only_where_no_other_fits() -> None:
    state = next(random_states({}, 1))
    board = tables(state.board)
    position, places = compact(board, state)
    few = Search(board, 10_000, [3, 4]).turns(position, places, Width(1, 1, 1))
    assert {turn.gift for turn in few} == {3, 4}
    assert len(Search(board, 10_000, []).turns(position, places, Width(1, 1, 1))) > 40
