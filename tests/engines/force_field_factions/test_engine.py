"""The engine of Force Field Factions: legal moves everywhere, the same thought twice, wins taken, losses avoided."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bench.ladder import Pairing, play
from engines import engine_of
from games import GAMES
from tests.engines.force_field_factions.positions import GAME, random_positions
from tests.games.force_field_factions.positions import CROWD, at, start

if TYPE_CHECKING:
    from engines.contract import Candidate
    from games.force_field_factions.state import State

ENGINE = engine_of(GAMES["force-field-factions"])
LEVELS = range(1, len(ENGINE.levels) + 1)


def check(state: State, candidate: Candidate) -> State:
    """Check that a candidate's line is legal and in canonical notation; return the state after it."""
    assert candidate.line[0] == candidate.move
    assert 0 <= candidate.value <= 1
    for text in candidate.line:
        move = GAME.parse(state, text)
        assert GAME.format(state, move) == text
        state = GAME.play(state, move)
    return state


def test_every_level_plays_legal_moves_with_few_nodes() -> None:
    for number, state in enumerate((CROWD, start(pool=5, facing="forward"), *random_positions(5, 2, 10))):
        thought = ENGINE.think(state, LEVELS[number % len(LEVELS)], seed=1, nodes=1 + 20 * (number % 3))
        for candidate in (thought, *thought.alternatives):
            check(state, candidate)


@pytest.mark.parametrize("level", LEVELS)
def test_the_budget_is_kept(level: int) -> None:
    assert ENGINE.think(CROWD, level, seed=1, nodes=1200).nodes <= 1200


@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_a_win_at_once(level: int) -> None:
    state = at("c3:w3.n c4:b3.n", 2, rest="f1:w2.n g1:w1.n f8:b1.n g8:b2.n")
    thought = ENGINE.think(state, level, seed=2)
    result = check(state, thought).outcome
    assert result is not None
    assert result.winners == (2,)
    assert thought.proved == "win"


def test_the_highest_level_avoids_a_loss_at_once() -> None:
    """Black's only 3-pip piece stands where White's can take it."""
    state = at("c3:w3.s c5:b3.e", 1, rest="f1:w2.n g1:w1.n f8:b1.n g8:b2.n")
    after = check(state, ENGINE.think(state, LEVELS[-1], seed=2))
    assert not any(GAME.play(after, move).outcome for move in GAME.legal(after))


def test_a_proved_loss_has_a_line_to_the_end() -> None:
    """Two pieces of Black are the last of their sizes, and White can take either."""
    state = at("c3:w3.n c5:b3.e f3:w3.n f5:b2.e", 1, rest="f1:w2.n g1:w1.n a8:b1.n")
    thought = ENGINE.think(state, LEVELS[-1], seed=1)
    assert thought.proved == "loss"
    result = check(state, thought).outcome
    assert result is not None
    assert result.winners == (2,)


def test_the_same_seed_and_nodes_bring_the_same_thought() -> None:
    """At two levels, also in another process that hashes texts in another way."""
    thoughts = [ENGINE.think(CROWD, level, seed=5, nodes=1500) for level in (1, 4)]
    assert [ENGINE.think(CROWD, level, seed=5, nodes=1500) for level in (1, 4)] == thoughts
    program = (
        "from engines import engine_of; from games import GAMES; game = GAMES['force-field-factions']\n"
        f"state = game.parse_position({GAME.position(CROWD)!r})\n"
        "for level in (1, 4): print(engine_of(game).think(state, level, 5, 1500))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)  # noqa: S603 - ours
    assert done.stdout.splitlines() == [str(thought) for thought in thoughts]


def test_the_lowest_level_beats_random_moves() -> None:
    assert play(Pairing("force-field-factions", 1, 0, 2), seed=1).share == 1


@pytest.mark.thorough
@pytest.mark.parametrize("level", [2, 3])
def test_a_level_beats_the_one_below(level: int) -> None:
    shares = [play(Pairing("force-field-factions", level, level - 1, 2), seed).share for seed in range(12)]
    assert sum(shares) >= 6
