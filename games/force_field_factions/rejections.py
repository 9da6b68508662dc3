"""Why a text can't be played, in sentences that name the square, the piece or the rule, and what can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.force_field_factions import notation
from games.force_field_factions.attacks import resolve_attack
from games.force_field_factions.choices import choices, completions, has_added_field, list_choices
from games.force_field_factions.position import SEATS
from games.force_field_factions.powers import AHEAD, ROOM, can_add, field_size, movement_points, pieces_by_place
from games.force_field_factions.state import COLOURS, COMPASS, FACINGS, GHOST, GRID, UP
from games.text import format_count

if TYPE_CHECKING:
    from games.force_field_factions.notation import Word
    from games.force_field_factions.state import Piece, State
    from games.force_field_factions.turns import Progress

_SHOWN = 9
"""How many words a sentence lists before it counts the others."""


def _illegal(reason: str) -> IllegalMove:
    return IllegalMove("illegal", reason)


def _unfinished(reason: str) -> IllegalMove:
    return IllegalMove("unfinished", reason)


def not_a_move() -> IllegalMove:
    """Return the rejection of chat, with the notation."""
    how = "name a square of yours, a colon and its actions, for example `b1: n f +red`"
    return IllegalMove("not_a_move", f"That isn't a move: {how}.")


def match_over() -> IllegalMove:
    """Return the rejection of any move once the match is over."""
    return _illegal("The match is over.")


# Which piece acts.


def off_board(name: str) -> IllegalMove:
    """Return the rejection of a square that the board doesn't have."""
    return _illegal(f"`{name}` is not on the board: its squares go from `a1` to `h8`.")


def row_missing(state: State, column: str) -> IllegalMove:
    """Return the rejection of a column without a row, with the pieces that stand in it."""
    places = sorted(_own_places(state), key=lambda place: (place % GHOST, place))
    heads = [notation.head(state.board, place) for place in places]
    fitting = [head for head in heads if head.startswith(column)]
    if fitting:
        choices_shown = " or ".join(f"`{head}`" for head in fitting)
        return _unfinished(f"Not yet a move: name a piece of yours and its actions, {choices_shown}.")
    nearest = min(heads, key=lambda head: abs(ord(head[0]) - ord(column)))
    return _illegal(f"You have no piece in column {column}; the nearest is on `{nearest[:2]}`.")


def no_ghost(name: str) -> IllegalMove:
    """Return the rejection of `*` on a square whose only piece of the player is in phase."""
    return _illegal(f"No out-of-phase piece of yours is on {name}: `{name}:` names the one in phase.")


def not_yours(state: State, square: int) -> IllegalMove:
    """Return the rejection of a square without a piece of the player, with the nearest that has one."""
    seat = state.mover or 1
    nearest = min([place % GHOST for place in _own_places(state)], key=lambda other: (_distance(other, square), other))
    other = state.board[square] or state.board[square + GHOST]
    found = "empty" if other is None else _name_piece(other, seat)
    return _illegal(
        f"{GRID.names[square]} is {found}: name a piece of yours, the nearest is on `{GRID.names[nearest]}`."
    )


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
        more = f" and {len(fitting) - _SHOWN} more" if len(fitting) > _SHOWN else ""
        return _unfinished(f"Not yet a move: action {number}, `{typed}`, can become {shown}{more}.")
    word = typed[:20].replace("`", "'")
    why = f"Action {number}, `{word}`, isn't an action"
    if typed in COLOURS.values():
        return _illegal(f"{why}: `+{typed}` adds that field, `-{typed}` removes it.")
    can = list_choices(turn)
    return _illegal(f"{why}. Here the piece can {can}." if can else f"{why}, and the turn is over.")


def impossible_action(typed: str, number: int, reason: str, *, advanced: int) -> IllegalMove:
    """Return the rejection of an action for the `reason` that `reject_action` gives, after squares `advanced` by it."""
    far = f" `f{advanced}` goes as far as it can." if advanced else ""
    return _illegal(f"Action {number}, `{typed}`: {reason}{far}")


def nothing_changed(head: str, turn: Progress) -> IllegalMove:
    """Return the rejection of a turn that leaves the position as it was, with what can come next."""
    can = list_choices(turn)
    square = GRID.names[turn.square]
    if not turn.actions:
        return _unfinished(f"Not yet a move: after `{head}` the piece on {square} can {can}.")
    text = " ".join((head, *turn.actions))
    why = f"`{text}` leaves the position as it was, and a turn must change it"
    if can:
        return _unfinished(f"{why}. Go on: the piece on {square} can {can}.")
    return _illegal(f"{why}; nothing can follow, so do something else with {head[:-1]}.")


# Why an action can't come next: clauses that follow the action.


def reject_action(turn: Progress, word: Word) -> str | None:
    """Return why an action can't come next, as a clause; None if it can. An advance is of one square."""
    if turn.destroyed:
        return "the change of phase has destroyed both pieces, and the turn is over (R6)."
    if has_added_field(turn):
        return "an added field ends the turn: write it last, and add only one."
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


def _name_piece(piece: Piece, seat: int) -> str:
    """Return a piece as the player of a seat sees it: "your 1-pip piece", "Black's 2-pip piece"."""
    return f"{'your' if piece.seat == seat else SEATS[piece.seat - 1] + chr(39) + 's'} {piece.pips}-pip piece"


def _here(turn: Progress) -> str:
    return GRID.names[turn.square]


def _reject_removal(turn: Progress, colour: str) -> str | None:
    fields = turn.piece.fields
    if turn.actions:
        if turn.actions[0].startswith("-"):
            return "only one field is removed in a turn."
        outermost = f": begin the turn with `-{COLOURS[fields[-1]]}`" if fields else ", and this piece carries none"
        return f"a field is removed before anything else is done{outermost}."
    if not fields:
        return f"{_here(turn)} carries no field to remove."
    if colour not in {"", fields[-1]}:
        outermost = COLOURS[fields[-1]]
        return f"the outermost field on {_here(turn)} is {outermost}, and only it can be removed: `-{outermost}`."
    return None


def _reject_addition(turn: Progress, colour: str) -> str | None:
    pips, worn = turn.piece.pips, len(turn.piece.fields)
    if not ROOM[pips]:
        return f"{_here(turn)} is a 3-pip piece, which carries no fields."
    if worn >= ROOM[pips]:
        most = "one field" if ROOM[pips] == 1 else "two fields"
        room = "" if turn.actions else f": begin with `-{COLOURS[turn.piece.fields[-1]]}` to make room"
        return f"{_here(turn)} is a {pips}-pip piece and carries {most}, the most it can{room}."
    there = can_add(turn.rest, turn.piece, turn.supply)
    if colour in there:
        return None
    size = field_size(pips, worn)
    others = f": of that size it has {' '.join(f'`+{COLOURS[other]}`' for other in there)}" if there else ""
    return f"the pool has no {COLOURS[colour]} field of {size} pips left, the size that {_here(turn)} needs{others}."


def _explain_out_of_phase(turn: Progress) -> str:
    here, fields = _here(turn), turn.piece.fields
    why = f"{here} is out of phase: it cannot point, advance or attack"
    if turn.actions:
        return f"{why} as long as it carries a clear field."
    if fields.count("c") == 2:
        return f"{why} until both its clear fields are removed, one a turn: `-clear`."
    if fields[-1] == "c":
        return f"{why} until its clear field is removed: begin with `-clear`."
    return (
        f"{why}, and its clear field lies under the {COLOURS[fields[-1]]} one: `-{COLOURS[fields[-1]]}` removes that."
    )


def _explain_no_points(turn: Progress) -> str:
    points = movement_points(turn.piece)
    doubled = ", doubled for each yellow field" if "y" in turn.piece.fields else ""
    can = choices(turn)
    more = f"; a field can be added, for example `+{COLOURS[can.adds[0]]}`" if can.adds else ""
    return f"the {turn.piece.pips}-pip piece has spent its {format_count(points, 'movement point')}{doubled}{more}."


def _reject_direction(turn: Progress) -> str | None:
    if turn.piece.facing == UP:
        return f"the piece stands upright on {_here(turn)} and points at no square: point it first, for example `n`."
    if AHEAD[turn.square][turn.piece.facing] is None:
        return f"{_here(turn)} points {COMPASS[turn.piece.facing]}, where the board ends: point it elsewhere first."
    return None


def _reject_advance(turn: Progress) -> str | None:
    ahead = AHEAD[turn.square][turn.piece.facing]
    if ahead is None:
        return _reject_direction(turn)
    other = turn.rest.get(ahead)
    if other is None:
        return None
    instead = "point past it" if other.seat == turn.piece.seat else "`x` attacks it"
    return f"{GRID.names[ahead]} is occupied by {_name_piece(other, turn.piece.seat)}: {instead}."


def _reject_attack(turn: Progress, word: Word) -> str | None:
    ahead = AHEAD[turn.square][turn.piece.facing]
    if ahead is None:
        return _reject_direction(turn)
    target = GRID.names[ahead]
    attack = resolve_attack(turn.rest, turn.square, turn.piece)
    if attack is None:
        return _explain_no_target(turn, ahead)
    values = f"attack {attack.attack} against defence {attack.defence}"
    if attack.outcome == "fails" and (word.new is not None or word.facing not in {None, turn.piece.facing}):
        return f"the attack on {target} fails ({values}), so nobody turns: it is written `x`."
    if attack.outcome != "converts" and word.new is not None:
        plain = "x" if word.facing is None else f"x>{FACINGS[word.facing]}"
        return f"nothing is converted on {target}, and only a converted piece faces as a comma says: write `{plain}`."
    return None


def _explain_no_target(turn: Progress, ahead: int) -> str:
    target = GRID.names[ahead]
    own, ghost = turn.rest.get(ahead), turn.rest.get(ahead + GHOST)
    if own is not None:
        return f"{target} is {_name_piece(own, turn.piece.seat)}, and only enemy pieces can be attacked (R1)."
    if ghost is not None:
        whose = _name_piece(ghost, turn.piece.seat)
        return f"{whose} on {target} is out of phase and cannot be attacked; `f` goes onto its square."
    return f"{target} is empty, there is nothing to attack; `f` advances to it."
