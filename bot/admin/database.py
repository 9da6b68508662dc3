"""The database as the operator's commands open it, beside a bot that may be running."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime
from random import SystemRandom
from typing import TYPE_CHECKING

from bot import plugins
from bot.referee.context import Context
from storage.engine.database import Database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bot.config import Settings


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncGenerator[Database]:
    """Open the database beside a bot that may be running. Raises `StorageError`."""
    database = await Database.open_existing(settings.database)
    try:
        yield database
    finally:
        await database.close()


def make_context(database: Database) -> Context:
    """Return what the referee works with, on an open database."""
    return Context(database, plugins.read().games, now=lambda: datetime.now(UTC), rng=SystemRandom())
