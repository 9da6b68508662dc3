"""Which intents the bot uses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.gateway.connection import make_intents, may_ask_for_content, record_refusal
from storage.engine.database import Database
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY, MOMENT = timedelta(days=1), timedelta(microseconds=1)
ALWAYS = {"guilds", "guild_messages", "dm_messages"}


@pytest.mark.parametrize(("content", "expected"), [(False, ALWAYS), (True, ALWAYS | {"message_content"})])
def test_the_bot_uses_servers_messages_and_perhaps_content(content: bool, expected: set[str]) -> None:  # noqa: FBT001 - a parameter
    assert {name for name, value in make_intents(content=content) if value} == expected


async def test_after_a_refusal_the_content_is_not_asked_for_within_a_day(tmp_path: Path) -> None:
    database = await Database.open(await create_database(tmp_path / "record.db"))
    try:
        assert await may_ask_for_content(database, 1, NOON)
        await record_refusal(database, 1, NOON)
        assert not await may_ask_for_content(database, 1, NOON)
        assert not await may_ask_for_content(database, 1, NOON + DAY - MOMENT)
        assert await may_ask_for_content(database, 1, NOON + DAY)
        assert await may_ask_for_content(database, 1, NOON - MOMENT), "the clock was set back"
        assert await may_ask_for_content(database, 2, NOON), "another application"
    finally:
        await database.close()
