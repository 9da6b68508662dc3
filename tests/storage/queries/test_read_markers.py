from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import matches, outbox, plans, read_markers
from storage.queries.read_markers import ReadMarker
from storage.queries.rows import Person
from tests.storage.samples import ANN, BOB, CHANNEL, CLEO, HOUR, NOON, THREAD, move, new_challenge, new_match, source

if TYPE_CHECKING:
    from storage.engine.database import Database

DAN, EVE = Person(4, "Dan"), Person(5, "Eve")
MANY = 1200
"""More ids than fit into one query."""


async def test_a_read_marker_never_goes_back_and_keeps_its_user(database: Database) -> None:
    async with database.write() as tx:
        await read_markers.advance(tx, {1: ReadMarker(50), 2: ReadMarker(60, ANN.id)})
        await read_markers.advance(tx, {1: ReadMarker(40), 2: ReadMarker(70), 3: ReadMarker(5)})
        assert await read_markers.load_all(tx) == {1: ReadMarker(50), 2: ReadMarker(70, ANN.id), 3: ReadMarker(5)}


async def test_many_channels_can_be_noted_at_once(database: Database) -> None:
    news = {channel: ReadMarker(channel + 1) for channel in range(1, MANY)}
    async with database.write() as tx:
        await read_markers.advance(tx, news)
        await read_markers.advance(tx, {channel: ReadMarker(2 * MANY) for channel in news})
        assert set((await read_markers.load_all(tx)).values()) == {ReadMarker(2 * MANY)}


async def test_homes_are_the_channels_and_threads_of_active_matches(database: Database) -> None:
    async with database.write() as tx:
        threaded = await new_match(tx, channel_id=CHANNEL + 1)
        await matches.set_thread(tx, threaded.id, THREAD)
        await new_match(tx)
        over = await new_match(tx, channel_id=CHANNEL + 2)
        await move(tx, over, to_move=None)
        everywhere = [CHANNEL, CHANNEL + 1, CHANNEL + 2, THREAD]
        assert await read_markers.active_channels(tx, everywhere) == {CHANNEL, THREAD}


async def test_people_met_are_those_challenged_or_playing_since_then_latest_first(database: Database) -> None:
    async with database.write() as tx:
        await new_challenge(tx, ANN, EVE, at=NOON - HOUR)
        await new_match(tx, seats=(CLEO, DAN), at=NOON - 2 * HOUR)
        assert await read_markers.recent_people(tx, NOON) == []
        await new_challenge(tx, ANN, BOB, at=NOON)
        match = await new_match(tx, seats=(BOB, CLEO), at=NOON)
        await move(tx, match, at=NOON + HOUR)
        await new_challenge(tx, DAN, at=NOON + 2 * HOUR)
        assert await read_markers.recent_people(tx, NOON) == [DAN.id, BOB.id, CLEO.id, ANN.id]


async def test_only_matches_that_are_over_ended_in_a_thread(database: Database) -> None:
    async with database.write() as tx:
        over, active, elsewhere = [await new_match(tx) for _ in range(3)]
        for number, match in enumerate((over, active, elsewhere)):
            await matches.set_thread(tx, match.id, THREAD + number)
        for match in (over, elsewhere):
            await move(tx, match, to_move=None)
        assert [match.id for match in await matches.ended_in(tx, {THREAD, THREAD + 1})] == [over.id]
        assert await matches.ended_in(tx, set()) == []


async def test_what_made_an_event_a_challenge_a_plan_or_an_answer_was_acted_on(database: Database) -> None:
    played, issued, planned, requested = source(), source(), source(), source()
    async with database.write() as tx:
        await new_challenge(tx, source_id=issued)
        match = await new_match(tx)
        await move(tx, match, source_id=played)
        await plans.replace(tx, match.id, 1, 1, {"d5": ["e6"]}, planned)
        await outbox.add(tx, lane="a", kind="show", body={}, at=NOON, source_id=requested)
        sources = [played, issued, planned, requested, *range(1, MANY)]
        assert await read_markers.recorded_sources(tx, sources) == {played, issued, planned, requested}


async def test_a_match_was_opened_by_the_person_who_caused_its_first_board(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        assert await outbox.first_board_source(tx, match.id) is None
        await outbox.add(tx, lane="a", kind="board", body={}, at=NOON, match_id=match.id, seq=0, source_id=77)
        await outbox.add(tx, lane="a", kind="board", body={}, at=NOON, match_id=match.id, seq=1)
        assert await outbox.first_board_source(tx, match.id) == 77
