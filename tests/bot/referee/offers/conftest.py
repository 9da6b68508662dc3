"""What the tests of offers share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.referee.offer_context import make_offer_context

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made
