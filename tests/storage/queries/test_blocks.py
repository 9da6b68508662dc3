"""Blocks of people by servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.queries import blocks
from storage.queries.blocks import Block
from tests.storage.samples import ANN, BOB, GUILD, NOON

if TYPE_CHECKING:
    from storage.engine.database import Database

SPAM = Block(BOB.id, ANN.id, NOON, "spam")


async def test_a_block_is_there_until_it_is_removed(database: Database) -> None:
    async with database.write() as tx:
        assert await blocks.add(tx, GUILD, SPAM)
        assert not await blocks.add(tx, GUILD, Block(BOB.id, 7, NOON, "again"))
        assert await blocks.of_guild(tx, GUILD) == [SPAM]
    async with database.write() as tx:
        assert await blocks.among(tx, GUILD, [ANN.id, BOB.id]) == [SPAM]
        assert await blocks.among(tx, GUILD, [ANN.id]) == []
        assert await blocks.among(tx, GUILD + 1, [BOB.id]) == []
        assert await blocks.count_of_person(tx, BOB.id) == 1
        assert not await blocks.remove(tx, GUILD + 1, BOB.id)
        assert await blocks.remove(tx, GUILD, BOB.id)
        assert not await blocks.remove(tx, GUILD, BOB.id)
        assert await blocks.count_of_person(tx, BOB.id) == 0
