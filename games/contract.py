"""The face that every game shows: values that travel and the calls that take them.

Nothing outside `games/` knows a game by name. A game is one object with these calls, pure functions over immutable
states: no clock, no input or output, no randomness but the seed it is given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

S = TypeVar("S")
M = TypeVar("M")

Kind: TypeAlias = Literal["not_a_move", "unfinished", "illegal"]
Options: TypeAlias = "Mapping[str, int | str]"


class IllegalMove(ValueError):  # noqa: N818 - the word of the field; it is an answer to a player, not a failure
    """A text that cannot be played as it stands.

    `kind` is `not_a_move` (reads as nothing of this game, so it may be chat), `unfinished` (right so far, and the
    reason says what can come next) or `illegal` (a move, but against a rule, which the reason names). `reason` is one
    or more whole sentences for the player; notation inside it stands in `code spans`.
    """

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(reason)
        self.kind: Kind = kind
        self.reason = reason


class BadOption(ValueError):  # noqa: N818 - as IllegalMove
    """An option that the game does not have, or a value outside its range. The message is a sentence for people."""


class Unlistable(Exception):  # noqa: N818 - as IllegalMove
    """Raised by `legal` in a game whose moves are too many to list; `suggest` leads to some of them part by part."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen before a match.

    `choices` holds the allowed words, or is empty for a whole number from `low` to `high` (both included).
    """

    name: str
    text: str
    default: int | str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Info:
    """What a game says of itself.

    `key` is its name in commands, `seats` the names of its seats in turn order, `rules` the version of its rules that
    a match is pinned to, `pitch` one line, `help` the rules in Markdown (under two screens), `examples` texts of moves
    that the help shows. `earlier` holds the same game under lower versions of its rules, for matches begun under them.
    `homes` says whether each seat has an edge of the board as its own, so that pictures are turned for it.
    """

    key: str
    title: str
    designer: str
    year: int | None
    seats: tuple[str, ...]
    min_players: int
    max_players: int
    options: tuple[Option, ...]
    rules: int
    pitch: str
    help: str
    examples: tuple[str, ...]
    earlier: tuple[Game[Any, Any], ...] = ()
    homes: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.

    `places` gives each seat's place in seat order (1 is best, equal numbers share a place; all 1 is a draw), `reason`
    a clause that follows "Ann wins" or "drawn" ("16 points to 12"), `points` each seat's score where the game has one.
    """

    places: tuple[int, ...]
    reason: str
    points: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats in first place; all seats when the match is drawn."""
        return tuple(seat for seat, place in enumerate(self.places, 1) if place == 1)

    @property
    def drawn(self) -> bool:
        """Whether nobody came before anybody else."""
        return len(set(self.places)) == 1


@dataclass(frozen=True, slots=True)
class Destinations:
    """Where a piece can go in this turn: for marks in a picture, and in words for where there is none.

    `source` holds the places that the question named and a piece would leave or lie on; nothing where it asked what
    can be moved or placed at all. `places` are where it can go, or what can be moved. Both hold names as the game's
    notation writes them (squares, hexagons, sides of hexagons, "base"), each once, in the order of the board. `words`
    are sentences that say the same and how it is typed, at most 600 characters, notation in `code spans`. `fatal` are
    those of the places where what comes there doesn't outlive the turn: they are marked with another shape.
    """

    source: tuple[str, ...]
    places: tuple[str, ...]
    words: str
    fatal: tuple[str, ...] = ()


class Game(Protocol[S, M]):
    """The calls of one game. `S` is its state, `M` its move, both immutable and hashable.

    Seats are numbered from 1. `state` arguments come from `start`, `play`, `leave` or `parse_position` of the same
    game; `move` arguments from its `parse` or `legal` in that very state.
    """

    @property
    def info(self) -> Info:
        """Names, seats, options and help."""
        ...

    def start(self, players: int, options: Options, seed: int) -> S:
        """Return the first state. Raises `BadOption`; `seed` decides everything that is drawn by lot."""
        ...

    def to_move(self, state: S) -> int | None:
        """Return the seat to move, or None when the match is over."""
        ...

    def parse(self, state: S, text: str) -> M:
        """Read a move in canonical or loose notation. Raises `IllegalMove` and nothing else, whatever the text."""
        ...

    def format(self, state: S, move: M) -> str:
        """Write a move in canonical notation, which `parse` reads back as the very same move."""
        ...

    def play(self, state: S, move: M) -> S:
        """Return the state after a legal move, seats that cannot move already passed over."""
        ...

    def legal(self, state: S) -> Sequence[M]:
        """Return every legal move once, in a fixed order; none when the match is over. May raise `Unlistable`."""
        ...

    def suggest(self, state: S, text: str, limit: int) -> list[str]:
        """Return up to `limit` texts that begin a legal move and could follow the half-typed `text`.

        Each is a whole text to put in place of `text`: a finished move, or a part of one where moves are many. They
        come in the order of the board, whoever is to move and whatever they bring: by the place that they begin with,
        then the next place, each row by row from row 1 (or a) and in a row from west to east; a base comes last. What
        has no place, as sizes, facings and fields, comes in the order in which the rules name it.
        """
        ...

    def destinations(self, state: S, text: str) -> Destinations:
        """Return where what a text names (a piece, a place, a kind of piece) can go in a turn of the seat to move.

        An empty text asks what can be moved or placed at all. Raises `IllegalMove` and nothing else: for a text that
        names nothing that can move, and when the match is over.
        """
        ...

    def result(self, state: S) -> Result | None:
        """Return how the match ended, or None while it goes on."""
        ...

    def leave(self, state: S, seat: int) -> S:
        """Return the state after a seat resigned or was timed out."""
        ...

    def position(self, state: S) -> str:
        """Return the position as the one line of text that the game's rules define."""
        ...

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> S:
        """Read a line of position text, without history. Raises `ValueError` with a sentence on what is wrong."""
        ...

    def describe(self, state: S, move: M) -> str:
        """Return what a move does, in words, as a clause that follows the player's name ("places a small on c4")."""
        ...

    def task(self, state: S) -> str:
        """Return what the seat to move has to do, in words ("lay your six ships on row 1"); empty when over."""
        ...

    def news(self, state: S) -> tuple[str, ...]:
        """Return sentences on what the last turn brought besides the move: seats passed over, a position repeated."""
        ...


_MOST_NAMED = 24
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_SIGNS = str.maketrans(dict.fromkeys(_DASHES, "-") | {"\u00d7": "x"})


def clean(text: str) -> str:
    r"""Undo what chat does to notation: backticks round it, dashes of all kinds, the multiplication sign, extra spaces.

    >>> clean("`b1\u2013e4`")
    'b1-e4'
    """
    return " ".join(text.strip().strip("`").translate(_SIGNS).split())


def some(names: Sequence[str], last: str = "and") -> str:
    """Return names as prose lists them, at most 24 of them: the others are counted.

    >>> some(["a1", "b1", "c1"]), some([str(number) for number in range(30)])[-17:]
    ('a1, b1 and c1', '22, 23 and 6 more')
    """
    if len(names) > _MOST_NAMED:
        return f"{', '.join(names[:_MOST_NAMED])} and {len(names) - _MOST_NAMED} more"
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def settle(info: Info, options: Options) -> dict[str, int | str]:
    """Return all options of a game: the given ones, checked, and the defaults of the others. Raises `BadOption`."""
    known = {option.name: option for option in info.options}
    for name in options:
        if name not in known:
            names = ", ".join(f"`{name}`" for name in known) or "none"
            raise BadOption(f"{info.title} has no option {_cited(name)}; its options: {names}.")
    return {name: _value(option, options.get(name, option.default)) for name, option in known.items()}


def _value(option: Option, value: int | str) -> int | str:
    if option.choices:
        word = str(value).lower()
        if word not in option.choices:
            raise BadOption(f"`{option.name}` is one of {', '.join(option.choices)}, not {_cited(str(value))}.")
        return word
    digits = str(value)
    if not (digits.isascii() and digits.isdigit() and len(digits) < 7 and option.low <= int(digits) <= option.high):
        raise BadOption(f"`{option.name}` is a number from {option.low} to {option.high}, not {_cited(digits)}.")
    return int(digits)


def _cited(text: str) -> str:
    """Return what somebody typed in a code span that it can't break out of, at most 40 characters of it."""
    return f"`{''.join(char if char.isprintable() else ' ' for char in text[:40].replace('`', chr(39)))}`"


def version(game: Game[Any, Any], rules: int) -> Game[Any, Any] | None:
    """Return a game under a version of its rules: itself, or one of those it keeps; None where that is not there."""
    return next((one for one in (game, *game.info.earlier) if one.info.rules == rules), None)


def seated(info: Info, players: int) -> int:
    """Return `players` if the game can be played by so many. Raises `BadOption`."""
    if not info.min_players <= players <= info.max_players:
        low, high = info.min_players, info.max_players
        span = str(low) if low == high else f"{low} to {high}"
        raise BadOption(f"{info.title} is for {span} players, not {players}.")
    return players
