"""What a Xong position is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from games.contract import Result
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask


class Move(NamedTuple):
    """A turn: the legs on which the Xoid in hand is placed, and the canonical text of the Xoid that is given.

    The first gift places nothing; the last turn gives nothing.
    """

    legs: Mask
    gift: str | None


@dataclass(frozen=True, slots=True)
class Turn:
    """The last turn, for the picture and the record.

    `placed` is the canonical text of the Xoid that now lies on the move's legs (None for the first gift); `number` is
    the gift's number in the catalogue, such as `4-2`, where it has one; `change` is what the turn added to the standing
    of red and of blue.
    """

    seat: int
    move: Move
    placed: str | None
    number: str | None
    change: tuple[int, int]


@dataclass(frozen=True, slots=True)
class State:
    """A position with all that decides how it goes on.

    `legs` are red's and blue's legs, `hand` the canonical text of the Xoid that the seat to move has to place, `played`
    the canonical texts of all Xoids placed so far by length and then ASCII; `mover` is None when the match is over.
    """

    board: LegBoard
    legs: tuple[Mask, Mask]
    hand: str | None
    played: tuple[str, ...]
    mover: int | None
    last: Turn | None = None
    outcome: Result | None = None

    @property
    def vacant(self) -> Mask:
        """All legs that nobody has taken."""
        return self.board.legs & ~(self.legs[0] | self.legs[1])
