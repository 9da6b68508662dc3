"""Limits of requests: how many a minute, and how long somebody waits until they are told again."""

from __future__ import annotations

import math
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from discord.ext import commands

from bot.images.boards import Picture
from bot.interactions import text as wording
from bot.interactions.replies import request_of
from bot.referee.errors import BUSY_FOR_OTHERS, BUSY_FOR_YOU, RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from datetime import datetime

    from bot.interactions.replies import Source
    from bot.referee.requests import Request

PER_MINUTE = 30
"""What one person may spend in a minute, unless the operator sets another number."""
MAX_RUNNING_PER_PERSON = 10
"""Requests of one person that may be in progress at a time."""
MAX_RUNNING_PER_CHANNEL = 20
"""Requests in one channel that may be in progress at a time, so that a flood there leaves room for all others."""
MAX_RUNNING = 200
"""Requests of all people that may be in progress at a time."""

PICTURE_COST = 1
"""A picture, or a page of text."""
FILES_COST = 2
"""A match as files."""
REPLAY_COST = 6
"""An animation, or a review."""


K = TypeVar("K")
PERIOD = 60.0


class TooManyRequests(RequestRejected):
    """A person makes too many requests. `already_told` says whether they were told so within the last minute."""

    def __init__(self, reason: str, *, already_told: bool) -> None:
        super().__init__(reason)
        self.already_told = already_told


class MemberBudget(NamedTuple):
    """What a person may spend in a minute on one server."""

    guild_id: int
    user_id: int
    per_minute: int


class Cooldowns:
    """The budgets of people and channels.

    `now` returns aware times, `member_limit` what a member of a server may spend in a minute there, None for no limit
    of the server's own, and `per_minute` is what one person may spend.
    """

    def __init__(
        self,
        now: Callable[[], datetime],
        member_limit: Callable[[int], Awaitable[int | None]],
        per_minute: int = PER_MINUTE,
    ) -> None:
        self.per_minute = per_minute
        self._now = now
        self._member_limit = member_limit
        self._members = commands.DynamicCooldownMapping[MemberBudget](
            lambda budget: commands.Cooldown(budget.per_minute, PERIOD), lambda budget: budget
        )
        self._people = commands.CooldownMapping[int](commands.Cooldown(per_minute, PERIOD), int)
        self._channels = commands.CooldownMapping[int](commands.Cooldown(2 * per_minute, PERIOD), int)
        self._rejections = commands.CooldownMapping[int](commands.Cooldown(1, PERIOD), int)
        self._running: Counter[int] = Counter()
        self._running_in: Counter[int] = Counter()  # the same by channel

    @asynccontextmanager
    async def admit(self, request: Request, cost: int) -> AsyncGenerator[None]:
        """Let a request run in the block. Raises `TooManyRequests`, and what `member_limit` raises."""
        limit = await self._member_limit(request.guild_id) if request.guild_id is not None else None
        if request.guild_id is not None and limit is not None:
            budget = MemberBudget(request.guild_id, request.user_id, limit)
            if wait := self._spend(self._members, budget, cost):
                raise self._reject(request, wording.too_many_requests(_round_up(wait)))
        if wait := self._spend(self._people, request.user_id, cost):
            raise self._reject(request, wording.too_many_requests(_round_up(wait)))
        if wait := self._spend(self._channels, request.channel_id, cost):
            raise self._reject(request, wording.too_many_in_channel(_round_up(wait)))
        if self._running[request.user_id] >= MAX_RUNNING_PER_PERSON:
            raise self._reject(request, _(BUSY_FOR_YOU))
        if self._running_in[request.channel_id] >= MAX_RUNNING_PER_CHANNEL or self._running.total() >= MAX_RUNNING:
            raise self._reject(request, _(BUSY_FOR_OTHERS))
        self._running[request.user_id] += 1
        self._running_in[request.channel_id] += 1
        try:
            yield
        finally:
            self._running -= Counter([request.user_id])
            self._running_in -= Counter([request.channel_id])

    def _reject(self, request: Request, reason: str) -> TooManyRequests:
        return TooManyRequests(reason, already_told=bool(self._spend(self._rejections, request.user_id, 1)))

    def _spend(self, mapping: commands.CooldownMapping[K], key: K, cost: int) -> float | None:
        """Take a cost from a budget; return the seconds until that is possible, or None if it was."""
        current = self._now().timestamp()
        wait = mapping.update_rate_limit(key, current, cost)
        if wait is None or wait <= PERIOD:
            return wait
        bucket = mapping.get_bucket(key, current)  # its time is in the future: the clock was set back
        if bucket:
            bucket.reset()
        return mapping.update_rate_limit(key, current, cost)


def _round_up(wait: float) -> int:
    return max(math.ceil(wait), 1)


async def draw_private_board(cooldowns: Cooldowns, source: Source, draw: Callable[[], Awaitable[Picture]]) -> Picture:
    """Return the picture of a board for the person of a request, an empty one if they have asked for too many.

    `draw` is called only if they may have it, so whatever it loads for the picture costs nothing either.
    """
    try:
        async with cooldowns.admit(request_of(source), PICTURE_COST):
            return await draw()
    except TooManyRequests:
        return Picture(None, "", "")
