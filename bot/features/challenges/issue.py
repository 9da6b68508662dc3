"""Issue a challenge from what a person asked for, by a message, a slash command or a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.features.challenges import reply_text
from bot.features.challenges.components import show_in_place
from bot.features.challenges.terms import build_terms
from bot.interactions.member_permissions import permissions_of
from bot.interactions.players import person_of
from bot.interactions.replies import acknowledge_silently, channel_of, guild_id_of, is_foreign, post_publicly, reply
from bot.outbox.sender import mention_only
from bot.referee.challenges.create import issue_challenge
from bot.referee.errors import RequestRejected
from games.translation import gettext as _
from storage.queries.rows import DIRECT, Challenge, Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.client.client import Client
    from bot.interactions.replies import Source
    from bot.referee.request_results import AlreadyDone
    from games.contract import Info


async def issue(
    bot: Client,
    source: Source,
    info: Info,
    opponents: Sequence[discord.abc.User],
    words: Mapping[str, str],
    *,
    players: int = 0,
) -> None:
    """Issue a challenge on the terms that the `words` give by name, and reply if its post doesn't appear here.

    It is for `players` players, or for all who are named if that is 0. Raises `RequestRejected`.
    """
    me = bot.user
    people = [user for user in opponents if user != me]
    if any(user.bot for user in people):
        raise RequestRejected(_(reply_text.NO_BOTS))
    author = source.user if isinstance(source, discord.Interaction) else source.author
    channel_id = _channel_for_posts(source)
    result = await issue_challenge(
        bot.context,
        build_terms(info, words, players, invited=len(people), computer=len(people) < len(opponents)),
        [*map(person_of, (author, *people))],
        guild_id=guild_id_of(source) or DIRECT,
        channel_id=channel_id,
        source_id=source.id,
        permissions=permissions_of(source),
        mentioned=[] if isinstance(source, discord.Interaction) else [user.id for user in source.mentions],
        in_place=isinstance(source, discord.Interaction) and is_foreign(source),
    )
    if isinstance(source, discord.Interaction) and is_foreign(source):
        await _post_in_place(bot, source, result)
        return
    here = isinstance(source, discord.Message) and source.channel.id == channel_id
    if isinstance(result, Match) and not here:
        await reply(source, reply_text.match_begins(result))
    elif isinstance(result, Challenge) and not here:
        await reply(source, reply_text.posted_elsewhere(result, channel_id))


async def _post_in_place(
    bot: Client, interaction: discord.Interaction[Any], result: Challenge | Match | AlreadyDone
) -> None:
    """Reply with the challenge for everybody where the bot can only reply."""
    number = result.challenge_id if isinstance(result, Match) else None
    number = result.id if isinstance(result, Challenge) else number
    if number is None:
        await acknowledge_silently(interaction)
        return
    content, view = await show_in_place(bot, interaction, number)
    people = result.people[1:] if isinstance(result, Challenge) else ()
    await post_publicly(interaction, content, view, mention_only(*(person.id for person in people)))


def _channel_for_posts(source: Source) -> int:
    """Return the channel a challenge is posted in: for a thread, which can't have threads, its parent channel.

    If the parent takes no messages (a forum doesn't), or none from the bot, it is the thread itself. Raises
    `RequestRejected` where Discord names no channel.
    """
    channel = channel_of(source)
    if isinstance(channel, discord.Thread):
        parent = channel.parent
        takes = isinstance(parent, discord.TextChannel) and parent.permissions_for(channel.guild.me).send_messages
        return channel.parent_id if takes else channel.id
    return channel.id
