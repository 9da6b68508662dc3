"""Moves in canonical notation, `b1: n f +red`; seats, pieces, directions, fields and turns in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.force_field_factions.position import SEATS
from games.force_field_factions.state import (
    COLOURS,
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
    Push,
    State,
)
from games.force_field_factions.turns import begin, run
from games.text import REPEATED, format_list
from games.translation import gettext as _, gettext_noop as N_, pgettext, pgettext_noop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from games.force_field_factions.state import Piece


def head(board: tuple[Piece | None, ...], place: int) -> str:
    """Write the piece a move begins with, `c1:`, or `c1*:` for the out-of-phase one of two that are of one side."""
    square = place % GHOST
    solid, ghost = board[square], board[square + GHOST]
    both = solid is not None and ghost is not None and solid.seat == ghost.seat
    return f"{GRID.names[square]}{'*' if both and place >= GHOST else ''}:"


def write(board: tuple[Piece | None, ...], move: Move) -> str:
    """Return the canonical text of a move on a board."""
    return " ".join((head(board, move.place), *move.actions))


_DIRECTIONS = (
    pgettext_noop("direction", "north"),
    pgettext_noop("direction", "north-east"),
    pgettext_noop("direction", "east"),
    pgettext_noop("direction", "south-east"),
    pgettext_noop("direction", "south"),
    pgettext_noop("direction", "south-west"),
    pgettext_noop("direction", "west"),
    pgettext_noop("direction", "north-west"),
)
_ARROWS = "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196"
_UPRIGHT = N_("upright")
_COLOURS = (
    pgettext_noop("force field", "red"),
    pgettext_noop("force field", "green"),
    pgettext_noop("force field", "blue"),
    pgettext_noop("force field", "yellow"),
    pgettext_noop("force field", "purple"),
    pgettext_noop("force field", "orange"),
    pgettext_noop("force field", "clear"),
)
SIZES = ("", N_("1-pip piece"), N_("2-pip piece"), N_("3-pip piece"))
"""Pieces by their pips, in English."""
_OWN = ("", N_("your 1-pip piece"), N_("your 2-pip piece"), N_("your 3-pip piece"))
# Translators: the form that reads well in all of the sentences with {piece}.
_OTHERS = ("", N_("{seat}'s 1-pip piece"), N_("{seat}'s 2-pip piece"), N_("{seat}'s 3-pip piece"))


def seat_name(seat: int) -> str:
    """Return what a seat is called."""
    return _(SEATS[seat - 1])


def direction(facing: int) -> str:
    """Return the direction in which a piece points, or "upright"."""
    return _(_UPRIGHT) if facing == UP else pgettext("direction", _DIRECTIONS[facing])


def arrow(facing: int) -> str:
    """Return the direction in which a piece points as an arrow, for choices, or "upright"."""
    return _(_UPRIGHT) if facing == UP else _ARROWS[facing]


def colour_name(letter: str) -> str:
    """Return the name of a field's colour, given its letter."""
    return pgettext("force field", _COLOURS[[*COLOURS].index(letter)])


def list_colours(letters: Iterable[str]) -> str:
    """Return the names of the colours of fields as prose lists them."""
    return format_list(map(colour_name, letters))


def size_name(pips: int) -> str:
    """Return a piece by its pips: "2-pip piece"."""
    return _(SIZES[pips])


def piece_name(piece: Piece, seat: int | None = None) -> str:
    """Return a piece as the player of a seat sees it, if one is given: "your 1-pip piece", "Black's 2-pip piece"."""
    if piece.seat == seat:
        return _(_OWN[piece.pips])
    return _(_OTHERS[piece.pips]).format(seat=seat_name(piece.seat))


_PLAYS = {
    1: N_("plays {square} (1 pip): {deeds}"),
    2: N_("plays {square} (2 pips): {deeds}"),
    3: N_("plays {square} (3 pips): {deeds}"),
}
_PLAYS_GHOST = {
    1: N_("plays {square} (1 pip, out of phase): {deeds}"),
    2: N_("plays {square} (2 pips, out of phase): {deeds}"),
    3: N_("plays {square} (3 pips, out of phase): {deeds}"),
}
"""What a piece does, as a clause after the player's name, by its pips."""


def describe(state: State, move: Move) -> str:
    """Return what a move does, as "plays c1 (1 pip): points north, advances to c2, adds red"."""
    before = begin(state, move.place)
    piece, facing = before.piece, before.piece.facing
    deeds: list[str] = []
    events = run(state, move).events
    for number, event in enumerate(events):
        if isinstance(event, Advance):
            if number + 1 == len(events) or not isinstance(events[number + 1], Advance):
                deeds.append(_("advances to {square}").format(square=GRID.names[event.end]))
        else:
            deeds.append(describe_event(event, facing))
        if isinstance(event, FacingChange | Attack):
            facing = event.facing
    # Translators: {deeds} are clauses with commas between them: "points north, advances to c2, adds red".
    template = _((_PLAYS_GHOST if piece.out_of_phase else _PLAYS)[piece.pips])
    return template.format(square=GRID.names[before.square], deeds=", ".join(deeds))


def describe_event(event: Event, facing: int, direction: Callable[[int], str] = direction) -> str:
    """Return what an event of a turn is, as a clause; `facing` is how the piece faced before it.

    `direction` returns how a facing is called: by the compass, or as an `arrow`.
    """
    match event:
        case FieldRemoval(colour):
            return _("removes {colour}").format(colour=colour_name(colour))
        case FieldAddition(colour):
            return _("adds {colour}").format(colour=colour_name(colour))
        case FacingChange(_start, turned):
            template = _("stands upright") if turned == UP else _("points {direction}")
            return template.format(direction=direction(turned))
        case Crash(square, other):
            template = _("which destroys it and {piece} on {square}")
            return template.format(piece=piece_name(other), square=GRID.names[square])
        case Attack():
            return _attack_and_turn(event, facing, direction)
        case Advance(_start, end):
            return _("advances to {square}").format(square=GRID.names[end])


def _attack_and_turn(event: Attack, facing: int, direction: Callable[[int], str]) -> str:
    attack = _attack(event, direction)
    if event.facing == facing:
        return attack
    if event.facing == UP:
        return _("{attack} and turns upright").format(attack=attack)
    return _("{attack} and turns {direction}").format(attack=attack, direction=direction(event.facing))


def _attack(event: Attack, direction: Callable[[int], str]) -> str:
    target, victim = GRID.names[event.target], piece_name(event.victim)
    match event.outcome:
        case "takes":
            return _("takes {piece} on {square}").format(piece=victim, square=target)
        case "pushes":
            # Translators: {pieces} is "Black's 1-pip piece from b2 to b3", or several of these.
            template = _("pushes {pieces}, and moves to {square}")
            return template.format(pieces=_join_pushes([_push(push) for push in event.pushes]), square=target)
        case "converts":
            became = UP if event.became is None else event.became.facing
            if became == UP:
                template = _("converts {piece} on {square} (now facing upright)")
            else:
                template = _("converts {piece} on {square} (now facing {direction})")
            return template.format(piece=victim, square=target, direction=direction(became))
        case "strips":
            template = _("strips {piece} on {square} of {colours}")
            return template.format(piece=victim, square=target, colours=list_colours(event.victim.fields))
        case "fails":
            template = _("attacks {square} in vain ({attack} against {defence})")
            return template.format(square=target, attack=event.attack, defence=event.defence)


def _push(push: Push) -> str:
    start, end = GRID.names[push.start], "" if push.end is None else GRID.names[push.end]
    template = _("{piece} from {start} to {end}") if end else _("{piece} from {start} over the edge")
    return template.format(piece=piece_name(push.piece), start=start, end=end)


def _join_pushes(pushes: Sequence[str]) -> str:
    joined = pushes[0]
    for push in pushes[1:]:
        # Translators: both are "Black's 1-pip piece from b2 to b3" or so.
        joined = _("{pieces} and {piece}").format(pieces=joined, piece=push)
    return joined


def is_first_turn(state: State) -> bool:
    """Return whether the seat to move acts for the first time."""
    return len(state.seen) <= len(SEATS)


def task(state: State, example: str) -> str:
    """Return what the seat to move has to do, with an example of a turn if given; empty when the match is over."""
    if state.mover is None:
        return ""
    if not example:
        return _(
            "take one of your pieces and, in this order, remove a field, move it (point, advance, attack), add a field"
        )
    return _(
        "take one of your pieces and, in this order, remove a field, move it (point, advance, attack), add a field; "
        "for example `{move}`"
    ).format(move=example)


def news(state: State) -> tuple[str, ...]:
    """Return the sentence on a position that stands for the second time."""
    if state.mover is None or state.seen.count(state.seen[-1]) != 2:
        return ()
    return (_(REPEATED),)
