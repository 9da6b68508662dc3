"""Checks of the review of a match against its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.verify.checks.times import near
from bot.referee.history.mainline import mainline_moves
from bot.referee.reviews.review_json import UnreadableReview, read_review

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.admin.verify.checks.stored_match import Stored
    from engines.reviews.contract import Review, TurningPoint
    from storage.queries.rows import Event


def check_review(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the review of a match, as clauses."""
    posts = stored.posted("review")
    if posts and not stored.reviews:
        yield "its review was asked for, and is not here"
    for row in stored.reviews:
        if stored.match.ended_at is None:
            yield "it has a review, but goes on"
        if not any(near(row["asked_at"], post["created_at"]) for post in posts):
            yield f"its review was asked for at {row['asked_at']}, when nothing was put into the outbox"
        try:
            review = read_review(row["content"]) if row["content"] else None
        except UnreadableReview as unreadable:
            yield f"its review can't be read: {unreadable}"
            continue
        if review:
            yield from _check_content(stored, review)
        elif any(post["sent_at"] for post in posts):
            yield "its review was posted, and is not here"


def _check_content(stored: Stored, review: Review) -> Iterator[str]:
    moves = mainline_moves(stored.log)
    for standing in review.curve:
        whole = len(standing.shares) == len(stored.match.seats) and all(0 <= share <= 1 for share in standing.shares)
        if not (whole and 0 <= standing.ply <= len(moves)):
            yield f"its review has the shares {standing.shares} after move {standing.ply}"
    for point in review.turning_points:
        if not _is_of(point, moves):
            yield f"its review has `{point.played}` as move {point.ply} by seat {point.seat}, and the log has not"


def _is_of(point: TurningPoint, moves: Sequence[Event]) -> bool:
    event = moves[point.ply - 1] if 0 < point.ply <= len(moves) else None
    return event is not None and (event.seat, event.text) == (point.seat, point.played)
