"""Compact positions against the rules, in random positions."""

from __future__ import annotations

from random import Random

import pytest

from engines.martian_life.board import Position, compact, turns
from engines.martian_life.engine import SearchRules, distinct_turns
from games.martian_life import MartianLife
from games.martian_life.state import Move, State

GAME = MartianLife()


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
