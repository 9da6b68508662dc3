"""Draw boards and charts, what is asked for now before what is drawn ahead, and keep the last boards."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import count
from queue import Empty, PriorityQueue
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from cachetools import LRUCache

from bot.referee import errors
from bot.referee.formatting import shown_name
from bot.referee.history.history import draw_result
from bot.referee.people.display import BoardDisplay
from games.translation import current_language, gettext as _, gettext_noop as N_
from renderers import encode
from renderers.board import diagrams
from renderers.board.alt_text import LONGEST_ALT, cut_alt
from renderers.board.diagrams import DiagramRenderer
from renderers.board.preview import draw_scene
from renderers.board.scene import CatalogueRenderer, GridRenderer, OverflowRenderer, PieceRenderer, Scene, mark_ended
from renderers.drawing.thumbnail import thumbnail

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PIL import Image

    from bot.metrics import Metrics
    from bot.referee.boards import Snapshot
    from bot.referee.people.display import Size, Theme
    from games.contract import Destinations, Game
    from renderers.board.scene import Circle, Polygon, Renderer

    T = TypeVar("T")

log = logging.getLogger(__name__)
P = ParamSpec("P")


class Priority(IntEnum):
    """How urgent work is: all work of a lower number comes before work of a higher one."""

    TURN = 0
    """A whole match waits for it."""
    REPLY = 1
    """One person requested it."""
    REPLAY = 2
    """A frame of a replay: there are up to two hundred of them."""


class PriorityExecutor:
    """One thread and the queue of its work.

    Two threads wouldn't be faster, because Python runs one of them at a time, and take more memory. Work that has begun
    isn't interrupted, so keep each piece of it short.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="draw")
        self._waiting: PriorityQueue[tuple[Priority, int, Future[Any], Callable[[], Any]]] = PriorityQueue()
        self._numbers = count()
        self._closed = False

    def run(self, urgency: Priority, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        """Queue a call behind all work that is more urgent or as urgent, and return a future of its result.

        The future is cancelled if the executor is closed.
        """
        future: Future[T] = Future()
        if self._closed:
            future.cancel()
        else:
            run = copy_context().run  # its lines in the log are those of the request
            self._waiting.put((urgency, next(self._numbers), future, lambda: run(call, *args, **kwargs)))
            self._thread.submit(self._do_next)
        return asyncio.wrap_future(future)

    def close(self) -> None:
        """End the thread, and cancel the work that waits."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        while True:
            try:
                self._waiting.get_nowait()[2].cancel()
            except Empty:
                return

    def _do_next(self) -> None:
        """Do the most urgent work. The thread gets one call of this for each piece of work."""
        try:
            _, _, future, work = self._waiting.get_nowait()
        except Empty:  # closed meanwhile
            return
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - the future raises it
            future.set_exception(error)


NOT_PLAYED = N_("Not played: {board}")
"""The alt text of a preview."""
ANALYSED = N_("Analysis: {board}")
"""The alt text of an analysis where no move is tried."""

MAX_AHEAD = 32
"""Pictures drawn ahead of requests; the oldest one is dropped."""
MAX_KEPT = 128
"""Pictures for pages that are kept, each of some 30 to 150 kB."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as PNG bytes with its alt text, and in sentences; `png` is None where drawing failed.

    `overflow` is what the alt text has no room for.
    """

    png: bytes | None
    alt: str
    text: str
    overflow: str = ""


@dataclass(frozen=True, slots=True)
class BoardWords:
    """A board in words: its alt text, and in sentences; and where its places are in the picture of the normal size."""

    alt: str
    text: str
    places: Mapping[str, Polygon | Circle]


class BoardImages:
    """Draws boards one after the other with the renderers, which are given by game key."""

    def __init__(self, renderers: Mapping[str, Renderer], worker: PriorityExecutor, metrics: Metrics) -> None:
        self._metrics = metrics
        self._renderers = renderers
        self._worker = worker
        self._diagrams: dict[tuple[str, str, BoardDisplay], asyncio.Task[Picture]] = {}
        self._ahead: OrderedDict[tuple[str, str, Scene], asyncio.Future[Picture]] = OrderedDict()
        self._pieces: dict[str, Mapping[str, bytes]] = {}
        self._kept: LRUCache[tuple[str, str, Scene], asyncio.Future[Picture]] = LRUCache(MAX_KEPT)

    async def draw(
        self,
        game: Game[Any, Any],
        snapshot: Snapshot,
        display: BoardDisplay,
        marked: Destinations | None = None,
        urgency: Priority = Priority.REPLY,
        *,
        preview: bool = False,
        analysis: bool = False,
    ) -> Picture:
        """Return the picture of a match as a snapshot shows it, with a hint `marked` if there is one.

        `preview` says that its move isn't played, `analysis` that it is the board of an analysis.

        A picture that fails to draw is logged and comes as text.
        """
        scene = replace(scene_of(snapshot, display, marked, preview=preview), analysis=analysis)
        return await (
            self._ahead.pop((current_language(), game.info.key, scene), None) or self._drawing(game, scene, urgency)
        )

    def keep(self, game: Game[Any, Any], scene: Scene) -> asyncio.Future[Picture]:
        """Return the picture of a scene as `draw` does, which may be shared: it must not be cancelled.

        The latest are kept, and one that many want is drawn once.
        """
        key = (current_language(), game.info.key, scene)
        drawing = self._kept.get(key)
        if drawing is None:
            drawing = self._kept[key] = self._drawing(game, scene, Priority.REPLY)
        return drawing

    async def tell(self, game: Game[Any, Any], scene: Scene) -> BoardWords:
        """Return a scene in words, and where its places are."""
        return await asyncio.to_thread(_tell, self._renderers[game.info.key], game, scene)

    async def piece(self, key: str, name: str) -> bytes | None:
        """Return the picture of a piece that choices of a game name, None if its renderer draws none of that name."""
        renderer = self._renderers.get(key)
        if key not in self._pieces and isinstance(renderer, PieceRenderer):
            self._pieces[key] = await self._worker.run(Priority.REPLY, _draw_pieces, renderer)
        return self._pieces.get(key, {}).get(name)

    async def draw_thumbnail(self, game: Game[Any, Any], snapshot: Snapshot, display: BoardDisplay) -> Picture:
        """Return the same as `draw` does, in the size of a thumbnail."""
        scene = scene_of(snapshot, replace(display, size="small"))
        renderer = self._renderers[game.info.key]
        return await self._worker.run(Priority.REPLY, draw_picture, renderer, game, scene, finish=thumbnail)

    def draw_ahead(self, game: Game[Any, Any], scene: Scene) -> None:
        """Start to draw a board that will soon be requested in this task's language, with the priority of a match."""
        self._ahead[current_language(), game.info.key, scene] = self._drawing(game, scene, Priority.TURN)
        if len(self._ahead) > MAX_AHEAD:
            _, unwanted = self._ahead.popitem(last=False)
            unwanted.cancel()

    def _drawing(self, game: Game[Any, Any], scene: Scene, urgency: Priority) -> asyncio.Future[Picture]:
        return self._worker.run(urgency, self._draw_timed, self._renderers[game.info.key], game, scene)

    def _draw_timed(self, renderer: Renderer, game: Game[Any, Any], scene: Scene) -> Picture:
        with self._metrics.render_seconds.labels(game.info.key).time():
            return draw_picture(renderer, game, scene)

    @property
    def catalogue_games(self) -> list[str]:
        """The keys of the games that have a catalogue."""
        return [key for key, renderer in self._renderers.items() if isinstance(renderer, CatalogueRenderer)]

    async def catalogue(self, game: Game[Any, Any], snapshot: Snapshot, display: BoardDisplay) -> Picture:
        """Return the catalogue of a match whose game is among `catalogue_games`. It is text if drawing fails."""
        return await self._worker.run(
            Priority.REPLY, _draw_catalogue, self._catalogue_renderer(game), game, scene_of(snapshot, display)
        )

    async def catalogue_text(self, game: Game[Any, Any], snapshot: Snapshot) -> str:
        """Return the catalogue of a match whose game is among `catalogue_games`, in sentences."""
        write = self._catalogue_renderer(game).catalogue_text
        return await self._worker.run(Priority.REPLY, write_words, write, game, scene_of(snapshot, BoardDisplay()))

    def _catalogue_renderer(self, game: Game[Any, Any]) -> CatalogueRenderer:
        return cast("CatalogueRenderer", self._renderers[game.info.key])

    async def diagrams(self, game: Game[Any, Any], display: BoardDisplay) -> Picture | None:
        """Return the page of diagrams that goes with the rules of a game, or None for a game that has none.

        A page is drawn once in each language, theme and size.
        """
        key, renderer = game.info.key, self._renderers[game.info.key]
        if not isinstance(renderer, DiagramRenderer):
            return None
        page = (current_language(), key, display)
        if page not in self._diagrams:
            self._diagrams[page] = asyncio.create_task(self._page(renderer, game, display))
        return await asyncio.shield(self._diagrams[page])

    async def _page(self, renderer: DiagramRenderer, game: Game[Any, Any], display: BoardDisplay) -> Picture:
        """Draw the page of diagrams one by one, so that a board never waits for all of them."""
        title, run = _("{game}: how it is played").format(game=game.info.title), self._worker.run
        try:
            shown = await run(Priority.REPLY, renderer.diagrams)
            parts = [
                await run(Priority.REPLY, diagrams.draw_diagram, renderer, one, display.theme, display.size)
                for one in shown
            ]
            page = await run(Priority.REPLY, diagrams.assemble_page, shown, parts, title, display.theme, display.size)
            png = await run(Priority.REPLY, encode, page)
        except Exception:  # the rules are told in words too; the log has the reason
            log.exception("Could not draw the diagrams of %s", game.info.key)
            return Picture(None, "", "")
        words = cut_alt(diagrams.describe_diagrams(shown, title))
        return Picture(png, words, words)

    async def draw_text(
        self, game: Game[Any, Any], snapshot: Snapshot, side: int | None = None, *, grid: bool = False
    ) -> str:
        """Return the board in sentences, or as a `grid` of letters if its renderer has one, turned only to `side`."""
        renderer, scene = self._renderers[game.info.key], scene_of(snapshot, BoardDisplay(side))
        write = renderer.grid if grid and isinstance(renderer, GridRenderer) else renderer.text
        return await self._worker.run(Priority.REPLY, write_words, write, game, scene)


def scene_of(
    snapshot: Snapshot, display: BoardDisplay, marked: Destinations | None = None, *, preview: bool = False
) -> Scene:
    """Return the scene of a match."""
    return Scene(
        state=_closed(snapshot) if snapshot.closed else snapshot.state,
        names=tuple(map(shown_name, snapshot.match.seats)),
        ply=snapshot.ply,
        move=snapshot.move,
        theme=display.theme,
        side=display.side,
        highlights=marked,
        size=display.size,
        preview=preview,
    )


def _closed(snapshot: Snapshot) -> Any:
    is_draw = snapshot.event is not None and snapshot.event.kind == "draw"
    return mark_ended(snapshot.state, draw_result(snapshot.match) if is_draw else None)


def _draw_catalogue(renderer: CatalogueRenderer, game: Game[Any, Any], scene: Scene) -> Picture:
    text = write_words(renderer.catalogue_text, game, scene)
    try:
        return Picture(encode(renderer.draw_catalogue(scene)), cut_alt(renderer.catalogue_alt(scene)), text)
    except (Exception, SystemExit):  # the words say it too; the log has the reason
        log.exception("Could not draw the catalogue of %s at %r", game.info.key, game.position(scene.state))
        return Picture(None, "", text)


def write_words(write: Callable[[Scene], object], game: Game[Any, Any], scene: Scene) -> str:
    """Return a scene in words, or a sentence for players if the renderer fails, which is logged."""
    try:
        return _require_text(write(scene))
    except (Exception, SystemExit):
        log.exception("Could not tell %s at %r", game.info.key, game.position(scene.state))
        return _(errors.BOARD_FAILED)


def _require_text(written: object) -> str:
    if not isinstance(written, str):
        raise TypeError(f"it returned {written!r:.200}")
    return written


def _draw_pieces(renderer: PieceRenderer) -> Mapping[str, bytes]:
    return {name: encode(image) for name, image in renderer.draw_pieces().items()}


def _write_alt(renderer: Renderer, scene: Scene) -> str:
    alt = renderer.alt(scene)
    if scene.preview or scene.analysis:
        marked = _(NOT_PLAYED if scene.preview else ANALYSED).format(board=alt)
        alt = marked if len(marked) <= LONGEST_ALT else alt  # the post says it, too
    return alt


def _tell(renderer: Renderer, game: Game[Any, Any], scene: Scene) -> BoardWords:
    text = write_words(renderer.text, game, scene)
    alt = write_words(lambda scene: _write_alt(renderer, scene), game, scene)
    try:
        return BoardWords(alt, text, renderer.places(scene))
    except (Exception, SystemExit):  # menus and words go on without it; the log has the reason
        log.exception("Could not find the places of %s at %r", game.info.key, game.position(scene.state))
        return BoardWords(alt, text, {})


def draw_picture(
    renderer: Renderer,
    game: Game[Any, Any],
    scene: Scene,
    finish: Callable[[Image.Image], Image.Image] = lambda picture: picture,
) -> Picture:
    """Return the picture of a scene after a last step, or text if drawing fails, which is logged."""
    text = write_words(renderer.text, game, scene)
    try:
        alt = _write_alt(renderer, scene)
        overflow = renderer.overflow(scene) if isinstance(renderer, OverflowRenderer) else ""
        return Picture(encode(finish(draw_scene(renderer, scene))), cut_alt(alt), text, overflow)
    except (Exception, SystemExit):  # the move stands whatever happens to its picture; the log has the reason
        log.exception("Could not draw %s at %r", game.info.key, game.position(scene.state))
        return Picture(None, "", text)


class ChartImages:
    """Draws charts one after the other, between boards."""

    def __init__(self, worker: PriorityExecutor) -> None:
        self._worker = worker

    async def draw(
        self, draw: Callable[[T, Theme, Size], bytes], describe: Callable[[T], str], chart: T, display: BoardDisplay
    ) -> Picture:
        """Return the picture of a chart that `draw` returns as PNG, with what `describe` returns as its alt text.

        A picture that fails to draw is logged and comes as text.
        """
        alt = cut_alt(describe(chart))
        try:
            png = await self._worker.run(Priority.REPLY, draw, chart, display.theme, display.size)
        except Exception:  # the words say it too; the log has the reason
            log.exception("Could not draw a chart of the kind %s", type(chart).__name__)
            return Picture(None, "", alt)
        return Picture(png, alt, alt)
