"""Which commands a person can use where (docs: Application Commands, Contexts)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model import permissions
from playground.model.resources.channel import Context
from playground.model.resources.guild import guild_id_of
from playground.model.resources.user import GUILD_INSTALL, USER_INSTALL

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.state import State


def usable_commands(state: State, person: int, channel: Channel) -> list[Json]:
    """Return the commands that a person can use in a channel."""
    return [one for one in state.all_commands() if is_usable(state, person, channel, one)]


def is_usable(state: State, person: int, channel: Channel, command: Json) -> bool:
    """Whether a person can use a command in a channel: it is installed there, and allowed in such a place."""
    if "guild_id" in command and (channel.is_direct or command["guild_id"] != str(guild_id_of(channel))):
        return False
    return bool(owners(state, person, channel, command)) and _is_allowed(state, person, channel, command)


def owners(state: State, person: int, channel: Channel, command: Json | None) -> Json:
    """Return who installed the application for an interaction: the guild of a channel, or the person, or both.

    Without a command, it is a press on an ordinary message (docs: Interactions, Authorizing Integration Owners Object).
    """
    installs = [GUILD_INSTALL] if command is None else command["integration_types"]
    found: Json = {}
    if GUILD_INSTALL in installs and state.has_bot(channel):
        found[str(GUILD_INSTALL)] = "0" if channel.is_direct else str(guild_id_of(channel))
    if USER_INSTALL in installs and state.people[person].installed:
        found[str(USER_INSTALL)] = str(person)
    return found


def _is_allowed(state: State, person: int, channel: Channel, command: Json) -> bool:
    if channel.context == Context.GUILD:
        needed = int(command["default_member_permissions"] or 0)
        if needed & ~permissions.of_person(state, person):
            return False
    contexts = command.get("contexts")
    if contexts is None:
        return command.get("dm_permission", True) or channel.context != Context.BOT_DM
    return channel.context in contexts
