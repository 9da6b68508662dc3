"""Direct messages that the outbox sends: what one person alone is told."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.client.components import row
from bot.client.feature import Feature
from bot.interactions.own_messages import has_mark
from bot.outbox.mentions import direct_message_options
from bot.process import is_permanent

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import Item

    from bot.client.client import Client
    from storage.queries.rows import Match, Post

    IsPost = Callable[[discord.Message], bool]

log = logging.getLogger(__name__)


async def send_directly(
    bot: Client, post: Post, content: str, *buttons: Item[Any], is_it: IsPost | None = None
) -> tuple[int, int | None]:
    """Send a direct message to the person of a row, silently in their quiet hours; return the channel and the message.

    `is_it` recognizes the message; by default the row's mark at the end of a button's custom_id does, or else the text.
    Raises `MustWait` and what discord.py raises.
    """
    by_mark: IsPost = partial(has_mark, mark=bot.sender.nonce(post))
    channel = await bot.sender.open_direct_messages(post)
    return await bot.sender.send_once(
        post,
        channel,
        is_it or (by_mark if buttons else lambda message: message.content == content),
        content=content,
        view=row(*buttons) if buttons else None,
        **await direct_message_options(bot.context, int(post.body["user"])),
    )


async def send_directly_if_allowed(
    bot: Client,
    post: Post,
    match: Match,
    who: str,
    content: str,
    *buttons: Item[Any],
    is_it: IsPost | None = None,
) -> tuple[int, int | None]:
    """Do the same for a person who needn't take direct messages; `who` says in the log whom of the match that was."""
    try:
        return await send_directly(bot, post, content, *buttons, is_it=is_it)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        log.info("%s #%d takes no direct messages: %s", who, match.id, error)
        return match.home, None


async def send_text(bot: Client, post: Post) -> tuple[int, int | None]:
    """Send a row's text to its person; return the channel and the message."""
    return await send_directly(bot, post, str(post.body["text"]))


FEATURE = Feature(posts={"tell": send_text})
