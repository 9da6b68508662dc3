"""Checks of the database, which a bot may be using, and of that bot."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from bot.admin.doctor.check import ok, problem, warning
from bot.admin.doctor.disk import MIB
from bot.health import client
from storage.engine.database import Database, StorageError
from storage.queries import key_value

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from bot.admin.doctor.check import Check
    from bot.config import Settings

SLOW, TOO_SLOW = 0.5, 3.0
"""Seconds for a small write: each move waits so long; after the second the health check calls the bot unwell."""
KEY = "doctor"
"""The key that is written to measure how long it takes."""
_STATES: Mapping[str, tuple[str, str]] = {
    "missing": ("ok", "isn't there yet; the first start makes it."),
    "empty": ("ok", "is empty; the first start makes its tables."),
    "older": ("warning", "is of an older version; the next start copies it and brings it to this one."),
}


async def check_schema(settings: Settings) -> Check:
    """Check that the database can be opened, and is of this version. Only then is the level `ok` and it can be used."""
    try:
        state = await Database.find_state(settings.database)
    except StorageError as error:
        return problem("database", str(error))
    name = settings.database_name
    if state == "current":
        return ok("database", f"{name} has the tables of this version.")
    level, finding = _STATES[state]
    return (ok if level == "ok" else warning)("database", f"{name} {finding}")


async def check_write(database: Database, now: datetime) -> Check:
    """Measure a small write, and how large the database is."""
    began = time.perf_counter()
    try:
        async with database.write() as tx:
            await key_value.write(tx, KEY, now.isoformat())
        took = time.perf_counter() - began
        size = await database.size()
    except StorageError as error:
        return problem("writing", str(error))
    return judge_write(took, size)


def judge_write(took: float, size: int) -> Check:
    """Return whether a small write took too many seconds, in a database of `size` bytes."""
    finding = f"a small write took {took * 1000:,.0f} ms; the database has {size / MIB:,.1f} MiB"
    if took > TOO_SLOW:
        return problem(
            "writing", f"{finding}. Players wait for that: use a local disk, or see what else is busy there."
        )
    if took > SLOW:
        return warning("writing", f"{finding}. That is slow: see what else is busy on its disk.")
    return ok("writing", f"{finding}.")


async def check_bot(settings: Settings) -> tuple[bool, Check]:
    """Return whether a bot runs on the data folder, and whether it is well."""
    folder, shards = settings.turnpost_data, settings.shards
    if not await asyncio.to_thread(client.is_responding, folder, shards):
        return False, ok("bot", f"none runs on {folder}.")
    well, told = await asyncio.to_thread(client.ask, folder, shards)
    if well:
        return True, ok("bot", f"it runs on {folder} and is well.")
    return True, problem("bot", f"it runs on {folder}, but: {' '.join(told.splitlines()[1:])}")
