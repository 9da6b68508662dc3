"""What a person may do on the server where they make a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.interactions.replies import guild_id_of
from bot.referee.requests import Permissions

if TYPE_CHECKING:
    from bot.interactions.replies import Source


def can_manage_server(source: Source) -> bool:
    """Return whether the person has Manage Server here; in direct messages nobody has."""
    if isinstance(source, discord.Interaction):
        return guild_id_of(source) is not None and source.permissions.manage_guild
    return isinstance(source.author, discord.Member) and source.author.guild_permissions.manage_guild


def can_readers_see(source: Source, channel_id: int) -> bool:
    """Return whether all people who can read the reply can see a channel, so that the reply may mention it."""
    here = source.channel
    if here is not None and channel_id in {here.id, getattr(here, "parent_id", None)}:
        return True
    guild, reader = source.guild, _reader(source)
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    return channel is not None and reader is not None and _can_see(reader, channel)


def visible_channels(source: Source) -> frozenset[int]:
    """Return the channels and open threads of the server that all readers of the reply can see, this one included."""
    guild, here, reader = source.guild, source.channel, _reader(source)
    found = {here.id, getattr(here, "parent_id", None) or here.id} if here is not None else set[int]()
    if guild is not None and reader is not None:
        found |= {each.id for each in (*guild.channels, *guild.threads) if _can_see(reader, each)}
    return frozenset(found)


async def can_all_readers_see(client: discord.Client, guild_id: int, channel_id: int, other_id: int) -> bool:
    """Return whether every role of a server that can see a channel can see another one, too.

    Private threads are for those in them, and nobody sees what is gone. Raises what discord.py raises.
    """
    if channel_id == other_id:
        return True
    try:
        guild = client.get_guild(guild_id) or await client.fetch_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) or await guild.fetch_channel(channel_id)
        other = guild.get_channel_or_thread(other_id) or await guild.fetch_channel(other_id)
    except (discord.NotFound, discord.Forbidden):
        return False
    return all(_can_see(role, other) for role in guild.roles if _can_see(role, channel))


def _reader(source: Source) -> discord.Member | discord.Role | None:
    """Return who can read a reply on a server: one person, or everybody; None in direct messages."""
    if source.guild is None:
        return None
    reader = source.user if isinstance(source, discord.Interaction) else source.guild.default_role
    return reader if isinstance(reader, discord.Member | discord.Role) else None


def _can_see(reader: discord.Member | discord.Role, place: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Return whether a reader can see a channel, or a thread that isn't only for its members."""
    if isinstance(place, discord.Thread) and (place.parent is None or place.is_private()):
        return False
    return place.permissions_for(reader).view_channel


def permissions_of(source: Source) -> Permissions:
    """Return the person's roles and whether they have Manage Server; in direct messages neither."""
    who = source.user if isinstance(source, discord.Interaction) else source.author
    roles = frozenset(role.id for role in who.roles) if isinstance(who, discord.Member) else frozenset[int]()
    return Permissions(roles, can_manage_server(source))
