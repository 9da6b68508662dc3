"""Send the message of an outbox row once, however often it is attempted."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from cachetools import LRUCache

from bot.process import is_forbidden, is_permanent
from bot.referee import formatting
from games.translation import gettext as _
from storage.queries import outbox
from storage.queries.outbox import CONVERSATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from contextlib import AbstractContextManager

    from bot.outbox.rate_limits import RateLimits
    from storage.engine.database import Database
    from storage.queries.rows import Match, Post

MAX_CONVERSATIONS = 10_000
"""People whose channels for direct messages are remembered, because only so many can be asked for in a while."""
RECENT = 50
"""Latest messages of a channel that are searched for a post that may already be there."""

NO_HISTORY = 160002
"""Discord's error code for a reply by a bot that may not read the channel's earlier messages."""

UNKNOWN_MESSAGE = 10008
"""Discord's error code for a message that was deleted."""

THREAD_ARCHIVED = 50083
"""Discord's error code for a change in an archived thread."""


@dataclass(frozen=True, slots=True)
class FallbackPost:
    """An outbox row that replaces another one, by direct message to a user or in the same lane.

    `write` returns what it says, in the language of the task: that of the user.
    """

    kind: str
    user_id: int | None = None
    write: Callable[[], str] | None = None


class MustWait(Exception):  # noqa: N818 - not a failure: nothing was sent
    """A row needs a destination that has to wait, and that isn't its own so far."""

    def __init__(self, destination: str) -> None:
        super().__init__(destination)
        self.destination = destination


class Undeliverable(Exception):  # noqa: N818 - not a failure: it is said elsewhere
    """A row can't be posted in its channel. The message is the reason; `rows` replace it elsewhere."""

    def __init__(self, reason: object, *rows: FallbackPost) -> None:
        super().__init__(str(reason))
        self.rows = rows


@contextmanager
def fall_back_to(*rows: FallbackPost) -> Generator[None]:
    """Turn a permanent refusal by Discord in the block into `Undeliverable` with these rows."""
    try:
        yield
    except discord.HTTPException as barred:
        if not is_permanent(barred):
            raise
        raise Undeliverable(barred, *rows) from barred


def fall_back_to_asker(post: Post, command: str) -> AbstractContextManager[None]:
    """Do the same for what somebody asked for on a server: they are told directly, with the command that shows it."""
    number, asker = post.match_id, None if "sight" in post.body else post.body.get("asker")
    if not asker:
        return fall_back_to()

    def write() -> str:
        return _("I can't post in {channel}. `/{command} #{match}` shows #{match} only to you.").format(
            channel=formatting.channel(int(post.body["channel"])), command=command, match=number
        )

    return fall_back_to(FallbackPost("tell", int(asker), write))


class Sender:
    """Sends the messages of outbox rows.

    `salt` is this database's own: a nonce made of it and a row's id is the same at every attempt and no other row's.
    """

    def __init__(self, client: discord.Client, salt: str, rate_limits: RateLimits, database: Database) -> None:
        self.client = client
        self._salt = salt
        self._rate_limits = rate_limits
        self._database = database
        self._conversations: LRUCache[int, int] = LRUCache(MAX_CONVERSATIONS)

    def nonce(self, post: Post) -> str:
        """Return the nonce of a row's message, at most 25 characters."""
        return f"{self._salt}-{post.id}"

    async def send_once(
        self,
        post: Post,
        channel: discord.abc.Messageable,
        is_it: Callable[[discord.Message], bool],
        **content: Any,
    ) -> tuple[int, int]:
        """Send a row's message, unless an earlier, interrupted attempt left it in the channel; return both ids.

        Discord itself drops a repeated nonce, but for some minutes only; after a longer absence `is_it` finds the
        message among the channel's latest. One that is recorded for another row isn't it, though it may say the same.
        Raises what discord.py raises.
        """
        if post.attempts:
            me = self.client.user.id if self.client.user else 0
            try:
                async for message in channel.history(limit=RECENT):
                    if message.author.id == me and is_it(message) and not await self._is_recorded(message.id):
                        return _ids(message)
            except discord.Forbidden as error:  # then the nonce alone keeps it from arriving twice
                if not is_forbidden(error):
                    raise
        return _ids(await send(channel, **content, nonce=self.nonce(post)))

    async def _is_recorded(self, message_id: int) -> bool:
        """Return whether a message is recorded for a row. A row that is sent now has none yet."""
        async with self._database.read() as tx:
            return await outbox.by_message(tx, message_id) is not None

    async def send_with_files(
        self,
        post: Post,
        channel: discord.abc.Messageable,
        is_it: Callable[[discord.Message], bool],
        files: Sequence[discord.File],
        *,
        content: str,
        without_files: str,
        **options: Any,
    ) -> tuple[int, int]:
        """Do the same for a message with files; without any, or where only files are barred, `without_files` goes."""
        if files:
            try:
                return await self.send_once(post, channel, is_it, content=content, files=files, **options)
            except discord.Forbidden as error:
                if not is_forbidden(error):
                    raise
        return await self.send_once(post, channel, is_it, content=without_files, **options)

    async def rewrite(
        self,
        channel: discord.PartialMessageable,
        message_id: int,
        content: str,
        view: discord.ui.View | None,
        make_files: Callable[[], list[discord.File]] | None = None,
    ) -> None:
        """Rewrite a message of the bot's, mentioning nobody. Raises what discord.py raises.

        `make_files` returns the files for one attempt, in place of those that the message has. A new message reopens an
        archived thread by itself; an edit needs it to be open.
        """
        message = channel.get_partial_message(message_id)

        async def attempt() -> None:
            options: dict[str, Any] = {"attachments": make_files()} if make_files else {}
            await message.edit(content=content, view=view, allowed_mentions=mention_only(), **options)

        try:
            await attempt()
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            thread = await self.client.fetch_channel(channel.id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)
            await attempt()

    async def rewrite_all(
        self, posts: Iterable[Post], guild_id: int, content: str, view: discord.ui.View | None
    ) -> None:
        """Rewrite the messages of rows that were sent, as `rewrite` does."""
        for post in posts:
            channel = self.client.get_partial_messageable(post.channel_id or 0, guild_id=guild_id)
            await self.rewrite(channel, post.message_id or 0, content, view)

    async def open_direct_messages(self, post: Post) -> discord.PartialMessageable:
        """Return the channel for direct messages with the person of a row. Raises `MustWait` and `HTTPException`."""
        return await self._open_conversation(int(post.body["user"]))

    async def _open_conversation(self, user_id: int) -> discord.PartialMessageable:
        if user_id not in self._conversations:
            if CONVERSATIONS in self._rate_limits.blocked():
                raise MustWait(CONVERSATIONS)
            self._conversations[user_id] = (await self.client.create_dm(discord.Object(user_id))).id
        return self.client.get_partial_messageable(self._conversations[user_id])

    async def open_home(self, match: Match, post: Post) -> discord.abc.Messageable:
        """Return the channel where a match lives; in direct messages, that of the person of a row or of a player.

        Raises as `open_direct_messages` does.
        """
        if not match.is_direct:
            return self.client.get_partial_messageable(match.home, guild_id=match.guild_id)
        players = [person.id for person in match.seats if person.is_reachable]
        return await self._open_conversation(int(post.body.get("user") or players[0]))


def _ids(message: discord.Message) -> tuple[int, int]:
    """Return the ids of a message's channel and of the message."""
    return message.channel.id, message.id


async def send(channel: discord.abc.Messageable, **content: Any) -> discord.Message:
    """Send a message; where the bot can't reply because it may not read earlier messages, without the reference.

    Raises what discord.py raises.
    """
    try:
        return await channel.send(**content)
    except discord.HTTPException as error:
        if error.code != NO_HISTORY or "reference" not in content:
            raise
    for file in content.get("files", ()):
        file.reset()
    return await channel.send(**{name: value for name, value in content.items() if name != "reference"})


def make_reference(post: Post) -> discord.MessageReference:
    """Return the reference to the message that a row's `body` replies to, which may be gone by now."""
    return discord.MessageReference(
        message_id=int(post.body["reply_to"]), channel_id=int(post.body["channel"]), fail_if_not_exists=False
    )


def mention_only(*user_ids: int) -> discord.AllowedMentions:
    """Allow mentions of these people only."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(each) for each in user_ids]
    )
