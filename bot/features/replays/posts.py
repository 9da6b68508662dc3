"""The posts that show a match as an animation, on request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.client.persistent_button import row
from bot.features.board_replies.components import full_size_button
from bot.features.replays.text import MARK, files_barred
from bot.interactions.own_messages import ends_with
from bot.interactions.replies import Attachment
from bot.outbox.sender import fall_back_to_asker, make_reference, mention_only
from bot.referee.people.display import post_display, replay_display
from bot.referee.replays import load_replay_source
from bot.referee.rules_thread import rules_outside_transaction
from games.translation import gettext as _
from storage.queries import matches

if TYPE_CHECKING:
    import discord

    from bot.images.replay_images import Replay, ReplayImages
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.people.display import BoardDisplay
    from storage.queries.rows import Match, Post


class ReplayPosts:
    """Sends the outbox rows that show a replay."""

    def __init__(self, sender: Sender, context: Context, replay_images: ReplayImages) -> None:
        self._sender = sender
        self._context = context
        self._replay_images = replay_images

    async def replay(self, post: Post) -> tuple[int, int | None]:
        """Post the replay that a person asked for, as a reply; where files are barred, say how to see it.

        If the reply itself is barred, tell the person by direct message.
        """
        with fall_back_to_asker(post, "match replay"):
            return await self._replay(post)

    @rules_outside_transaction
    async def _replay(self, post: Post) -> tuple[int, int | None]:
        first, last = post.body["first"], post.body["last"]
        async with self._context.database.read() as tx:
            match = await matches.require(tx, post.match_id or 0)
            source = await load_replay_source(self._context, tx, match, post.seq or 0, (first, last) if first else None)
        display = post_display(post) or replay_display(match)
        async with self._replay_images.animate(source, post.body["form"], display) as replay:
            return await self._send(post, match, replay, display)

    async def _send(self, post: Post, match: Match, replay: Replay, display: BoardDisplay) -> tuple[int, int | None]:
        nonce = self._sender.nonce(post)
        mark = _(MARK).format(nonce=nonce)
        filename = f"turnpost-{nonce}.{replay.form}"

        def is_this_post(message: discord.Message) -> bool:
            has_file = any(file.filename == filename for file in message.attachments)
            return has_file or ends_with(MARK, message.content, nonce=nonce)

        channel = self._sender.client.get_partial_messageable(int(post.body["channel"]))
        options: dict[str, Any] = {"allowed_mentions": mention_only(), "reference": make_reference(post)}
        files, without_files = [], replay.text
        if replay.data is not None:
            options["view"] = row(full_size_button(match, replay.seq, display))
            files, without_files = [Attachment(replay.data, filename, replay.alt).file], files_barred(match)
        sent = await self._sender.send_with_files(
            post,
            channel,
            is_this_post,
            files,
            content=replay.text,
            without_files=f"{without_files}\n{mark}",
            **options,
        )
        return sent.channel.id, sent.id
