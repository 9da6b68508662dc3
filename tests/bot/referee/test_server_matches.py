"""The pages in which spectators see a server's matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.lists import PAGE_SIZE, list_server_matches
from storage.queries import events
from storage.queries.rows import NewEvent
from storage.queries.server_matches import ServerFilter
from tests.bot.referee.offer_context import ANN, NOON, begin_match, make_offer_context

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context
    from bot.referee.lists import ServerPage
    from storage.queries.rows import Match


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def begin_matches(context: Context, active: int, ended: int) -> list[Match]:
    """Return the matches in the order in which they are listed: those that go on first, each kind newest first."""
    begun = [await begin_match(context) for _ in range(ended + active)]
    async with context.database.write() as tx:
        for match in begun[:ended]:
            await events.append(
                tx,
                match,
                NewEvent(
                    kind="end",
                    seat=1,
                    user_id=ANN.id,
                    text="resigned",
                    source_id=None,
                    position=match.position,
                    to_move=None,
                ),
                at=NOON,
            )
    return [*reversed(begun[ended:]), *reversed(begun[:ended])]


async def list_page(context: Context, page: int) -> ServerPage:
    return await list_server_matches(context, ServerFilter(guild_id=1, channels=[2]), page)


def numbers(page: ServerPage) -> list[int]:
    return [each.match.id for each in (*page.active, *page.ended)]


async def test_active_matches_come_first_and_ended_ones_fill_the_page(context: Context) -> None:
    expected = [match.id for match in await begin_matches(context, active=PAGE_SIZE - 1, ended=2)]
    first, second = await list_page(context, 0), await list_page(context, 1)
    assert (len(first.active), len(first.ended), len(second.active)) == (PAGE_SIZE - 1, 1, 0)
    assert numbers(first) + numbers(second) == expected
    assert (second.active_count, second.ended_count, second.page, second.last) == (PAGE_SIZE - 1, 2, 1, 1)


@pytest.mark.parametrize(("count", "last"), [(0, 0), (1, 0), (PAGE_SIZE, 0), (PAGE_SIZE + 1, 1)])
async def test_a_page_too_far_is_the_last_one(context: Context, count: int, last: int) -> None:
    expected = [match.id for match in await begin_matches(context, active=count, ended=0)]
    shown = await list_page(context, 7)
    assert (shown.page, shown.last) == (last, last)
    assert numbers(shown) == expected[last * PAGE_SIZE :]
