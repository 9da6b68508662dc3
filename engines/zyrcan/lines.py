"""Steps of the compact position as turns of the public game, for what an engine tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.contract import Candidate
from engines.zyrcan.board import compact
from engines.zyrcan.steps import PLACEMENT, take_step
from games.zyrcan import Zyrcan
from games.zyrcan.state import Flight, Move, Placement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engines.contract import Proof
    from games.zyrcan.state import State

_GAME = Zyrcan()


def to_candidate(state: State, steps: Sequence[int], value: float, playouts: int) -> Candidate:
    """Return the candidate of a line of steps, which holds at least one whole turn; half a turn at its end is left out.

    Where its first turn ends the match, what it brings the mover is proved and becomes the value.
    """
    mover = state.mover or 1
    texts: list[str] = []
    after: list[State] = []
    for move in to_moves(state, steps):
        before = after[-1] if after else state
        texts.append(_GAME.format(before, move))
        after.append(_GAME.play(before, move))
    proved: Proof | None = None
    if outcome := after[0].outcome:
        value = 1 / len(outcome.winners) if mover in outcome.winners else 0.0
        proved = "draw" if outcome.drawn else "win" if value == 1 else "loss" if value == 0 else None
    return Candidate(texts[0], value, tuple(texts), proved, playouts)


def to_moves(state: State, steps: Sequence[int]) -> Iterator[Move]:
    """Yield the turns that steps from a state make up."""
    position = compact(state)
    placement: Placement | None = None
    flight: Flight | None = None
    for step in steps:
        if step >= PLACEMENT:
            placement = Placement(step & 63, step >> 12)
        else:
            flight = Flight(step >> 6, step & 63)
        take_step(position, step)
        if not position.landed:
            yield Move(placement, flight)
            placement = flight = None
