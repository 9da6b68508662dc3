"""Searches find exactly the ended matches that fit, on both databases."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest

from storage.queries import match_search, matches, outcomes
from storage.queries.match_search import SEARCH_RESULTS, MatchFilter
from storage.queries.rows import MatchEnd, Outcome, Person
from tests.storage.queries.test_server_matches import end, substitute
from tests.storage.samples import ANN, BOB, CHANNEL, CLEO, GUILD, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database, Tx
    from storage.queries.match_search import SearchResult

HERE = MatchFilter(GUILD, frozenset({CHANNEL}), CLEO.id)
THREE = (ANN, BOB, CLEO)
C4, C4_D5, E6 = ("c4",), ("c4", "d5", "e6"), ("e6", "d5")


async def ended(
    tx: Tx, found: MatchEnd | None, seats: tuple[Person, ...] = (ANN, BOB), channel_id: int = CHANNEL
) -> int:
    """Put a match on record that ended so, with no more than its row in `outcomes` if it isn't known how."""
    match = await new_match(tx, seats=seats, channel_id=channel_id)
    await end(tx, match, match.id)
    if found:
        await outcomes.store(tx, match.id, found)
    return match.id


async def numbers(tx: Tx, wanted: MatchFilter) -> set[int]:
    found = [one.match.id for one in await match_search.page(tx, wanted, offset=0, limit=50)]
    assert len(found) == await match_search.count(tx, wanted)
    assert found == sorted(found, reverse=True)
    return set(found)


async def test_an_opening_is_found_move_by_move(database: Database) -> None:
    async with database.write() as tx:
        first = await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4_D5))
        short = await ended(tx, MatchEnd(Outcome("rules", 1, 1), (1,), C4))
        other = await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), E6))
        pending = await ended(tx, None)
        await new_match(tx)
        openings = replace(HERE, game="xero-g")
        assert await numbers(tx, openings) == {first, short, other, pending}
        assert await numbers(tx, replace(openings, opening=C4)) == {first, short}
        assert await numbers(tx, replace(openings, opening=C4_D5[:2])) == {first}
        assert await numbers(tx, replace(openings, opening=C4_D5)) == {first}
        assert await numbers(tx, replace(openings, opening=("d5",))) == set()
        assert await numbers(tx, replace(openings, game="xong")) == set()
        page = await match_search.page(tx, HERE, offset=1, limit=2)
        assert [(one.match.id, one.opening) for one in page] == [(other, E6), (short, C4)]
        assert await match_search.get_opening(tx, first, 2) == ("c4", "d5")
        assert await match_search.get_opening(tx, pending, 3) == await match_search.get_opening(tx, 77, 3) == ()


@pytest.mark.parametrize("result", SEARCH_RESULTS)
async def test_results_are_those_of_the_person(database: Database, result: SearchResult) -> None:
    async with database.write() as tx:
        made = {
            await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4)): ("won", "rules"),
            await ended(tx, MatchEnd(Outcome("resigned", 2, 9), (2,), C4)): ("lost", "resigned"),
            await ended(tx, MatchEnd(Outcome("draw", None, 9), (1, 2), C4)): ("drawn", "draw"),
            await ended(tx, MatchEnd(Outcome("time", None, 9), (1, 3), C4), THREE): ("drawn", "time"),
            await ended(tx, MatchEnd(Outcome("rules", None, 9), (2, 3), C4), THREE): ("lost", "rules"),
            await ended(tx, MatchEnd(Outcome("none", None, 9), (), C4)): ("none",),
            await ended(tx, MatchEnd(Outcome("unknown", None, 9), (), C4)): ("unknown",),
        }
        await ended(tx, None)
        await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4), (BOB, CLEO))
        wanted = replace(HERE, user_id=ANN.id, result=result)
        assert await numbers(tx, wanted) == {number for number, fits in made.items() if result in fits}


async def test_a_draw_of_anybody_is_a_result_that_some_share(database: Database) -> None:
    async with database.write() as tx:
        both = await ended(tx, MatchEnd(Outcome("draw", None, 9), (1, 2), C4))
        two = await ended(tx, MatchEnd(Outcome("rules", None, 9), (2, 3), C4), THREE)
        await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4))
        await ended(tx, MatchEnd(Outcome("none", None, 9), (), C4))
        assert await numbers(tx, replace(HERE, result="drawn")) == {both, two}


async def test_a_person_who_left_lost(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx, seats=(BOB, CLEO))
        await end(tx, match, 1)
        await substitute(tx, await matches.require(tx, match.id), ANN)
        await outcomes.store(tx, match.id, MatchEnd(Outcome("rules", 1, 9), (1,), C4))
        found = {result: await numbers(tx, replace(HERE, user_id=ANN.id, result=result)) for result in SEARCH_RESULTS}
    assert {result for result, those in found.items() if those} == {"lost", "rules"}


async def test_what_others_may_not_see_is_not_found(database: Database) -> None:
    async with database.write() as tx:
        open_to_all = await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4))
        hidden = await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4), channel_id=CHANNEL + 1)
        of_two = await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4), (BOB, CLEO))
        assert await numbers(tx, HERE) == {open_to_all, of_two}
        assert await numbers(tx, replace(HERE, guild_id=GUILD + 1)) == set()
        direct = MatchFilter(None, frozenset(), ANN.id)
        assert await numbers(tx, direct) == {open_to_all, hidden}
        assert await numbers(tx, replace(direct, user_id=CLEO.id)) == set()
        assert await numbers(tx, replace(direct, user_id=BOB.id, result="lost")) == {open_to_all, hidden}


async def test_computer_players_are_searched_for_together(database: Database) -> None:
    computer = Person.computer(2)
    async with database.write() as tx:
        won = await ended(tx, MatchEnd(Outcome("rules", 2, 9), (2,), C4), (ANN, computer))
        lost = await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4), (ANN, computer))
        await ended(tx, MatchEnd(Outcome("rules", 1, 9), (1,), C4))
        found = {
            (mine, result): await numbers(
                tx, replace(HERE, user_id=ANN.id if mine else None, of_computers=not mine, result=result)
            )
            for mine, result in product((True, False), ("won", "lost"))
        }
    assert found[False, "won"] == {won}
    assert found[False, "lost"] == {lost}
    assert won not in found[True, "won"]
