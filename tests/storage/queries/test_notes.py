from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.engine.database import AlreadyStored
from storage.queries import challenges, notes, read_markers
from tests.storage.samples import ANN, BOB, NOON, new_challenge, new_match, source

if TYPE_CHECKING:
    from storage.engine.database import Database


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
