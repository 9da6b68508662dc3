"""The post about a vacation, in each match where the player is to move."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from bot.features.clocks.turn_posts import TurnPosts
from bot.features.vacations.text import away_post

if TYPE_CHECKING:
    from storage.tables.rows import Post


class VacationPosts(TurnPosts):
    """Sends the outbox rows about vacations."""

    async def away(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that the player to move is away, or back; nobody is mentioned."""
        match, deadline = await self._match_and_deadline(post)
        if deadline is None or match.to_move is None:
            return match.home, None
        until, mover = post.body["until"], match.seats[match.to_move - 1]
        content = away_post(match, mover, until and datetime.fromisoformat(until), deadline)
        return await self._send(post, self._home(match), content, self._board_button(post))
