"""Posts and rewrites the board on which everybody analyses a match that is over."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.features.analysis.commands import analysis_view, board_text
from bot.features.board_replies import with_text_board
from bot.interactions.own_messages import has_mark
from bot.interactions.replies import Attachment, caption
from bot.outbox.sender import mention_only
from bot.process import is_forbidden, is_permanent
from bot.referee.analysis.analysis import load_shared_board
from bot.referee.people.display import shared_display

if TYPE_CHECKING:
    from bot.images.boards import BoardImages
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from storage.queries.rows import Post

log = logging.getLogger(__name__)


class AnalysisPosts:
    """Sends the outbox rows of shared analyses."""

    def __init__(self, sender: Sender, context: Context, board_images: BoardImages) -> None:
        self._sender = sender
        self._context = context
        self._board_images = board_images

    async def analysis(self, post: Post) -> tuple[int, int | None]:
        """Post the shared board as it stands now, or rewrite the message that a row names; return where it is.

        A message that was deleted stays so, and the analysis with it; another one can be posted.
        """
        board = await load_shared_board(self._context, post.match_id or 0)
        display = shared_display(board.match, board.game, board.snapshot.state)
        tried = bool(board.path.texts)
        picture = await self._board_images.draw(board.game, board.snapshot, display, preview=tried)
        text = await board_text(self._context, board)
        letters = with_text_board(text, picture.text)
        mark, name = self._sender.nonce(post), f"turnpost-analysis-{post.id}.png"
        view = analysis_view(board, mark=mark)
        file = Attachment(picture.png, name, picture.alt) if picture.png else None
        channel = self._sender.client.get_partial_messageable(int(post.body["channel"]), guild_id=board.match.guild_id)
        message_id = int(post.body.get("message", 0))

        async def put(content: str, files: list[Attachment]) -> tuple[int, int | None]:
            if message_id:
                await self._sender.rewrite(channel, message_id, content, view, lambda: [each.file for each in files])
                return channel.id, message_id
            sent = await self._sender.send_once(
                post,
                channel,
                partial(has_mark, mark=mark),
                content=content,
                view=view,
                files=[each.file for each in files],
                allowed_mentions=mention_only(),
            )
            return sent.channel.id, sent.id

        try:
            return await put(caption(text, picture) if file else letters, [file] if file else [])
        except discord.Forbidden as error:  # perhaps only files are barred
            if not is_forbidden(error) or file is None:
                raise
            return await put(letters, [])
        except discord.HTTPException as error:
            if not (message_id and is_permanent(error)):
                raise
            log.info("The shared analysis of match #%d has no message any more: %s", board.match.id, error)
            return channel.id, None
