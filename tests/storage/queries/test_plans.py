"""What players keep for their matches: plans, queued moves, analyses and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.engine.errors import AlreadyStored
from storage.queries import analyses, challenges, notes, plans, queued_moves, read_markers
from storage.queries.rows import StoredPlan
from tests.storage.samples import ANN, BOB, NOON, new_challenge, new_match, source

if TYPE_CHECKING:
    from storage.engine.database import Database


async def test_a_plan_takes_the_place_of_that_of_its_seat_alone(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        await plans.replace(tx, match.id, 1, 1, {"c4": ["d5"]}, 101)
        await plans.replace(tx, match.id, 2, 1, {"e6": []}, 103)
        await plans.replace(tx, other.id, 1, 1, {"a1": []}, 104)
        await plans.replace(tx, match.id, 1, 3, {"b3": []}, 102)
        assert await plans.of_match(tx, match.id) == [StoredPlan(1, 3, {"b3": []}), StoredPlan(2, 1, {"e6": []})]
        assert await plans.of_match(tx, other.id) == [StoredPlan(1, 1, {"a1": []})]
        assert [await plans.last_source(tx, match.id, seat) for seat in (1, 2, 3)] == [102, 103, None]
        assert await plans.last_source(tx, other.id, 1) == 104
        with pytest.raises(AlreadyStored):
            await plans.replace(tx, match.id, 1, 3, {"f7": []}, 102)


async def test_what_a_seat_queues_takes_the_place_of_its_own_moves_alone(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        await queued_moves.replace(tx, match.id, 1, ["c4", "d5"], 101)
        await queued_moves.replace(tx, match.id, 2, ["e6"], 102)
        await queued_moves.replace(tx, other.id, 1, ["a1"], 103)
        await queued_moves.replace(tx, match.id, 1, ["b3"], 104)
        assert await queued_moves.of_match(tx, match.id) == {1: ["b3"], 2: ["e6"]}
        assert await queued_moves.of_match(tx, other.id) == {1: ["a1"]}
        with pytest.raises(AlreadyStored):
            await queued_moves.replace(tx, match.id, 1, ["f7"], 104)


async def test_a_seat_whose_moves_are_dropped_keeps_the_source_of_them(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        await queued_moves.replace(tx, match.id, 1, ["c4"], 101)
        await queued_moves.replace(tx, match.id, 2, ["e6"], 102)
        await queued_moves.keep(tx, match.id, 1, [])
        assert await queued_moves.of_match(tx, match.id) == {2: ["e6"]}
        assert await queued_moves.last_source(tx, match.id, 1) == 101


async def test_what_a_person_tries_takes_the_place_of_their_own_analysis_of_the_match_alone(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        assert await analyses.get(tx, match.id, ANN.id) is None
        for match_id, user_id, text in (
            (match.id, ANN.id, "c4"),
            (match.id, BOB.id, "d5"),
            (other.id, ANN.id, "e6"),
            (match.id, ANN.id, "b3"),
        ):
            await analyses.put(tx, match_id, user_id, {text: {}})
        assert await analyses.get(tx, match.id, ANN.id) == {"b3": {}}
        assert await analyses.get(tx, match.id, BOB.id) == {"d5": {}}
        assert await analyses.get(tx, other.id, ANN.id) == {"e6": {}}


async def test_notes_are_kept_by_seat_and_a_removed_one_keeps_its_number_and_source(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        second = await notes.add(tx, match, 2, "theirs", source_id=source(), at=NOON)
        first = await notes.add(tx, match, 1, "half a \ud800 pair", source_id=source(), at=NOON)
        third = await notes.add(tx, match, 2, "more", source_id=source(), at=NOON)
        await notes.add(tx, other, 1, "elsewhere", source_id=source(), at=NOON)
        await notes.remove(tx, second.id)
    async with database.read() as tx:
        kept = await notes.of_match(tx, match.id)
    assert [(note.id, note.seat, note.text) for note in kept] == [
        (first.id, 1, "half a \ufffd pair"),
        (second.id, 2, ""),
        (third.id, 2, "more"),
    ]
    assert {(note.match_id, note.seq, note.created_at) for note in kept} == {(match.id, 0, NOON)}
    async with database.write() as tx:
        with pytest.raises(AlreadyStored):
            await notes.add(tx, match, 2, "theirs", source_id=second.source_id, at=NOON)
        assert await read_markers.recorded_sources(tx, [second.source_id, source()]) == {second.source_id}
        assert len(await notes.of_match(tx, match.id)) == 3


async def test_a_match_has_one_rematch(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        assert await challenges.rematch(tx, match.id) is None
        made = await new_challenge(tx, BOB, ANN, rematch_of=match.id, seat=2)
        assert await challenges.rematch(tx, match.id) == made
        assert made.seating == (ANN, BOB)
        assert (await new_challenge(tx, seat=2)).seating is None
