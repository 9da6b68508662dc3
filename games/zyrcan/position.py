"""Position text: rows i to a, the hands, the phase and the seat to move."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, get_args

from games.contract import ENDED
from games.zyrcan.field import ENGINES, NAMES, field
from games.zyrcan.moves import can_move
from games.zyrcan.notation import SEATS
from games.zyrcan.state import FULL_HAND, Hand, Phase, Ship, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.zyrcan.state import Variant

_HAND = re.compile("([0-9]),([0-9]),([0-9])")
_PHASES: dict[str, Phase] = {phase: phase for phase in get_args(Phase)}
_NOBODY = "-"


def write(state: State) -> str:
    """Return the one line of text of a state."""
    board = state.board
    rows = "/".join([",".join([_cell(board[cell]) for cell in cells]) for _, cells in field(state.players).rows])
    hands = ";".join([",".join(map(str, hand)) for hand in state.hands])
    return f"{rows} {hands} {state.phase} {state.mover or _NOBODY}"


def _cell(ship: Ship | None) -> str:
    return f"{ship.seat}{ship.engines}" if ship else _NOBODY


def read(text: str, players: int, variant: Variant) -> State:
    """Return the state of a position text: nobody has left, nobody has placed in the current round.

    Fewer ships than a match would have are taken as they are. Raises `ValueError` with a sentence on what is wrong.
    """
    parts = text.split(" ")
    if len(parts) != 4:
        raise ValueError(
            "A position is rows i to a joined by `/`, the hands, the phase and the seat to move, a space between."
        )
    board = _board(parts[0], players)
    hands = _hands(parts[1], players)
    if parts[2] not in _PHASES:
        raise ValueError(f"The phase is one of {', '.join(_PHASES)}, not {parts[2][:20]!r}.")
    phase = _PHASES[parts[2]]
    mover = _mover(parts[3], players, phase)
    _check_counts(board, hands)
    if phase in {"attack", "last"} and any(map(any, hands)):
        raise ValueError("From phase two on every hand reads `0,0,0`.")
    state = State(players, variant, board, hands, phase, mover)
    if mover is None:
        return State(players, variant, board, hands, phase, None, outcome=ENDED)
    if not can_move(state, mover):
        raise ValueError(f"{SEATS[mover - 1]} has nothing to play here, so it cannot be the seat to move.")
    return state


def _board(text: str, players: int) -> tuple[Ship | None, ...]:
    rows, texts = field(players).rows, text.split("/")
    if len(texts) != len(rows):
        raise ValueError(f"A position has {len(rows)} rows joined by `/`, here there are {len(texts)}.")
    board: list[Ship | None] = [None] * len(NAMES)
    for (letter, cells), row in zip(rows, texts, strict=True):
        stand = row.split(",") if row else []
        if len(stand) != len(cells):
            raise ValueError(
                f"Row {letter} has {len(cells)} cells in use with {players} players, and the text {len(stand)}."
            )
        for cell, word in zip(cells, stand, strict=True):
            board[cell] = _ship(word, cell, players)
    return tuple(board)


def _ship(word: str, cell: int, players: int) -> Ship | None:
    if word == _NOBODY:
        return None
    ships = {_cell(ship): ship for ship in (Ship(seat, pips) for seat in range(1, players + 1) for pips in ENGINES)}
    if word not in ships:
        raise ValueError(f"On {NAMES[cell]} stands {word[:20]!r}; a cell is `-`, or a seat and engines such as `23`.")
    return ships[word]


def _hands(text: str, players: int) -> tuple[Hand, ...]:
    hands = [_HAND.fullmatch(hand) for hand in text.split(";")]
    if len(hands) != players or None in hands:
        raise ValueError(f"There are {players} hands joined by `;`, each three numbers such as `4,6,2`.")
    return tuple([(int(hand[1]), int(hand[2]), int(hand[3])) for hand in hands if hand])


def _mover(text: str, players: int, phase: Phase) -> int | None:
    seats = {str(seat): seat for seat in range(1, players + 1)}
    if phase == "over" and text == _NOBODY:
        return None
    if phase == "over" or text not in seats:
        expected = "`-` once the match is over" if phase == "over" else f"a number from 1 to {players}"
        raise ValueError(f"The seat to move is {expected}, not {text[:20]!r}.")
    return seats[text]


def _check_counts(board: Sequence[Ship | None], hands: Sequence[Hand]) -> None:
    for seat, hand in enumerate(hands, 1):
        for engines, held, most in zip(ENGINES, hand, FULL_HAND, strict=True):
            ships = board.count(Ship(seat, engines)) + held
            if ships > most:
                kind = "1 engine" if engines == 1 else f"{engines} engines"
                raise ValueError(f"{SEATS[seat - 1]} has {ships} ships with {kind}, more than {most}.")
