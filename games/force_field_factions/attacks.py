"""What pieces and their fields can do, and what an attack does: capture, push, conversion, or lost fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from games.force_field_factions.state import COLOURS, GHOST, GRID, UP, Outcome, Piece, Push

if TYPE_CHECKING:
    from collections.abc import Iterable

Board: TypeAlias = "dict[int, Piece]"
"""Pieces by place."""

BEGIN = {1: 3, 2: 3, 3: 2}
"""Pieces of each size that a player starts with."""
ROOM = {1: 2, 2: 1, 3: 0}
"""Fields that a piece of each size can carry."""

AHEAD = tuple((*squares, None) for squares in GRID.compass)
"""For each square and facing the square pointed at; None beyond the edge and for upright."""


def pieces_by_place(board: tuple[Piece | None, ...]) -> Board:
    """Return the pieces of a state's board by place."""
    return {place: piece for place, piece in enumerate(board) if piece is not None}


def place_of(square: int, piece: Piece) -> int:
    """Return the place of a piece on a square."""
    return square + GHOST if "c" in piece.fields else square


def attack_value(piece: Piece) -> int:
    """Return 1, and 1 for each red field."""
    return 1 + piece.fields.count("r")


def defence_value(piece: Piece) -> int:
    """Return 1, or 2 if upright, and 1 for each blue field."""
    return 1 + (piece.facing == UP) + piece.fields.count("b")


def movement_points(piece: Piece) -> int:
    """Return the pips, doubled for each yellow field."""
    return piece.pips << piece.fields.count("y")


def field_size(pips: int, number: int) -> int:
    """Return the pips of field `number` (0 is the innermost) over a piece of so many pips."""
    return pips + 1 + number


def left_in_pool(pieces: Iterable[Piece], supply: int) -> dict[tuple[str, int], int]:
    """Return how many fields of each colour's letter and size (2 or 3) are not over a piece."""
    left = {(colour, size): supply for colour in COLOURS for size in (2, 3)}
    for piece in pieces:
        for number, colour in enumerate(piece.fields):
            left[colour, field_size(piece.pips, number)] -= 1
    return left


def addable_fields(rest: Board, piece: Piece, supply: int) -> str:
    """Return the letters of the fields that a piece among the `rest` can be given now, in the order of the rules."""
    if len(piece.fields) >= ROOM[piece.pips]:
        return ""
    size = field_size(piece.pips, len(piece.fields))
    # The piece's own fields are all smaller than the one to come.
    worn = [
        other.fields[number]
        for other in rest.values()
        if (number := size - 1 - other.pips) >= 0 and len(other.fields) > number
    ]
    return "".join([colour for colour in COLOURS if worn.count(colour) < supply])


def missing_sizes(pieces: Iterable[Piece], seat: int) -> tuple[int, ...]:
    """Return the sizes of which a seat has no piece on the board, in or out of phase (R8)."""
    on_board = {piece.pips for piece in pieces if piece.seat == seat}
    return tuple(pips for pips in BEGIN if pips not in on_board)


class AttackResult(NamedTuple):
    """An attack worked out. `rest` are all pieces but the attacker afterwards, a converted one upright for now."""

    outcome: Outcome
    target: int
    victim: Piece
    attack: int
    defence: int
    rest: Board
    pushes: tuple[Push, ...] = ()

    @property
    def moves_in(self) -> bool:
        """Whether the attacker takes the square it attacked (R2), or stays (R3)."""
        return self.outcome in {"takes", "pushes"}


def resolve_attack(rest: Board, square: int, piece: Piece) -> AttackResult | None:
    """Return what comes of an attack by an in-phase piece on a square; None when it points at no enemy in phase."""
    target = AHEAD[square][piece.facing]
    victim = None if target is None else rest.get(target)
    if target is None or victim is None or victim.seat == piece.seat:
        return None
    attack, defence = attack_value(piece), defence_value(victim)
    if attack < defence:
        if attack + 1 == defence and victim.fields and "o" in piece.fields:
            stripped = {**rest, target: victim._replace(fields="")}
            return AttackResult("strips", target, victim, attack, defence, stripped)
        return AttackResult("fails", target, victim, attack, defence, rest)
    if "p" in piece.fields and _has_room(rest.values(), piece, victim.pips):
        converted = {**rest, target: Piece(piece.seat, victim.pips, UP)}
        return AttackResult("converts", target, victim, attack, defence, converted)
    after = dict(rest)
    greens = piece.fields.count("g")
    if not greens:
        del after[target]
        return AttackResult("takes", target, victim, attack, defence, after)
    pushes = _push(after, target, piece.facing, greens)
    return AttackResult("pushes", target, victim, attack, defence, after, pushes)


def _has_room(rest: Iterable[Piece], piece: Piece, pips: int) -> bool:
    own = [other for other in (*rest, piece) if other.seat == piece.seat and other.pips == pips]
    return len(own) < BEGIN[pips]


def _push(board: Board, first: int, direction: int, times: int) -> tuple[Push, ...]:
    """Push the piece on `first` and the line behind it so many times, in place; tell where each piece went."""
    origins: dict[int, int] = {}
    lost: list[Push] = []
    at: int | None = first
    for _ in range(times):
        if at is None:
            break
        line: list[int] = []
        ahead: int | None = at
        while ahead is not None and ahead in board:
            line.append(ahead)
            ahead = AHEAD[ahead][direction]
        for square in reversed(line):
            piece, origin = board.pop(square), origins.pop(square, square)
            end = AHEAD[square][direction]
            if end is None:
                lost.append(Push(piece, origin, None))
            else:
                board[end] = piece
                origins[end] = origin
        at = AHEAD[at][direction]
    moved = [Push(board[end], origin, end) for end, origin in origins.items()]
    order = {square: number for number, square in enumerate(_line_from(first, direction))}
    return tuple(sorted([*moved, *lost], key=lambda push: order[push.start]))


def _line_from(square: int, direction: int) -> list[int]:
    line: list[int] = []
    ahead: int | None = square
    while ahead is not None:
        line.append(ahead)
        ahead = AHEAD[ahead][direction]
    return line
