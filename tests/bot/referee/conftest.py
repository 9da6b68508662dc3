from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.referee.clock_context import make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.clock_context import ClockContext
    from tests.postgres import Server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.thorough)])
async def either_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without rows: a test of what holds on both runs on PostgreSQL with `--thorough`."""
    if request.param == "sqlite":
        return await create_database(tmp_path / "turnpost.db")
    postgres: Server = request.getfixturevalue("postgres")
    return await postgres.create()


@pytest.fixture
async def here(tmp_path: Path) -> AsyncGenerator[ClockContext]:
    """A referee on a database of its own, whose time the test moves."""
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as made:
        yield made
