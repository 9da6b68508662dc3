"""Openings are read as people type moves, and found; pages of the matches that a search finds."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.context import Context
from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.match_search import (
    MAX_WORDS,
    PAGE_SIZE,
    MatchQuery,
    check_person,
    load_opening,
    parse_opening,
    parse_query,
    read_opening,
    search_matches,
)
from games import GAMES
from storage.queries.match_search import MatchFilter
from tests.bot.referee.clock_context import ANN, BOB, GUILD
from tests.wire.match import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bot.referee.clock_context import ClockContext


@pytest.mark.parametrize(
    ("key", "typed", "moves"),
    [
        ("xero-g", "321123 123321 d1xe1@b3", ["321123", "123321", "d1xe1@b3"]),
        ("xero-g", "3 2 1 1 2 3; 123321", ["321123", "123321"]),
        ("martian-life", " E4+  b7 ", ["e4+", "b7"]),
        ("force-field-factions", "c8: nw +clear", ["c8: nw +clear"]),
        ("force-field-factions", "a2: ne b7: ne", None),
        ("zyrcan", "1@d1 2@e1", ["1@d1", "2@e1"]),
        ("xong", "give F", ["give F"]),
        ("xong", "give F, place d5e d5ne give R", ["give F", "place d5e d5ne give R"]),
        ("xero-g", "", []),
        ("xero-g", " , ", []),
    ],
)
def test_openings_are_read_move_by_move(key: str, typed: str, moves: Sequence[str] | None) -> None:
    if moves is None:
        with pytest.raises(RequestRejected):
            parse_opening(GAMES[key], typed)
        return
    assert parse_opening(GAMES[key], typed) == tuple(moves)


@pytest.mark.parametrize("key", SCRIPTS)
def test_the_first_moves_of_a_match_are_its_opening(key: str) -> None:
    moves = SCRIPTS[key].split()
    for count in (1, 2, 3):
        assert parse_opening(GAMES[key], " ".join(moves[:count])) == tuple(moves[:count])
    with pytest.raises(RequestRejected, match="Give its first one to three moves"):
        parse_opening(GAMES[key], " ".join(moves[:4]))


@pytest.mark.parametrize(
    ("key", "typed", "reason"),
    [
        ("xero-g", "e9", "That's not how a match of Xero-G begins."),
        ("xero-g", "321123 123321 zz", "begins. Give its first one to three moves."),
        ("martian-life", "a1, b2, c3, d4", "first one to three moves."),
        ("xero-g", "a " * (MAX_WORDS + 1), "first one to three moves."),
    ],
)
def test_a_text_that_is_no_opening_is_rejected(key: str, typed: str, reason: str) -> None:
    with pytest.raises(RequestRejected) as rejected:
        parse_opening(GAMES[key], typed)
    assert reason in str(rejected.value)


def test_a_text_of_the_most_words_is_read_and_a_longer_one_is_not() -> None:
    reasons: list[str] = []
    for count in (MAX_WORDS, MAX_WORDS + 1):
        with pytest.raises(RequestRejected) as rejected:
            parse_opening(GAMES["xero-g"], "zz " * count)
        reasons.append(rejected.value.reason)
    assert reasons[0].startswith(reasons[1] + " "), "only what is read has a reason by the rules"


@pytest.mark.parametrize("key", GAMES)
def test_no_text_makes_reading_an_opening_slow(key: str) -> None:
    parsed, game = 0, GAMES[key]
    real = type(game).parse

    class Counted(type(game)):  # type: ignore[misc]
        def parse(self, state: object, text: str) -> object:
            nonlocal parsed
            parsed += 1
            return real(self, state, text)

    game.__class__ = Counted
    try:
        with pytest.raises(RequestRejected):
            parse_opening(game, "1 " * MAX_WORDS)
    finally:
        game.__class__ = Counted.__bases__[0]
    assert parsed < 10_000


@pytest.fixture
def context() -> Context:
    """A context whose database isn't asked."""
    database: Any = None
    return Context(database, GAMES, now=lambda: datetime(2026, 1, 1, tzinfo=UTC), rng=Random(1))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("", MatchQuery()),
        ("#42", MatchQuery()),
        ("42", MatchQuery()),
        ("10-20", MatchQuery()),
        ("backwards", MatchQuery()),
        ("won", MatchQuery(result="won")),
        ("xero-g", MatchQuery("xero-g")),
        ("Xero-G 321123 123321 LOST", MatchQuery("xero-g", "321123 123321", "lost")),
        ("time martian life e4+", MatchQuery("martian-life", "e4+", "time")),
        ("agreed fff c8: nw +clear, a2: ne", MatchQuery("force-field-factions", "c8: nw +clear, a2: ne", "draw")),
    ],
)
def test_words_are_read_in_any_order(context: Context, text: str, query: MatchQuery) -> None:
    assert parse_query(context, text) == query


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("won lost", "one result at a time"),
        ("xero-g #42", "but not both"),
        ("won #42", "but not both"),
        ("won c4 d5", "I can't read `c4`."),
    ],
)
def test_what_cannot_be_searched_for_is_rejected(context: Context, text: str, reason: str) -> None:
    with pytest.raises(RequestRejected, match=reason):
        parse_query(context, text)


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
