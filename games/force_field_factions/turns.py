"""A turn on its way: the words of its actions, what it has done so far, and what can come next."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from games.force_field_factions.attacks import (
    AHEAD,
    AttackResult,
    Board,
    addable_fields,
    movement_points,
    pieces_by_place,
    place_of,
    resolve_attack,
)
from games.force_field_factions.state import (
    COLOURS,
    COMPASS,
    FACINGS,
    GHOST,
    GRID,
    UP,
    Advance,
    Attack,
    Crash,
    Event,
    FacingChange,
    FieldAddition,
    FieldRemoval,
    Move,
    Piece,
)
from games.text import format_list
from games.translation import gettext as _, pgettext_noop

if TYPE_CHECKING:
    from games.force_field_factions.state import State

TYPED_WORDS = (
    pgettext_noop("typed", "forward"),
    pgettext_noop("typed", "advance"),
    pgettext_noop("typed", "attack"),
    pgettext_noop("typed", "add"),
    pgettext_noop("typed", "remove"),
    pgettext_noop("typed", "and"),
    pgettext_noop("typed", "then"),
    pgettext_noop("typed", "north"),
    pgettext_noop("typed", "north-east"),
    pgettext_noop("typed", "east"),
    pgettext_noop("typed", "south-east"),
    pgettext_noop("typed", "south"),
    pgettext_noop("typed", "south-west"),
    pgettext_noop("typed", "west"),
    pgettext_noop("typed", "north-west"),
    pgettext_noop("typed", "upright"),
    pgettext_noop("typed", "red"),
    pgettext_noop("typed", "green"),
    pgettext_noop("typed", "blue"),
    pgettext_noop("typed", "yellow"),
    pgettext_noop("typed", "purple"),
    pgettext_noop("typed", "orange"),
    pgettext_noop("typed", "clear"),
)
"""Words of typed moves that players can also write in their own language."""

SPOKEN = {
    "colon": ":",
    "forward": "f",
    "advance": "f",
    "attack": "x",
    "plus": "+",
    "add": "+",
    "minus": "-",
    "remove": "-",
    "and": "",
    "then": "",
}
"""What is written for a spoken word."""

_COLOUR_NAMES = {name: letter for letter, name in COLOURS.items()} | {letter: letter for letter in COLOURS}
FACING_WORDS = {
    **{word: number for number, word in enumerate(FACINGS)},
    **{word: number for number, word in enumerate(COMPASS)},
    **{word.replace("-", ""): number for number, word in enumerate(COMPASS)},
    "u": UP,
}
"""Facings by every word that is taken for one."""

_ADVANCE = re.compile(r"f?([0-9]{1,2})|f+")
_ATTACK = re.compile(r"x(?:>([a-z-]+))?(?:,([a-z-]+))?")


class Word(NamedTuple):
    """One action as typed.

    `colour` is a letter, empty for "the outermost"; `facing` is that of a pointing, or of an attacker afterwards (None
    if unsaid); `new` the facing asked for a converted piece; `times` the squares advanced.
    """

    kind: Literal["remove", "point", "advance", "attack", "add"]
    colour: str = ""
    facing: int | None = None
    new: int | None = None
    times: int = 1


@lru_cache(maxsize=4096)
def read_word(word: str) -> Word | None:
    """Read one action in canonical or loose form; None when it is none."""
    if word in FACING_WORDS:
        return Word("point", facing=FACING_WORDS[word])
    if word == "-" or (word[:1] == "-" and word[1:] in _COLOUR_NAMES):
        return Word("remove", _COLOUR_NAMES.get(word[1:], ""))
    if word in COLOURS or (word[:1] == "+" and word[1:] in _COLOUR_NAMES):
        return Word("add", _COLOUR_NAMES[word.removeprefix("+")])
    if match := _ADVANCE.fullmatch(word):
        times = int(match[1]) if match[1] else len(word)
        return Word("advance", times=times) if times else None
    match = _ATTACK.fullmatch(word)
    if match is None or any(facing and facing not in FACING_WORDS for facing in match.groups()):
        return None
    facing, new = (FACING_WORDS[facing] if facing else None for facing in match.groups())
    return Word("attack", facing=facing, new=new)


def attack_word(pointing: int, facing: int, new: int | None) -> str:
    """Write an attack by a piece that points one way and faces another afterwards; `new` for a converted piece."""
    turned = "" if facing == pointing else f">{FACINGS[facing]}"
    return f"x{turned}" if new is None else f"x{turned},{FACINGS[new]}"


class Progress(NamedTuple):
    """A turn so far.

    `rest` are all other pieces, `square` and `piece` the one that acts as it is now, `points` the movement points it
    has left, `actions` its actions in canonical words, `events` what came of them.
    """

    rest: Board
    square: int
    piece: Piece
    points: int
    supply: int
    actions: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def destroyed(self) -> bool:
        """Whether a change of phase destroyed the piece (R6)."""
        return bool(self.events) and isinstance(self.events[-1], Crash)

    @property
    def over(self) -> bool:
        """Whether nothing more can be done this turn."""
        return self.destroyed or (bool(self.events) and isinstance(self.events[-1], FieldAddition))

    def board(self) -> Board:
        """Return all pieces by place as they stand now."""
        return self.rest if self.destroyed else {**self.rest, place_of(self.square, self.piece): self.piece}

    def whole_board(self) -> tuple[Piece | None, ...]:
        """Return the same as a state has it."""
        return tuple(map(self.board().get, range(2 * GHOST)))


def begin(state: State, place: int) -> Progress:
    """Return the turn of the piece on a place before its first action."""
    rest = pieces_by_place(state.board)
    piece = rest.pop(place)
    return Progress(rest, place % GHOST, piece, movement_points(piece), state.supply)


def act(turn: Progress, word: Word) -> Progress:
    """Return the turn after one more action, which the rules allow; an advance goes one square."""
    match word.kind:
        case "remove":
            return _remove(turn)
        case "point":
            assert word.facing is not None, "a pointing has a facing"  # noqa: S101 - as the reader makes them
            return _done(
                turn._replace(piece=turn.piece._replace(facing=word.facing), points=turn.points - 1),
                FACINGS[word.facing],
                FacingChange(turn.square, word.facing),
            )
        case "advance":
            end = AHEAD[turn.square][turn.piece.facing]
            assert end is not None, "the board goes on"  # noqa: S101 - the rules allow it
            return _done(turn._replace(square=end, points=turn.points - 1), "f", Advance(turn.square, end))
        case "attack":
            return _attack(turn, word)
        case "add":
            return _add(turn, word.colour)


def run(state: State, move: Move) -> Progress:
    """Return the turn after all actions of a legal move."""
    turn = begin(state, move.place)
    for action in move.actions:
        word = read_word(action)
        assert word is not None, "a move has canonical words"  # noqa: S101 - it comes from `parse` or `legal`
        turn = act(turn, word)
    return turn


def _done(turn: Progress, action: str, *events: Event) -> Progress:
    return turn._replace(actions=(*turn.actions, action), events=(*turn.events, *events))


def _remove(turn: Progress) -> Progress:
    colour = turn.piece.fields[-1]
    shed = turn.piece._replace(fields=turn.piece.fields[:-1])
    after = turn._replace(piece=shed, points=movement_points(shed))
    action = f"-{COLOURS[colour]}"
    if turn.piece.out_of_phase and not shed.out_of_phase and turn.square in turn.rest:
        return _crash(after, turn.square, action, FieldRemoval(colour))
    return _done(after, action, FieldRemoval(colour))


def _add(turn: Progress, colour: str) -> Progress:
    after = turn._replace(piece=turn.piece._replace(fields=turn.piece.fields + colour))
    action = f"+{COLOURS[colour]}"
    # Another piece out of phase on its square shows that this one has been in phase until now.
    if colour == "c" and turn.square + GHOST in turn.rest:
        return _crash(after, turn.square + GHOST, action, FieldAddition(colour))
    return _done(after, action, FieldAddition(colour))


def _crash(turn: Progress, place: int, action: str, change: Event) -> Progress:
    rest = dict(turn.rest)
    other = rest.pop(place)
    return _done(turn._replace(rest=rest), action, change, Crash(place % GHOST, other))


def _attack(turn: Progress, word: Word) -> Progress:
    done = resolve_attack(turn.rest, turn.square, turn.piece)
    assert done is not None, "there is something to attack"  # noqa: S101 - the rules allow it
    facing = turn.piece.facing if word.facing is None else word.facing
    rest, became, new = done.rest, None, None
    if done.outcome == "converts":
        new = UP if word.new is None else word.new
        became = rest[done.target]._replace(facing=new)
        rest = {**rest, done.target: became}
    elif done.outcome == "strips":
        became = rest[done.target]
    event = Attack(
        turn.square, done.target, done.outcome, done.attack, done.defence, done.victim, facing, done.pushes, became
    )
    after = turn._replace(
        rest=rest,
        square=done.target if done.moves_in else turn.square,
        piece=turn.piece._replace(facing=facing),
        points=turn.points - 1,
    )
    return _done(after, attack_word(turn.piece.facing, facing, new), event)


class Choices(NamedTuple):
    """What a turn can go on with.

    `remove` is the letter of the field that can be removed (empty: none), `point` whether the piece can be pointed,
    `advance` the square it can advance to, `attack` the attack that it can make, failing or not, `adds` the letters of
    the fields that it can be given.
    """

    remove: str = ""
    point: bool = False
    advance: int | None = None
    attack: AttackResult | None = None
    adds: str = ""


def choices(turn: Progress) -> Choices:
    """Return what can come next."""
    if turn.over:
        return Choices()
    piece = turn.piece
    remove = piece.fields[-1:] if not turn.actions else ""
    adds = addable_fields(turn.rest, piece, turn.supply)
    if piece.out_of_phase or not turn.points:
        return Choices(remove, adds=adds)
    ahead = AHEAD[turn.square][piece.facing]
    free = ahead if ahead not in turn.rest else None
    return Choices(remove, True, free, resolve_attack(turn.rest, turn.square, piece), adds)  # noqa: FBT003 - fields in order


def next_words(turn: Progress) -> list[str]:
    """Return every canonical word that can come next, in the order of a turn: remove, point, advance, attack, add.

    The other ways to face after an attack, of which there are up to 80, come behind all else.
    """
    can = choices(turn)
    plain, *turned = attack_words(turn, can.attack) if can.attack is not None else [""]
    return [
        *(f"-{COLOURS[colour]}" for colour in can.remove),
        *(FACINGS if can.point else ()),
        *(["f"] if can.advance is not None else []),
        *([plain] if plain else []),
        *(f"+{COLOURS[colour]}" for colour in can.adds),
        *turned,
    ]


def attack_words(turn: Progress, attack: AttackResult) -> list[str]:
    """Return the words for an attack that can be made, with every facing that can follow; the plainest first."""
    now = turn.piece.facing
    if attack.outcome == "fails":
        return ["x"]
    facings = sorted(range(9), key=lambda facing: facing != now)
    if attack.outcome != "converts":
        return [attack_word(now, facing, None) for facing in facings]
    news = sorted(range(9), key=lambda facing: facing != UP)
    return [attack_word(now, facing, new) for facing in facings for new in news]


def completions(turn: Progress, part: str) -> list[str]:
    """Return the canonical words that can come next and that the half-typed word `part` may become."""
    return [word for word in next_words(turn) if any(spelling.startswith(part) for spelling in _spellings(word))]


def _spellings(word: str) -> list[str]:
    facing = FACING_WORDS.get(word)
    return [word] if facing is None else [other for other, number in FACING_WORDS.items() if number == facing]


def list_choices(turn: Progress) -> str:
    """Return what can come next as a list for a sentence, in code spans; empty when nothing can."""
    can = choices(turn)
    parts: list[str] = []
    if can.remove:
        parts.append(_("remove its field (`-{field}`)").format(field=COLOURS[can.remove]))
    if can.point:
        parts.append(_("point (`n` `ne` `e` `se` `s` `sw` `w` `nw` `up`)"))
    if can.advance is not None:
        parts.append(_("advance to {square} (`f`)").format(square=GRID.names[can.advance]))
    if can.attack is not None:
        template = _("attack {square} (`{action}`)")
        action = attack_words(turn, can.attack)[0]
        parts.append(template.format(square=GRID.names[can.attack.target], action=action))
    if can.adds:
        # Translators: {actions} are code spans: `+red` `+blue`.
        actions = " ".join(f"`+{COLOURS[colour]}`" for colour in can.adds)
        parts.append(_("add a field ({actions})").format(actions=actions))
    return format_list(parts, "or")


def has_added_field(turn: Progress) -> bool:
    """Return whether a field was added, which ends a turn."""
    return any(isinstance(event, FieldAddition) for event in turn.events)
