"""What the bot may do in a channel, and what it lacks."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import Permissions

from bot.referee.guilds.audit_log import Use

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


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


_POST = Permissions(view_channel=True, send_messages=True)
_IN_THREADS = Permissions(send_messages_in_threads=True)
_FILES = Permissions(attach_files=True)
_HISTORY = Permissions(read_message_history=True)
_REACTIONS = Permissions(add_reactions=True)


def _sum(permissions: Iterable[Permissions]) -> Permissions:
    total = Permissions.none()
    for each in permissions:
        total = total | each
    return total


@dataclass(frozen=True, slots=True)
class Need:
    """The permissions that a use of a channel needs: without the `essential` ones there is nothing to be seen of it."""

    essential: Permissions
    helpful: Permissions

    @property
    def all(self) -> Permissions:
        """All of them."""
        return self.essential | self.helpful


NEEDS: Mapping[Use, Need] = {
    Use.THREADS: Need(_POST | _IN_THREADS, _FILES | _HISTORY | _REACTIONS | Permissions(create_public_threads=True)),
    Use.MATCHES: Need(_POST, _FILES | _HISTORY | _REACTIONS),
    Use.FORUM: Need(_POST | _IN_THREADS | _HISTORY, _FILES | _REACTIONS),
    Use.EVENTS: Need(_POST, _HISTORY),
    Use.FINISHED: Need(_POST, _FILES | _HISTORY),
    Use.PUZZLES: Need(_POST, _FILES | _HISTORY),
    Use.WEEKLY: Need(_POST, _FILES | _HISTORY),
    Use.OVERVIEW: Need(_POST, _HISTORY | Permissions(pin_messages=True)),
}
USED = _sum(need.all for need in NEEDS.values())
"""All of them. With Manage Channels, too, the bot makes the tags of a forum, which others can make as well."""


@dataclass(frozen=True, slots=True)
class UsedChannel:
    """A channel that is used, with what the bot may do there: None if the channel is gone."""

    channel_id: int
    name: str
    uses: frozenset[Use]
    granted: Permissions | None


@dataclass(frozen=True, slots=True)
class Lack:
    """What the bot lacks in a channel, or on the whole server (`channel` is None): permissions, or the channel itself.

    `essential` says whether something doesn't work at all for it.
    """

    channel: UsedChannel | None
    missing: Permissions
    essential: bool


def find_lacks(on_server: Permissions, channels: Collection[UsedChannel]) -> list[Lack]:
    """Return what the bot lacks: on a server, where its roles may do what is `on_server`, and in the channels in use.

    What the roles lack is said once, for the whole server, unless every channel grants it by itself; for a channel is
    said what its own settings take away. Without any channel, all that the bot uses counts.
    """
    lacks = [Lack(channel, Permissions.none(), essential=True) for channel in channels if channel.granted is None]
    missing = {channel: _needed(channel) & ~channel.granted for channel in channels if channel.granted is not None}
    if of_roles := (_sum(missing.values()) if missing else USED) & ~on_server:
        essential = _sum(map(_essential, missing)) if missing else _POST
        lacks.append(Lack(None, of_roles, bool(of_roles & essential)))
    for channel, here in missing.items():
        if of_channel := _without_consequences(here) & on_server:
            lacks.append(Lack(channel, of_channel, bool(of_channel & _essential(channel))))
    return sorted(lacks, key=lambda lack: not lack.essential)


def missing_essentials(use: Use, granted: Permissions) -> Permissions:
    """Return the permissions that aren't granted and a use can't do without."""
    return NEEDS[use].essential & ~granted


def _without_consequences(missing: Permissions) -> Permissions:
    """Return what is really missing: where the bot can't see or post, Discord takes other permissions away with it."""
    if missing.view_channel:
        return Permissions(view_channel=True)
    return missing & ~_FILES if missing.send_messages else missing


def _needed(channel: UsedChannel) -> Permissions:
    return _sum(NEEDS[use].all for use in channel.uses)


def _essential(channel: UsedChannel) -> Permissions:
    return _sum(NEEDS[use].essential for use in channel.uses)
