"""What somebody is on the server where they ask, as the referee takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.abandoning import manages_server
from bot.referee.asked import Rights

if TYPE_CHECKING:
    from bot.replies import Source


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


def rights_of(source: Source) -> Rights:
    """Return the roles of whoever asks, and whether they manage the server; nothing of either by direct message."""
    who = source.user if isinstance(source, discord.Interaction) else source.author
    roles = frozenset(role.id for role in who.roles) if isinstance(who, discord.Member) else frozenset[int]()
    return Rights(roles, manages_server(source))
