"""Check who watches a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.checks.stored_match import Stored


def check_watchers(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with those who watch a match, as clauses."""
    if stored.watchers and stored.match.ended_at is not None:
        yield f"{len(stored.watchers)} still watch it, and it ended at {stored.match.ended_at}"
    if any(row["user_id"] < 1 or stored.match.seat_of(row["user_id"]) for row in stored.watchers):
        yield "one of its players watches it"
