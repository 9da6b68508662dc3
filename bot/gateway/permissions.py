"""The permissions that the bot uses on a server, where it needs each of them, and which it lacks. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discord import Permissions

from bot.referee.guilds.channel_uses import Use
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

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
}
USED = _sum(need.all for need in NEEDS.values())
"""All of them. With Manage Channels, too, the bot makes the tags of a forum, which others can make as well."""

NAMES = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "create_public_threads": N_("Create Public Threads"),
    "attach_files": N_("Attach Files"),
    "read_message_history": N_("Read Message History"),
    "add_reactions": N_("Add Reactions"),
}
"""The names under which Discord shows them, by discord.py's, those first without which the others are of no use."""
_FORUM_NAMES = {
    "send_messages": N_("Create Posts"),
    "send_messages_in_threads": N_("Send Messages in Posts"),
}
_EFFECTS = {
    "view_channel": N_("nothing can be seen or posted there"),
    "send_messages": N_("nothing can be posted"),
    "send_messages_in_threads": N_("boards can't be posted"),
    "create_public_threads": N_("matches get no threads"),
    "attach_files": N_("boards come in words, without a picture"),
    "read_message_history": N_("messages get no replies, and those missed while the bot was away aren't read"),
    "add_reactions": N_("a move that comes too early gets no hourglass"),
}


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

    @property
    def names(self) -> Sequence[str]:
        """The missing permissions, as Discord names them there."""
        names = NAMES | _FORUM_NAMES if self.channel and Use.FORUM in self.channel.uses else NAMES
        return [_(shown) for name, shown in names.items() if getattr(self.missing, name)]

    @property
    def effect(self) -> str:
        """What comes of it, in clauses: the worst alone if nothing works for it."""
        effects = [_(effect) for name, effect in _EFFECTS.items() if getattr(self.missing, name)]
        return effects[0] if self.essential else ", ".join(effects)


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


def missing_essentials(use: Use, granted: Permissions) -> Sequence[str]:
    """Return the permissions that aren't granted and a use can't do without, as Discord names them."""
    channel = UsedChannel(0, "", frozenset({use}), granted)
    return Lack(channel, NEEDS[use].essential & ~granted, essential=True).names


def _without_consequences(missing: Permissions) -> Permissions:
    """Return what is really missing: where the bot can't see or post, Discord takes other permissions away with it."""
    if missing.view_channel:
        return Permissions(view_channel=True)
    return missing & ~_FILES if missing.send_messages else missing


def _needed(channel: UsedChannel) -> Permissions:
    return _sum(NEEDS[use].all for use in channel.uses)


def _essential(channel: UsedChannel) -> Permissions:
    return _sum(NEEDS[use].essential for use in channel.uses)
