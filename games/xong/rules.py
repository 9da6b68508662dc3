"""What a turn does, when the match is over and who wins (rulings R1 to R5 of the rules page)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.contract import Result, win_of_two
from games.message import message
from games.translation import gettext_noop as N_
from games.xong import shapes, walks
from games.xong.new_xoids import find_new_xoid
from games.xong.placements import fits
from games.xong.score import count_score
from games.xong.state import State, Turn

if TYPE_CHECKING:
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.state import Move

SEATS = (N_("Red"), N_("Blue"))


FREE, SINGLE = "free", "single"
FIRST = (FREE, SINGLE, *map(str, range(2, 10)))
"""What the first Xoid can be: any that blue gives, the one of a single leg, or a straight one of so many legs."""


def start(board: LegBoard, first: str = FREE) -> State:
    """Return the empty board: blue to give red the first Xoid, or red to place the `first` one (R8).

    A straight Xoid that is too long for the board is replaced by the longest that fits.
    """
    if first == FREE:
        return State(board, (0, 0), None, (), 2)
    longest = 1 if first == SINGLE else int(first)
    straight = (shapes.read(walks.straight(legs)) for legs in range(longest, 0, -1))
    hand = next(shape for shape in straight if fits(shape, board.legs))
    return State(board, (0, 0), hand.text, (), 1)


def play(state: State, move: Move) -> State:
    """Return the state after a legal move. Raises `ValueError` when a turn without a gift still owes one."""
    if state.mover is None:
        raise ValueError("The match is over.")
    number = shapes.number(move.gift) if move.gift else None
    if state.hand is None:
        return replace(state, hand=move.gift, mover=1, last=Turn(2, move, None, number, (0, 0)))
    seat = state.mover
    red, blue = state.legs
    legs = (red | move.legs, blue) if seat == 1 else (red, blue | move.legs)
    before, now = count_score(state.board, state.legs), count_score(state.board, legs)
    change = now.points[0] - before.points[0], now.points[1] - before.points[1]
    last = Turn(seat, move, state.hand, number, change)
    after = State(state.board, legs, move.gift, add_played(state.played, state.hand), 3 - seat, last)
    if move.gift is not None:
        return after
    if find_new_xoid(after.vacant, after.played) is not None:
        raise ValueError("A new Xoid still fits, so one must be given.")
    return replace(after, mover=None, outcome=final(state.board, legs, seat))


def add_played(played: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return the canonical texts of the Xoids played, in order, with one more."""
    return tuple(sorted((*played, text), key=walks.by_text))


def final(board: LegBoard, legs: tuple[Mask, Mask], last: int) -> Result:
    """Return the result of a match in which seat `last` placed last and no new Xoid fits."""
    red, blue = points = count_score(board, legs).final(last)
    reason = message(N_("{more} points to {fewer}"), more=max(points), fewer=min(points))
    return win_of_two(1 if red > blue else 2, reason, points)
