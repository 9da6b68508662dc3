"""Replays and reviews as animations, and how long each frame is shown."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bot.images.boards import Priority, scene_of
from bot.referee.errors import RequestRejected
from bot.referee.formatting import shown_name
from bot.referee.replays import MAX_TURNS, build_replay
from games.text import format_list, format_percent
from games.translation import current_language, gettext as _
from renderers import encode
from renderers.board.alt_text import cut_alt
from renderers.board.animation_writer import AnimationWriter
from renderers.board.preview import draw_scene
from renderers.board.scene import OwnersRenderer, Scene
from renderers.board.standing_curve import Mark, StandingCurve, draw_standing_curve

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator, Mapping

    from bot.images.boards import PriorityExecutor
    from bot.referee.people.display import BoardDisplay
    from bot.referee.replays import ReplayFrames, ReplaySource
    from bot.referee.reviews import ReviewedMatch
    from engines.reviews.contract import Review
    from games.contract import Game
    from renderers.board.scene import Renderer

log = logging.getLogger(__name__)
REPLAY = 1000
"""A board of a replay."""
REPLAY_TURNING_POINT = 3000
"""The board after a turning point."""
REPLAY_LAST = 6000
"""The last board, before the replay starts over."""
REVIEW_PLAYED = 2500
"""In a review, a move that was played."""
REVIEW_BETTER = 3500
"""In a review, the better one."""


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
            milliseconds = REPLAY_TURNING_POINT if turned else REPLAY
            milliseconds = REPLAY_LAST if snapshot is frames.last else milliseconds
            await run(Priority.REPLAY, add_frame, writer, renderer, scene_of(snapshot, display), milliseconds)
            if writer.size > LARGEST:
                too_large = _("{replay} would be larger than Discord takes.").format(replay=title)
                shorter = _("Ask for a part of it, as in `10-20`.")
                if form == "gif":
                    shorter = _("Ask for a part of it, as in `10-20`, or for WebP.")
                return Replay(f"{too_large} {shorter}", None, form, "", frames.last.seq)
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
        return Replay(text, data, form, cut_alt(described), frames.last.seq)


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


@dataclass(frozen=True, slots=True)
class ReviewPictures:
    """The curve as PNG, and the turning points as an animated WebP, None if there are none, with their alt texts."""

    curve: bytes
    curve_alt: str
    replay: bytes | None
    replay_alt: str


class ReviewImages:
    """Draws reviews with the renderers, which are given by game key, between more urgent work."""

    def __init__(self, renderers: Mapping[str, Renderer], worker: PriorityExecutor) -> None:
        self._renderers = renderers
        self._worker = worker

    async def draw(self, source: ReviewedMatch, review: Review, display: BoardDisplay) -> ReviewPictures:
        """Return the pictures of a review."""
        renderer = self._renderers[source.match.game]
        curve = await self._worker.run(Priority.REPLAY, draw_curve, renderer, source, review, display)
        writer = AnimationWriter("webp")
        for scene, milliseconds in _scenes(source, review, display):
            await self._worker.run(Priority.REPLAY, add_frame, writer, renderer, scene, milliseconds)
        replay = await self._worker.run(Priority.REPLAY, writer.finish) if review.turning_points else None
        moves = format_list(str(point.ply) for point in review.turning_points)
        template = _("The turning points of #{match}, moves {moves}: each as it was played, then the better move.")
        alt = template.format(match=source.match.id, moves=moves)
        return ReviewPictures(curve, cut_alt(describe_curve(source, review)), replay, alt)


def draw_curve(renderer: Renderer, source: ReviewedMatch, review: Review, display: BoardDisplay) -> bytes:
    """Return the curve of the standing as PNG."""
    match, info = source.match, source.game.info
    curve = StandingCurve(
        tuple(map(shown_name, match.seats)),
        info.seats,
        renderer.owners if isinstance(renderer, OwnersRenderer) else (),
        tuple((standing.ply, standing.shares) for standing in review.curve),
        tuple(Mark(point.ply, point.seat) for point in review.turning_points),
        f"{info.title} #{match.id}",
        _("Winning chances after each move"),
    )
    return encode(draw_standing_curve(curve, display.theme))


def _scenes(source: ReviewedMatch, review: Review, display: BoardDisplay) -> Iterator[tuple[Scene, int]]:
    """Yield for each turning point the board after the played move and that after the better one, with their times."""
    for point in review.turning_points:
        before, after = source.played.around(point.ply)
        better = source.game.play(before, source.game.parse(before, point.better))
        yield _scene(source, after, point.ply, point.played, display, preview=False), REVIEW_PLAYED
        yield _scene(source, better, point.ply, point.better, display, preview=True), REVIEW_BETTER


def _scene(source: ReviewedMatch, state: Any, ply: int, move: str, display: BoardDisplay, *, preview: bool) -> Scene:
    names = tuple(map(shown_name, source.match.seats))
    return Scene(state, names, ply, move, display.theme, display.side, display.size, preview=preview)


def describe_curve(source: ReviewedMatch, review: Review) -> str:
    """Return how the players stood at the beginning, around the turning points and at the end."""
    marked = {point.ply - step for point in review.turning_points for step in (0, 1)}
    shown = [one for one in review.curve if one.ply in marked or one in {review.curve[0], review.curve[-1]}]
    names = [*map(shown_name, source.match.seats)]
    parts: list[str] = []
    for standing in shown:
        shares = (f"{name} {format_percent(share)}" for name, share in zip(names, standing.shares, strict=True))
        parts.append(_("after move {ply} {shares}").format(ply=standing.ply, shares=", ".join(shares)))
    # Translators: {parts} is "after move 0 Ann 50%, Bob 50%; after move 9 Ann 12%, Bob 88%"
    return _("Winning chances in {title} #{match}: {parts}.").format(
        title=source.game.info.title, match=source.match.id, parts="; ".join(parts)
    )
