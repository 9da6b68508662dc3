"""What spectators read. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.results.text import result_sentence
from bot.referee import formatting

if TYPE_CHECKING:
    from bot.referee.views import Snapshot
    from games.contract import Game
    from storage.queries.rows import Match, Post

WATCH = "Watch"
WATCH_ONE = "Watch a match..."
STOP = "Stop watching"


def watching(match: Match) -> str:
    """Return the reply to a person who watches a match now."""
    return f"I'll send you one message when #{match.id} ends."


def stopped_watching(number: int) -> str:
    """Return the reply to a person who watches a match no longer."""
    return f"You no longer watch #{number}."


def watched_post(snapshot: Snapshot, game: Game[Any, Any], board: Post | None) -> str:
    """Return the message to a person who watched a match that has ended, with a link to its last board."""
    match = snapshot.match
    where = formatting.link(match.guild_id, board.channel_id, board.message_id) if board else formatting.home(match)
    return f"{result_sentence(snapshot, game)}\n-# You watched #{match.id}: {where}"
