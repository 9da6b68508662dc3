"""Find out what the bot lacks on a server: for `/doctor`, and for `turnpost doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.features.forum_posts.forum import fetch_forum, find_tag_problem
from bot.gateway.channel_permissions import fetch_used_channels
from bot.gateway.invitation import invitation_link
from bot.gateway.permissions import find_lacks
from bot.referee.guilds.channel_uses import Use, load_channel_uses, use_of_matches
from bot.referee.guilds.settings import GuildSettings, load_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.client.client import Client
    from bot.gateway.permissions import Lack, UsedChannel


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found on a server.

    `channels` are the channels in use, `lacks` what is missing there or on the whole server, `tags` a sentence on the
    tags of the forum if any are missing. `link` grants the bot all that it uses on this server; `role` is its own.
    """

    settings: GuildSettings
    channels: Sequence[UsedChannel]
    lacks: Sequence[Lack]
    tags: str
    link: str
    role: discord.Role | None


async def examine_server(
    client: Client, guild: discord.Guild, me: discord.Member, here: int | None = None
) -> Examination:
    """Find out what the bot lacks in the channels that it uses on a server, and in `here` if matches may begin there.

    Raises discord.py's errors and `StorageError`.
    """
    async with client.context.database.read() as tx:
        settings = await load_settings(tx, guild.id)
        uses = dict(await load_channel_uses(tx, guild.id, settings))
    if here is not None and (not settings.channels or here in settings.channels):
        uses[here] = uses.get(here, frozenset()) | {use_of_matches(settings)}
    channels = await fetch_used_channels(guild, me, uses)
    lacks = find_lacks(me.guild_permissions, channels)
    also = discord.Permissions(manage_channels=settings.forum is not None)
    return Examination(
        settings,
        channels,
        lacks,
        await _find_tag_problem(client, settings, lacks),
        invitation_link(client.application_id or 0, server_id=guild.id, also=also),
        guild.self_role,
    )


def examine_roles(application_id: int, guild: discord.Guild, me: discord.Member) -> Examination:
    """Find out what the bot's roles lack on a server of whose channels nothing is on record."""
    lacks = find_lacks(me.guild_permissions, ())
    return Examination(
        GuildSettings(), (), lacks, "", invitation_link(application_id, server_id=guild.id), guild.self_role
    )


async def _find_tag_problem(client: Client, settings: GuildSettings, lacks: Sequence[Lack]) -> str:
    """Return what is wrong with the tags of the forum, empty if nothing is or the bot can't use the forum anyway."""
    barred = any(lack.channel and Use.FORUM in lack.channel.uses and lack.essential for lack in lacks)
    if settings.forum is None or barred:
        return ""
    forum = await fetch_forum(client, settings.forum)
    infos = [game.info for game in client.context.games.values()]
    return find_tag_problem(forum.available_tags, infos) if forum else ""
