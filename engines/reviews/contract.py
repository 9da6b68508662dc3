"""A match that is reviewed, and what its review holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from games.contract import Game

Kind: TypeAlias = Literal["missed", "allowed", "share", "points"]
KINDS: tuple[str, ...] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played: its seat, its number and its canonical text."""

    seat: int
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match as it went: the states from the start on, and between each two of them a move, or None if a seat left.

    `gone` holds for each state the seats that had left.
    """

    game: Game[Any, Any]
    seats: int
    states: tuple[Any, ...]
    moves: tuple[PlayedMove | None, ...]
    gone: tuple[frozenset[int], ...]

    def around(self, ply: int) -> tuple[Any, Any]:
        """Return the states before and after move `ply`. Raises `StopIteration` if there is no such move."""
        index = next(index for index, move in enumerate(self.moves) if move is not None and move.ply == ply)
        return self.states[index], self.states[index + 1]


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
