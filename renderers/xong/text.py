"""Xong in words: on the picture and beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.translation import gettext as _
from games.translation import ngettext, pgettext
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
    # Translators: what a player has to do, after a name or alone: place a Xoid, or give the other player one.
    return _("to place") if state.hand else _("to give")


def describe_seat(state: State, seat: int) -> str:
    """Return the second line of a seat's panel: what it has to do, what it gave, or how it fared."""
    if state.outcome:
        return pgettext("seat", "wins") if seat == sole_winner(state.outcome) else ""
    if seat == state.mover:
        return task(state)
    if not state.hand or not (state.played or state.last):
        return ""
    # Translators: {xoid} is the number, the walk or the size of the Xoid that this player gave the other.
    return _("gave {xoid}").format(xoid=caption(state.hand))


def write_headline(scene: Scene) -> str:
    """Return the first line below the board: the last move, in few words where its legs are too many."""
    state: State = scene.state
    if not scene.move:
        seat = state.mover or sole_winner(state.outcome)
        if not seat:
            return pgettext("match", "Over")
        who = _(SEATS[seat - 1])
        return _("{who} {task}").format(who=who, task=task(state)) if state.mover else _("{who} wins").format(who=who)
    if text_width(scene.move, MOVE) <= _ROOM:
        return scene.move
    size = state.last.move.legs.bit_count() if state.last else 0
    if not size:
        return f"give {caption(state.hand or 'F')}"
    return ngettext("Xoid {number}: {n} leg", "Xoid {number}: {n} legs", size).format(number=len(state.played), n=size)


def describe_outcome(scene: Scene) -> str:
    """Return the second line below the board: what was given and what the placement changed, or the end."""
    state: State = scene.state
    best, last = sole_winner(state.outcome), state.last
    if state.outcome:
        reason = state.outcome.clause
        if not best or not scene.move:
            return reason
        return _("{who} wins: {reason}").format(who=_(SEATS[best - 1]), reason=reason)
    if not last or not scene.move:
        if not state.hand:
            return _("any Xoid that fits, to begin with")
        return _("{xoid} in hand").format(xoid=caption(state.hand))
    # Translators: a player gave the seat that Xoid.
    gift = _("gives {seat} {xoid}").format(seat=_(SEATS[2 - last.seat]), xoid=caption(state.hand)) if state.hand else ""
    changes = [f"{_(SEATS[seat])} {change:+d}" for seat, change in enumerate(last.change) if change]
    return "; ".join(filter(None, (gift, ", ".join(changes))))
