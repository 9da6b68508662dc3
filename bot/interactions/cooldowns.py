"""How much of what costs a lot (pictures, replays, files) one person, and all in one channel, may ask for in a minute.

Each request has a cost. It is taken from what its person may ask for, and from twice as much for its channel.
"""

from __future__ import annotations

import math
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from discord.ext import commands

from bot.referee import formatting
from bot.referee.errors import RequestRejected

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from datetime import datetime

    from bot.referee.requests import Request

PICTURE, FILES, REPLAY = 1, 2, 6
"""What requests cost: a picture or a page of words, a match as files, an animation."""

PER_MINUTE = 30
"""What one person may ask for in a minute, unless the operator sets another number."""

PERIOD = 60.0
MOST_OF_ONE = 10
"""Requests of one person that may be under way at a time."""

MOST_IN_ALL = 50


class TooManyRequests(RequestRejected):
    """Somebody asks for too much. `told` says whether they heard so within the last minute."""

    def __init__(self, reason: str, *, told: bool) -> None:
        super().__init__(reason)
        self.told = told


class Cooldowns:
    """Who has asked for how much. `now` returns aware times, `per_minute` is what one person may ask for."""

    def __init__(self, now: Callable[[], datetime], per_minute: int = PER_MINUTE) -> None:
        self._now = now
        self._people = commands.CooldownMapping[int](commands.Cooldown(per_minute, PERIOD), int)
        self._channels = commands.CooldownMapping[int](commands.Cooldown(2 * per_minute, PERIOD), int)
        self._telling = commands.CooldownMapping[int](commands.Cooldown(1, PERIOD), int)
        self._under_way: Counter[int] = Counter()

    @contextmanager
    def admit(self, request: Request, cost: int) -> Generator[None]:
        """Let a request be answered in the block. Raises `TooManyRequests`."""
        if wait := self._wait(self._people, request.user_id, cost):
            raise self._refusal(request, f"You've asked for a lot in a short time. Ask again in {_seconds(wait)}.")
        if wait := self._wait(self._channels, request.channel_id, cost):
            raise self._refusal(request, f"A lot has been asked for in this channel. Ask again in {_seconds(wait)}.")
        if self._under_way[request.user_id] >= MOST_OF_ONE:
            raise self._refusal(request, "I'm still busy with what you asked for. Ask again when it's there.")
        if self._under_way.total() >= MOST_IN_ALL:
            raise self._refusal(request, "I'm busy with what others asked for. Ask again in a minute.")
        self._under_way[request.user_id] += 1
        try:
            yield
        finally:
            self._under_way -= Counter([request.user_id])

    def _refusal(self, request: Request, reason: str) -> TooManyRequests:
        return TooManyRequests(reason, told=bool(self._wait(self._telling, request.user_id, 1)))

    def _wait(self, mapping: commands.CooldownMapping[int], key: int, cost: int) -> float | None:
        """Take a cost from what somebody may ask for; return in how many seconds, if it isn't there now."""
        current = self._now().timestamp()
        wait = mapping.update_rate_limit(key, current, cost)
        if wait is None or wait <= PERIOD:
            return wait
        bucket = mapping.get_bucket(key, current)  # its time lies ahead: the clock was put back
        if bucket:
            bucket.reset()
        return mapping.update_rate_limit(key, current, cost)


def _seconds(wait: float) -> str:
    return formatting.counted(max(math.ceil(wait), 1), "second")
