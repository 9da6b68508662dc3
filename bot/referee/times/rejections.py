"""Sentences that say why a time control, a length, a time zone or a time of day is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Sequence

SAME_TIME = N_("Quiet hours begin and end at different times: write `22-7`, `22:30-7`, or `none`.")
_LEFT_OUT = {
    "weekends": N_("Without a clock there are no weekends to leave out: write `3d no weekends`, for example."),
    "net": N_("Without a clock there is no safety net to leave out: write `3d no net`, for example."),
    "vacation": N_("Without a clock there is no vacation to leave out: write `3d no vacation`, for example."),
    "pauses": N_("Without a clock there are no pauses to leave out: write `3d no pauses`, for example."),
}


def nothing_to_leave_out(what: str) -> str:
    """Reject `no weekends` and the like without a clock; `what` is left out."""
    return _(_LEFT_OUT[what])


def cap_too_low(cap: str, time: str) -> str:
    """Reject a bank whose cap is less than what it begins with; both are in words."""
    return _("The cap of the clock, {cap}, is less than the {time} that it begins with.").format(cap=cap, time=time)


def unreadable_control(typed: str) -> str:
    """Reject what isn't a time control."""
    return _(
        "I can't read the clock {typed}: write `3d` (3 days a move), `12h` (12 hours a move), "
        "`3d+1d` (3 days in the bank, 1 more with each move; `3d+1d cap 6d` says up to how much), each with "
        "`no weekends` if you like, or `none`."
    ).format(typed=formatting.code(typed))


def unreadable_length(typed: str) -> str:
    """Reject what isn't a length of time."""
    return _("I can't read {typed} as a time: write `3d` (days), `12h` (hours) or `90m` (minutes).").format(
        typed=formatting.code(typed)
    )


def length_out_of_range(typed: str, shortest: str, longest: str) -> str:
    """Reject a length that is too short or too long; the bounds are in words."""
    return _("{typed} is not from {shortest} to {longest}.").format(
        typed=formatting.code(typed), shortest=shortest, longest=longest
    )


def unknown_zone(typed: str, similar: Sequence[str]) -> str:
    """Reject what isn't a time zone, and name the zones that the player may mean."""
    sentences = [_("There's no time zone called {typed}.").format(typed=formatting.code(typed))]
    if similar:
        zones = format_list(map(formatting.code, similar), "or")
        sentences.append(_("Did you mean {zones}?").format(zones=zones))
    return " ".join([*sentences, _("Zones are named by continent and city, as in `Europe/Berlin`.")])


def unreadable_time_of_day(typed: str) -> str:
    """Reject what isn't a time of day."""
    return _("I can't read {typed} as a time of day: write a whole or half hour, as `8`, `7:30` or `22`.").format(
        typed=formatting.code(typed)
    )


def unreadable_quiet_hours(typed: str) -> str:
    """Reject what isn't a pair of times of day."""
    return _("I can't read {typed} as quiet hours: write `22-7`, `22:30-7`, or `none`.").format(
        typed=formatting.code(typed)
    )
