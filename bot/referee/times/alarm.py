"""When a player is told that the time for their turn runs out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import timedelta


def time_before_alarm(time: timedelta) -> timedelta:
    """Return how much of the time for a turn is used when the alarm comes: 80%."""
    return time * 4 / 5
