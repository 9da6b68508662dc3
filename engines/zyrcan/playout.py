"""Matches of Zyrcan played to their end by players who choose at a glance, with some chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.search.monte_carlo import Payoff
from engines.zyrcan.board import ATTACK, DEPLOY, LAST, OVER, cells_of
from engines.zyrcan.steps import PLACEMENT, flights, open_cells, take_step
from games.zyrcan.field import ENGINES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engines.zyrcan.board import Position


@dataclass(frozen=True)
class Policy:
    """What a player looks at, each weight for one engine.

    `taken` is for a captured ship, `risked` for landing where an enemy can capture, `escaped` for leaving such a cell,
    `saved` for own ships that the captured one attacks, `aimed` for ships attacked from the landing, `exposed` for a
    ship put where enemies attack, for each of them.
    """

    taken: int = 10
    risked: int = 6
    escaped: int = 5
    saved: int = 3
    aimed: int = 1
    exposed: int = 3

    def scored(self, position: Position, steps: Sequence[int]) -> list[tuple[int, int]]:
        """Return steps of the seat to move, each after its score."""
        if position.phase == DEPLOY and steps and steps[0] >= PLACEMENT:
            return [(self.placement(position, step), step) for step in steps]
        return self.flights(position, steps)

    def placement(self, position: Position, step: int) -> int:
        """Return the score of a placement of the seat to move."""
        engines, cell = step >> 12, step & 63
        lines, sizes = position.tables.captures, position.sizes
        own = position.fleets[position.mover]
        score = 0
        for size in (1, 2, 3):
            others = sizes[size] & ~own
            score += self.aimed * size * (lines[engines][cell] & others).bit_count()
            score -= self.exposed * engines * (lines[size][cell] & others).bit_count()
        return score

    def flights(self, position: Position, steps: Sequence[int]) -> list[tuple[int, int]]:
        """Return flights of the seat to move, each after its score."""
        board, sizes = position.board, position.sizes
        own = position.fleets[position.mover]
        _, lines1, lines2, lines3 = position.tables.captures
        foes1, foes2, foes3 = sizes[1] & ~own, sizes[2] & ~own, sizes[3] & ~own
        found: list[tuple[int, int]] = []
        for step in steps:
            start, landing = step >> 6, step & 63
            engines, taken = board[start] & 3, board[landing] & 3
            score = self.taken * taken
            if lines1[landing] & foes1 or lines2[landing] & foes2 or lines3[landing] & foes3:
                score -= self.risked * engines
            if lines1[start] & foes1 or lines2[start] & foes2 or lines3[start] & foes3:
                score += self.escaped * engines
            if taken and self.saved:
                attacked = position.tables.captures[taken][landing] & own
                if attacked:
                    score += self.saved * sum(board[cell] & 3 for cell in cells_of(attacked))
            found.append((score, step))
        return found


_POLICY = Policy()
_NOISE = 8.0
"""Up to how many points of a score chance adds."""
_SAMPLES = 3
"""Placements of which a player takes the best."""


def play_out(position: Position, rng: Random) -> Payoff:
    """Play a copy of a position to the end of the match and return what it brought."""
    position = position.copy()
    if position.phase == DEPLOY and not position.tables.blitzkrieg:
        _deploy(position, rng)
    while position.phase == DEPLOY:
        take_step(position, _blitzkrieg_step(position, rng))
    if position.phase != OVER:
        _fight(position, rng)
    return payoff(position)


def _deploy(position: Position, rng: Random) -> None:
    """Play phase one of the standard game to its end; each ship goes to the best of some random cells."""
    random, placement = rng.random, _POLICY.placement
    free = list(cells_of(position.tables.cells & ~(position.sizes[1] | position.sizes[2] | position.sizes[3])))
    hands = {seat: [size for size in ENGINES for _ in range(position.hands[seat][size - 1])] for seat in position.seats}
    order = [seat for seat in position.seats if seat >= position.mover]
    while any(hands.values()):
        for seat in order:
            if hand := hands[seat]:
                position.mover = seat
                engines = hand.pop(int(random() * len(hand)))
                places = [int(random() * len(free)) for _ in range(_SAMPLES)]
                _, place = max([(placement(position, PLACEMENT * engines + free[place]), place) for place in places])
                position.put(seat, engines, free[place])
                free[place] = free[-1]
                free.pop()
        order = position.seats
    position.phase, position.mover = ATTACK, position.seats[0]


def _blitzkrieg_step(position: Position, rng: Random) -> int:
    """Return a step of phase one: the best of some random placements of any ship, or a flight."""
    random = rng.random
    if not position.landed:
        first = int(random() * len(ENGINES))
        for engines in (*ENGINES[first:], *ENGINES[:first]):
            cells = list(cells_of(open_cells(position, engines)))
            if cells:
                tried = [PLACEMENT * engines + cells[int(random() * len(cells))] for _ in range(_SAMPLES)]
                return max(tried, key=lambda step: _POLICY.placement(position, step))
    scored = _POLICY.flights(position, flights(position))
    return max([(score + random() * _NOISE, step) for score, step in scored])[1]


def _fight(position: Position, rng: Random) -> None:
    """Play phase two to its end: rounds until one in which somebody can't capture."""
    last = position.phase == LAST
    order = [seat for seat in position.seats if seat >= position.mover]
    while True:
        for seat in order:
            step = _capture(position, seat, rng.random)
            if step:
                position.fly(step >> 6, step & 63)
            else:
                last = True
        if last:
            return
        order = position.seats


def _capture(position: Position, seat: int, random: Callable[[], float]) -> int:
    """Return a capture of a seat in phase two as `Policy` values it, with chance, or 0 if there is none.

    Most of the time of a playout is spent here, so it looks at ships and cells without lists in between.
    """
    board, lines, own = position.board, position.tables.captures, position.fleets[seat]
    _, lines1, lines2, lines3 = lines
    _, size1, size2, size3 = position.sizes
    foes1, foes2, foes3 = size1 & ~own, size2 & ~own, size3 & ~own
    foes = foes1 | foes2 | foes3
    taken, risked, escaped, saved = _POLICY.taken, _POLICY.risked, _POLICY.escaped, _POLICY.saved
    best, highest, ships = 0, -1000.0, own
    while ships:
        bit = ships & -ships
        ships ^= bit
        start = bit.bit_length() - 1
        engines = board[start] & 3
        targets = lines[engines][start] & foes
        if not targets:
            continue
        endangered = lines1[start] & foes1 or lines2[start] & foes2 or lines3[start] & foes3
        gain = escaped * engines if endangered else 0
        while targets:
            bit = targets & -targets
            targets ^= bit
            landing = bit.bit_length() - 1
            target = board[landing] & 3
            score = gain + taken * target + random() * _NOISE
            if lines1[landing] & foes1 or lines2[landing] & foes2 or lines3[landing] & foes3:
                score -= risked * engines
            attacked = lines[target][landing] & own
            if attacked:
                ones, twos, threes = attacked & size1, attacked & size2, attacked & size3
                score += saved * (ones.bit_count() + 2 * twos.bit_count() + 3 * threes.bit_count())
            if score > highest:
                best, highest = start << 6 | landing, score
    return best


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
