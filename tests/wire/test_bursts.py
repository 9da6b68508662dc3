"""What turns cost the bot: boards drawn ahead and in bursts, transactions written, and garbage collected."""

from __future__ import annotations

import asyncio
import gc
import re
import sqlite3
import struct
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from bench.positions import matches, scenes
from bot.images import boards
from bot.images.boards import BoardImages, PriorityExecutor, scene_of
from bot.metrics import Metrics
from bot.referee.boards import Snapshot
from bot.referee.people.display import BoardDisplay
from games import GAMES
from renderers import RENDERERS
from renderers.drawing.canvas import Canvas
from renderers.martian_life.renderer import MartianLifeRenderer
from renderers.zyrcan.renderer import ZyrcanRenderer
from storage.queries.rows import Match, Person
from tests.wire import match
from tests.wire.environment import start_env
from tests.wire.match import SCRIPTS, Contest, begin_match, by_text
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator, Iterator
    from pathlib import Path

    from games.contract import Game
    from renderers import Scene
    from tests.wire.fixtures import Environment

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


async def test_a_board_is_drawn_once_and_while_its_move_still_waits_to_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    draw, loop, begun = MartianLifeRenderer.draw, asyncio.get_running_loop(), asyncio.Event()

    def draw_and_count(self: MartianLifeRenderer, scene: Scene) -> Image.Image:
        drawn.append(scene.ply)
        loop.call_soon_threadsafe(begun.set)
        return draw(self, scene)

    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        contest = Contest("martian-life", (env["Ann"], env["Bob"]))
        await contest.begin()
        await env["Ann"].ask_by_text("!games", contest.thread)  # the thread's read marker is stored with that
        monkeypatch.setattr(MartianLifeRenderer, "draw", draw_and_count)
        monkeypatch.setattr(boards, "MAX_AHEAD", 1)
        for ply, text in enumerate(SCRIPTS["martian-life"].split()[:4], 1):
            begun.clear()
            since = contest.people[0].seen_so_far()
            async with env.bot.context.database.write():
                await by_text(contest.mover, contest.thread, contest.board, text)
                await asyncio.wait_for(begun.wait(), 60)
            await contest.people[0].hear_bot(f"**{ply}.**", since=since)
            contest.state = contest.game.play(contest.state, contest.game.parse(contest.state, text))
        assert drawn == [1, 2, 3, 4]


HEADER, FRAME_HEADER = 32, 24
TURNS = 4


def transactions(log: Path) -> Iterator[set[int]]:
    """Yield the pages that each committed transaction wrote (SQLite's "Database File Format", section 4)."""
    written = log.read_bytes()
    pages: set[int] = set()
    (page_size,) = struct.unpack(">I", written[8:12])
    for start in range(HEADER, len(written), FRAME_HEADER + page_size):
        page, pages_after_commit = struct.unpack(">II", written[start : start + 8])
        pages.add(page)
        if pages_after_commit:
            yield pages
            pages = set[int]()


async def test_a_turn_claims_its_board_in_the_transaction_that_stores_it(env: Environment) -> None:
    database = env.bot.data / "turnpost.db"
    contest = await begin_match(env.people[:2])
    await env.all_posted()
    with closing(sqlite3.connect(database)) as record:
        # Small tables are one page each: their root.
        roots = dict(record.execute("SELECT name, rootpage FROM sqlite_master WHERE name IN ('events', 'outbox')"))
        before = len(list(transactions(database.with_name("turnpost.db-wal"))))
        for text in SCRIPTS[contest.key].split()[:TURNS]:
            await contest.turn(match.by_text, text)
        await env.all_posted()
        later = list(transactions(database.with_name("turnpost.db-wal")))[before:]
    stored = [pages for pages in later if roots["events"] in pages]
    assert len(stored) == TURNS
    assert all(roots["outbox"] in pages for pages in stored)
    others = [pages for pages in later if roots["outbox"] in pages and pages not in stored]
    assert len(others) <= TURNS, "each board is marked as sent, and needs nothing else"


LOADED = 50_000
"""Far fewer objects than the libraries alone make."""


def telling(site: Path) -> Path:
    """Lay down a package whose entry point lets Python tell of every collection (gc.set_debug) and offers no game."""
    about = site / "telling-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "telling.py").write_text("import gc\ngc.set_debug(gc.DEBUG_STATS)\nGAME = None\n", "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: telling\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[turnpost.games]\ntelling = telling:GAME\n", "utf-8")
    return site


async def test_garbage_is_collected_but_not_among_what_was_loaded(tmp_path: Path) -> None:
    async with start_env(tmp_path, packages=telling(tmp_path / "site")) as env:
        async with asyncio.timeout(60):
            while not (collections := told(env.bot.log)):
                await env.ann.slash("help")
    for left_out, looked_through in collections:
        assert left_out > LOADED
        assert looked_through < LOADED


def told(log: Path) -> list[tuple[int, int]]:
    """Return how many objects each collection of a running bot left out, and among how many it looked at most."""
    found = re.findall(
        r"in each generation: (\d+) (\d+) (\d+)\ngc: objects in permanent generation: (\d+)", log.read_text()
    )
    return [(int(left_out), sum(map(int, looked))) for *looked, left_out in found]
