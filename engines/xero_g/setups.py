"""Which setup to lay: the one that leaves one's ships mobile."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.xero_g.board import Position, mask_of, mobility
from engines.xero_g.flights import winning_flight
from games.xero_g.stages import SOUTH
from games.xero_g.suggestions import LAYOUTS

if TYPE_CHECKING:
    from games.xero_g.state import State

_REPLIES = 5
"""Setups of North that a setup of South is measured by."""
_LOST = 1000


def rank_setups(state: State, seed: int, nodes: int, boosts: int) -> tuple[list[str], int]:
    """Return setups, best first, and how many positions were looked at to compare them."""
    rng = Random(seed)  # noqa: S311 - not a secret
    rows = [bytes(map(int, layout)) for layout in LAYOUTS]
    rng.shuffle(rows)
    replies = rng.sample(rows, _REPLIES)
    south = bytes(state.board[:6])
    ranked: list[tuple[int, bytes]] = []
    used = 0
    for row in rows:
        pairs = [(south, row)] if state.laid else [(row, reply) for reply in replies]
        if ranked and used + len(pairs) > nodes:
            break
        values = [_value(*pair, boosts) for pair in pairs]
        used += len(pairs)
        ranked.append((-values[0] if state.laid else min(values), row))
    ranked.sort(key=lambda one: -one[0])
    return ["".join(map(str, row)) for _, row in ranked], used


def _value(south: bytes, north: bytes, boosts: int) -> int:
    """Return the value of two setups for South, who flies first."""
    pips = south + bytes(24) + north
    position = Position(SOUTH, pips, mask_of(pips))
    if winning_flight(position, SOUTH, boosts):
        return _LOST
    return mobility(position, boosts)
