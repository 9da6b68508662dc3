"""The post of the match of the week: its replay, and a link to it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from bot.client.persistent_button import row
from bot.features.replays.components import ReplayButton
from bot.features.replays.text import REPLAY
from bot.features.watch.components import WatchButton
from bot.features.watch.text import WATCH
from bot.features.weekly_match.text import weekly_post
from bot.interactions.member_permissions import can_all_readers_see
from bot.interactions.replies import Attachment
from bot.outbox.sender import mention_only
from bot.referee.errors import RequestRejected
from bot.referee.people.display import replay_display
from bot.referee.replays import load_replay_source
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.snapshots import take_snapshot
from games.translation import gettext as _
from storage.queries import matches, outbox

if TYPE_CHECKING:
    import discord

    from bot.images.replay_images import Replay, ReplayImages
    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.replays import ReplaySource
    from bot.referee.snapshots import Snapshot
    from storage.queries.rows import Match, Post

log = logging.getLogger(__name__)


class WeeklyMatchPosts:
    """Sends the outbox rows of matches of the week."""

    def __init__(self, sender: Sender, context: Context, replay_images: ReplayImages) -> None:
        self._sender = sender
        self._context = context
        self._replay_images = replay_images

    async def weekly(self, post: Post) -> tuple[int, int | None]:
        """Post the first of the matches of a row that all who read the channel can see; return channel and message.

        If they can see none of them, nothing is posted.
        """
        for match_id, views in post.body["matches"]:
            match = await self._find_visible(post, int(match_id))
            if match is None:
                continue
            try:
                return await self._post(post, match, int(views))
            except RequestRejected as rejected:  # its rules are missing, or fail
                log.warning("Match #%d can't be the match of the week: %s", match.id, rejected.reason)
        return int(post.body["channel"]), None

    async def _find_visible(self, post: Post, match_id: int) -> Match | None:
        async with self._context.database.read() as tx:
            match = await matches.get(tx, match_id)
        if match is None:
            return None
        channel = int(post.body["channel"])
        visible = await can_all_readers_see(self._sender.client, match.guild_id, channel, match.channel_id)
        return match if visible else None

    async def _post(self, post: Post, match: Match, views: int) -> tuple[int, int | None]:
        snapshot, source, board = await self._load(match)
        content = await run_rules(weekly_post, snapshot, source.game, views, board)
        buttons = [ReplayButton(_(REPLAY), match.id)]
        watch = [] if match.ended_at is not None else [WatchButton(_(WATCH), match.id)]
        options: dict[str, Any] = {
            "view": row(*buttons, *watch),
            "allowed_mentions": mention_only(),
        }
        async with self._replay_images.animate(source, "webp", replay_display(match)) as replay:
            return await self._send(post, replay, content, **options)

    async def _send(self, post: Post, replay: Replay, content: str, **options: Any) -> tuple[int, int | None]:
        channel = self._sender.client.get_partial_messageable(
            int(post.body["channel"]), guild_id=int(post.body["guild"])
        )
        name = f"turnpost-{self._sender.nonce(post)}.webp"

        def is_this_post(message: discord.Message) -> bool:
            files = [file.filename for file in message.attachments]
            return name in files or (not files and message.content == content)

        files = [Attachment(replay.data, name, replay.alt).file] if replay.data is not None else []
        sent = await self._sender.send_with_files(
            post, channel, is_this_post, files, content=content, without_files=content, **options
        )
        return sent.channel.id, sent.id

    @rules_outside_transaction
    async def _load(self, match: Match) -> tuple[Snapshot, ReplaySource, Post | None]:
        async with self._context.database.read() as tx:
            snapshot = await take_snapshot(self._context, tx, match, match.seq)
            source = await load_replay_source(self._context, tx, match, match.seq, None)
            boards = await outbox.last_boards(tx, [match.id])
        return snapshot, source, boards.get(match.id)
