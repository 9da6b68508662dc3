"""Direct messages that nobody asked for at that moment: the daily digest, and what one person alone is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.client.feature import Feature
from bot.features.lists import waiting_lines
from bot.interactions.replies import MAX_LENGTH
from bot.outbox.mentions import direct_message_options
from bot.process import is_permanent
from bot.referee.lists import list_my_matches
from bot.referee.people.preferences import is_stale, load_person_zone, stop_digests
from games.translation import ENGLISH, current_language, gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from bot.outbox.sender import Sender
    from bot.referee.context import Context
    from bot.referee.lists import MyMatches
    from storage.queries.rows import Post


def digest_post(mine: MyMatches, title: Callable[[str], str], day: date) -> str:
    """Return what waits for a person, to be sent on a day; empty if nothing does. A text over the limit is cut."""
    lines = list(waiting_lines(mine, title))
    small = _("-# daily list of {day} \u00b7 `/my preferences` with `digest` `off` turns it off").format(
        day=_format_day(day)
    )
    whole = "\n".join([*lines, small])
    if not lines or len(whole) <= MAX_LENGTH:
        return whole if lines else ""
    rest = _("- and more: `/games` lists all") + f"\n{small}"
    while len("\n".join([*lines, rest])) > MAX_LENGTH or lines[-1].endswith(":"):
        lines.pop()
    return "\n".join([*lines, rest])


def _format_day(day: date) -> str:
    """Return the day and its month."""
    if current_language() == ENGLISH:
        return f"{day.day} {day:%B}"
    from babel import dates  # noqa: PLC0415 - English needs no Babel

    return dates.format_skeleton("MMMMd", day, locale=current_language())


class DigestPosts:
    """Sends the outbox rows of daily digests."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def digest(self, post: Post) -> tuple[int, int | None]:
        """Send a person's digest; return the channel and the message, None if nothing waits or the day is over.

        A person who takes no direct messages gets no more digests.
        """
        try:
            return await self._digest(post, int(post.body["user"]))
        except (discord.Forbidden, discord.NotFound) as error:
            if is_permanent(error):
                await stop_digests(self._context, int(post.body["user"]))
            raise

    async def _digest(self, post: Post, user_id: int) -> tuple[int, int | None]:
        channel = await self._sender.open_direct_messages(post)
        zone = await load_person_zone(self._context, user_id, None)
        day = post.created_at.astimezone(zone).date()
        content = digest_post(await list_my_matches(self._context, user_id, None), self._context.title, day)
        if not content or is_stale(self._context, post):
            return channel.id, None
        last_line = content.rsplit("\n", 1)[-1]
        send_options = await direct_message_options(self._context, user_id)
        sent = await self._sender.send_once(
            post, channel, lambda one: one.content.endswith(last_line), content=content, **send_options
        )
        return channel.id, sent.id


class DirectMessagePosts:
    """Sends the outbox rows that hold a text for one person."""

    def __init__(self, sender: Sender, context: Context) -> None:
        self._sender = sender
        self._context = context

    async def tell(self, post: Post) -> tuple[int, int | None]:
        """Send a row's text to its person; return the channel and the message."""
        content, channel = str(post.body["text"]), await self._sender.open_direct_messages(post)
        send_options = await direct_message_options(self._context, int(post.body["user"]))
        sent = await self._sender.send_once(
            post, channel, lambda one: one.content == content, content=content, **send_options
        )
        return channel.id, sent.id


FEATURE = Feature(
    posts=lambda bot: {
        "digest": DigestPosts(bot.sender, bot.context).digest,
        "tell": DirectMessagePosts(bot.sender, bot.context).tell,
    }
)
