"""What an attack does, in compact positions; the rules are those of `games.force_field_factions.attacks`."""

from __future__ import annotations

from typing import NamedTuple

from engines.force_field_factions.board import ATTACK, BARE, DEFENCE, FACED, FIELDS, PIPS, SEAT, Codes, code_of
from games.force_field_factions.powers import AHEAD, BEGIN
from games.force_field_factions.state import UP, Piece


class Attack(NamedTuple):
    """All other pieces after an attack, whether the attacker takes the square, and the place of a converted piece."""

    rest: Codes
    moves_in: bool
    converted: int | None = None


def resolve(rest: Codes, code: int, target: int, facing: int) -> Attack | None:
    """Return what comes of an attack on an enemy in phase on a square, or None if it fails."""
    victim = rest[target]
    margin, fields = ATTACK[code] - DEFENCE[victim], FIELDS[code]
    if margin < 0:
        if margin == -1 and "o" in fields and FIELDS[victim]:
            return Attack({**rest, target: BARE[victim]}, moves_in=False)
        return None
    if "p" in fields and _is_short(rest, code, PIPS[victim]):
        became = code_of(Piece(SEAT[code], PIPS[victim], UP))
        return Attack({**rest, target: became}, moves_in=False, converted=target)
    after = dict(rest)
    if "g" in fields:
        _push(after, target, facing, fields.count("g"))
    else:
        del after[target]
    return Attack(after, moves_in=True)


def conversions(attack: Attack) -> list[Codes]:
    """Return the other pieces for each way that a converted piece can face, or once if none was converted."""
    if attack.converted is None:
        return [attack.rest]
    ways = FACED[attack.rest[attack.converted]]
    return [{**attack.rest, attack.converted: way} for way in ways]


def _is_short(rest: Codes, code: int, pips: int) -> bool:
    """Return whether the attacker's side has fewer pieces of a size than it began with."""
    own = [other for other in (*rest.values(), code) if SEAT[other] == SEAT[code] and PIPS[other] == pips]
    return len(own) < BEGIN[pips]


def _push(board: Codes, first: int, facing: int, times: int) -> None:
    """Push the piece on a square and the line behind it, in place; what goes over the edge is gone."""
    at: int | None = first
    for _ in range(times):
        line: list[int] = []
        ahead = at
        while ahead is not None and ahead in board:
            line.append(ahead)
            ahead = AHEAD[ahead][facing]
        for square in reversed(line):
            code, end = board.pop(square), AHEAD[square][facing]
            if end is not None:
                board[end] = code
        at = None if at is None else AHEAD[at][facing]
