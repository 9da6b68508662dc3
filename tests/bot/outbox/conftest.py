"""What the tests of posting may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database
from tests.bot.outbox.worker_setup import Desk
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    desk = Desk(database)
    desk.poster.start()
    yield desk
    await desk.poster.stop()
    await database.close()
