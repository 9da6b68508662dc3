"""The engine of Martian Life: legal moves everywhere, the same thought twice, wins taken, the budget kept."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench.ladder import Pairing, play
from engines import engine_of
from engines.martian_life.board import Position, compact, turns
from engines.martian_life.engine import SearchRules, distinct_turns
from games import GAMES
from games.martian_life import MartianLife
from games.martian_life.state import Move, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.contract import Candidate
    from games.contract import Options

GAME = MartianLife()
ENGINE = engine_of(GAMES["martian-life"])
LEVELS = range(1, len(ENGINE.levels) + 1)
NEAR_THE_END = "......../......../......../..mmm.../..mms.../......../......SS/......SS"
"""Red has eleven points, and two promotions that live."""


def random_match(seed: int, options: Options) -> Iterator[State]:
    """Yield the positions of a match by random moves."""
    rng, state = Random(seed), GAME.start(2, options, 0)
    for _ in range(60):
        if state.mover is None:
            break
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


@pytest.mark.parametrize("supply", ["stash", "unlimited"])
@pytest.mark.parametrize("nodes", [1, 60])
def test_every_level_plays_legal_moves_within_the_budget(supply: str, nodes: int) -> None:
    for state in random_match(3, {"supply": supply, "target": 10}):
        for level in LEVELS:
            thought = ENGINE.think(state, level, seed=1, nodes=nodes)
            for candidate in (thought, *thought.alternatives):
                check(state, candidate)
            assert thought.nodes <= nodes


@pytest.mark.parametrize(
    "text",
    [
        "......../......../......../......../......../......../......../s....... 1",
        "......../......../......../......../......../......../......../........ 2",
        "ssssssss/ssssssss/ssssssss/ssssssss/SSSSSSSS/SSSSSSSS/SSSSSSSS/SSSSSSSS 1",
        "llllllll/llllllll/llllllll/llllllll/LLLLLLLL/LLLLLLLL/LLLLLLLL/LLLLLL.L 2",
    ],
)
def test_positions_of_every_kind_get_a_legal_move(text: str) -> None:
    state = GAME.parse_position(text, 2, {"supply": "unlimited"})
    for level in LEVELS:
        check(state, ENGINE.think(state, level, seed=1, nodes=500))


def test_the_same_seed_and_nodes_bring_the_same_thought() -> None:
    """At every level, also in another process that hashes texts in another way."""
    state = GAME.parse_position(f"{NEAR_THE_END} 2", 2)
    thoughts = [ENGINE.think(state, level, seed=5, nodes=200) for level in LEVELS]
    assert [ENGINE.think(state, level, seed=5, nodes=200) for level in LEVELS] == thoughts
    program = (
        "from engines import engine_of; from games import GAMES\n"
        f"state = GAMES['martian-life'].parse_position('{NEAR_THE_END} 2', 2)\n"
        f"for level in {[*LEVELS]}: print(engine_of(GAMES['martian-life']).think(state, level, seed=5, nodes=200))"
    )
    answer = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines() == [str(thought) for thought in thoughts]


def test_the_highest_level_takes_a_win_at_once() -> None:
    state = GAME.parse_position(f"{NEAR_THE_END} 1", 2, {"target": 11})
    thought = ENGINE.think(state, LEVELS[-1], seed=1, nodes=2000)
    result = check(state, thought).outcome
    assert result
    assert result.winners == (1,)
    assert (thought.proved, thought.value) == ("win", 1.0)


def test_the_highest_level_avoids_a_loss_at_once() -> None:
    """Red would win with its next promotion."""
    state = GAME.parse_position(f"{NEAR_THE_END} 2", 2, {"target": 11})
    thought = ENGINE.think(state, LEVELS[-1], seed=1, nodes=2000)
    state = GAME.play(state, GAME.parse(state, thought.move))
    results = [GAME.play(state, move).outcome for move in GAME.legal(state)]
    assert not any(result and result.winners == (1,) for result in results)


def test_a_proof_leads_to_the_end() -> None:
    """Positions near the end, from which somebody wins within three turns now and then."""
    rng, proofs = Random(4), list[str]()
    for number in range(24):
        state = GAME.parse_position(f"{NEAR_THE_END} {1 + number % 2}", 2, {"target": 13})
        for _ in range(2):
            state = GAME.play(state, rng.choice(GAME.legal(state)))
        thought = ENGINE.think(state, LEVELS[-1], seed=number, nodes=4000)
        result = check(state, thought).outcome
        if thought.proved:
            assert result
            assert (result.winners == (state.mover,)) == (thought.proved == "win")
            proofs.append(thought.proved)
    assert "win" in proofs


def test_the_lowest_level_beats_random_moves_in_a_short_ladder() -> None:
    pairing = Pairing("martian-life", 1, 0, 2, (("target", 10),))
    assert sum(play(pairing, seed).share for seed in range(2)) >= 1


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", LEVELS)
def test_each_level_beats_the_one_below(level: int) -> None:
    pairing = Pairing("martian-life", level, level - 1, 2, (("target", 10),))
    assert sum(play(pairing, seed).share for seed in range(30)) >= 18


def random_positions(seed: int, supply: str, target: int) -> list[State]:
    """Return the positions of a match by random turns, most of which change the board."""
    rng, state = Random(seed), GAME.start(2, {"supply": supply, "target": target}, 0)
    found = list[State]()
    while state.mover is not None and len(found) < 40:
        found.append(state)
        children = [GAME.play(state, move) for move in rng.choices(GAME.legal(state), k=8)]
        state = max(children, key=lambda child: child.board != state.board)
    return found


def after(state: State, turn: int) -> State:
    return GAME.play(state, Move(turn % 64, promotes=turn >= 64))


@pytest.mark.parametrize("supply", ["stash", "unlimited"])
@pytest.mark.parametrize("seed", range(4))
def test_turns_lead_where_the_rules_lead(supply: str, seed: int) -> None:
    for state in random_positions(seed, supply, 10):
        rules = SearchRules(1000, unlimited=state.unlimited, target=state.target)
        for turn, child in turns(compact(state), unlimited=state.unlimited):
            state_after = after(state, turn)
            outcome = rules.outcome(child)
            if state_after.outcome is None or "third time" in state_after.outcome.clause:
                assert outcome is None
                assert child[1:] == compact(state_after)[1:]
                assert child.mover == (state_after.mover or child.mover)
            elif state_after.outcome.drawn:
                assert outcome == 0
            else:
                assert outcome is not None
                assert state_after.outcome.winners == (child.mover if outcome > 0 else 3 - child.mover,)


@pytest.mark.parametrize("supply", ["stash", "unlimited"])
def test_no_position_that_can_follow_is_left_out(supply: str) -> None:
    for state in random_positions(7, supply, 15):
        children = {child[1:] for _, child in distinct_turns(compact(state), unlimited=state.unlimited)}
        assert children == {compact(GAME.play(state, move))[1:] for move in GAME.legal(state)}


def test_a_position_is_as_good_for_one_seat_as_bad_for_the_other() -> None:
    for state in random_positions(3, "stash", 15):
        rules = SearchRules(1, unlimited=False, target=15)
        mover, red, yellow = compact(state)
        value = rules.evaluate(Position(mover, red, yellow))
        assert rules.evaluate(Position(3 - mover, red, yellow)) == -value
        swapped = SearchRules(1, unlimited=False, target=15, eager=2)
        assert swapped.evaluate(Position(3 - mover, yellow, red)) == value
