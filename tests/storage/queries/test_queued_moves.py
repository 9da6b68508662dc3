"""Moves that wait, by match and seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.engine.errors import AlreadyStored
from storage.queries import queued_moves
from tests.storage.samples import new_match

if TYPE_CHECKING:
    from storage.engine.database import Database


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
