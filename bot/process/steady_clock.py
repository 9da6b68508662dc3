"""The time of this process: the wall clock at its start plus the time that has passed since, so it never jumps."""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)
JUMP = timedelta(seconds=5)
"""A larger difference from the wall clock is a jump; a smaller one is corrected step by step."""
MAX_STEP = timedelta(milliseconds=100)
"""How much of a small difference one comparison corrects."""
JUMP_ACCEPTED_AFTER = timedelta(minutes=10)
"""How long a jump has to last until the process follows the wall clock."""


def read_wall_clock() -> datetime:
    """Return the time of the machine's clock, in UTC."""
    return datetime.now(UTC)


def count_seconds() -> float:
    """Return the seconds since a fixed moment, including those in which the machine slept if the system counts them."""
    boot: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class SteadyClock:
    """A clock that follows the wall clock, but does not jump with it."""

    def __init__(
        self, wall: Callable[[], datetime] = read_wall_clock, elapsed: Callable[[], float] = count_seconds
    ) -> None:
        self._wall, self._elapsed = wall, elapsed
        self._origin = wall() - timedelta(seconds=elapsed())
        self._jumped: tuple[timedelta, datetime] | None = None  # by how much, and when by this clock

    def now(self) -> datetime:
        """Return the time."""
        return self._origin + timedelta(seconds=self._elapsed())

    def compare(self) -> timedelta:
        """Compare with the wall clock, and return by how much to `move`: zero unless a jump has lasted.

        Call this about once a minute. A jump is logged once.
        """
        now = self.now()
        ahead = self._wall() - now
        if abs(ahead) <= JUMP:
            if self._jumped:
                log.warning("The machine's clock is right again.")
                self._jumped = None
            self._origin += min(max(ahead, -MAX_STEP), MAX_STEP)
            return timedelta()
        if self._jumped is None or abs(ahead - self._jumped[0]) > JUMP:
            log.warning(
                "The machine's clock is off by %+d s, which is ignored unless it stands for 10 minutes.",
                ahead.total_seconds(),
            )
            self._jumped = ahead, now
        return ahead if now - self._jumped[1] >= JUMP_ACCEPTED_AFTER else timedelta()

    def move(self, by: timedelta) -> None:
        """Follow the wall clock, which differs by `by`."""
        self._origin += by
        self._jumped = None
        log.warning("The machine's clock is believed: the time was set by %+d s.", by.total_seconds())
