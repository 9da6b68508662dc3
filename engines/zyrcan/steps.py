"""Steps of Zyrcan, a placement or a flight, and as turns of the game. In Blitzkrieg a turn is two by the same player.

A flight is the number 64 * start + landing, a placement 4096 * engines + cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.contract import Candidate
from engines.zyrcan.board import ATTACK, DEPLOY, LAST, OVER, cells_of, compact
from games.zyrcan import Zyrcan
from games.zyrcan.field import ENGINES
from games.zyrcan.state import Flight, Move, Placement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engines.contract import Proof
    from engines.zyrcan.board import Position
    from games.zyrcan.state import State

PLACEMENT = 4096
"""What placements are at least, and what flights stay below."""


def placements(position: Position) -> list[int]:
    """Return the placements of the seat to move in phase one."""
    return [PLACEMENT * size + cell for size in ENGINES for cell in cells_of(open_cells(position, size))]


def open_cells(position: Position, engines: int) -> int:
    """Return the cells where the seat to move can put a ship of so many engines, as bits; none without such a ship."""
    seat = position.mover
    if not position.hands[seat][engines - 1]:
        return 0
    cells = position.tables.cells & ~(position.sizes[1] | position.sizes[2] | position.sizes[3])
    if position.tables.blitzkrieg and engines > 1:
        closer = position.tables.closer[engines]
        for cell in cells_of(position.fleets[seat]):
            cells &= ~closer[cell]
    return cells


def flights(position: Position) -> list[int]:
    """Return the flights of the seat to move: captures in phase two, all others of its earlier ships in phase one."""
    return list(_flights(position))


def _flights(position: Position) -> Iterator[int]:
    seat, board = position.mover, position.board
    own = position.fleets[seat]
    if position.phase == DEPLOY:
        landings, targets = position.tables.flights, ~own
    else:
        landings, targets = position.tables.captures, (position.sizes[1] | position.sizes[2] | position.sizes[3]) & ~own
    for start in cells_of(own & ~position.landed):
        for landing in cells_of(landings[board[start] & 3][start] & targets):
            yield start << 6 | landing


def legal_steps(position: Position) -> list[int]:
    """Return the steps of the seat to move."""
    if position.phase == DEPLOY and not position.landed:
        return placements(position) or (flights(position) if position.tables.blitzkrieg else [])
    return flights(position)


def take_step(position: Position, step: int) -> None:
    """Take a legal step in place; the turn goes on to the next seat that can move, unless it has still to fly."""
    if step < PLACEMENT:
        position.fly(step >> 6, step & 63)
        position.landed = 0
    else:
        engines, cell = step >> 12, step & 63
        position.put(position.mover, engines, cell)
        position.hands[position.mover][engines - 1] -= 1
        position.placed = True
        if position.tables.blitzkrieg:
            position.landed = 1 << cell
            if any(_flights(position)):
                return
            position.landed = 0
    _pass_turn(position)


def _pass_turn(position: Position) -> None:
    """Give the turn to the next seat that can move, through ends of rounds and phases, or end the match."""
    while position.phase != OVER:
        following = [seat for seat in position.seats if seat > position.mover]
        if not following:
            position.mover = -1
            _end_round(position)
            continue
        position.mover = following[0]
        if _can_move(position):
            return
        if position.phase != DEPLOY:
            position.phase = LAST


def _can_move(position: Position) -> bool:
    if position.phase == DEPLOY:
        if not position.tables.blitzkrieg:
            return any(position.hands[position.mover])
        return any(open_cells(position, engines) for engines in ENGINES) or any(_flights(position))
    return any(_flights(position))


def _end_round(position: Position) -> None:
    """End a round: the match after the last one, phase one if nothing is left to place or nobody placed."""
    if position.phase == LAST:
        position.phase = OVER
    elif position.phase == DEPLOY:
        if not position.placed or not any(any(position.hands[seat]) for seat in position.seats):
            position.phase = ATTACK
            position.hands = [[0, 0, 0] for _ in position.hands]
        position.placed = False


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
