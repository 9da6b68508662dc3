"""What a review of a match holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["missed", "allowed", "share", "points"]
KINDS: tuple[str, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move after which its player stood worse than they had to.

    `ply` is the number of the move, `played` its text, `better` that of the engine's move. `kind` says what was shown:
    a win was `missed` or `allowed` as proved by the search, a counted `share` of playouts dropped, or `points` were
    given away. `line` is the win that was missed, `better` first, or allowed, the next player's turn first. `before`
    and `after` are the player's share of the win after the better and after the played move, `points` how many more
    points they would have had.
    """

    ply: int
    seat: int
    kind: Kind
    played: str
    better: str
    before: float
    after: float
    line: tuple[str, ...] = ()
    points: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """Each seat's share of the win after move `ply` (0 at the start), in seat order."""

    ply: int
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """How the players stood in the course of a match, and its turning points, both in the order of the moves.

    `counted` says whether the shares were counted by playing matches out; else they are estimates.
    """

    curve: tuple[Standing, ...]
    turning_points: tuple[TurningPoint, ...]
    counted: bool = False
