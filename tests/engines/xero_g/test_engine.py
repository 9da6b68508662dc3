"""The engine of Xero-G: legal moves everywhere, the same thought twice, wins taken, losses avoided, the budget kept."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.ladder import Pairing, play
from engines import engine_of
from games import GAMES
from games.xero_g import XeroG
from tests.games.xero_g.positions import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.contract import Candidate
    from games.xero_g.state import State

GAME = XeroG()
ENGINE = engine_of(GAMES["xero-g"])
LEVELS = range(1, len(ENGINE.levels) + 1)


def random_match(seed: int) -> Iterator[State]:
    """Yield the positions of a match by random moves, from the setups on."""
    rng, state = Random(seed), GAME.start(2, {}, seed)
    while state.mover is not None:
        yield state
        state = GAME.play(state, rng.choice(GAME.legal(state)))


def check(state: State, candidate: Candidate) -> State:
    """Return the state after a candidate's line; check that it is legal, in canonical notation, and its value."""
    assert candidate.line[0] == candidate.move
    assert 0 <= candidate.value <= 1
    for text in candidate.line:
        move = GAME.parse(state, text)
        assert GAME.format(state, move) == text
        state = GAME.play(state, move)
    return state


def test_every_level_plays_legal_moves_in_every_phase() -> None:
    for number, state in enumerate(random_match(3)):
        if number < 2 or number % 8 == 0:
            for level in LEVELS:
                thought = ENGINE.think(state, level, seed=number, nodes=12)
                for candidate in (thought, *thought.alternatives):
                    check(state, candidate)


@pytest.mark.parametrize("nodes", [1, 60])
def test_the_budget_is_kept_and_brings_a_move(nodes: int) -> None:
    for number, state in enumerate(random_match(5)):
        if number < 2 or number % 12 == 0:
            for level in LEVELS:
                thought = ENGINE.think(state, level, seed=1, nodes=nodes)
                check(state, thought)
                assert thought.nodes <= max(nodes, 5)


def test_a_position_with_few_ships_gets_a_legal_move() -> None:
    for mover in (1, 2):
        state = at("....../....../..1.../..2...", mover)
        for level in LEVELS:
            check(state, ENGINE.think(state, level, seed=1))


def test_the_same_seed_and_nodes_bring_the_same_thought() -> None:
    """At every level, also in another process that hashes texts in another way."""
    texts = ("321123", "123321")
    state = GAME.start(2, {}, 0)
    for text in texts:
        state = GAME.play(state, GAME.parse(state, text))
    thoughts = [ENGINE.think(state, level, seed=5, nodes=200) for level in LEVELS]
    assert [ENGINE.think(state, level, seed=5, nodes=200) for level in LEVELS] == thoughts
    program = (
        "from engines import engine_of; from games import GAMES; game = GAMES['xero-g']; state = game.start(2, {}, 0)\n"
        f"for text in {texts}: state = game.play(state, game.parse(state, text))\n"
        f"for level in {[*LEVELS]}: print(engine_of(GAMES['xero-g']).think(state, level, seed=5, nodes=200))"
    )
    answer = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines() == [str(thought) for thought in thoughts]


@pytest.mark.parametrize("level", LEVELS)
def test_it_takes_a_win_at_once(level: int) -> None:
    state = at("....../....../..3.../....../....../..3...")
    thought = ENGINE.think(state, level, seed=1)
    result = check(state, thought).outcome
    assert result
    assert result.winners == (1,)
    assert (thought.proved, thought.value) == ("win", 1.0)


def can_win(state: State) -> bool:
    return any(GAME.format(state, move).endswith("base") for move in GAME.legal(state))


def test_it_avoids_a_loss_at_once_where_it_can() -> None:
    """Positions in which most flights lose; without a safe one the loss is proved, and its line ends the match."""
    avoided = lost = 0
    for seed in range(2):
        for number, state in enumerate(random_match(seed)):
            if state.laid < 2 or number % 2 or can_win(state):
                continue
            thought = ENGINE.think(state, 3, seed=seed)
            after = GAME.play(state, GAME.parse(state, thought.move))
            if thought.proved == "loss":
                lost += 1
                result = check(state, thought).outcome
                assert result
                assert result.winners == (3 - (state.mover or 1),)
                assert all(can_win(GAME.play(state, move)) for move in GAME.legal(state)[::20])
            elif after.mover != state.mover and not after.outcome:
                avoided += 1
                assert not can_win(after)
    assert avoided > 5
    assert lost


def test_a_proved_win_leads_to_the_end() -> None:
    """Positions from which level 4 finds a win in two or more turns."""
    proved = 0
    for seed in range(2):
        for number, state in enumerate(random_match(seed)):
            if number % 4 == 0 and state.laid == 2 and not can_win(state):
                thought = ENGINE.think(state, 4, seed=seed, nodes=600)
                if thought.proved == "win":
                    proved += 1
                    result = check(state, thought).outcome
                    assert result
                    assert result.winners == (state.mover,)
                    assert len(thought.line) >= 3
    assert proved


def test_each_of_the_quick_levels_beats_the_one_below_in_a_short_ladder() -> None:
    for level in (1, 2, 3):
        pairing = Pairing("xero-g", level, level - 1, 2)
        assert sum(play(pairing, seed).share for seed in range(2)) >= 1


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", LEVELS)
def test_each_level_beats_the_one_below_clearly(level: int) -> None:
    pairing = Pairing("xero-g", level, level - 1, 2)
    assert sum(play(pairing, seed).share for seed in range(30)) >= 18
