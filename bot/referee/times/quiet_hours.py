"""Quiet hours, in which messages to a person arrive silently: how they are written and parsed, and when they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.times import rejections
from bot.referee.times.time_of_day import format_time, parse_time
from games.translation import gettext as _

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

NO_QUIET_HOURS = "none"
COMMON_QUIET_HOURS = (NO_QUIET_HOURS, "21-7", "22-7", "22-8", "23-7", "23-8", "0-8", "9-17")


def parse_quiet_hours(typed: str) -> str:
    """Return quiet hours as they are stored: `none`, or from when to when. Raises `RequestRejected`.

    >>> parse_quiet_hours("22:00-07:30")
    '22-7:30'
    """
    if typed.strip().lower() == NO_QUIET_HOURS:
        return NO_QUIET_HOURS
    first, dash, last = typed.partition("-")
    if not dash:
        raise RequestRejected(rejections.unreadable_quiet_hours(typed))
    began, ended = parse_time(first), parse_time(last)
    if began == ended:
        raise RequestRejected(_(rejections.SAME_TIME))
    return f"{format_time(began)}-{format_time(ended)}"


def is_quiet(quiet_hours: str, moment: datetime, zone: tzinfo) -> bool:
    """Return whether a moment lies in quiet hours, given as they are stored, in the local time of a zone."""
    if quiet_hours == NO_QUIET_HOURS:
        return False
    began, ended = map(parse_time, quiet_hours.split("-"))
    now = moment.astimezone(zone).time()
    return began <= now < ended if began < ended else now >= began or now < ended
