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
async def setup(tmp_path: Path) -> AsyncGenerator[WorkerSetup]:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    setup = WorkerSetup(database)
    setup.worker.start()
    yield setup
    await setup.worker.stop()
    await database.close()
