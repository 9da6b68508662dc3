"""A burst of boards: the event loop goes on meanwhile, every board is drawn, and memory stays bounded."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from datetime import UTC, datetime
from io import BytesIO
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bench.positions import matches
from bench.scenes import scenes
from bot.images.boards import BoardImages, PriorityExecutor, scene_of
from bot.metrics import Metrics
from bot.referee.boards import Snapshot
from bot.referee.people.display import BoardDisplay
from games import GAMES
from renderers import RENDERERS
from renderers.drawing.canvas import Canvas
from renderers.zyrcan.renderer import ZyrcanRenderer
from storage.queries.rows import Match, Person

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator, Iterator

    from games.contract import Game
    from renderers import Scene

BURST = 100
PATIENCE = 60.0
"""Seconds, for a slow machine: nothing that works waits so long."""

MOST_HELD = 120_000_000
"""Bytes of pixels that all sprites and boards may hold together once every game has been drawn a lot."""


def moments(key: str) -> Iterator[Snapshot]:
    """Moments of the recorded matches of a game, as the referee hands them on."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    for recorded in matches(key):
        for scene in scenes(recorded):
            people = tuple(Person(seat, name) for seat, name in enumerate(scene.names, 1))
            match = Match(1, key, 1, {}, 0, 1, 1, None, people, scene.ply, "", 1, now, now, None, None, {}, frozenset())
            yield Snapshot(match, None, scene.state, scene.state, scene.ply)


def burst() -> list[tuple[Game[Any, Any], Snapshot]]:
    """A hundred turns, the games by turns."""
    streams = {key: moments(key) for key in GAMES}
    return [(GAMES[key], next(streams[key])) for key in islice(cycle(GAMES), BURST)]


def remembering() -> Iterator[Any]:
    """Every function of the renderers that remembers what it returned, once."""
    found: set[int] = set()
    for name, module in list(sys.modules.items()):
        for value in vars(module).values() if name.partition(".")[0] == "renderers" else ():
            cached: Any = value
            if isinstance(cached, type):
                continue
            if hasattr(cached, "cache_info") and cached.__module__.startswith("renderers") and id(cached) not in found:
                found.add(id(cached))
                yield cached


@pytest.fixture
def only_new_objects() -> Generator[None]:
    """Let `gc.get_objects` return only what is made from now on: with all of it, it takes as long as a board."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture
async def board_images() -> AsyncGenerator[BoardImages]:
    worker = PriorityExecutor()
    yield BoardImages(RENDERERS, worker, Metrics())
    worker.close()


@pytest.mark.thorough
@pytest.mark.usefixtures("only_new_objects")
async def test_a_hundred_boards_are_drawn_one_at_a_time_while_the_loop_goes_on(
    board_images: BoardImages, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, loop = burst(), asyncio.get_running_loop()
    seen: list[int] = []
    under_way: list[int] = []

    def watched(draw: Callable[[Any, Scene], Image.Image]) -> Callable[[Any, Scene], Image.Image]:
        def drawn(renderer: Any, scene: Scene) -> Image.Image:
            # The loop has to answer while a board is drawn; on its own thread it could not.
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(PATIENCE)
            under_way.append(threading.get_ident())
            seen.append(len(under_way) + canvases())
            try:
                return draw(renderer, scene)
            finally:
                under_way.pop()

        return drawn

    for kind in {type(renderer) for renderer in RENDERERS.values()}:
        monkeypatch.setattr(kind, "draw", watched(kind.draw))
    drawn = await asyncio.gather(*(board_images.draw(game, moment, BoardDisplay()) for game, moment in wanted))
    assert len(seen) == BURST
    assert max(seen) <= 1, "another board was being drawn, or its canvas was kept"
    for (game, moment), picture in zip(wanted, drawn, strict=True):
        assert picture.png
        assert Image.open(BytesIO(picture.png)).width == 1000
        assert f"{moment.ply} move" in picture.alt
        assert game.info.title in picture.alt
    assert len({picture.png for picture in drawn}) > 0.9 * BURST


def canvases() -> int:
    """Return how many canvases are in memory, of those made in this test."""
    return sum(isinstance(each, Canvas) for each in gc.get_objects())


@pytest.mark.thorough
async def test_what_renderers_remember_is_bounded_after_a_burst(board_images: BoardImages) -> None:
    caches = list(remembering())
    assert len(caches) > 50
    for cache in caches:
        cache.cache_clear()
    before = count_picture_bytes()  # by other tests of this process
    for sight in (BoardDisplay(2, "light"), BoardDisplay(1, "dark", "large")):
        await asyncio.gather(*(board_images.draw(game, moment, sight) for game, moment in burst()[:10]))
    for cache in caches:
        info = cache.cache_info()
        assert info.maxsize is not None, f"{cache.__module__}.{cache.__name__} remembers without end"
        assert info.currsize <= info.maxsize
    assert count_picture_bytes() - before < MOST_HELD


def count_picture_bytes() -> int:
    """Return how many bytes of pictures are in memory."""
    gc.collect()
    images = [each for each in gc.get_objects() if isinstance(each, Image.Image)]
    return sum(image.width * image.height * len(image.getbands()) for image in images)


async def test_few_pictures_are_kept_that_were_begun_and_never_asked_for(
    board_images: BoardImages, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, drawn, draw = GAMES["zyrcan"], list[int](), ZyrcanRenderer.draw

    def draw_and_count(self: ZyrcanRenderer, scene: Scene) -> Image.Image:
        drawn.append(scene.ply)
        return draw(self, scene)

    monkeypatch.setattr(ZyrcanRenderer, "draw", draw_and_count)
    monkeypatch.setattr("bot.images.boards.MAX_AHEAD", 2)
    known = list(islice(moments("zyrcan"), 6))
    for moment in known:
        board_images.draw_ahead(game, scene_of(moment, BoardDisplay()))
    for moment in known[-2:]:
        assert (await board_images.draw(game, moment, BoardDisplay())).png
    assert drawn.count(known[-1].ply) == drawn.count(known[-2].ply) == 1
    before = len(drawn)
    assert (await board_images.draw(game, known[0], BoardDisplay())).png
    assert len(drawn) == before + 1, "it had to be drawn anew"
