"""What the bot may do in channels of a server, asked of Discord: the cache lacks channels that the bot can't see."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import discord

from bot.gateway.permissions import UsedChannel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.guilds.channel_uses import Use


async def fetch_used_channels(
    guild: discord.Guild, me: discord.Member, uses: Mapping[int, frozenset[Use]]
) -> list[UsedChannel]:
    """Return the channels that are used, with what the bot may do in each; a thread counts for its channel.

    Raises discord.py's errors.
    """
    if not uses:
        return []
    channels = {channel.id: channel for channel in await guild.fetch_channels()}
    granted = {channel.id: channel.permissions_for(me) for channel in channels.values()}
    merged: defaultdict[int, set[Use]] = defaultdict(set)
    for channel_id, found in uses.items():
        home = channel_id
        if channel_id not in channels:
            try:
                home = await _fetch_parent(guild, channel_id)
            except discord.Forbidden:
                granted[channel_id] = discord.Permissions.none()
        merged[home] |= found
    return [
        UsedChannel(home, channels[home].name if home in channels else str(home), frozenset(found), granted.get(home))
        for home, found in merged.items()
    ]


async def _fetch_parent(guild: discord.Guild, channel_id: int) -> int:
    """Return the channel around a thread, or the id itself if there is no such thread. Raises discord.py's errors."""
    try:
        found = await guild.fetch_channel(channel_id)
    except (discord.NotFound, discord.InvalidData):
        return channel_id
    return found.parent_id if isinstance(found, discord.Thread) else channel_id
