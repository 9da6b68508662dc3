"""Check the queued moves of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.checks.stored_match import Stored


def check_queues(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the queued moves of a match, as clauses."""
    for row in stored.queues:
        label = f"the queue of seat {row['seat']}"
        if not 1 <= row["seat"] <= len(stored.match.seats):
            yield f"{label} is of a seat that there isn't"
        if row["moves"] and stored.match.to_move is None:
            yield f"{label} holds moves, but the match is over"
