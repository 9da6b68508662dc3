"""What replays say, apart from their titles. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.queries.rows import Match


def files_barred(match: Match) -> str:
    """Return how to see a replay that can't be attached where it was asked for."""
    return f"I'm not allowed to attach files here. `/match replay #{match.id}` shows it only to you."
