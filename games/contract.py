"""The contract between a game and the bot: the calls of a game, and the values that they take and return.

A game is one object with the calls of `Game`: pure functions over immutable states, without a clock, without input or
output, and without randomness except for the seed that it is given. `games.base.GameBase` has defaults for most calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, TypeAlias, TypeVar

from games.message import write_message
from games.translation import gettext as _, gettext_noop as N_, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from dataclasses import Field

    from games.message import Message

S = TypeVar("S", bound="State")
M = TypeVar("M")

Kind: TypeAlias = Literal["not_a_move", "unfinished", "illegal"]
Options: TypeAlias = "Mapping[str, int | str]"


class IllegalMove(ValueError):  # noqa: N818 - the field's word for a move that a player can't make
    """A text that can't be played as it stands.

    `kind` is `not_a_move` (not notation of this game, so it may be chat), `unfinished` (right so far, and the reason
    says what can come next) or `illegal` (a move against a rule, which the reason names). `reason` is one or more whole
    sentences for the player, with notation in `code spans`.
    """

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(reason)
        self.kind: Kind = kind
        self.reason = reason


class BadOption(ValueError):  # noqa: N818 - as IllegalMove
    """An option that the game doesn't have, or a value outside its range. The message is a sentence for players."""


class TooManyMoves(Exception):  # noqa: N818 - as IllegalMove
    """Raised by `legal` in a game that has too many moves to list; `suggest` still completes them part by part."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option that players choose before a match.

    `name` is what is typed, `label` what people read; without one it is the name. An option whose default is True or
    False is a switch. `choices` holds the allowed words, `labels` what people read in their place, if anything else;
    without any, the value is a whole number from `low` to `high`, both included. A challenge names options with other
    values than their defaults, and `notable` ones always. `advised` is a value that is offered before all others, for
    the reason `advice`, a few words. `text`, `label`, `labels` and `advice` are messages: English, and translated when
    they are shown.
    """

    name: str
    text: str
    default: int | str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    advised: int | str | None = None
    advice: str = ""
    label: str = ""
    labels: tuple[str, ...] = ()
    notable: bool = False

    @property
    def title(self) -> str:
        """The name of the option as people read it."""
        return _(self._english_title)

    @property
    def titles(self) -> tuple[str, ...]:
        """All names that mean the option when somebody types it: as people read it, in English, and its own."""
        return (self.title, self._english_title, self.name)

    @property
    def _english_title(self) -> str:
        return self.label or self.name.replace("-", " ").capitalize()

    @property
    def is_switch(self) -> bool:
        """Whether the option is on or off."""
        return isinstance(self.default, bool)

    @property
    def values(self) -> Sequence[int | str]:
        """All values, in the order in which they are offered."""
        return (True, False) if self.is_switch else self.choices or range(self.low, self.high + 1)

    def write(self, value: int | str) -> str:
        """Return a value as it is typed."""
        return ("yes" if value else "no") if self.is_switch else str(value)

    def show(self, value: int | str) -> str:
        """Return a value as people read it."""
        if self.is_switch:
            return pgettext("switch", "yes") if value else pgettext("switch", "no")
        return _(self._label(value))

    def read(self, text: str) -> int | str | None:
        """Return the value that a text means as it is typed, as people read it, or in English; None for none."""
        word = _plain(text)
        if self.is_switch:
            words = {_plain(self.show(value)): value for value in (True, False)}
            return (_SWITCH | words).get(word)
        if self.choices:
            words = {_plain(self.show(choice)): choice for choice in self.choices}
            words |= {_plain(self._label(choice)): choice for choice in self.choices}
            return (words | {choice: choice for choice in self.choices}).get(word)
        is_number = text.isascii() and text.isdigit() and len(text) < 7
        return int(text) if is_number and self.low <= int(text) <= self.high else None

    def _label(self, value: int | str) -> str:
        return dict(zip(self.choices, self.labels, strict=False)).get(str(value), self.write(value))


@dataclass(frozen=True, slots=True)
class Info:
    """Facts about a game.

    `key` is its name in commands, `seats` the names of its seats in turn order, `rules` the version of its rules that a
    match is pinned to, `pitch` one line, `help` the rules in Discord's Markdown, `examples` texts of moves that the
    help shows. `earlier` holds the same game under lower versions of its rules, for matches that began under them.
    `homes` tells whether the board is drawn turned by 180 degrees for `far_seat`, the seat at its far edge; it has the
    same outline from both sides, and each player sees their own edge at the bottom. `tips` are sentences on what to
    look at, for a beginner's first own turns, one for each. `draws` tells whether a match can be drawn, so that players
    can agree on it. `typed_words` are words of the notation that players can also type in their own language.

    `seats`, `pitch` and `tips` are messages: English, and translated when they are shown. So are the blocks of `help`,
    which `games.help` translates.
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
    tips: tuple[str, ...] = ()
    draws: bool = True
    typed_words: tuple[str, ...] = ()
    far_seat: int = 2


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended.

    `places` gives each seat's place in seat order (1 is best, equal numbers share a place; all 1 is a draw), `reason` a
    clause that follows "Ann wins" or "drawn" ("16 points to 12"), `points` each seat's score where the game has one.
    The reason is in English, with its values beside it; `clause` is what people read.
    """

    places: tuple[int, ...]
    reason: str | Message
    points: tuple[int, ...] | None = None

    @property
    def clause(self) -> str:
        """The reason in the language of this task."""
        return write_message(self.reason)

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats in first place; all seats when the match is drawn."""
        return tuple(seat for seat, place in enumerate(self.places, 1) if place == 1)

    @property
    def drawn(self) -> bool:
        """Whether all seats share one place."""
        return len(set(self.places)) == 1


_SWITCH = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}
"""The words that turn a switch on or off."""

ENDED = Result((), N_("the match is over"))
"""The outcome of a position that says only that the match is over."""


def win_of_two(winner: int, reason: str | Message, points: tuple[int, ...] | None = None) -> Result:
    """Return the result of a match of two that seat `winner` won."""
    return Result((1, 2) if winner == 1 else (2, 1), reason, points)


@dataclass(frozen=True, slots=True)
class Destinations:
    """The places where a piece can go in this turn, to be marked in a picture, and the same in words.

    `source` holds the places that the player named and that a piece would leave or lie on; it is empty when the player
    named none. `places` are the places where the piece can go, or all pieces that can move. Both hold names as the
    game's notation writes them (squares, hexagons, sides of hexagons, "base"), each once, in the order of the board.
    `words` are sentences of at most 600 characters that say the same and how to type it, with notation in `code spans`.
    `fatal` are those of the places where the piece doesn't survive the turn; they get a mark of another shape.
    `numbered` are groups of places, each of which the picture marks with its number, from 1: it stands at the first.
    """

    source: tuple[str, ...]
    places: tuple[str, ...]
    words: str
    fatal: tuple[str, ...] = ()
    numbered: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on with a move.

    `label` names it and differs from all other labels of its step: at most 60 characters, without backticks. `text` is
    what the half-typed move becomes, for the next call of `guide`. `words` say what it does, in at most 100 characters.
    `piece` names the picture of a piece that the game's renderer draws, or is empty.

    At most 60 choices without words and with short labels are shown as buttons, others in menus. Those of a `group`
    have a menu of their own, which says it: a few words, for example on what the rules do with all of them ("dies at
    once").

    An arrow (one of ↑ ↗ → ↘ ↓ ↙ ← ↖) in a label or in words points as on a board with row 1 at the bottom. A player
    whose board is turned gets it turned, and all get it with its name ("up"). Choices that differ by it come clockwise.

    `places` stand for the choice where a move is tapped on the picture: names as in `Destinations`, each once. Of a
    step's choices those remain that have all the places tapped, and one that remains alone is taken. If it has more
    places, it stands for several choices of the next step (a kind of piece for all squares where it can be put), and
    the taps go on to that step. A choice with `ways`, groups of its places that belong together (the sides on which a
    piece can lie), remains as long as one of them has all the places tapped. One without places is a button.
    """

    label: str
    text: str
    words: str = ""
    piece: str = ""
    group: str = ""
    places: tuple[str, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What can be chosen next on the way to a move.

    `question` is a short question for the player ("Which ship?"). `choices` come in the order of the board, as in
    `Game.suggest`, those of a group behind the others. `highlights` mark the picture; where they number something, the
    labels of the choices are the numbers. `move` is the canonical text if the half-typed move can be played as it
    stands, else empty; there may be choices besides, and there are some unless `move` is given. A single choice isn't
    asked but taken, except at the beginning if it makes a whole move. `shown` is a state for the picture, with what was
    chosen so far on the board; without one it shows the position.
    """

    question: str
    choices: tuple[Choice, ...]
    highlights: Destinations
    move: str = ""
    shown: Any = None


class State(Protocol):
    """What shared code reads of every game's state, which is a frozen, hashable dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def mover(self) -> int | None:
        """The seat to move, or None when the match is over."""
        ...

    @property
    def outcome(self) -> Result | None:
        """The result, or None while the match goes on."""
        ...


class Game(Protocol[S, M]):
    """The calls of a game. `S` is its state, `M` its move, both immutable and hashable.

    Seats are numbered from 1. `state` arguments come from `start`, `play`, `leave` or `parse_position` of the same
    game; `move` arguments from its `parse` or `legal` in that very state.
    """

    @property
    def info(self) -> Info:
        """Names, seats, options and help."""
        ...

    def start(self, players: int, options: Options, seed: int) -> S:
        """Return the first state; `seed` decides everything random. Raises `BadOption`."""
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
        """Return the state after a legal move, with the turn passed on to a seat that can move."""
        ...

    def legal(self, state: S) -> Sequence[M]:
        """Return every legal move once, in a fixed order; none when the match is over. May raise `TooManyMoves`.

        The bot calls it for computer players (`engines.generic` and others) and for plans with an answer to any move;
        so do tests and tools. In a game that raises `TooManyMoves` these take moves to which `guide` or `suggest` lead.
        The defaults of `games.base` and `engines.evaluation` need every move: such a game has its own `suggest`,
        `guide` and `destinations`, and another engine.
        """
        ...

    def suggest(self, state: S, text: str, limit: int) -> list[str]:
        """Return up to `limit` texts that complete the half-typed `text` and begin a legal move.

        Each replaces the whole of `text`: it is a finished move, or a part of one in a game with many moves. They come
        in the order of the board, whoever is to move and however good they are: by their first place, then by the next
        one, row by row from row 1 (or a) and within a row from west to east; a base comes last. Words without a place,
        such as sizes, facings and fields, come in the order in which the rules name them.
        """
        ...

    def guide(self, state: S, text: str) -> Step:
        """Return what can be chosen next on the way to a move, for players who move without notation.

        An empty text begins; every other text is the `text` of a choice of an earlier step. By choices alone every
        legal move can be put together, or one that leads to the same position; where there is no end of moves, as of
        gifts in Xong, those that people commonly play. A usual move takes at most four choices. Raises `IllegalMove`
        and nothing else: for any other text, and when the match is over.
        """
        ...

    def destinations(self, state: S, text: str) -> Destinations:
        """Return where the piece, place or kind of piece that a text names can go in a turn of the seat to move.

        An empty text stands for everything that can be moved or placed. Raises `IllegalMove` and nothing else: for a
        text that names nothing that can move, and when the match is over.
        """
        ...

    def result(self, state: S) -> Result | None:
        """Return how the match ended, or None while it goes on."""
        ...

    def points(self, state: S) -> tuple[int, ...] | None:
        """Return each seat's points by now, in seat order; None in a game without points."""
        ...

    def can_queue(self, state: S, seat: int) -> bool:
        """Return whether a seat may decide its next turns now, before the others have moved.

        So it is where a turn puts something on an empty place, and others can only take that place.
        """
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
        """Return what a move does as a clause that follows the player's name ("places a small on c4")."""
        ...

    def task(self, state: S) -> str:
        """Return what the seat to move has to do ("lay your six ships on row 1"); empty when the match is over.

        In a seat's first turn, and where a phase of the game begins, it shows one legal move in a code span.
        """
        ...

    def news(self, state: S) -> tuple[str, ...]:
        """Return sentences on what else the last turn brought: seats passed over, a position repeated."""
        ...


def complete_options(info: Info, options: Options) -> dict[str, int | str]:
    """Return all options of a game: the given ones, checked, and the defaults of the others. Raises `BadOption`.

    Options and their values may be given by their labels, with hyphens for spaces.
    """
    by_title = {_plain(title): option.name for option in info.options for title in option.titles}
    given = {by_title.get(_plain(name), name): value for name, value in options.items()}
    known = {option.name: option for option in info.options}
    for name in given:
        if name not in known:
            names = ", ".join(f"`{each}`" for each in known) or _("none")
            template = _("{game} has no option {typed}; its options: {names}.")
            raise BadOption(template.format(game=info.title, typed=_cited(name), names=names))
    return {name: _value(option, given.get(name, option.default)) for name, option in known.items()}


def describe_options(info: Info, options: Options, *, every: bool = False) -> list[str]:
    """Return options as people read them ("Target: 12"): the notable and the unusual ones, or `every` one."""
    return [
        f"{option.title}: {option.show(value)}"
        for option in info.options
        if (value := options.get(option.name, option.default)) != option.default or option.notable or every
    ]


def options_fit(info: Info, options: Options) -> bool:
    """Return whether options stand as a match keeps them, each with one of its values.

    One that the game has gained since may be missing. Raises `BadOption` for one that the game doesn't have.
    """
    return options.items() <= complete_options(info, options).items()


def _value(option: Option, value: int | str) -> int | str:
    found = option.read(str(value))
    if found is not None:
        return found
    if option.is_switch:
        template = _("`{option}` can be yes or no, not {typed}.")
    elif option.choices:
        template = _("`{option}` has to be one of {words}, not {typed}.")
    else:
        template = _("`{option}` has to be a number from {low} to {high}, not {typed}.")
    words = ", ".join(option.choices)
    raise BadOption(
        template.format(option=option.name, words=words, low=option.low, high=option.high, typed=_cited(str(value)))
    )


def _plain(name: str) -> str:
    return name.lower().replace(" ", "-")


def _cited(text: str) -> str:
    """Return at most 40 characters of a typed text in a code span that they can't break out of."""
    return f"`{''.join(char if char.isprintable() else ' ' for char in text[:40].replace('`', chr(39)))}`"


def find_version(game: Game[Any, Any], rules: int) -> Game[Any, Any] | None:
    """Return a game under a version of its rules, or None if the game doesn't keep that version."""
    return next((one for one in (game, *game.info.earlier) if one.info.rules == rules), None)


def check_players(info: Info, players: int) -> int:
    """Return `players` if the game is for that number of players. Raises `BadOption`."""
    if not info.min_players <= players <= info.max_players:
        low, high = info.min_players, info.max_players
        if low == high:
            template = ngettext(
                "{game} is for {n} player, not {players}.", "{game} is for {n} players, not {players}.", low
            )
        else:
            template = _("{game} is for {low} to {high} players, not {players}.")
        raise BadOption(template.format(game=info.title, n=low, low=low, high=high, players=players))
    return players
