"""Matches of Zyrcan played to their end by players who choose at a glance, with some chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.search.monte_carlo import Payoff
from engines.zyrcan.board import DEPLOY, LAST, OVER
from engines.zyrcan.policy import Policy
from engines.zyrcan.steps import flights, placements, take_step

if TYPE_CHECKING:
    from random import Random

    from engines.zyrcan.board import Position

_POLICY = Policy()
_NOISE = 8.0
"""Up to how many points of a score chance adds."""
_SAMPLES = 3
"""Placements of which a player takes the best."""


def play_out(position: Position, rng: Random) -> Payoff:
    """Play a copy of a position to the end of the match and return what it brought."""
    position = position.copy()
    while position.phase == DEPLOY:
        take_step(position, _deploy(position, rng))
    if position.phase != OVER:
        _fight(position, rng)
    return payoff(position)


def _deploy(position: Position, rng: Random) -> int:
    """Return a step of phase one: the best of some random placements, or a flight."""
    places = [] if position.landed else placements(position)
    if not places:
        return _flight(position, flights(position), rng)
    tried = [places[int(rng.random() * len(places))] for _ in range(_SAMPLES)]
    return max(tried, key=lambda step: _POLICY.placement(position, step))


def _flight(position: Position, steps: list[int], rng: Random) -> int:
    random = rng.random
    return max([(score + random() * _NOISE, step) for score, step in _POLICY.flights(position, steps)])[1]


def _fight(position: Position, rng: Random) -> None:
    """Play phase two to its end: rounds until one in which somebody can't capture."""
    last = position.phase == LAST
    order = [seat for seat in position.seats if seat >= position.mover]
    while True:
        for seat in order:
            position.mover = seat
            steps = flights(position)
            if steps:
                step = _flight(position, steps, rng)
                position.fly(step >> 6, step & 63)
            else:
                last = True
        if last:
            return
        order = position.seats


def payoff(position: Position) -> Payoff:
    """Return what a match that ends here brings: shares of the win, and utilities that also heed rank and engines.

    The weights of the utility are 0.65 for the share, 0.25 for the rank and 0.1 for the engines.
    """
    seats = position.seats
    ranks = {seat: (position.engines(seat), position.fleets[seat].bit_count()) for seat in seats}
    best = max(ranks.values())
    winners = sum(rank == best for rank in ranks.values())
    total = sum(engines for engines, _ in ranks.values()) or 1
    players = len(position.fleets)
    shares, utilities = [0.0] * players, [0.0] * players
    for seat in seats:
        rank = ranks[seat]
        shares[seat] = 1 / winners if rank == best else 0.0
        behind = sum((other < rank) + (other == rank) / 2 for other in ranks.values()) - 0.5
        utilities[seat] = 0.65 * shares[seat] + 0.25 * behind / max(1, len(seats) - 1) + 0.1 * rank[0] / total
    return Payoff(utilities, shares)
