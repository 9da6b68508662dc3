"""How much one person, and a channel, may ask for: within a minute of the test's own clock, and at a time."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import pytest

from bot.interactions.limits import (
    FILES_COST,
    MAX_RUNNING,
    MAX_RUNNING_PER_CHANNEL,
    MAX_RUNNING_PER_PERSON,
    PICTURE_COST,
    REPLAY_COST,
    Cooldowns,
    TooManyRequests,
)
from bot.referee.requests import Request

SECOND = timedelta(seconds=1)


class Counter:
    """A counter at which people ask, with a clock of its own."""

    def __init__(self, per_minute: int = 6) -> None:
        self.time = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.limits: dict[int, int] = {}
        self.cooldowns = Cooldowns(lambda: self.time, self.member_limit, per_minute)

    async def member_limit(self, guild_id: int) -> int | None:
        return self.limits.get(guild_id)

    async def ask(self, user: int = 1, channel: int = 10, cost: int = 1, guild: int | None = 1) -> str | None:
        """Ask for something that is answered at once; return why it isn't."""
        try:
            async with self.cooldowns.admit(Request(user, 1, channel, guild), cost):
                return None
        except TooManyRequests as refused:
            return f"{refused.reason} {'(told)' if refused.already_told else ''}".strip()


@pytest.fixture
def at() -> Counter:
    return Counter()


async def test_one_person_may_ask_for_so_much_in_a_minute(at: Counter) -> None:
    assert [await at.ask(cost=2), await at.ask(cost=3), await at.ask()] == [None] * 3
    at.time += 20.5 * SECOND
    assert await at.ask() == "You've asked for a lot in a short time. Ask again in 40 seconds."
    at.time += 39 * SECOND
    assert await at.ask() == "You've asked for a lot in a short time. Ask again in 1 second. (told)"
    at.time += SECOND
    assert await at.ask(cost=6) is None
    assert await at.ask() == "You've asked for a lot in a short time. Ask again in 60 seconds. (told)"
    at.time += 21 * SECOND
    assert await at.ask() == "You've asked for a lot in a short time. Ask again in 39 seconds."


@pytest.mark.parametrize(("cost", "count"), [(PICTURE_COST, 30), (FILES_COST, 15), (REPLAY_COST, 5)])
async def test_a_file_counts_twice_and_a_replay_six_times(cost: int, count: int) -> None:
    at = Counter(per_minute=30)
    assert [await at.ask(cost=cost) for _ in range(count)] == [None] * count
    assert await at.ask(cost=cost)


async def test_a_request_beyond_the_budget_is_rejected(at: Counter) -> None:
    assert await at.ask(cost=5) is None
    assert await at.ask(cost=2)
    assert await at.ask(user=2, channel=11, cost=6) is None


async def test_all_in_a_channel_may_ask_for_twice_as_much(at: Counter) -> None:
    assert [await at.ask(user=user, cost=4) for user in (1, 2, 3)] == [None] * 3
    assert await at.ask(user=4) == "A lot has been asked for in this channel. Ask again in 60 seconds."
    assert await at.ask(user=4) == "A lot has been asked for in this channel. Ask again in 60 seconds. (told)"
    assert await at.ask(user=4, channel=11) is None


async def test_one_person_alone_can_not_use_up_a_channel(at: Counter) -> None:
    assert [await at.ask() for _ in range(6)] == [None] * 6
    assert all([await at.ask() for _ in range(20)])
    assert await at.ask(user=2, cost=6) is None


async def test_a_clock_that_is_put_back_locks_nobody_out(at: Counter) -> None:
    assert await at.ask(cost=6) is None
    at.time -= timedelta(hours=2)
    assert await at.ask(cost=6) is None
    assert await at.ask()


@pytest.mark.parametrize(
    ("people", "channels", "most", "reason"),
    [
        (1, 1000, MAX_RUNNING_PER_PERSON, "I'm still working on what you asked for. Try again when it's done."),
        (1000, 1, MAX_RUNNING_PER_CHANNEL, "I'm busy with other requests. Try again in a minute."),
        (1000, 1000, MAX_RUNNING, "I'm busy with other requests. Try again in a minute."),
    ],
)
async def test_so_many_requests_are_under_way_at_a_time(people: int, channels: int, most: int, reason: str) -> None:
    at = Counter(1000)
    async with AsyncExitStack() as stack:
        for number in range(most):
            request = Request(number % people, 1, number % channels, 1)
            await stack.enter_async_context(at.cooldowns.admit(request, 1))
        assert await at.ask(user=most % people, channel=most % channels) == reason
        elsewhere = await at.ask(user=2000, channel=2000)
        assert elsewhere == (reason if most == MAX_RUNNING else None), "a flood leaves room for others"
    assert await at.ask(user=most % people, channel=most % channels) is None
    assert await at.ask(user=0, channel=0) is None


async def test_a_server_may_allow_its_members_less(at: Counter) -> None:
    at.limits[1] = 2
    assert [await at.ask(), await at.ask()] == [None] * 2
    assert await at.ask() == "You've asked for a lot in a short time. Ask again in 60 seconds."
    assert await at.ask(channel=11, guild=2) is None
    assert await at.ask(channel=12, guild=None) is None
    assert await at.ask(user=2) is None
    at.limits[1] = 4
    assert await at.ask(cost=2) is None
    assert await at.ask()


async def test_a_server_can_not_allow_more_than_the_operator(at: Counter) -> None:
    at.limits[1] = 100
    assert await at.ask(cost=6) is None
    assert await at.ask()
