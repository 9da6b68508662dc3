"""Rewrites the post of a challenge when its match has ended: who won, with a small picture of the last board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.features.results.text import result_post
from bot.interactions.replies import Attachment
from bot.process.errors import is_forbidden
from bot.referee.offload import rules_outside_transaction, run_rules
from bot.referee.people.display import shared_display
from bot.referee.views import take_snapshot
from storage.tables import matches, outbox

if TYPE_CHECKING:
    from bot.images.board_images import BoardImages
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.views import Snapshot
    from storage.tables.rows import Post

UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that was deleted."""


class ResultPosts:
    """Sends the outbox rows of matches that have ended."""

    def __init__(self, sender: Sender, context: Context, board_images: BoardImages) -> None:
        self._sender = sender
        self._context = context
        self._board_images = board_images

    async def result(self, post: Post) -> tuple[int, int | None]:
        """Turn the post of a match's challenge into its result; return the channel and the message, if it's there.

        An attempt after a crash puts the same text and picture in the place of the first.
        """
        snapshot = await self._load_snapshot(post)
        match, game = snapshot.match, self._context.game(snapshot.match)
        content = await run_rules(result_post, snapshot, game)
        picture = await self._board_images.draw_thumbnail(game, snapshot, shared_display(match, game, snapshot.state))
        name = f"turnpost-{self._sender.nonce(post)}.png"
        board = Attachment(picture.png, name, picture.alt) if picture.png else None
        async with self._context.database.read() as tx:
            sent = await outbox.posts_of_challenge(tx, match.challenge_id or 0)
        for each in sent:
            await self._rewrite(each, match.guild_id, content, board)
        return (sent[0].channel_id or 0, sent[0].message_id) if sent else (match.home, None)

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
