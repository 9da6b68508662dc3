"""Check of the machine's clock, by which deadlines go, against Discord's."""

from __future__ import annotations

from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from bot.admin.doctor.check import ok, problem, warning

if TYPE_CHECKING:
    from datetime import datetime

    from bot.admin.doctor.check import Check

FAST, WRONG = timedelta(seconds=5), timedelta(seconds=60)
"""Differences of the clock from Discord's from which on deadlines look odd, and are wrong."""


def check_clock(date: str | None, seen: datetime) -> Check:
    """Check the clock, which said `seen` when a response with this `Date` header arrived."""
    if date is None:
        return warning("clock", "Discord didn't say what time it is; try again.")
    # The header has whole seconds: on average it's half a second ago.
    ahead = seen - parsedate_to_datetime(date) - timedelta(seconds=0.5)
    seconds = round(abs(ahead).total_seconds())
    finding = f"{seconds:,} s {'ahead of' if ahead > timedelta() else 'behind'} Discord's"
    how = "switch on the synchronisation of this machine's clock (systemd-timesyncd, chrony), as deadlines go by it."
    if abs(ahead) > WRONG:
        return problem("clock", f"{finding}: {how}")
    if abs(ahead) > FAST:
        return warning("clock", f"{finding}: {how}")
    return ok("clock", "it agrees with Discord's.")
