"""The audit log of servers, on both databases."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from storage.engine.errors import AlreadyStored
from storage.queries import audit_log, row_ids
from storage.queries.audit_log import AuditEntry
from storage.queries.read_markers import recorded_sources
from tests.storage.samples import ANN, BOB, GUILD, NOON, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database

SECOND = timedelta(seconds=1)


async def test_entries_come_in_pages_the_latest_first(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        for number in range(5):
            await audit_log.add(tx, GUILD, 100 + number, AuditEntry(ANN.id, "unblock", NOON, subject_id=number))
        entry = AuditEntry(BOB.id, "abandon", NOON + SECOND, match_id=match.id, details={"reason": "spam"})
        await audit_log.add(tx, GUILD, 105, entry)
        await audit_log.add(tx, GUILD + 1, 106, AuditEntry(ANN.id, "unblock", NOON, subject_id=9))
    async with database.read() as tx:
        assert await audit_log.count(tx, GUILD) == 6
        assert await audit_log.page(tx, GUILD, offset=0, limit=1) == [entry]
        shown = await audit_log.page(tx, GUILD, offset=4, limit=4)
        assert [each.subject_id for each in shown] == [1, 0]


async def test_a_source_makes_one_entry_and_is_on_record(database: Database) -> None:
    async with database.write() as tx:
        await audit_log.add(tx, GUILD, 100, AuditEntry(ANN.id, "settings", NOON))
        with pytest.raises(AlreadyStored):
            await audit_log.add(tx, GUILD, 100, AuditEntry(ANN.id, "settings", NOON))
        assert await audit_log.has_source(tx, 100)
        assert not await audit_log.has_source(tx, 101)
        assert await recorded_sources(tx, [100, 101]) == {100}
        assert await audit_log.count(tx, GUILD) == 1


async def test_what_is_old_is_forgotten_and_not_missed(database: Database) -> None:
    async with database.write() as tx:
        for number in range(3):
            await audit_log.add(tx, GUILD, number, AuditEntry(ANN.id, "settings", NOON + number * SECOND))
        assert not await audit_log.exist_before(tx, NOON)
        assert await audit_log.exist_before(tx, NOON + 2 * SECOND)
        await audit_log.forget_before(tx, NOON + 2 * SECOND)
        assert [each.at for each in await audit_log.page(tx, GUILD, offset=0, limit=9)] == [NOON + 2 * SECOND]
        assert await row_ids.deleted_ids(tx) == {}
