"""Tells players that their plans are gone."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.client.persistent_button import row
from bot.features.plans.components import PlanButton
from bot.features.plans.text import PLAN, dropped_post
from bot.interactions.custom_ids import read_custom_ids
from bot.outbox.mentions import direct_message_options
from bot.process.errors import is_permanent
from bot.referee.log.next_automatic_moves import explain_illegal
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.snapshots import take_snapshot
from games.translation import gettext as _
from storage.queries import matches

if TYPE_CHECKING:
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Match, Post

log = logging.getLogger(__name__)


class PlanPosts:
    """Sends the outbox rows about plans."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def plan(self, post: Post) -> tuple[int, int | None]:
        """Tell a player why their plan is gone; return the channel and the message.

        A player who takes no direct messages isn't told, which is no failure.
        """
        user_id = int(post.body["user"])
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
        seat = match.seat_of(user_id)
        body = {**post.body, "reason": await self._explain(post, match)}
        content = dropped_post(match, body, waits=match.to_move == seat)
        button = PlanButton(_(PLAN), match.id, self._sender.nonce(post))
        options = await direct_message_options(self._context, user_id)
        try:
            channel = await self._sender.open_direct_messages(post)
            sent = await self._sender.send_once(
                post,
                channel,
                lambda message: button.custom_id in read_custom_ids(message),
                content=content,
                view=row(button),
                **options,
            )
        except discord.HTTPException as error:
            if not is_permanent(error):
                raise
            log.info("A player of match #%d takes no direct messages: %s", match.id, error)
            return match.home, None
        return channel.id, sent.id

    @rules_outside_transaction
    async def _explain(self, post: Post, match: Match) -> str:
        """Return why the planned answer can't be played, in the owner's language; the row has the mover's."""
        reason = str(post.body["reason"])
        if post.body["why"] != "illegal":
            return reason
        async with self._context.database.read() as tx:
            state = (await take_snapshot(self._context, tx, match, post.seq or 0)).state
        return await run_rules(explain_illegal, self._context.game(match), state, str(post.body["text"]), reason)
