"""The compact position against the game's contract: the same turns, and the same positions after them."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from engines.zyrcan.board import OVER, compact
from engines.zyrcan.playout import payoff
from engines.zyrcan.steps import legal_steps, take_step, to_moves
from games.contract import find_version
from games.zyrcan import Zyrcan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engines.zyrcan.board import Position
    from games.zyrcan.state import Move, State

GAME = Zyrcan()
SOME = {(3, "standard", 2), (4, "blitzkrieg", 1), (5, "blitzkrieg", 2)}
"""Numbers of players, variants and rules; the others run with `--thorough`."""
EACH = pytest.mark.parametrize(
    ("players", "variant", "rules"),
    [
        pytest.param(*each, marks=[] if each in SOME else pytest.mark.thorough)
        for each in product((3, 4, 5), ("standard", "blitzkrieg"), (1, 2))
        if each[1:] != ("standard", 1)
    ],
)


def turns(state: State) -> dict[Move, Position]:
    """Return all turns that steps make up, and the compact positions after them."""
    found: dict[Move, Position] = {}
    for steps, after in whole_turns(compact(state), ()):
        (move,) = to_moves(state, steps)
        assert move not in found
        found[move] = after
    return found


def whole_turns(position: Position, before: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Position]]:
    for step in legal_steps(position):
        after = position.copy()
        take_step(after, step)
        if after.landed:
            yield from whole_turns(after, (*before, step))
        else:
            yield (*before, step), after


@EACH
def test_turns_and_positions_are_those_of_the_game(players: int, variant: str, rules: int) -> None:
    rng, game = Random(f"{players} {variant} {rules}"), find_version(GAME, rules)
    assert game
    for _ in range(2):
        state = game.start(players, {"variant": variant}, 0)
        while state.mover is not None:
            if rng.random() < 0.02:
                state = game.leave(state, rng.randint(1, players))
                continue
            legal = game.legal(state)
            move = rng.choice(legal)
            after = game.play(state, move)
            if variant == "standard" or state.phase != "deploy" or rng.random() < 0.1:
                found = turns(state)
                assert set(found) == set(legal)
                check_same(found[move], after)
            state = after


def check_same(position: Position, state: State) -> None:
    if state.outcome is None:
        assert position == compact(state)
        return
    assert position.phase == OVER
    winners = state.outcome.winners
    shares = [1 / len(winners) if seat in winners else 0 for seat in range(1, state.players + 1)]
    assert payoff(position).shares == shares
