"""Check the answers of people to puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.match_files.log_checks import AHEAD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from storage.queries.inspection import Row


def check_puzzle_attempt(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with what is stored of a person's answers to a puzzle, as clauses."""
    tried, solved = row["tried_at"], row["solved_at"]
    if row["number"] < 1 or row["user_id"] < 1:
        yield "is no puzzle, or no person"
    if tried > now + AHEAD or (solved is not None and not tried <= solved <= now + AHEAD):
        yield f"tried it at {tried} and solved it at {solved}, which can't be"
    if not row["failed"] and solved != tried:
        yield f"answered at {tried} without a mistake, and solved it at {solved}"
