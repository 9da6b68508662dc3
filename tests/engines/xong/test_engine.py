"""The engine of Xong: legal moves everywhere, the same thought twice, wins taken, the budget kept."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.ladder import Pairing, play
from bench.simple_players import random_move
from engines import engine_of
from games import GAMES
from games.xong import Xong
from games.xong.rules import add_played, find_new_xoid, placements
from games.xong.shapes import read
from games.xong.state import Move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.contract import Candidate
    from games.xong.state import State

GAME = Xong()
ENGINE = engine_of(GAMES["xong"])
LEVELS = range(1, len(ENGINE.levels) + 1)
BOARDS = [
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


@pytest.mark.parametrize("options", BOARDS)
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


def test_every_level_takes_a_win_and_avoids_a_loss_at_once() -> None:
    """The last positions of random matches, in which some placements end the match."""
    took = avoided = 0
    for seed in range(6):
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
    assert sum(play(Pairing("xong", level, level - 1, 2), seed).share for seed in range(4)) >= 3
