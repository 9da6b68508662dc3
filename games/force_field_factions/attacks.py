"""What an attack does: values compared, then a capture, a push, a conversion, or lost fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.force_field_factions.powers import AHEAD, BEGIN, Board, attack_value, defence_value
from games.force_field_factions.state import UP, Outcome, Piece, Push

if TYPE_CHECKING:
    from collections.abc import Iterable


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
