from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "data" / "turnpost.db"


@pytest.fixture
def url(place: Path) -> str:
    return file_url(place)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = await Database.open(url)
    yield database
    await database.close()
