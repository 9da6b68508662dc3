"""Check when the thread of a match is due to be archived."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.match_files.log_checks import AHEAD
from bot.referee.thread_archives import OPEN_FOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.checks.stored_match import Stored


def check_thread_archive(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with it, as clauses."""
    for row in stored.archives:
        ended = stored.match.ended_at
        if ended is None:
            yield "its thread is due to be archived, and the match goes on"
        elif not ended < row["due_at"] <= ended + OPEN_FOR + AHEAD:
            yield f"its thread is due to be archived at {row['due_at']}, and the match ended at {ended}"
