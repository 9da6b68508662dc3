"""The words of what time brings about. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks.time_control import described, read_control, read_length, spoken

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from storage.tables.models import Match, Person

    Call = Callable[[Person], str]


def clock_chosen(clock: str) -> str:
    """Return the time control of a challenge as a sentence, as it is written; nothing where it has none.

    >>> clock_chosen("3d")
    '3 days a move (`3d`).'
    """
    control = read_control(clock)
    return f"{described(control)} ({formatting.code(str(control))})." if control else ""


def clock_agreed(clock: str) -> str:
    """Return the time control of a match that begins, as the end of a sentence; nothing where it has none."""
    control = read_control(clock)
    return f", {described(control)}" if control else ""


def alarm_post(match: Match, title: str, deadline: datetime) -> str:
    """Return what whoever is to move is told by direct message when four fifths of their time are used."""
    return (
        f"It is your move in **{title} #{match.id}**: <#{match.home}>. You have time until "
        f"{formatting.until(deadline)}."
    )


def nudge_post(match: Match, deadline: datetime, call: Call) -> str:
    """Return the same for the thread of the match, where `call` names them."""
    mover = match.seats[(match.to_move or 1) - 1]
    return f"{call(mover)}, it is your move in #{match.id}: you have time until {formatting.until(deadline)}."


def timeout_post(match: Match, since: datetime, call: Call) -> str:
    """Return what all are told when the time of whoever is to move is up; `call` names those who can claim it."""
    late = formatting.name(match.seats[(match.to_move or 1) - 1])
    others = formatting.listed(map(call, claimants(match)), "or")
    outcome = "ends the match" if len(claimants(match)) == 1 else f"takes {late} out of the match"
    return (
        f"{late}'s time in #{match.id} is up, since {formatting.ago(since)}. {others} can claim it, which {outcome}; "
        f"`/givetime` gives {late} more. Until then a move is still played."
    )


def claimants(match: Match) -> list[Person]:
    """Return who can claim the time of whoever is to move: all others that are still in."""
    return [person for seat, person in enumerate(match.seats, 1) if seat not in {match.to_move, *match.gone}]


def gift_post(match: Match, by: Person, to: Person, length: str, deadline: datetime | None) -> str:
    """Return what all are told when somebody gives time; without a deadline where the match has gone on since."""
    until = f", who now has until {formatting.until(deadline)}" if deadline else ""
    return f"{formatting.name(by)} gives {spoken(read_length(length))} to {formatting.name(to)} in #{match.id}{until}."
