"""The post about a vacation, in each match where the player is to move."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from bot.features.clocks.turn_posts import TurnPosts
from bot.features.vacations.text import away_post, net_message, net_post
from bot.outbox.mentions import Mentions, direct_message_options
from bot.process.errors import is_permanent

if TYPE_CHECKING:
    from storage.queries.rows import Post


log = logging.getLogger(__name__)
SILENT = Mentions(silent=True).send_options


class VacationPosts(TurnPosts):
    """Sends the outbox rows about vacations."""

    async def away(self, post: Post) -> tuple[int, int | None]:
        """Tell everyone that the player to move is away, or back; nobody is mentioned."""
        match, deadline = await self._match_and_deadline(post)
        if deadline is None or match.to_move is None:
            return match.home, None
        until, mover = post.body["until"], match.seats[match.to_move - 1]
        if post.body.get("net"):
            content = net_post(match, mover, datetime.fromisoformat(until))
            return await self._send(post, self._home(match), content, self._board_button(post), SILENT)
        content = away_post(match, mover, until and datetime.fromisoformat(until), deadline)
        return await self._send(post, self._home(match), content, self._board_button(post))

    async def net(self, post: Post) -> tuple[int, int | None]:
        """Tell the player to move directly that the safety net took a vacation day for them.

        A player who takes no direct messages reads it in the thread.
        """
        match, deadline = await self._match_and_deadline(post)
        if deadline is None:
            return match.home, None
        title, until = self._context.title(match.game), datetime.fromisoformat(post.body["until"])
        content = net_message(match, title, until, int(post.body["left"]))
        options = await direct_message_options(self._context, int(post.body["user"]))
        try:
            channel = await self._sender.open_direct_messages(post)
            return await self._send(post, channel, content, self._board_button(post), options)
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            log.info("The player to move in #%d takes no direct messages: %s", match.id, error)
            return match.home, None
