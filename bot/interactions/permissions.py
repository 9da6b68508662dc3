"""What somebody is on the server where they ask, as the referee takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.features.abandon.components import manages_server
from bot.referee.requests import Permissions

if TYPE_CHECKING:
    from bot.interactions.replies import Source


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
