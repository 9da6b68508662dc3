"""What a Xero-G position is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from games.square_grid import Grid

if TYPE_CHECKING:
    from games.contract import Result

GRID = Grid(6)
BASE = -1
"""The landing 'square' of a flight into the opponent's base."""


class Setup(NamedTuple):
    """The setup of one's home edge: pips of the six ships, column a to f."""

    ships: tuple[int, ...]


class Flight(NamedTuple):
    """A flight: from which square, to which (or `BASE`), and for a reprogram where the ship underneath is put."""

    start: int
    landing: int
    sent: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The last turn, for the picture and the record.

    For a flight, `path` lists the squares it took from start to landing (squares only: a flight into the base ends with
    the square it left the board from), by the shortest way; `boosts` holds the indices into `path` where it boosted;
    `pips` is the flying ship's size, `sent_pips` that of a reprogrammed one. All are empty for a setup.
    """

    seat: int
    move: Setup | Flight
    path: tuple[int, ...] = ()
    boosts: tuple[int, ...] = ()
    pips: int = 0
    sent_pips: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A position with all that decides how it goes on.

    `board` has 36 entries by square number: pips of the ship there, 0 for none. `laid` counts the setups done (2: play
    has begun); `mover` is None when the match is over; `passed` names the seats passed over after the last turn; `seen`
    lists every position text since both setups, this one included.
    """

    board: tuple[int, ...]
    laid: int
    mover: int | None
    last: Turn | None = None
    passed: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    outcome: Result | None = None
