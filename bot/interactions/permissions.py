"""What somebody is on the server where they ask, as the referee takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.referee.requests import Permissions

if TYPE_CHECKING:
    from bot.interactions.replies import Source


def manages_server(source: Source) -> bool:
    """Return whether whoever asks may manage the server that they ask on; by direct message nobody does."""
    if isinstance(source, discord.Interaction):
        return source.guild_id is not None and source.permissions.manage_guild
    return isinstance(source.author, discord.Member) and source.author.guild_permissions.manage_guild


def may_read_of(source: Source, channel_id: int) -> bool:
    """Return whether an answer may tell of a channel of the server: all who read the answer can see that channel."""
    here = source.channel
    if here is not None and channel_id in {here.id, getattr(here, "parent_id", None)}:
        return True
    guild = source.guild
    channel = guild.get_channel(channel_id) if guild else None
    if guild is None or channel is None:
        return False
    reader = source.user if isinstance(source, discord.Interaction) else guild.default_role
    return isinstance(reader, discord.Member | discord.Role) and channel.permissions_for(reader).view_channel


def permissions_of(source: Source) -> Permissions:
    """Return the roles of whoever asks, and whether they manage the server; nothing of either by direct message."""
    who = source.user if isinstance(source, discord.Interaction) else source.author
    roles = frozenset(role.id for role in who.roles) if isinstance(who, discord.Member) else frozenset[int]()
    return Permissions(roles, manages_server(source))
