"""Check the notes of players in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.admin.verify.checks.times import stood_after
from bot.referee.log.notes import MAX_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.admin.verify.checks.stored_match import Stored


def check_notes(stored: Stored) -> Iterator[str]:
    """Yield what is wrong with the notes of a match, as clauses."""
    for row in stored.notes:
        label = f"note {row['id']}"
        if not 1 <= row["seat"] <= len(stored.match.seats) or not 0 <= row["seq"] <= len(stored.log):
            yield f"{label} is of seat {row['seat']} after event {row['seq']}, which there isn't"
        elif not stood_after(stored, row["seq"], row["created_at"]):
            yield f"{label} is of {row['created_at']}, when the match did not stand at event {row['seq']}"
        if len(row["text"]) > MAX_LENGTH:
            yield f"{label} has {len(row['text'])} characters, more than {MAX_LENGTH}"
