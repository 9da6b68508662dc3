"""What a Zyrcan position is made of. Cells are the numbers of `games.hex_grid.STANDARD`, from a1 (0) to i9 (60)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from games.contract import Result

Variant: TypeAlias = Literal["standard", "blitzkrieg", "blitzkrieg 1"]
"""How phase one is played; `blitzkrieg 1` is Blitzkrieg by version 1 of the rules, whose flights cross any cell."""

Phase: TypeAlias = Literal["deploy", "attack", "last", "over"]
Hand: TypeAlias = "tuple[int, int, int]"

FULL_HAND: Hand = (4, 6, 2)
"""How many ships of 1, 2 and 3 engines each player has."""


class Ship(NamedTuple):
    """A ship: its owner's seat, and its engines (1 to 3)."""

    seat: int
    engines: int


Board: TypeAlias = "tuple[Ship | None, ...]"


class Placement(NamedTuple):
    """A ship put from the hand on a cell."""

    cell: int
    engines: int


class Flight(NamedTuple):
    """A ship's flight; what stands on the landing is captured."""

    start: int
    landing: int


class Move(NamedTuple):
    """A turn: a placement (standard deploy), a flight (attack), or in Blitzkrieg both or either."""

    placement: Placement | None
    flight: Flight | None


@dataclass(frozen=True, slots=True)
class Turn:
    """The last turn, for the picture and the record: `flown` is the ship that flew, `taken` the one it captured."""

    seat: int
    move: Move
    flown: Ship | None = None
    taken: Ship | None = None


class Note(NamedTuple):
    """Something that followed from the last turn, or from a seat's leaving.

    `left`: the seat left. `idle`: it could neither place nor fly. `attack`: phase two begins, all ships down.
    `stranded`: phase two begins, ships left in hand. `stuck`: the seat could not capture. `last`: so this round is the
    last. `seat` is 0 where none is meant.
    """

    kind: Literal["left", "idle", "attack", "stranded", "stuck", "last"]
    seat: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A position with all that decides how it goes on.

    `board` has 61 entries by cell; `hands` the ships of each seat still to place; `mover` is None when the match is
    over; `placed` tells whether anybody placed in the current round; `out` lists the seats that left, first leaver
    first; `notes` what the last turn brought besides the move, in the order in which it happened.
    """

    players: int
    variant: Variant
    board: Board
    hands: tuple[Hand, ...]
    phase: Phase
    mover: int | None
    placed: bool = False
    out: tuple[int, ...] = ()
    last: Turn | None = None
    notes: tuple[Note, ...] = ()
    outcome: Result | None = None

    @property
    def blitzkrieg(self) -> bool:
        """Whether a turn of phase one is a placement and a flight."""
        return self.variant != "standard"


def remaining_seats(state: State) -> list[int]:
    """Return the seats still in the game, in turn order."""
    return [seat for seat in range(1, state.players + 1) if seat not in state.out]
