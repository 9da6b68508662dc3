"""Pages of the matches that a search finds, and the openings that people search for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.match_search import PAGE_SIZE, MatchQuery, check_person, load_opening, read_opening, search_matches
from storage.queries.match_search import MatchFilter
from tests.bot.referee.clock_context import ANN, BOB, GUILD

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext

EVERYTHING = MatchFilter(GUILD, frozenset({2}), ANN.id)


async def end_matches(here: ClockContext, count: int, moves: int = 0) -> list[int]:
    """Begin matches and end each after some moves; return their numbers, newest first."""
    begun = [await here.begin("none", "martian-life") for _ in range(count)]
    for match in begun:
        for _ in range(moves):
            await here.move(match.id)
        await resign(here.context, here.request(BOB), match.id)
    await here.tick()
    return [match.id for match in reversed(begun)]


async def test_an_opening_is_read_by_the_rules_of_its_game(here: ClockContext) -> None:
    assert await read_opening(here.context, MatchQuery("martian-life", "E4+ b7")) == ("e4+", "b7")
    assert await read_opening(here.context, MatchQuery("martian-life")) == ()
    for query in (MatchQuery(), MatchQuery(opening="e4+")):
        assert await read_opening(here.context, query) == ()
    with pytest.raises(RequestRejected, match="not how a match of Martian Life begins"):
        await read_opening(here.context, MatchQuery("martian-life", "z9"))


def test_won_and_lost_need_a_person() -> None:
    for result in ("won", "lost"):
        with pytest.raises(RequestRejected, match="Name a person"):
            check_person(MatchQuery(result=result), named=False)
        check_person(MatchQuery(result=result), named=True)
    check_person(MatchQuery(result="time"), named=False)


async def test_a_search_that_finds_nothing_has_one_empty_page(here: ClockContext) -> None:
    await here.begin("none", "martian-life")  # it goes on
    shown = await search_matches(here.context, EVERYTHING, 1)
    assert (shown.found, shown.count, shown.page, shown.last) == ((), 0, 0, 0)


async def test_a_page_too_far_is_the_last_one_and_one_before_the_first_the_first(here: ClockContext) -> None:
    numbers = await end_matches(here, PAGE_SIZE)
    shown = await search_matches(here.context, EVERYTHING, 1)
    assert (shown.count, shown.page, shown.last) == (PAGE_SIZE, 0, 0)
    assert [one.listed.match.id for one in shown.found] == numbers
    numbers = [*await end_matches(here, 1), *numbers]
    first, second = numbers[:PAGE_SIZE], numbers[PAGE_SIZE:]
    for page, shown_page, there in ((-1, 0, first), (1, 1, second), (9, 1, second)):
        shown = await search_matches(here.context, EVERYTHING, page)
        assert (shown.count, shown.page, shown.last) == (PAGE_SIZE + 1, shown_page, 1)
        assert [one.listed.match.id for one in shown.found] == there


async def test_a_found_match_shows_its_opening(here: ClockContext) -> None:
    (number,) = await end_matches(here, 1, moves=1)
    (found,) = (await search_matches(here.context, EVERYTHING, 0)).found
    assert len(found.opening) == 1
    assert found.listed.ply == 1
    assert await load_opening(here.context, number, 3) == found.opening
    assert await load_opening(here.context, number, 0) == ()
