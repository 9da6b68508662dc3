"""Charts are drawn in the display that is asked for, and come as words where drawing fails."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from bot.images.boards import ALT_LIMIT, ChartImages, PriorityExecutor
from bot.referee.people.display import BoardDisplay

if TYPE_CHECKING:
    from collections.abc import Generator


@pytest.fixture
def images() -> Generator[ChartImages]:
    worker = PriorityExecutor()
    yield ChartImages(worker)
    worker.close()


async def test_a_chart_is_drawn_in_a_theme_and_a_size_with_its_words(images: ChartImages) -> None:
    picture = await images.draw(
        lambda chart, theme, size: f"{chart} {theme} {size}".encode(),
        lambda chart: chart * ALT_LIMIT,
        "table",
        BoardDisplay(None, "light", "large"),
    )
    assert picture.png == b"table light large"
    assert picture.alt == ("table" * ALT_LIMIT)[:ALT_LIMIT]


async def test_a_chart_that_fails_to_draw_comes_as_words(images: ChartImages, caplog: pytest.LogCaptureFixture) -> None:
    def fail(chart: str, theme: str, size: str) -> bytes:
        raise ValueError(f"{chart} {theme} {size}")

    with caplog.at_level(logging.ERROR):
        picture = await images.draw(fail, lambda chart: f"the {chart} in words", "table", BoardDisplay())
    assert (picture.png, picture.text) == (None, "the table in words")
    assert "Could not draw a chart of the kind str" in caplog.text
