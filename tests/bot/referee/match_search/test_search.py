"""Pages of the matches that a search finds, and the openings that people search for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.match_search.query import MatchQuery
from bot.referee.match_search.search import PAGE_SIZE, check_person, load_opening, read_opening, search_matches
from bot.referee.resign import resign
from storage.queries.match_search import MatchFilter
from tests.bot.referee.clock_context import ANN, BOB, GUILD, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext

EVERYTHING = MatchFilter(GUILD, frozenset({2}), ANN.id)


@pytest.fixture
async def at(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made


async def end_matches(at: ClockContext, count: int, moves: int = 0) -> list[int]:
    """Begin matches and end each after some moves; return their numbers, newest first."""
    begun = [await at.begin("none", "martian-life") for _ in range(count)]
    for match in begun:
        for _ in range(moves):
            await at.move(match.id)
        await resign(at.context, at.request(BOB), match.id)
    await at.tick()
    return [match.id for match in reversed(begun)]


async def test_an_opening_is_read_by_the_rules_of_its_game(at: ClockContext) -> None:
    assert await read_opening(at.context, MatchQuery("martian-life", "E4+ b7")) == ("e4+", "b7")
    assert await read_opening(at.context, MatchQuery("martian-life")) == ()
    for query in (MatchQuery(), MatchQuery(opening="e4+")):
        assert await read_opening(at.context, query) == ()
    with pytest.raises(RequestRejected, match="not how a match of Martian Life begins"):
        await read_opening(at.context, MatchQuery("martian-life", "z9"))


def test_won_and_lost_need_a_person() -> None:
    for result in ("won", "lost"):
        with pytest.raises(RequestRejected, match="Name a person"):
            check_person(MatchQuery(result=result), named=False)
        check_person(MatchQuery(result=result), named=True)
    check_person(MatchQuery(result="time"), named=False)


async def test_a_search_that_finds_nothing_has_one_empty_page(at: ClockContext) -> None:
    await at.begin("none", "martian-life")  # it goes on
    shown = await search_matches(at.context, EVERYTHING, 1)
    assert (shown.found, shown.count, shown.page, shown.last) == ((), 0, 0, 0)


async def test_a_page_too_far_is_the_last_one_and_one_before_the_first_the_first(at: ClockContext) -> None:
    numbers = await end_matches(at, PAGE_SIZE)
    shown = await search_matches(at.context, EVERYTHING, 1)
    assert (shown.count, shown.page, shown.last) == (PAGE_SIZE, 0, 0)
    assert [one.listed.match.id for one in shown.found] == numbers
    numbers = [*await end_matches(at, 1), *numbers]
    first, second = numbers[:PAGE_SIZE], numbers[PAGE_SIZE:]
    for page, shown_page, there in ((-1, 0, first), (1, 1, second), (9, 1, second)):
        shown = await search_matches(at.context, EVERYTHING, page)
        assert (shown.count, shown.page, shown.last) == (PAGE_SIZE + 1, shown_page, 1)
        assert [one.listed.match.id for one in shown.found] == there


async def test_a_found_match_shows_its_opening(at: ClockContext) -> None:
    (number,) = await end_matches(at, 1, moves=1)
    (found,) = (await search_matches(at.context, EVERYTHING, 0)).found
    assert len(found.opening) == 1
    assert found.listed.ply == 1
    assert await load_opening(at.context, number, 3) == found.opening
    assert await load_opening(at.context, number, 0) == ()
