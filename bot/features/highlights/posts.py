"""The post of a turning point, after the last board of a match."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.client.persistent_button import row
from bot.features.highlights.text import MARK, highlight_alt, highlight_post
from bot.features.replays.components import ReplayButton
from bot.features.replays.text import REPLAY
from bot.images.board_images import ALT_LIMIT
from bot.interactions.own_messages import ends_with
from bot.interactions.replies import Attachment
from bot.outbox.sender import mention_only
from bot.referee.errors import RequestRejected
from bot.referee.highlights import load_highlight
from bot.referee.people.display import replay_display
from games.translation import gettext as _

if TYPE_CHECKING:
    import discord

    from bot.images.replay_images import ReplayImages
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.highlights import Highlight
    from storage.queries.rows import Post

log = logging.getLogger(__name__)


class HighlightPosts:
    """Sends the outbox rows of turning points."""

    def __init__(self, sender: Sender, context: Context, replay_images: ReplayImages) -> None:
        self._sender = sender
        self._context = context
        self._replay_images = replay_images

    async def highlight(self, post: Post) -> tuple[int, int | None]:
        """Post the turning point of a match, if it has one; return channel and message.

        A match that was called off since, or whose rules are gone or fail, has none.
        """
        try:
            found = await load_highlight(self._context, post.match_id or 0)
            if found is not None:
                return await self._send(post, found)
        except RequestRejected as rejected:
            log.warning("Match #%s gets no highlight: %s", post.match_id, rejected.reason)
        return int(post.body["channel"]), None

    async def _send(self, post: Post, found: Highlight) -> tuple[int, int | None]:
        match, point = found.source.match, found.point
        text = highlight_post(found.source.game, match, point)
        channel = self._sender.client.get_partial_messageable(int(post.body["channel"]), guild_id=match.guild_id)

        def is_this_post(message: discord.Message) -> bool:
            return ends_with(MARK, message.content, match=match.id)

        content = f"{text}\n{_(MARK).format(match=match.id)}"
        async with self._replay_images.animate(found.source, "webp", replay_display(match)) as replay:
            name = f"turnpost-{self._sender.nonce(post)}.webp"
            alt = highlight_alt(point, replay.alt)[:ALT_LIMIT]
            sent = await self._sender.send_with_files(
                post,
                channel,
                is_this_post,
                [Attachment(replay.data, name, alt).file] if replay.data is not None else [],
                content=content,
                without_files=content,
                view=row(ReplayButton(_(REPLAY), match.id)),
                allowed_mentions=mention_only(),
            )
        return sent.channel.id, sent.id
