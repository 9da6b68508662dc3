"""Direct messages that the outbox sends: what one person alone is told."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import discord

from bot.client.components import row
from bot.client.feature import Feature
from bot.interactions.own_messages import has_mark
from bot.outbox.mentions import choose_mentions, direct_message_options
from bot.outbox.sender import FallbackPost, fall_back_to
from bot.process import is_permanent
from games.translation import gettext as _
from storage.queries import challenges, crowds, matches

if TYPE_CHECKING:
    from collections.abc import Callable

    from discord.ui import Item

    from bot.client.client import Client
    from bot.referee.people.preferences import MessageKind
    from storage.queries.rows import Match, Post

    IsPost = Callable[[discord.Message], bool]

log = logging.getLogger(__name__)


async def send_directly(
    bot: Client,
    post: Post,
    content: str,
    *buttons: Item[Any],
    is_it: IsPost | None = None,
    kind: MessageKind | None = None,
) -> tuple[int, int | None]:
    """Send a direct message to the person of a row; return the channel and the message.

    It is silent in their quiet hours, and where they want this `kind` of messages so. `is_it` recognizes the message;
    by default the row's mark at the end of a button's custom_id does, or else the text. Raises `MustWait` and what
    discord.py raises.
    """
    by_mark: IsPost = partial(has_mark, mark=bot.sender.nonce(post))
    channel = await bot.sender.open_direct_messages(post)
    return await bot.sender.send_once(
        post,
        channel,
        is_it or (by_mark if buttons else lambda message: message.content == content),
        content=content,
        view=row(*buttons) if buttons else None,
        **await direct_message_options(bot.context, int(post.body["user"]), kind),
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


async def send_notice(bot: Client, post: Post) -> tuple[int, int | None]:
    """Send a person a link to a post that mentions others; to a board only while it is their turn.

    Where direct messages are refused, a mention stands in for it.
    """
    user_id, match = int(post.body["user"]), await _find_match(bot, post)
    if match is not None and post.body["about"] == "turns" and match.seq != post.seq:
        return match.home, None
    with fall_back_to(FallbackPost("nudge", user_id)):
        return await send_directly(bot, post, await _notice(bot, post, match))


async def send_mention(bot: Client, post: Post) -> tuple[int, int | None]:
    """Mention a person in place of such a link, where the match lives or the challenge was posted."""
    match = await _find_match(bot, post)
    async with bot.context.database.read() as tx:
        if match:
            people, guild_id, home = match.seats, match.guild_id, match.home
        else:
            challenge = await challenges.require(tx, post.challenge_id or 0)
            people, guild_id, home = challenge.people, challenge.guild_id, challenge.channel_id
        members = await crowds.people_in(tx, match, match.seats) if match else []
        called = next(person for person in (*people, *members) if person.id == int(post.body["user"]))
        mentions = await choose_mentions(bot.context, tx, guild_id, post.body["about"], [called], must=True)
    content = f"{mentions(called)}: {await _notice(bot, post, match)}"
    return await bot.sender.send_once(
        post,
        bot.get_partial_messageable(home, guild_id=guild_id),
        lambda message: message.content == content,
        content=content,
        **mentions.send_options,
    )


async def _find_match(bot: Client, post: Post) -> Match | None:
    async with bot.context.database.read() as tx:
        return await matches.require(tx, post.match_id) if post.match_id else None


async def _notice(bot: Client, post: Post, match: Match | None) -> str:
    """Return what the post is to which the row of a notice leads, with the link to it."""
    if match is None:
        async with bot.context.database.read() as tx:
            challenge = await challenges.require(tx, post.challenge_id or 0)
        said = _("You're challenged to **{title}**: {link}")
        return said.format(title=bot.context.title(challenge.game), link=post.body["link"])
    if post.body["about"] == "turns" and match.crowd_of(int(post.body["user"])):
        said = _("Your crowd is to move in **{title} #{match}**: {link}")
        return said.format(title=bot.context.title(match.game), match=match.id, link=post.body["link"])
    said = {
        "turns": _("It's your move in **{title} #{match}**: {link}"),
        "offers": _("A question for you in **{title} #{match}**: {link}"),
        "results": _("**{title} #{match}** is over: {link}"),
        "events": _("**{title} #{match}** has begun: {link}"),
    }[str(post.body["about"])]
    return said.format(title=bot.context.title(match.game), match=match.id, link=post.body["link"])


FEATURE = Feature(posts={"tell": send_text, "notice": send_notice})
