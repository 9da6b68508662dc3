"""The worker draws the most urgent first, one piece after the other; charts and previews, also in words."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

import pytest

from bot.images.boards import ChartImages, Priority, PriorityExecutor, draw_picture
from bot.referee.people.display import BoardDisplay
from games import GAMES
from renderers import RENDERERS
from renderers.board.alt_text import LONGEST_ALT
from tests.renderers.test_position_in_words import scenes

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

TURN, REPLY, REPLAY = Priority


@pytest.fixture
def worker() -> Iterator[PriorityExecutor]:
    worker = PriorityExecutor()
    yield worker
    worker.close()


async def test_what_a_match_waits_for_comes_first_and_equals_in_their_order(worker: PriorityExecutor) -> None:
    begun, go_on, done = Event(), Event(), list[str]()

    def hold() -> None:
        begun.set()
        assert go_on.wait(10)

    work = [worker.run(REPLAY, hold)]
    await asyncio.to_thread(begun.wait, 60)
    for urgency, name in ((REPLAY, "a"), (REPLY, "b"), (TURN, "c"), (REPLY, "d"), (TURN, "e"), (REPLAY, "f")):
        work.append(worker.run(urgency, done.append, name))
    go_on.set()
    await asyncio.gather(*work)
    assert "".join(done) == "cebdaf"


async def test_what_work_returns_and_raises_comes_back(worker: PriorityExecutor) -> None:
    assert await worker.run(TURN, divmod, 17, 5) == (3, 2)
    with pytest.raises(ZeroDivisionError):
        await worker.run(TURN, divmod, 17, 0)
    assert await worker.run(TURN, int, "12", base=3) == 5


async def test_work_that_nobody_waits_for_any_more_is_left_out(worker: PriorityExecutor) -> None:
    begun, go_on, done = Event(), Event(), list[str]()

    def hold() -> None:
        begun.set()
        assert go_on.wait(10)

    held = worker.run(TURN, hold)
    await asyncio.to_thread(begun.wait, 60)
    unwanted, wanted = worker.run(TURN, done.append, "a"), worker.run(TURN, done.append, "b")
    unwanted.cancel()
    await asyncio.sleep(0)  # the thread learns of it in the loop's next round
    go_on.set()
    await asyncio.gather(held, wanted)
    assert done == ["b"]


async def test_a_worker_that_is_closed_cancels_what_waits_and_what_comes(worker: PriorityExecutor) -> None:
    begun, go_on, done = Event(), Event(), list[str]()

    def hold() -> str:
        begun.set()
        assert go_on.wait(10)
        return "held"

    held = worker.run(TURN, hold)
    await asyncio.to_thread(begun.wait, 60)
    waiting = worker.run(TURN, done.append, "a")
    worker.close()
    late = worker.run(TURN, done.append, "b")
    go_on.set()
    await asyncio.gather(held, waiting, late, return_exceptions=True)
    assert (held.result(), waiting.cancelled(), late.cancelled(), done) == ("held", True, True, [])


@pytest.fixture
def images() -> Generator[ChartImages]:
    worker = PriorityExecutor()
    yield ChartImages(worker)
    worker.close()


async def test_a_chart_is_drawn_in_a_theme_and_a_size_with_its_words(images: ChartImages) -> None:
    picture = await images.draw(
        lambda chart, theme, size: f"{chart} {theme} {size}".encode(),
        lambda chart: " ".join([chart] * LONGEST_ALT),
        "table",
        BoardDisplay(None, "light", "large"),
    )
    assert picture.png == b"table light large"
    assert picture.alt == f"{'table ' * 170}..."


async def test_a_chart_that_fails_to_draw_comes_as_words(images: ChartImages, caplog: pytest.LogCaptureFixture) -> None:
    def fail(chart: str, theme: str, size: str) -> bytes:
        raise ValueError(f"{chart} {theme} {size}")

    with caplog.at_level(logging.ERROR):
        picture = await images.draw(fail, lambda chart: f"the {chart} in words", "table", BoardDisplay())
    assert (picture.png, picture.text) == (None, "the table in words")
    assert "Could not draw a chart of the kind str" in caplog.text


def test_a_preview_never_cuts_the_position_off_its_alt_text() -> None:
    game, renderer = GAMES["xong"], RENDERERS["xong"]
    found = list(scenes("xong", 2, {"board": "islands", "hexes": 80}, 1, 40))
    alts = [renderer.alt(scene) for scene in found]
    longest = max(range(len(alts)), key=lambda number: len(alts[number]))
    assert len(alts[longest]) > LONGEST_ALT - 12
    assert draw_picture(renderer, game, replace(found[longest], preview=True)).alt == alts[longest]
    assert draw_picture(renderer, game, replace(found[1], preview=True)).alt == f"Not played: {alts[1]}"
