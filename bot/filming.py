"""Replays, drawn and stored frame by frame in a thread: never on the event loop, and never before a board."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from bot.pictures import ALT_LIMIT, scene_of
from bot.referee import words
from bot.referee.replays import MOST_TURNS
from renderers.replay import LAST, TURN, Film

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.looks import Sight
    from bot.referee.replays import Reel
    from games.contract import Game
    from renderers.scene import Renderer, Scene

log = logging.getLogger(__name__)
LARGEST = 9_500_000
"""Bytes of a replay: Discord takes 10 MiB with all that is sent."""

AT_ONCE = 2
"""Replays in the making side by side; the others wait, so that memory stays bounded."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay as people get it: words, and a file of some format (`data`, None if there is none) with its alt text."""

    text: str
    data: bytes | None
    form: str
    alt: str


class Cinema:
    """Makes replays with the renderers given by the keys of their games."""

    def __init__(self, renderers: Mapping[str, Renderer]) -> None:
        self._renderers = renderers
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="film")
        self._seats = asyncio.Semaphore(AT_ONCE)

    async def film(self, game: Game[Any, Any], reel: Reel, form: Literal["webp", "gif"], sight: Sight) -> Replay:
        """Return the replay; where it fails, or grows too large for Discord, its words say so.

        Its frames are never large: there are too many of them.
        """
        sight = replace(sight, size="normal") if sight.size == "large" else sight
        renderer, title = self._renderers[game.info.key], _title(game, reel)
        run = asyncio.get_running_loop().run_in_executor
        async with self._seats:
            film = Film(form)
            try:
                for moment in reel.moments:
                    stays = LAST if moment is reel.last else TURN
                    await run(self._thread, _shoot, film, renderer, scene_of(moment, sight), stays)
                    if film.size > LARGEST:
                        return Replay(f"{title} would be larger than Discord takes. {_shorter(form)}", None, form, "")
                data = await run(self._thread, film.done)
                alt = await run(self._thread, renderer.alt, scene_of(reel.last, sight))
            except Exception:  # nothing depends on a replay; the log has the reason
                log.exception("Could not film %s", title)
                return Replay(f"{title} can't be drawn; the reason is in the log.", None, form, "")
        people = words.listed(person.name for person in reel.last.match.seats)
        cut = f" These are the last {MOST_TURNS} turns of it, the most in one replay." if reel.cut else ""
        return Replay(f"{title}.{cut}", data, form, f"{title}, between {people}. At the end: {alt}"[:ALT_LIMIT])

    def close(self) -> None:
        """Let go of the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _shoot(film: Film, renderer: Renderer, scene: Scene, stays: int) -> None:
    film.add(renderer.draw(scene), stays)


def _title(game: Game[Any, Any], reel: Reel) -> str:
    first, last = reel.moments[0].ply + 1, reel.last.ply
    which = "the start" if not last else f"move {last} of {reel.plies}"
    if first < last:
        which = f"moves {first} to {last} of {reel.plies}"
    return f"Replay of {game.info.title} #{reel.last.match.id}, {which}"


def _shorter(form: str) -> str:
    return "Ask for a part of it, as in `10-20`" + (", or for WebP." if form == "gif" else ".")
