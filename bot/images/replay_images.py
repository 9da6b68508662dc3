"""Replays, drawn and stored frame by frame between more urgent work, once for all who ask for the same one."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bot.images import frame_times
from bot.images.board_images import ALT_LIMIT, scene_of
from bot.images.priority_executor import Priority
from bot.referee.errors import RequestRejected
from bot.referee.names import shown_name
from bot.referee.replays import MAX_TURNS, build_replay
from games.text import format_list
from games.translation import current_language
from games.translation import gettext as _
from renderers.board.animation_writer import AnimationWriter
from renderers.board.preview import draw_scene

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from bot.images.priority_executor import PriorityExecutor
    from bot.referee.people.display import BoardDisplay
    from bot.referee.replays import ReplayFrames, ReplaySource
    from games.contract import Game
    from renderers.board.scene import Renderer, Scene

log = logging.getLogger(__name__)
LARGEST = 9_500_000
"""The most bytes of a replay: Discord accepts 10 MiB a request."""

AT_ONCE = 2
"""Replays drawn or sent at a time; the others wait, so that memory stays bounded."""

KEPT = 16_000_000
"""Bytes of cached replays."""

MOST_KEPT = 100
"""Replays in the cache; those too large for Discord are text only."""

MADE_WITHIN = 120.0
"""Seconds that drawing a replay may take, between more urgent work."""

Form: TypeAlias = Literal["webp", "gif"]
Key: TypeAlias = "tuple[str, int, int, tuple[int, int] | None, int | None, Form, BoardDisplay]"


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay as people get it: words, and a file of some format (`data`, None if there is none) with its alt text.

    `seq` is the event that it ends with.
    """

    text: str
    data: bytes | None
    form: str
    alt: str
    seq: int


class ReplayFailed(RequestRejected):
    """A replay can't be drawn; the log has the reason."""


class ReplayImages:
    """Draws replays with the renderers, which are given by game key."""

    def __init__(self, renderers: Mapping[str, Renderer], worker: PriorityExecutor) -> None:
        self._renderers = renderers
        self._worker = worker
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._making: dict[Key, asyncio.Task[Replay]] = {}
        self._made: OrderedDict[Key, Replay] = OrderedDict()

    @asynccontextmanager
    async def animate(self, source: ReplaySource, form: Form, display: BoardDisplay) -> AsyncGenerator[Replay]:
        """Give a replay to be sent within the block; where it grows too large for Discord, its words say so.

        Its frames are never large: there are too many of them. Raises `ReplayFailed`.
        """
        display = replace(display, size="normal") if display.size == "large" else display
        key = (current_language(), source.match.id, source.seq, source.plies, source.turning_ply, form, display)
        async with self._slots:
            if key in self._made:
                self._made.move_to_end(key)
                yield self._made[key]
            else:
                if key not in self._making:
                    self._making[key] = asyncio.create_task(self._make(key, source, form, display))
                    self._making[key].add_done_callback(partial(self._forget, key))
                yield await asyncio.shield(self._making[key])

    def _forget(self, key: Key, done: asyncio.Task[Replay]) -> None:
        """Forget a replay in the making. Whoever waited for it has been told what it raised, and so has the log."""
        del self._making[key]
        if not done.cancelled():
            done.exception()

    async def _make(self, key: Key, source: ReplaySource, form: Form, display: BoardDisplay) -> Replay:
        """Make a replay and keep it, even if nobody waits for it any more. Raises `ReplayFailed`."""
        try:
            async with asyncio.timeout(MADE_WITHIN):
                replay = await self._draw(source, form, display)
        except Exception:  # nothing depends on a replay; the log has the reason
            log.exception("The replay of #%d could not be made", source.match.id)
            failed = _(
                "The replay of #{match} can't be made; the reason is in the log. Try a part of it, as in `10-20`."
            )
            raise ReplayFailed(failed.format(match=source.match.id)) from None
        self._made[key] = replay
        while sum(len(each.data or b"") for each in self._made.values()) > KEPT or len(self._made) > MOST_KEPT:
            self._made.popitem(last=False)
        return replay

    async def _draw(self, source: ReplaySource, form: Form, display: BoardDisplay) -> Replay:
        run, renderer = self._worker.run, self._renderers[source.game.info.key]
        frames, writer = await run(Priority.REPLAY, build_replay, source), AnimationWriter(form)
        title = _title(source.game, frames)
        for snapshot in frames.snapshots:
            turned = snapshot.ply == source.turning_ply
            milliseconds = frame_times.REPLAY_TURNING_POINT if turned else frame_times.REPLAY
            milliseconds = frame_times.REPLAY_LAST if snapshot is frames.last else milliseconds
            await run(Priority.REPLAY, add_frame, writer, renderer, scene_of(snapshot, display), milliseconds)
            if writer.size > LARGEST:
                too_large = _("{replay} would be larger than Discord takes.").format(replay=title)
                return Replay(f"{too_large} {_shorter(form)}", None, form, "", frames.last.seq)
        data = await run(Priority.REPLAY, writer.finish)
        alt = await run(Priority.REPLAY, renderer.alt, scene_of(frames.last, display))
        people = format_list(map(shown_name, source.match.seats))
        text = f"{title}."
        if frames.shortened:
            cut = _("These are the last {turns} turns of it, the most in one replay.").format(turns=MAX_TURNS)
            text = f"{text} {cut}"
        # Translators: {replay} is "Replay of Xoid #42, move 20 of 40", {board} sentences on the last position.
        described = _("{replay}, between {players}. At the end: {board}").format(
            replay=title, players=people, board=alt
        )
        return Replay(text, data, form, described[:ALT_LIMIT], frames.last.seq)


def add_frame(writer: AnimationWriter, renderer: Renderer, scene: Scene, milliseconds: int) -> None:
    """Draw a frame that stays so long, and add it to a replay."""
    writer.add_frame(draw_scene(renderer, scene), milliseconds)


def _title(game: Game[Any, Any], frames: ReplayFrames) -> str:
    first, last = frames.snapshots[0].ply + 1, frames.last.ply
    if not last:
        template = _("Replay of {game} #{match}, the start")
    elif first < last:
        template = _("Replay of {game} #{match}, moves {first} to {last} of {all}")
    else:
        template = _("Replay of {game} #{match}, move {last} of {all}")
    return template.format(game=game.info.title, match=frames.last.match.id, first=first, last=last, all=frames.plies)


def _shorter(form: str) -> str:
    if form == "gif":
        return _("Ask for a part of it, as in `10-20`, or for WebP.")
    return _("Ask for a part of it, as in `10-20`.")
