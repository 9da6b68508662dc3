"""The base of posts about the time of a turn: of clocks, pauses and vacations."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from bot.client.persistent_button import row
from bot.features.board_replies.components import MyViewButton
from bot.features.board_replies.text import MY_VIEW
from bot.interactions.custom_ids import has_mark
from bot.outbox.mentions import NO_MENTIONS
from bot.referee.history.seat_holders import list_people
from games.translation import gettext as _
from storage.queries import clocks, events, matches

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    import discord

    from bot.client.persistent_button import PersistentButton
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Match, Person, Post


class TurnPosts:
    """Base of the senders of such posts. Each public method returns the channel and the message the row became.

    A post about a turn is dropped once that turn is over.
    """

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def _match_and_deadline(self, post: Post) -> tuple[Match, datetime | None]:
        """Return the match of a row, and the deadline of the turn that the row is about: None if that is over."""
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
            clock = await clocks.of_match(tx, match.id)
        return match, clock.deadline if clock and match.seq == post.seq else None

    async def _people(self, match: Match) -> dict[int, Person]:
        """Return the players of a match by id, with those whose seats substitutes have taken."""
        async with self._context.database.read() as tx:
            log = await events.of_match(tx, match.id)
        return {person.id: person for person in list_people(match, log)}

    def _board_button(self, post: Post) -> MyViewButton:
        return MyViewButton(_(MY_VIEW), post.match_id or 0, post.seq or 0, self._sender.nonce(post))

    def _home(self, match: Match) -> discord.PartialMessageable:
        return self._sender.client.get_partial_messageable(match.home, guild_id=match.guild_id)

    async def _send(
        self,
        post: Post,
        channel: discord.abc.Messageable,
        text: str,
        button: PersistentButton,
        send_options: Mapping[str, Any] = NO_MENTIONS.send_options,
        *others: PersistentButton,
    ) -> tuple[int, int | None]:
        """Send a row's text with buttons. The mark at the end of the first one's custom_id identifies the message."""
        mark = self._sender.nonce(post)

        sent = await self._sender.send_once(
            post, channel, partial(has_mark, mark=mark), content=text, view=row(button, *others), **send_options
        )
        return sent.channel.id, sent.id
