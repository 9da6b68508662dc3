"""Xong in words: on the picture and beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.text import format_count
from games.xong.rules import SEATS
from games.xong.score import count_score
from renderers.board.scene import sole_winner
from renderers.drawing.typeface import MOVE, text_width
from renderers.xong.pieces import caption

if TYPE_CHECKING:
    from games.xong.state import State
    from renderers.board.scene import Scene

TITLE = "Xong"
_ROOM = 560


def points(state: State) -> tuple[int, int]:
    """Return the points of red and blue: the result, or the score while the match runs."""
    ended = state.outcome.points if state.outcome else None
    red, blue = ended or count_score(state.board, state.legs).points
    return red, blue


def task(state: State) -> str:
    """Return what the seat to move has to do, as words after its name; empty when the match is over."""
    if not state.mover:
        return ""
    return "to place" if state.hand else "to give"


def describe_seat(state: State, seat: int) -> str:
    """Return the second line of a seat's panel: what it has to do, what it gave, or how it fared."""
    if state.outcome:
        return "wins" if seat == sole_winner(state.outcome) else ""
    if seat == state.mover:
        return task(state)
    return f"gave {caption(state.hand)}" if state.hand and (state.played or state.last) else ""


def write_headline(scene: Scene) -> str:
    """Return the first line below the board: the last move, in few words where its legs are too many."""
    state: State = scene.state
    if not scene.move:
        seat = state.mover or sole_winner(state.outcome)
        return f"{SEATS[seat - 1]} {task(state) or 'wins'}" if seat else "Over"
    if text_width(scene.move, MOVE) <= _ROOM:
        return scene.move
    size = state.last.move.legs.bit_count() if state.last else 0
    return f"Xoid {len(state.played)}: {format_count(size, 'leg')}" if size else f"give {caption(state.hand or 'F')}"


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what was given and what the placement changed, or the end."""
    state: State = scene.state
    best, last = sole_winner(state.outcome), state.last
    if state.outcome:
        return f"{SEATS[best - 1]} wins: {state.outcome.clause}" if best and scene.move else state.outcome.clause
    if not last or not scene.move:
        return "any Xoid that fits, to begin with" if not state.hand else f"{caption(state.hand)} in hand"
    gift = f"gives {SEATS[2 - last.seat]} {caption(state.hand)}" if state.hand else ""
    changes = [f"{SEATS[seat]} {change:+d}" for seat, change in enumerate(last.change) if change]
    return "; ".join(filter(None, (gift, ", ".join(changes))))
