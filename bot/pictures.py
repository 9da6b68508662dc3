"""Pictures of positions, drawn in threads: never on the event loop."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.referee.views import SHARED
from renderers import encode
from renderers.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.views import Moment, Sight
    from games.contract import Game
    from renderers.scene import Renderer

log = logging.getLogger(__name__)
ALT_LIMIT = 1024


@dataclass(frozen=True, slots=True)
class Picture:
    """A board as PNG bytes with its alt text, and in letters; `png` is None where drawing failed."""

    png: bytes | None
    alt: str
    text: str


class Studio:
    """Draws boards, a few at a time, with the renderers given by the keys of their games."""

    def __init__(self, renderers: Mapping[str, Renderer]) -> None:
        self._renderers = renderers
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="draw")

    async def draw(self, game: Game[Any, Any], moment: Moment, sight: Sight = SHARED) -> Picture:
        """Return the picture of a match at a moment. A picture that fails to draw is logged and comes as text."""
        work = partial(_draw, self._renderers[game.info.key], game, scene_of(moment, sight))
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Let go of the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def scene_of(moment: Moment, sight: Sight = SHARED) -> Scene:
    """Return what there is to draw."""
    event = moment.event
    return Scene(
        state=moment.state,
        names=tuple(person.name for person in moment.match.seats),
        ply=moment.ply,
        move=event.text if event and event.kind == "move" else None,
        theme=sight.theme,
        side=sight.side,
    )


def _draw(renderer: Renderer, game: Game[Any, Any], scene: Scene) -> Picture:
    text = renderer.text(scene)
    try:
        return Picture(encode(renderer.draw(scene)), renderer.alt(scene)[:ALT_LIMIT], text)
    except Exception:  # the move stands whatever happens to its picture; the log has the reason
        log.exception("Could not draw %s at %r", game.info.key, game.position(scene.state))
        return Picture(None, "", text)
