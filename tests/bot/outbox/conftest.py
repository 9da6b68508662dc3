"""Fixtures of the tests of the outbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database
from tests.bot.outbox.worker_setup import WorkerSetup
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Database]:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    yield database
    await database.close()


@pytest.fixture
async def setup(database: Database) -> AsyncGenerator[WorkerSetup]:
    setup = WorkerSetup(database)
    setup.worker.start()
    yield setup
    await setup.worker.stop()
