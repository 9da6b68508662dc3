"""Position text: both players' legs, the Xoid in hand, the Xoids played, and the seat to act."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.contract import ENDED, Result
from games.xong import rules, shapes
from games.xong.lattice import bits, union
from games.xong.rules import find_new_xoid, fits
from games.xong.state import State

if TYPE_CHECKING:
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.shapes import Shape

_LONGEST = 12_000
_PARTS = re.compile(r"1:([^ ]*) 2:([^ ]*) hand:([^ ]+) played:([^ ]+) ([12-])")
_WALK = re.compile(r"F[LR()]*")


def write(state: State) -> str:
    """Return the one line of text of a position."""
    red, blue = (",".join(state.board.names_of(bits(legs))) for legs in state.legs)
    played = ",".join(state.played) or "-"
    return f"1:{red} 2:{blue} hand:{state.hand or '-'} played:{played} {state.mover or '-'}"


def read(text: str, board: LegBoard) -> State:
    """Return the state of a position text. Raises `ValueError` with a sentence on what is wrong."""
    parts = _PARTS.fullmatch(text) if len(text) <= _LONGEST else None
    if parts is None:
        raise ValueError(
            "A position has five parts with a space between: `1:` and red's legs, `2:` and blue's, `hand:` and a Xoid, "
            "`played:` and Xoids, and `1`, `2` or `-` for the seat to act."
        )
    red, blue = _legs(parts[1], board), _legs(parts[2], board)
    if red & blue:
        name = board.names_of(bits(red & blue))[0]
        raise ValueError(f"Red and blue both have `{name}`.")
    played = [] if parts[4] == "-" else [_shape(walk, board) for walk in parts[4].split(",")]
    hand = None if parts[3] == "-" else _shape(parts[3], board)
    texts = [shape.text for shape in played]
    if texts != sorted(set(texts), key=shapes.by_text):
        raise ValueError("The Xoids played stand by length of text and then alphabet, each once.")
    taken, laid = (red | blue).bit_count(), sum(shape.size for shape in played)
    if taken != laid:
        raise ValueError(f"The Xoids played have {laid} legs, but {taken} legs are taken.")
    mover = None if parts[5] == "-" else int(parts[5])
    state = State(board, (red, blue), hand.text if hand else None, tuple(texts), mover)
    _check_hand(state, hand)
    return state if mover else State(board, (red, blue), state.hand, state.played, None, outcome=_read_outcome(state))


def _legs(part: str, board: LegBoard) -> Mask:
    names = part.split(",") if part else []
    strange = next((name for name in names if name not in board.by_name), None)
    if strange is not None:
        raise ValueError(f"{strange[:20]!r} is no leg of this board.")
    legs = [board.by_name[name] for name in names]
    if names != board.names_of(set(legs)):
        raise ValueError("Legs stand in alphabetical order, each once and by its canonical name.")
    return union(legs)


def _shape(text: str, board: LegBoard) -> Shape:
    if not _WALK.fullmatch(text) or shapes.size(text) > board.legs.bit_count():
        raise ValueError(f"{text[:40]!r} is no Xoid: a Xoid is a walk such as `F(L)R`, no larger than the board.")
    try:
        shape = shapes.read(text)
    except shapes.BadWalk as wrong:
        raise ValueError(f"`{text[:40]}` is no Xoid: {wrong}.") from None
    if shape.text != text or not shape.forms:
        raise ValueError(f"`{text[:40]}` is not the canonical text of a Xoid that a board can hold.")
    return shape


def _check_hand(state: State, hand: Shape | None) -> None:
    """Raise `ValueError` where the Xoid in hand, the Xoids played and the seat to act do not go together."""
    turn = len(state.played) % 2 + 1
    if hand is None and state.mover and (state.played or state.mover != 2):
        raise ValueError("Without a Xoid in hand only blue can act, and only before the first Xoid is placed.")
    if hand and state.mover and state.mover != turn:
        raise ValueError(f"With {len(state.played)} Xoids played seat {turn} is to act, not {state.mover}.")
    if hand and hand.text in state.played:
        raise ValueError(f"The Xoid in hand, `{hand.text}`, is played already.")
    if hand and not fits(hand, state.vacant):
        raise ValueError(f"The Xoid in hand, `{hand.text}`, fits nowhere on the vacant legs.")
    if hand is None and state.played and find_new_xoid(state.vacant, state.played) is not None:
        raise ValueError("A new Xoid still fits, so there must be one in hand.")


def _read_outcome(state: State) -> Result:
    """Return the result where the position tells it: red placed last if the number of Xoids played is odd (R5)."""
    if state.hand is None and state.played:
        return rules.final(state.board, state.legs, 2 - len(state.played) % 2)
    return ENDED
