"""What players read about rematches. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.queries.rows import Challenge


def rematch_posted(challenge: Challenge) -> str:
    """Return the reply to a player whose challenge to a rematch is posted."""
    return f"Challenge {challenge.id}, the rematch of #{challenge.rematch_of}, is posted in <#{challenge.channel_id}>."
