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
    guild = source.guild
    channel = guild.get_channel(channel_id) if guild else None
    if guild is None or channel is None:
        return False
    reader = source.user if isinstance(source, discord.Interaction) else guild.default_role
    return isinstance(reader, discord.Member | discord.Role) and channel.permissions_for(reader).view_channel


def visible_channels(source: Source) -> list[int]:
    """Return the channels of the server that all people who can read the reply can see, this one included."""
    guild, here = source.guild, source.channel
    found = [channel.id for channel in guild.channels if can_readers_see(source, channel.id)] if guild else []
    return [*found, here.id] if here is not None else found


def permissions_of(source: Source) -> Permissions:
    """Return the person's roles and whether they have Manage Server; in direct messages neither."""
    who = source.user if isinstance(source, discord.Interaction) else source.author
    roles = frozenset(role.id for role in who.roles) if isinstance(who, discord.Member) else frozenset[int]()
    return Permissions(roles, can_manage_server(source))
