"""What the tests of events share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.referee.tournaments.tournament_context import make_organizer

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.bot.referee.tournaments.tournament_context import Organizer


@pytest.fixture
async def organizer(tmp_path: Path) -> AsyncGenerator[Organizer]:
    async with make_organizer(tmp_path / "record.db") as made:
        yield made
        assert await made.verify() == [], "every record that a test leaves is sound"
