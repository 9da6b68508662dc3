"""Check the time-zone data."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.admin.doctor.check import ok, problem
from bot.referee.times.zone_names import COMMON_ZONES

if TYPE_CHECKING:
    from bot.admin.doctor.check import Check


def check_zones() -> Check:
    """Check that the machine or the package tzdata has the time zones."""
    try:
        for name in COMMON_ZONES:
            ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError) as error:
        return problem("time zones", f"{error}: install the system's tzdata, or the Python package of that name.")
    return ok("time zones", f"{len(available_timezones()):,} are known.")
