"""A ship about to fly, and what is known about its flight."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.translation import gettext as _
from games.xero_g import flights
from games.xero_g.names import other, seat_name, the_size
from games.xero_g.notation import write
from games.xero_g.stages import squares_in
from games.xero_g.state import BASE, GRID, Flight

if TYPE_CHECKING:
    from games.xero_g.flights import Board


class Ship(NamedTuple):
    """The ship on `start`, flown by `seat` over `board`."""

    board: Board
    seat: int
    start: int

    @property
    def name(self) -> str:
        """Its square."""
        return GRID.names[self.start]

    @property
    def pips(self) -> int:
        """The steps it flies before any boost."""
        return self.board[self.start]

    @property
    def foe(self) -> str:
        """The other side, in the language of this task."""
        return _(seat_name(other(self.seat)))

    @property
    def far_row(self) -> int:
        """The other side's home row after a landing on a ship (R2)."""
        return flights.far_row(self.board, self.seat, self.start)

    def beneath(self, landing: int) -> int:
        """Return the pips of the ship on a landing, 0 for an empty square, its own start or the base."""
        return 0 if landing in {BASE, self.start} else self.board[landing]

    def size_beneath(self, landing: int) -> str:
        """Return the size of the ship on a landing, as it stands in "the small ship"."""
        return the_size(self.beneath(landing))

    def sends(self, landing: int) -> list[int]:
        """Return the squares to which the ship on a landing may be sent."""
        return squares_in(flights.sends(self.board, self.seat, self.start, landing))

    def text(self, landing: int, sent: int | None = None) -> str:
        """Return the canonical text of a flight, or of its part up to `@` when a ship still has to be sent."""
        return write(Flight(self.start, landing, sent), onto_ship=self.beneath(landing) > 0)
