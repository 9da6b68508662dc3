"""The pictures of a review: the curve of the standing, and its turning points one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.images import frame_times
from bot.images.board_images import ALT_LIMIT
from bot.images.priority_executor import Priority
from bot.images.replay_images import add_frame
from bot.referee.names import shown_name
from games.text import format_list, format_percent
from games.translation import gettext as _
from renderers import encode
from renderers.board.animation_writer import AnimationWriter
from renderers.board.scene import OwnersRenderer, Scene
from renderers.board.standing_curve import Mark, StandingCurve, draw_standing_curve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.images.priority_executor import PriorityExecutor
    from bot.referee.people.display import BoardDisplay
    from bot.referee.reviews.reviewed_match import ReviewedMatch
    from engines.reviews.contract import Review
    from renderers.board.scene import Renderer


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
        return ReviewPictures(curve, describe_curve(source, review)[:ALT_LIMIT], replay, alt)


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
        _("Share of the win after each move"),
    )
    return encode(draw_standing_curve(curve, display.theme))


def _scenes(source: ReviewedMatch, review: Review, display: BoardDisplay) -> Iterator[tuple[Scene, int]]:
    """Yield for each turning point the board after the played move and that after the better one, with their times."""
    for point in review.turning_points:
        before, after = source.played.around(point.ply)
        better = source.game.play(before, source.game.parse(before, point.better))
        yield _scene(source, after, point.ply, point.played, display, preview=False), frame_times.REVIEW_PLAYED
        yield _scene(source, better, point.ply, point.better, display, preview=True), frame_times.REVIEW_BETTER


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
    return _("Shares of the win in {title} #{match}: {parts}.").format(
        title=source.game.info.title, match=source.match.id, parts="; ".join(parts)
    )
