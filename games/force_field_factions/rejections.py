"""Why a text can't be played, in sentences that name the square, the piece or the rule, and what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.force_field_factions import notation
from games.force_field_factions.attacks import (
    AHEAD,
    ROOM,
    addable_fields,
    field_size,
    movement_points,
    pieces_by_place,
    resolve_attack,
)
from games.force_field_factions.notation import colour_name, direction, piece_name, size_name
from games.force_field_factions.state import COLOURS, FACINGS, GHOST, GRID, UP
from games.force_field_factions.turns import choices, completions, has_added_field, list_choices
from games.rejections import illegal, unfinished
from games.translation import gettext as _, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.force_field_factions.state import State
    from games.force_field_factions.turns import Progress, Word

_SHOWN = 9
"""How many words a sentence lists before it counts the others."""


def not_a_move() -> IllegalMove:
    """Return the rejection of chat, with the notation."""
    why = _("That isn't a move: name your piece's square, a colon and its actions, for example `b1: n f +red`.")
    return IllegalMove("not_a_move", why)


# Which piece acts.


def row_missing(state: State, column: str) -> IllegalMove:
    """Return the rejection of a column without a row, with the pieces that stand in it."""
    places = sorted(_own_places(state), key=lambda place: (place % GHOST, place))
    heads = [notation.head(state.board, place) for place in places]
    fitting = [head for head in heads if head.startswith(column)]
    if fitting:
        template = _("Not yet a move: name one of your pieces and its actions, {pieces}.")
        return unfinished(template.format(pieces=_join(fitting)))
    nearest = min(heads, key=lambda head: abs(ord(head[0]) - ord(column)))
    template = _("You have no piece in column {column}; the nearest is on `{square}`.")
    return illegal(template.format(column=column, square=nearest[:2]))


def _join(heads: Sequence[str]) -> str:
    """Return beginnings of moves with "or" between all of them."""
    joined = f"`{heads[0]}`"
    for head in heads[1:]:
        joined = _("{names} or {last}").format(names=joined, last=f"`{head}`")
    return joined


def no_ghost(name: str) -> IllegalMove:
    """Return the rejection of `*` on a square whose only piece of the player is in phase."""
    template = _("You have no out-of-phase piece on {square}: `{square}:` names the one in phase.")
    return illegal(template.format(square=name))


def not_yours(state: State, square: int) -> IllegalMove:
    """Return the rejection of a square without a piece of the player, with the nearest that has one."""
    nearest = min([place % GHOST for place in _own_places(state)], key=lambda other: (_distance(other, square), other))
    other = state.board[square] or state.board[square + GHOST]
    if other is None:
        template = _("{square} is empty: name one of your pieces, the nearest is on `{nearest}`.")
    else:
        template = _("{square} is {piece}: name one of your pieces, the nearest is on `{nearest}`.")
    piece = "" if other is None else piece_name(other, state.mover or 1)
    return illegal(template.format(square=GRID.names[square], piece=piece, nearest=GRID.names[nearest]))


def _own_places(state: State) -> list[int]:
    return [place for place, piece in pieces_by_place(state.board).items() if piece.seat == state.mover]


def _distance(first: int, second: int) -> int:
    return max(abs(GRID.row(first) - GRID.row(second)), abs(GRID.column(first) - GRID.column(second)))


# What it does.


def unknown_action(turn: Progress, typed: str, number: int, *, last: bool) -> IllegalMove:
    """Return the rejection of a word that isn't an action; the `last` word may be the beginning of one."""
    fitting = completions(turn, typed) if last else []
    if fitting:
        shown = " ".join(f"`{word}`" for word in fitting[:_SHOWN])
        more = max(0, len(fitting) - _SHOWN)
        if more:
            template = ngettext(
                "Not yet a move: action {number}, `{action}`, can become {words} and {n} more.",
                "Not yet a move: action {number}, `{action}`, can become {words} and {n} more.",
                more,
            )
        else:
            template = _("Not yet a move: action {number}, `{action}`, can become {words}.")
        return unfinished(template.format(number=number, action=typed, words=shown, n=more))
    word = typed[:20].replace("`", "'")
    can = list_choices(turn)
    if typed in COLOURS.values():
        template = _("Action {number}, `{action}`, isn't an action: `+{field}` adds that field, `-{field}` removes it.")
    elif can:
        # Translators: {choices} begin with verbs: "remove its field (`-red`) or advance to c2 (`f`)".
        template = _("Action {number}, `{action}`, isn't an action. Here the piece can {choices}.")
    else:
        template = _("Action {number}, `{action}`, isn't an action, and the turn is over.")
    return illegal(template.format(number=number, action=word, field=typed, choices=can))


def impossible_action(typed: str, number: int, reason: str, *, advanced: int) -> IllegalMove:
    """Return the rejection of an action for the `reason` that `reject_action` gives, after squares `advanced` by it."""
    if advanced:
        # Translators: {reason} is a clause with a full stop: "an added field ends the turn."
        template = _("Action {number}, `{action}`: {reason} `{advance}` goes as far as it can.")
    else:
        template = _("Action {number}, `{action}`: {reason}")
    return illegal(template.format(number=number, action=typed, reason=reason, advance=f"f{advanced}"))


def nothing_changed(head: str, turn: Progress) -> IllegalMove:
    """Return the rejection of a turn that leaves the position as it was, with what can come next."""
    can = list_choices(turn)
    if not turn.actions:
        template = _("Not yet a move: after `{head}` the piece on {square} can {choices}.")
    elif can:
        template = _(
            "`{text}` leaves the position as it was, and a turn must change it. Go on: the piece on {square} can "
            "{choices}."
        )
    else:
        template = _(
            "`{text}` leaves the position as it was, and a turn must change it; nothing can follow, so do something "
            "else with {piece}."
        )
    text = " ".join((head, *turn.actions))
    reason = template.format(head=head, text=text, square=GRID.names[turn.square], choices=can, piece=head[:-1])
    return unfinished(reason) if can or not turn.actions else illegal(reason)


# Why an action can't come next: clauses that follow the action.


def reject_action(turn: Progress, word: Word) -> str | None:
    """Return why an action can't come next, as a clause; None if it can. An advance is of one square."""
    if turn.destroyed:
        return _("the change of phase has destroyed both pieces, and the turn is over (R6).")
    if has_added_field(turn):
        return _("an added field ends the turn: write it last, and add only one.")
    match word.kind:
        case "remove":
            why = _reject_removal(turn, word.colour)
        case "add":
            why = _reject_addition(turn, word.colour)
        case _:
            why = _reject_movement(turn, word)
    return why


def _reject_movement(turn: Progress, word: Word) -> str | None:
    if turn.piece.out_of_phase:
        return _explain_out_of_phase(turn)
    if not turn.points:
        return _explain_no_points(turn)
    if word.kind == "advance":
        return _reject_advance(turn)
    return _reject_attack(turn, word) if word.kind == "attack" else None


def _here(turn: Progress) -> str:
    return GRID.names[turn.square]


def _reject_removal(turn: Progress, colour: str) -> str | None:
    fields = turn.piece.fields
    outermost = fields[-1:]
    if turn.actions:
        if turn.actions[0].startswith("-"):
            return _("only one field is removed in a turn.")
        if not fields:
            return _("a field is removed before anything else is done, and this piece carries none.")
        template = _("a field is removed before anything else is done: begin the turn with `-{field}`.")
    elif not fields:
        template = _("{square} carries no field to remove.")
    elif colour not in {"", outermost}:
        template = _("the outermost field on {square} is {colour}, and only it can be removed: `-{field}`.")
    else:
        return None
    return _fill_in(template, turn, outermost)


def _fill_in(template: str, turn: Progress, colour: str) -> str:
    """Return a clause with the square of the turn and a field, of which the colour's letter is given, if any."""
    name = colour_name(colour) if colour else ""
    return template.format(square=_here(turn), colour=name, field=COLOURS.get(colour, ""))


def _reject_addition(turn: Progress, colour: str) -> str | None:
    pips, worn = turn.piece.pips, len(turn.piece.fields)
    if not ROOM[pips]:
        return _("{square} is a 3-pip piece, which carries no fields.").format(square=_here(turn))
    if worn >= ROOM[pips]:
        return _explain_no_room(turn)
    there = addable_fields(turn.rest, turn.piece, turn.supply)
    if colour in there:
        return None
    if there:
        template = ngettext(
            "the pool has no {colour} field of {n} pip left, the size that {square} needs: of that size it has "
            "{fields}.",
            "the pool has no {colour} field of {n} pips left, the size that {square} needs: of that size it has "
            "{fields}.",
            field_size(pips, worn),
        )
    else:
        template = ngettext(
            "the pool has no {colour} field of {n} pip left, the size that {square} needs.",
            "the pool has no {colour} field of {n} pips left, the size that {square} needs.",
            field_size(pips, worn),
        )
    fields = " ".join(f"`+{COLOURS[other]}`" for other in there)
    return template.format(colour=colour_name(colour), n=field_size(pips, worn), square=_here(turn), fields=fields)


def _explain_no_room(turn: Progress) -> str:
    if ROOM[turn.piece.pips] == 1:
        if turn.actions:
            template = _("{square} is a {piece} and carries one field, the most it can.")
        else:
            template = _(
                "{square} is a {piece} and carries one field, the most it can: begin with `-{field}` to make room."
            )
    elif turn.actions:
        template = _("{square} is a {piece} and carries two fields, the most it can.")
    else:
        template = _(
            "{square} is a {piece} and carries two fields, the most it can: begin with `-{field}` to make room."
        )
    outermost = COLOURS[turn.piece.fields[-1]]
    return template.format(square=_here(turn), piece=size_name(turn.piece.pips), field=outermost)


def _explain_out_of_phase(turn: Progress) -> str:
    fields = turn.piece.fields
    if turn.actions:
        template = _("{square} is out of phase: it can't point, advance or attack as long as it carries a clear field.")
    elif fields.count("c") == 2:
        template = _(
            "{square} is out of phase: it can't point, advance or attack until both its clear fields are removed, one "
            "a turn: `-clear`."
        )
    elif fields[-1] == "c":
        template = _(
            "{square} is out of phase: it can't point, advance or attack until its clear field is removed: begin with "
            "`-clear`."
        )
    else:
        template = _(
            "{square} is out of phase: it can't point, advance or attack, and its clear field lies under the {colour} "
            "one: `-{field}` removes that."
        )
    return _fill_in(template, turn, fields[-1])


def _explain_no_points(turn: Progress) -> str:
    points = movement_points(turn.piece)
    if "y" in turn.piece.fields:
        template = ngettext(
            "the {piece} has spent its {n} movement point, doubled for each yellow field",
            "the {piece} has spent its {n} movement points, doubled for each yellow field",
            points,
        )
    else:
        template = ngettext(
            "the {piece} has spent its {n} movement point", "the {piece} has spent its {n} movement points", points
        )
    spent = template.format(piece=size_name(turn.piece.pips), n=points)
    can = choices(turn)
    if not can.adds:
        # Translators: {spent} is "the 2-pip piece has spent its 2 movement points".
        return _("{spent}.").format(spent=spent)
    return _("{spent}; a field can be added, for example `+{field}`.").format(spent=spent, field=COLOURS[can.adds[0]])


def _reject_direction(turn: Progress) -> str | None:
    if turn.piece.facing == UP:
        template = _("the piece stands upright on {square} and points at no square: point it first, for example `n`.")
    elif AHEAD[turn.square][turn.piece.facing] is None:
        template = _("{square} points {direction}, where the board ends: point it elsewhere first.")
    else:
        return None
    return template.format(square=_here(turn), direction=direction(turn.piece.facing))


def _reject_advance(turn: Progress) -> str | None:
    ahead = AHEAD[turn.square][turn.piece.facing]
    if ahead is None:
        return _reject_direction(turn)
    other = turn.rest.get(ahead)
    if other is None:
        return None
    if other.seat == turn.piece.seat:
        template = _("{square} is occupied by {piece}: point past it.")
    else:
        template = _("{square} is occupied by {piece}: `x` attacks it.")
    return template.format(square=GRID.names[ahead], piece=piece_name(other, turn.piece.seat))


def _reject_attack(turn: Progress, word: Word) -> str | None:
    ahead = AHEAD[turn.square][turn.piece.facing]
    if ahead is None:
        return _reject_direction(turn)
    target = GRID.names[ahead]
    attack = resolve_attack(turn.rest, turn.square, turn.piece)
    if attack is None:
        return _explain_no_target(turn, ahead)
    if attack.outcome == "fails" and (word.new is not None or word.facing not in {None, turn.piece.facing}):
        template = _(
            "the attack on {square} fails (attack {attack} against defence {defence}), so nobody turns: it is written "
            "`x`."
        )
        return template.format(square=target, attack=attack.attack, defence=attack.defence)
    if attack.outcome != "converts" and word.new is not None:
        plain = "x" if word.facing is None else f"x>{FACINGS[word.facing]}"
        template = _(
            "nothing is converted on {square}, and only a converted piece faces as a comma says: write `{action}`."
        )
        return template.format(square=target, action=plain)
    return None


def _explain_no_target(turn: Progress, ahead: int) -> str:
    own, ghost = turn.rest.get(ahead), turn.rest.get(ahead + GHOST)
    if own is not None:
        template = _("{square} is {piece}, and only enemy pieces can be attacked (R1).")
    elif ghost is not None:
        template = _("{piece} on {square} is out of phase and can't be attacked; `f` goes onto its square.")
    else:
        template = _("{square} is empty, there's nothing to attack; `f` advances to it.")
    there = own or ghost
    piece = piece_name(there, turn.piece.seat) if there else ""
    return template.format(square=GRID.names[ahead], piece=piece)
