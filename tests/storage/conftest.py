from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.engine.database import Database, file_url
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.postgres import Server


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "data" / "turnpost.db"


@pytest.fixture
def file(place: Path) -> str:
    """The address of a SQLite file that is not there yet."""
    return file_url(place)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
async def url(request: pytest.FixtureRequest) -> str:
    """The address of a database without rows: a test of what holds on both runs on PostgreSQL with `--thorough`."""
    if request.param == "sqlite":
        return await create_database(request.getfixturevalue("place"))
    postgres: Server = request.getfixturevalue("postgres")
    return await postgres.create()


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = await Database.open(url)
    yield database
    await database.close()
