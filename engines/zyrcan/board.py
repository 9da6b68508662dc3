"""A compact position of Zyrcan: sets of cells as the bits of whole numbers, seats from 0."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from games.zyrcan.field import CLOSER, ENGINES, field
from games.zyrcan.state import remaining_seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.zyrcan.field import Landings
    from games.zyrcan.state import State

Masks: TypeAlias = "tuple[tuple[int, ...], ...]"

DEPLOY, ATTACK, LAST, OVER = range(4)
"""The phases."""
_PHASES = {"deploy": DEPLOY, "attack": ATTACK, "last": LAST, "over": OVER}


@dataclass(frozen=True)
class Tables:
    """What a board and a variant determine; `Masks` give a set of cells by engines and cell.

    `captures` are the landings of phase two, `flights` those of phase one in Blitzkrieg, `closer` the cells fewer steps
    away than a ship has engines, `cells` all cells in use.
    """

    blitzkrieg: bool
    cells: int
    captures: Masks
    flights: Masks
    closer: Masks


@dataclass(slots=True)
class Position:
    """A position that can be changed in place; `copy` keeps it.

    `board` holds by cell 0 or a ship, which is 4 * seat + engines; `fleets` the cells of each seat's ships; `sizes` the
    cells of all ships by engines (index 0 is unused); `hands` by seat the ships of 1, 2 and 3 engines to place; `seats`
    those still in the game. `mover` is meaningless in phase `OVER`. `landed` is 0, or the cell of a ship just placed
    whose player has still to fly another one.
    """

    tables: Tables
    board: list[int]
    fleets: list[int]
    sizes: list[int]
    hands: list[list[int]]
    seats: tuple[int, ...]
    phase: int
    mover: int
    placed: bool
    landed: int = 0

    def copy(self) -> Position:
        """Return an independent copy."""
        return Position(
            self.tables,
            self.board[:],
            self.fleets[:],
            self.sizes[:],
            [hand[:] for hand in self.hands],
            self.seats,
            self.phase,
            self.mover,
            self.placed,
            self.landed,
        )

    def put(self, seat: int, engines: int, cell: int) -> None:
        """Put a ship from outside the board on an empty cell."""
        bit = 1 << cell
        self.board[cell] = 4 * seat + engines
        self.fleets[seat] |= bit
        self.sizes[engines] |= bit

    def fly(self, start: int, landing: int) -> None:
        """Fly a ship to a cell; what stands there is taken off the board."""
        board, fleets, sizes = self.board, self.fleets, self.sizes
        ship, taken, bit = board[start], board[landing], 1 << landing
        if taken:
            fleets[taken >> 2] ^= bit
            sizes[taken & 3] ^= bit
        bit |= 1 << start
        fleets[ship >> 2] ^= bit
        sizes[ship & 3] ^= bit
        board[landing], board[start] = ship, 0

    def engines(self, seat: int) -> int:
        """Return how many engines a seat has on the board."""
        fleet, sizes = self.fleets[seat], self.sizes
        return sum(size * (fleet & sizes[size]).bit_count() for size in ENGINES)


def cells_of(mask: int) -> Iterator[int]:
    """Yield the cells of a set by number."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def compact(state: State) -> Position:
    """Return the compact form of a public state."""
    players = state.players
    position = Position(
        tables(players, state.variant),
        [0] * len(state.board),
        [0] * players,
        [0] * 4,
        [list(hand) for hand in state.hands],
        tuple(seat - 1 for seat in remaining_seats(state)),
        _PHASES[state.phase],
        (state.mover or 1) - 1,
        state.placed,
    )
    for cell, ship in enumerate(state.board):
        if ship:
            position.put(ship.seat - 1, ship.engines, cell)
    return position


@cache
def tables(players: int, variant: str) -> Tables:
    """Return the tables of a board and a variant."""
    board = field(players)
    captures = _masks(board.lines)
    flights = _masks(board.leaps) if variant == "blitzkrieg 1" else captures
    closer = tuple([tuple([_mask(cells) for cells in row]) for row in CLOSER])
    return Tables(variant != "standard", _mask(board.cells), captures, flights, closer)


def _masks(landings: Landings) -> Masks:
    return tuple([tuple([_mask(cells) for cells in row]) for row in landings])


def _mask(cells: Iterable[int] | Sequence[int]) -> int:
    return sum(1 << cell for cell in cells)
