"""The people, channels and roles that a command or a menu can name, and how the bot is told of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.model import payloads, permissions
from playground.model.resources.channel import ANNOUNCEMENT, TEXT, THREADS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.state import State


@dataclass(frozen=True, slots=True)
class Lookup:
    """What a person in a channel can name."""

    state: State
    person: int
    channel: Channel

    @property
    def users(self) -> Collection[int]:
        """The ids of those in a conversation without the bot, elsewhere of everybody."""
        return self.channel.recipients or self.state.users.keys()

    @property
    def roles(self) -> Collection[int]:
        """The ids of the guild's roles; none in direct messages."""
        if self.channel.is_direct:
            return ()
        return [int(role["id"]) for role in payloads.roles(self.state, self.state.guild_of(self.channel))]

    def channels(self, types: Iterable[int] | None = None) -> Collection[int]:
        """Return the ids of the guild's channels of some types, by default text and threads; none in a direct one."""
        if self.channel.is_direct:
            return ()
        guild = self.state.guild_of(self.channel)
        return [
            one.id
            for kind in types or (TEXT, ANNOUNCEMENT, *THREADS)
            for one in self.state.channels_of_type(guild, kind)
        ]

    def resolve(self, users: Iterable[int] = (), channels: Iterable[int] = (), roles: Iterable[int] = ()) -> Json:
        """Return what these ids name, in Discord's JSON; kinds without any are left out."""
        state, users, wanted = self.state, tuple(users), set(roles)
        done: Json = {"users": {str(one): payloads.user(state.users[one]) for one in users}}
        bits = str(permissions.of_person(state, self.person))
        done["channels"] = {
            str(one): payloads.channel(state, state.channels[one]) | {"permissions": bits} for one in channels
        }
        if not self.channel.is_direct:
            guild = state.guild_of(self.channel)
            done["members"] = {str(one): payloads.resolved_member(state, guild, state.users[one]) for one in users}
            done["roles"] = {one["id"]: one for one in payloads.roles(state, guild) if int(one["id"]) in wanted}
        return {key: value for key, value in done.items() if value}
