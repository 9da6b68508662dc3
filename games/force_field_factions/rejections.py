"""Why an action cannot be done at one point of a turn: clauses that name the square, the piece or the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.force_field_factions.attacks import resolve_attack
from games.force_field_factions.choices import choices, has_added_field
from games.force_field_factions.position import SEATS
from games.force_field_factions.powers import AHEAD, ROOM, can_add, field_size, movement_points
from games.force_field_factions.state import COLOURS, COMPASS, FACINGS, GHOST, GRID, UP, Piece

if TYPE_CHECKING:
    from games.force_field_factions.notation import Word
    from games.force_field_factions.turns import Progress


def reject_action(turn: Progress, word: Word) -> str | None:
    """Return why an action (an advance: of one square) cannot come next, as a sentence; None if it can."""
    if turn.destroyed:
        return "the change of phase has destroyed both pieces, and the turn is over (R6)."
    if has_added_field(turn):
        return "an added field ends the turn: write it last, and add only one."
    match word.kind:
        case "remove":
            why = _no_removal(turn, word.colour)
        case "add":
            why = _no_adding(turn, word.colour)
        case _:
            why = _no_move(turn, word)
    return why


def _no_move(turn: Progress, word: Word) -> str | None:
    if turn.piece.out_of_phase:
        return _out_of_phase(turn)
    if not turn.points:
        return _spent(turn)
    if word.kind == "advance":
        return _no_advance(turn)
    return _no_attack(turn, word) if word.kind == "attack" else None


def named(piece: Piece, seat: int) -> str:
    """Name a piece as the player of a seat sees it: "your 1-pip piece", "Black's 2-pip piece"."""
    return f"{'your' if piece.seat == seat else SEATS[piece.seat - 1] + chr(39) + 's'} {piece.pips}-pip piece"


def _here(turn: Progress) -> str:
    return GRID.names[turn.square]


def _no_removal(turn: Progress, colour: str) -> str | None:
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


def _no_adding(turn: Progress, colour: str) -> str | None:
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


def _out_of_phase(turn: Progress) -> str:
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


def _spent(turn: Progress) -> str:
    points = movement_points(turn.piece)
    doubled = ", doubled for each yellow field" if "y" in turn.piece.fields else ""
    s = "" if points == 1 else "s"
    can = choices(turn)
    more = f"; a field can be added, for example `+{COLOURS[can.adds[0]]}`" if can.adds else ""
    return f"the {turn.piece.pips}-pip piece has spent its {points} movement point{s}{doubled}{more}."


def _no_aim(turn: Progress) -> str | None:
    if turn.piece.facing == UP:
        return f"the piece stands upright on {_here(turn)} and points at no square: point it first, for example `n`."
    if AHEAD[turn.square][turn.piece.facing] is None:
        return f"{_here(turn)} points {COMPASS[turn.piece.facing]}, where the board ends: point it elsewhere first."
    return None


def _no_advance(turn: Progress) -> str | None:
    ahead = AHEAD[turn.square][turn.piece.facing]
    if ahead is None:
        return _no_aim(turn)
    other = turn.rest.get(ahead)
    if other is None:
        return None
    instead = "point past it" if other.seat == turn.piece.seat else "`x` attacks it"
    return f"{GRID.names[ahead]} is occupied by {named(other, turn.piece.seat)}: {instead}."


def _no_attack(turn: Progress, word: Word) -> str | None:
    ahead = AHEAD[turn.square][turn.piece.facing]
    if ahead is None:
        return _no_aim(turn)
    target = GRID.names[ahead]
    attack = resolve_attack(turn.rest, turn.square, turn.piece)
    if attack is None:
        return _nothing_there(turn, ahead)
    values = f"attack {attack.attack} against defence {attack.defence}"
    if attack.outcome == "fails" and (word.new is not None or word.facing not in {None, turn.piece.facing}):
        return f"the attack on {target} fails ({values}), so nobody turns: it is written `x`."
    if attack.outcome != "converts" and word.new is not None:
        plain = "x" if word.facing is None else f"x>{FACINGS[word.facing]}"
        return f"nothing is converted on {target}, and only a converted piece faces as a comma says: write `{plain}`."
    return None


def _nothing_there(turn: Progress, ahead: int) -> str:
    target = GRID.names[ahead]
    own, ghost = turn.rest.get(ahead), turn.rest.get(ahead + GHOST)
    if own is not None:
        return f"{target} is {named(own, turn.piece.seat)}, and only enemy pieces can be attacked (R1)."
    if ghost is not None:
        whose = named(ghost, turn.piece.seat)
        return f"{whose} on {target} is out of phase and cannot be attacked; `f` goes onto its square."
    return f"{target} is empty, there is nothing to attack; `f` advances to it."
