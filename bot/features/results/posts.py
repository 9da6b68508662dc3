"""Rewrites the post of a challenge when its match has ended: who won, with a small picture of the last board."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.features.results.text import result_post
from bot.interactions.replies import Attachment
from bot.process.errors import is_forbidden
from bot.referee.people.display import shared_display
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.snapshots import take_snapshot
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from bot.images.board_images import BoardImages
    from bot.interactions.foreign_places import ForeignPlaces
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.snapshots import Snapshot
    from storage.queries.rows import Match, Post

log = logging.getLogger(__name__)
UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that was deleted."""


class ResultPosts:
    """Sends the outbox rows of matches that have ended."""

    def __init__(self, sender: Sender, context: Context, board_images: BoardImages, places: ForeignPlaces) -> None:
        self._sender = sender
        self._context = context
        self._board_images = board_images
        self._places = places

    async def result(self, post: Post) -> tuple[int, int | None]:
        """Turn the post of a match's challenge into its result; return the channel and the message, if it's there.

        An attempt after a crash puts the same text and picture in the place of the first.
        """
        match, content, board = await self._draw(post)
        async with self._context.database.read() as tx:
            sent = await outbox.posts_of_challenge(tx, match.challenge_id or 0)
        for each in sent:
            await self._rewrite(each, match.guild_id, content, board)
        if match.is_direct and not sent:
            await self._tell_foreign_place_once(match, content, board)
            return match.home, None
        return (sent[0].channel_id or 0, sent[0].message_id) if sent else (match.home, None)

    async def tell_foreign_place(self, post: Post) -> None:
        """Tell the foreign place where a match began how it ended, unless it was told."""
        await self._tell_foreign_place_once(*await self._draw(post))

    async def _draw(self, post: Post) -> tuple[Match, str, Attachment | None]:
        """Return the match of a row, its result in words, and a small picture of its last board."""
        snapshot = await self._load_snapshot(post)
        match, game = snapshot.match, self._context.game(snapshot.match)
        content = await run_rules(result_post, snapshot, game)
        picture = await self._board_images.draw_thumbnail(game, snapshot, shared_display(match, game, snapshot.state))
        name = f"turnpost-{self._sender.nonce(post)}.png"
        return match, content, Attachment(picture.png, name, picture.alt) if picture.png else None

    async def _tell_foreign_place_once(self, match: Match, content: str, board: Attachment | None) -> None:
        """Post a result by the last interaction of a place if there is one; else the place is still owed it.

        It is noted before it is posted: what an interaction posts has no nonce, and after a crash it would come again.
        Where Discord refuses it, the button below the challenge still shows the result.
        """
        if not self._places.can_reach(match.channel_id):
            return
        async with self._context.database.write() as tx:
            if not await outbox.take_result(tx, match.id):
                return
        buttons = [f"standing:{match.id}", f"accept:{match.challenge_id}"]
        try:
            await self._places.post(match.channel_id, buttons, content, [board] if board else [])
        except discord.HTTPException as error:
            log.info("The place where match #%d began isn't told how it ended: %s", match.id, error)

    async def _rewrite(self, sent: Post, guild_id: int, content: str, board: Attachment | None) -> None:
        """Rewrite one post, unless somebody deleted it; where files are barred, in words alone."""
        channel = self._sender.client.get_partial_messageable(sent.channel_id or 0, guild_id=guild_id)
        message_id = sent.message_id or 0
        try:
            await self._sender.rewrite(channel, message_id, content, None, (lambda: [board.file]) if board else None)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        except discord.Forbidden as error:
            if not is_forbidden(error) or board is None:
                raise
            await self._sender.rewrite(channel, message_id, content, None)

    @rules_outside_transaction
    async def _load_snapshot(self, post: Post) -> Snapshot:
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
            return await take_snapshot(self._context, tx, match, post.seq or 0)
