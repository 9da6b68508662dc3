"""What a position of Force Field Factions is made of, and what a turn leaves behind for the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from games.square_grid import Grid

if TYPE_CHECKING:
    from games.contract import Result

GRID = Grid(8)
FACINGS = ("n", "ne", "e", "se", "s", "sw", "w", "nw", "up")
"""Ways to face, by number: clockwise from north, then upright."""
UP = 8
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west", "upright")
"""The same in words."""
COLOURS = {
    "r": "red",
    "g": "green",
    "b": "blue",
    "y": "yellow",
    "p": "purple",
    "o": "orange",
    "c": "clear",
}
"""Names of the force fields by the letter that stands for each in `Piece.fields`."""
GHOST = 64
"""A piece's place is its square, plus this if it is out of phase: no two pieces ever share a place."""

Outcome: TypeAlias = Literal["fails", "takes", "pushes", "converts", "strips"]


class Piece(NamedTuple):
    """A piece: whose (1 Black, 2 White), its pips, its facing by number, its fields' letters from the inside out."""

    seat: int
    pips: int
    facing: int
    fields: str = ""

    @property
    def out_of_phase(self) -> bool:
        """Whether it carries a clear field."""
        return "c" in self.fields


class Move(NamedTuple):
    """A turn: the place of the piece chosen, and its actions in canonical words (`-red`, `ne`, `f`, `x>s,up`)."""

    place: int
    actions: tuple[str, ...]


class FieldRemoval(NamedTuple):
    """A field was removed from the piece, back to the pool."""

    colour: str


class FacingChange(NamedTuple):
    """The piece was pointed on a square."""

    square: int
    facing: int


class Advance(NamedTuple):
    """The piece advanced."""

    start: int
    end: int


class Push(NamedTuple):
    """A piece was pushed, by one or two squares. `end` is None when it went over the edge and is lost."""

    piece: Piece
    start: int
    end: int | None


class Attack(NamedTuple):
    """The piece attacked, from square `start`.

    `attack` and `defence` are the values compared, `victim` the piece attacked as it was, `facing` how the attacker
    faces afterwards; `pushes` are the pieces that green moved, the victim first; `became` is the victim as converted or
    as it stands without its fields.
    """

    start: int
    target: int
    outcome: Outcome
    attack: int
    defence: int
    victim: Piece
    facing: int
    pushes: tuple[Push, ...] = ()
    became: Piece | None = None


class FieldAddition(NamedTuple):
    """A field was added to the piece, from the pool."""

    colour: str


class Crash(NamedTuple):
    """A change of phase destroyed the piece and the other one on its square (R6)."""

    square: int
    other: Piece


Event: TypeAlias = "FieldRemoval | FacingChange | Advance | Attack | FieldAddition | Crash"


@dataclass(frozen=True, slots=True)
class Turn:
    """The last turn, for the picture and the record: `piece` as it was before, on `start`, and what it did in order."""

    seat: int
    move: Move
    piece: Piece
    events: tuple[Event, ...]

    @property
    def start(self) -> int:
        """The square on which the piece stood."""
        return self.move.place % GHOST

    @property
    def path(self) -> tuple[int, ...]:
        """Every square the piece stood on, from its first to its last, as it went: also onto squares it took."""
        squares = [self.start]
        for event in self.events:
            if isinstance(event, Advance):
                squares.append(event.end)
            elif isinstance(event, Attack) and event.outcome in {"takes", "pushes"}:
                squares.append(event.target)
        return tuple(squares)

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """The attacks in order, failed ones too."""
        return tuple(event for event in self.events if isinstance(event, Attack))

    @property
    def lost(self) -> tuple[tuple[int, Piece], ...]:
        """Pieces that left the board, each with the square where it last stood before the attack or the crash."""
        gone: list[tuple[int, Piece]] = []
        for attack in self.attacks:
            if attack.outcome == "takes":
                gone.append((attack.target, attack.victim))
            gone += [(push.start, push.piece) for push in attack.pushes if push.end is None]
        gone += [(event.square, event.other) for event in self.events if isinstance(event, Crash)]
        return tuple(gone)

    @property
    def removed(self) -> str | None:
        """Letter of the field that was removed from the piece, if one was."""
        return next((event.colour for event in self.events if isinstance(event, FieldRemoval)), None)

    @property
    def added(self) -> str | None:
        """Letter of the field that was added to the piece, if one was."""
        return next((event.colour for event in self.events if isinstance(event, FieldAddition)), None)

    @property
    def destroyed(self) -> bool:
        """Whether the piece itself was destroyed by a change of phase."""
        return any(isinstance(event, Crash) for event in self.events)


@dataclass(frozen=True, slots=True)
class State:
    """A position with all that decides how it goes on.

    `board` has 128 entries by place: in-phase pieces by square, then out-of-phase ones. `supply` is the number of
    fields of each colour and size that the game has (3 or 5); `mover` is None when the match is over; `seen` lists
    every position text so far, this one included.
    """

    board: tuple[Piece | None, ...]
    mover: int | None
    supply: int
    last: Turn | None = None
    seen: tuple[str, ...] = ()
    outcome: Result | None = None
