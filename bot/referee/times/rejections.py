"""Sentences that say why a time control, a length, a time zone or a time of day is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Sequence

SAME_TIME = "Quiet hours begin and end at different times: write `22-7`, `22:30-7`, or `none`."


def nothing_to_leave_out(what: str) -> str:
    """Reject `no weekends` and the like without a clock; `what` is left out."""
    names = {"net": "is no safety net", "vacation": "is no vacation"}
    return f"Without a clock there {names.get(what, f'are no {what}')} to leave out: write `3d no {what}`, for example."


def cap_too_low(cap: str, time: str) -> str:
    """Reject a bank whose cap is less than what it begins with; both are in words."""
    return f"The cap of the clock, {cap}, is less than the {time} that it begins with."


def unreadable_control(typed: str) -> str:
    """Reject what isn't a time control."""
    return (
        f"I can't read the clock {formatting.code(typed)}: write `3d` (3 days a move), `12h` (12 hours a move), "
        "`3d+1d` (3 days in the bank, 1 more with each move; `3d+1d cap 6d` says up to how much), each with "
        "`no weekends` if you like, or `none`."
    )


def unreadable_length(typed: str) -> str:
    """Reject what isn't a length of time."""
    return f"I can't read {formatting.code(typed)} as a time: write `3d` (days), `12h` (hours) or `90m` (minutes)."


def length_out_of_range(typed: str, shortest: str, longest: str) -> str:
    """Reject a length that is too short or too long; the bounds are in words."""
    return f"{formatting.code(typed)} is not from {shortest} to {longest}."


def unknown_zone(typed: str, similar: Sequence[str]) -> str:
    """Reject what isn't a time zone, and name the zones that the player may mean."""
    hint = f" Did you mean {format_list(map(formatting.code, similar), 'or')}?" if similar else ""
    return (
        f"There's no time zone called {formatting.code(typed)}.{hint} "
        "Zones are named by continent and city, as in `Europe/Berlin`."
    )


def unreadable_time_of_day(typed: str) -> str:
    """Reject what isn't a time of day."""
    return (
        f"I can't read {formatting.code(typed)} as a time of day: write a whole or half hour, as `8`, `7:30` or `22`."
    )


def unreadable_quiet_hours(typed: str) -> str:
    """Reject what isn't a pair of times of day."""
    return f"I can't read {formatting.code(typed)} as quiet hours: write `22-7`, `22:30-7`, or `none`."
