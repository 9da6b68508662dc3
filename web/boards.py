"""What a board's page shows and does, whatever the board: steps, pictures and changes."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias
from urllib.parse import urlencode

from cachetools import LRUCache

from bot.images.boards import scene_of
from bot.referee.errors import RequestRejected
from bot.referee.people.display import BoardDisplay, load_display
from games.contract import Destinations
from games.translation import current_language, gettext as _
from renderers.board.scene import Circle
from web.text import plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.images.boards import BoardImages, BoardWords, Picture
    from bot.referee.boards import Snapshot
    from bot.referee.context import Context
    from bot.referee.people.display import Size
    from bot.referee.turns.aids import GuidedMove
    from games.contract import Choice, Game, Step
    from renderers.board.scene import Polygon, Scene
    from storage.queries.rows import Match
    from web.visitors import Visitor

log = logging.getLogger(__name__)
Json: TypeAlias = dict[str, Any]


NOTHING_ELSE: Json = {
    "person": "",
    "deadline": None,
    "confirm": True,
    "lines": [],
    "stamp": "",
    "offers": [],
    "actions": [],
    "waiting": [],
    "links": [],
    "request": "",
}
"""What a page has besides its board where there is nothing of it.

A person's name, the end of their time, whether a whole move is asked about before it is played, other
lines, what tells news, open offers, what can be done, other matches, links, and a signed id for the next change.
"""
MAX_LISTS = 256
"""Matches whose list of moves is kept."""
MAX_SCENES = 256
"""Pictures of which it is kept what they show, from the answer that names them to the request for them."""
MAX_BROWSERS = 1000
"""Browsers of which it is kept how large their pictures are."""


@dataclass(frozen=True, slots=True)
class Services:
    """What boards work with.

    `lists` has the moves of matches, by match, event and language; `scenes` what pictures show, by person, language and
    address; `drawing` the picture that was last begun for a browser before it asked, by session, and `sizes` the size
    in which it asked for the last one.
    """

    context: Context
    images: BoardImages
    lists: LRUCache[tuple[int, int, str], list[Json]] = field(default_factory=lambda: LRUCache(MAX_LISTS))
    scenes: LRUCache[tuple[int, str, str], tuple[Game[Any, Any], Scene]] = field(
        default_factory=lambda: LRUCache(MAX_SCENES)
    )
    drawing: LRUCache[int, asyncio.Future[Picture]] = field(default_factory=lambda: LRUCache(MAX_BROWSERS))
    sizes: LRUCache[int, Size] = field(default_factory=lambda: LRUCache(MAX_BROWSERS))


@dataclass(frozen=True, slots=True)
class Chosen:
    """How far somebody has got with a move on a page: the position `at` which they began, what they chose and tapped.

    `marked` says that the picture marks what can be chosen next, `move` is a whole move that it shows as if played.
    """

    at: str = ""
    labels: tuple[str, ...] = ()
    taps: tuple[str, ...] = ()
    marked: bool = False
    move: str = ""

    @property
    def query(self) -> str:
        """The same as the query of an address."""
        parts = [("at", self.at), *(("choice", each) for each in self.labels), *(("tap", each) for each in self.taps)]
        if self.move:
            parts.append(("move", self.move))
        elif self.marked:
            parts.append(("marked", "1"))
        return urlencode(parts)


class Change(NamedTuple):
    """What a page asks to be done at a position: `what` it is, with a text; the same `source_id` is the same change."""

    what: str
    at: str
    text: str
    source_id: int


class Outcome(NamedTuple):
    """What a page shows after a change: a position (empty for the present one), and a sentence if there is one."""

    at: str = ""
    notice: str = ""


FIRST = Outcome()
"""What a page shows when it is opened."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A board to draw: the position, the marks on it, and whether its move isn't played or it is an analysis."""

    snapshot: Snapshot
    marks: Destinations | None = None
    preview: bool = False
    analysis: bool = False

    def scene(self, display: BoardDisplay) -> Scene:
        """Return the scene to draw."""
        scene = scene_of(self.snapshot, display, self.marks, preview=self.preview)
        return replace(scene, analysis=self.analysis and not self.preview)


class Board(ABC):
    """A board that a visitor sees and may play on. Its calls raise `RequestRejected`, also if there's no such board.

    `start` is the position before the first move, as pages name it; `lasting` says that the address of a picture shows
    the same for ever.
    """

    start: ClassVar[str] = ""
    lasting: ClassVar[bool] = True

    def __init__(self, services: Services, visitor: Visitor, base: str) -> None:
        self.services, self.visitor, self.base = services, visitor, base
        self.context, self.images = services.context, services.images

    @abstractmethod
    async def state(self, after: Outcome) -> Json:
        """Return all that the page shows after a change."""

    @abstractmethod
    async def guide(self, chosen: Chosen) -> GuidedMove:
        """Return the step after what was chosen."""

    @abstractmethod
    async def snapshot(self, at: str) -> Snapshot:
        """Return the board at a position."""

    @abstractmethod
    async def preview(self, chosen: Chosen) -> tuple[Snapshot, str]:
        """Return the board after `chosen.move`, which isn't played, and what it would do."""

    @abstractmethod
    async def play(self, change: Change) -> Outcome:
        """Play the move that a change has as its text."""

    async def do(self, change: Change) -> Outcome:
        """Do what an entry of `actions` or an answer to an offer is for; a board without any knows none."""
        log.info("A page asked for %r, which its board doesn't know", change.what)
        raise RequestRejected(_("This page is too old for that. Load it again."))

    async def page(
        self, at: str, shown: Shown, after: Outcome, moves: Sequence[Json], *, turn: bool, **rest: Any
    ) -> Json:
        """Return the state of a page at a position: what all boards have, and the `rest`, in place of `NOTHING_ELSE`.

        `moves` are listed behind the start; `turn` says that the visitor may choose a move.
        """
        display = await self.display(shown.snapshot.match)
        words = await self.tell(shown, display)
        return {
            **NOTHING_ELSE,
            "at": at,
            "turn": turn,
            "steps": await self.step(Chosen(at)) if turn else None,
            "picture": self.show(Chosen(at), shown, display),
            "alt": words.alt,
            "text": words.text,
            "notice": plain_text(after.notice),
            "moves": [{"at": self.start, "ply": 0, "text": "", "player": "", "words": ""}, *moves],
            **rest,
        }

    async def step(self, chosen: Chosen) -> Json:
        """Return what can be chosen next, and where to tap for it."""
        guided = await self.guide(chosen)
        step, words = guided.step, ""
        reached = replace(chosen, labels=guided.labels, taps=guided.taps, marked=True)
        if step.move and not step.choices:
            reached = replace(reached, move=step.move)
            shown, words = await self._preview(reached)
        else:
            shown = self._step_board(guided)
        display = await self.display(shown.snapshot.match)
        told = await self.tell(shown, display)
        tappable = {place for choice in step.choices for place in choice.places} - set(guided.taps)
        return {
            "at": chosen.at,
            "question": plain_text(step.question),
            "so_far": list(guided.labels),
            "taps": list(guided.taps),
            "choices": [self._choice(guided, choice) for choice in step.choices],
            "places": {name: _outline(shape) for name, shape in told.places.items() if name in tappable},
            "move": step.move,
            "words": plain_text(words),
            "picture": self.show(reached, shown, display),
            "alt": told.alt,
            "notice": plain_text(guided.stale_note),
        }

    def show(self, chosen: Chosen, shown: Shown, display: BoardDisplay) -> str:
        """Return the address of a picture; it is drawn at once if it is known how large the visitor wants it."""
        address = self.picture_url(chosen, display)
        game, scene = self.context.game(shown.snapshot.match), shown.scene(display)
        self.services.scenes[self.visitor.user_id, current_language(), address] = game, scene
        number = self.visitor.session.id if self.visitor.session else 0
        size, before = self.services.sizes.get(number), self.services.drawing.get(number)
        if size and (before is None or before.done()):  # one at a time, however fast somebody taps
            self.services.drawing[number] = self.images.keep(game, replace(scene, size=size))
        return address

    async def draw(self, chosen: Chosen, display: BoardDisplay) -> Picture:
        """Return the picture of a position, of a step (if anything was chosen or may be), or of a move."""
        key = self.visitor.user_id, current_language(), self.picture_url(chosen, display)
        if self.lasting and key in self.services.scenes:
            game, scene = self.services.scenes[key]
        else:
            shown = await self._chosen_board(chosen)
            game, scene = self.services.scenes[key] = self.context.game(shown.snapshot.match), shown.scene(display)
        if self.visitor.session:
            self.services.sizes[self.visitor.session.id] = display.size
        return await asyncio.shield(self.images.keep(game, replace(scene, size=display.size)))

    def shown(self, snapshot: Snapshot) -> Shown:
        """Return how a position is drawn on which nothing is being chosen."""
        return Shown(snapshot)

    async def display(self, match: Match) -> BoardDisplay:
        """Return how the visitor sees the boards of a match, without the size, which is up to their screen."""
        if not self.visitor.user_id:
            return BoardDisplay(None, "light" if self.visitor.theme == "light" else "dark")
        async with self.context.database.read() as tx:
            preferences = await load_display(tx, self.visitor.user_id)
        turns = self.context.game(match).info.homes and preferences.sides != "never"
        return BoardDisplay(match.seat_of(self.visitor.user_id) if turns else None, preferences.theme)

    def picture_url(self, chosen: Chosen, display: BoardDisplay) -> str:
        """Return the address of a picture, to which the page adds the size."""
        side = f"&side={display.side}" if display.side else ""
        return f"{self.base}/picture?{chosen.query}&theme={display.theme}{side}"

    async def tell(self, shown: Shown, display: BoardDisplay) -> BoardWords:
        """Return a board in words, and where its places are in the picture."""
        game = self.context.game(shown.snapshot.match)
        return await self.images.tell(game, shown.scene(display))

    async def _chosen_board(self, chosen: Chosen) -> Shown:
        if chosen.move:
            return (await self._preview(chosen))[0]
        if chosen.marked:
            return self._step_board(await self.guide(chosen))
        return self.shown(await self.snapshot(chosen.at))

    async def _preview(self, chosen: Chosen) -> tuple[Shown, str]:
        after, words = await self.preview(chosen)
        return Shown(after, preview=True), words

    def _step_board(self, guided: GuidedMove) -> Shown:
        snapshot, shown = guided.snapshot, guided.step.shown
        drawn = snapshot if shown is None else replace(snapshot, state=shown)
        return replace(self.shown(drawn), marks=_marks(guided.step, guided.taps))

    def _choice(self, guided: GuidedMove, choice: Choice) -> Json:
        game = guided.snapshot.match.game
        return {
            "label": choice.label,
            "words": choice.words,
            "places": list(choice.places),
            "group": choice.group,
            "piece": f"/pieces/{game}/{choice.piece}" if choice.piece else "",
        }


def _marks(step: Step, taps: Sequence[str]) -> Destinations:
    """Return what the picture of a step marks: what was tapped, and where a tap leads on."""
    given = step.highlights
    if given.places and not taps:
        return given
    places = dict.fromkeys(place for choice in step.choices for place in choice.places if place not in taps)
    return Destinations(tuple(dict.fromkeys((*given.source, *taps))), tuple(places), given.words, given.fatal)


def _outline(shape: Polygon | Circle) -> Json:
    """Return the shape of a place in picture pixels."""
    if isinstance(shape, Circle):
        return {"circle": [round(each, 1) for each in shape]}
    return {"points": [[round(x, 1), round(y, 1)] for x, y in shape]}
