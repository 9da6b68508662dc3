"""What the post of the match of the week says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.results.text import result_sentence
from bot.referee import formatting
from games.text import format_count, format_list

if TYPE_CHECKING:
    from bot.referee.views import Snapshot
    from games.contract import Game
    from storage.queries.rows import Post

REPLAY = "Replay"


def weekly_post(snapshot: Snapshot, game: Game[Any, Any], views: int, board: Post | None) -> str:
    """Return the post of a match that was viewed so often, with a link to its last board."""
    match = snapshot.match
    if match.ended_at is not None:
        sentence = result_sentence(snapshot, game)
    else:
        people = format_list(map(formatting.name, match.seats))
        moves = format_count(snapshot.ply, "move") if snapshot.ply else "no moves"
        sentence = f"{people} play **{game.info.title}**, {moves} so far."
    where = formatting.link(match.guild_id, board.channel_id, board.message_id) if board else formatting.home(match)
    times = {1: "once", 2: "twice"}.get(views, f"{views} times")
    return f"**Match of the week:** {sentence}\nWatched and replayed {times} in seven days.\n-# #{match.id}: {where}"
