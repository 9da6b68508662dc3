"""Permission bits by name, and what the bot may do where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.errors import ApiError
from playground.model.resources.channel import DM, PRIVATE_THREAD
from playground.model.resources.user import BOT_ID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playground.model.resources.channel import Channel
    from playground.model.state import State

BITS = {
    "CREATE_INSTANT_INVITE": 1 << 0,
    "MANAGE_CHANNELS": 1 << 4,
    "ADD_REACTIONS": 1 << 6,
    "VIEW_CHANNEL": 1 << 10,
    "SEND_MESSAGES": 1 << 11,
    "MANAGE_MESSAGES": 1 << 13,
    "EMBED_LINKS": 1 << 14,
    "ATTACH_FILES": 1 << 15,
    "READ_MESSAGE_HISTORY": 1 << 16,
    "MENTION_EVERYONE": 1 << 17,
    "USE_EXTERNAL_EMOJIS": 1 << 18,
    "MANAGE_WEBHOOKS": 1 << 29,
    "USE_APPLICATION_COMMANDS": 1 << 31,
    "MANAGE_THREADS": 1 << 34,
    "CREATE_PUBLIC_THREADS": 1 << 35,
    "CREATE_PRIVATE_THREADS": 1 << 36,
    "SEND_MESSAGES_IN_THREADS": 1 << 38,
    "SEND_POLLS": 1 << 49,
    "USE_EXTERNAL_APPS": 1 << 50,
    "PIN_MESSAGES": 1 << 51,
}
INVITATION = frozenset(
    {
        "ADD_REACTIONS",
        "VIEW_CHANNEL",
        "SEND_MESSAGES",
        "ATTACH_FILES",
        "READ_MESSAGE_HISTORY",
        "CREATE_PUBLIC_THREADS",
        "SEND_MESSAGES_IN_THREADS",
        "PIN_MESSAGES",
    }
)
"""The permissions that the README's invitation asks for."""
ALL = sum(BITS.values())
EVERYONE = BITS["VIEW_CHANNEL"] | BITS["READ_MESSAGE_HISTORY"]
"""What `@everyone` may do, and so the bot too: nothing that the invitation does not ask for."""
MEMBERS = ALL & ~sum(
    BITS[name]
    for name in (
        "MANAGE_CHANNELS",
        "MANAGE_MESSAGES",
        "MENTION_EVERYONE",
        "MANAGE_WEBHOOKS",
        "MANAGE_THREADS",
        "PIN_MESSAGES",
    )
)
"""What the role of all people may do."""
MANAGE_GUILD = 1 << 5


def owner(state: State) -> int:
    """Return the id of the person who owns the guilds and may do everything there."""
    return min(state.people)


def of_person(state: State, person: int) -> int:
    """Return what a person may do in a guild."""
    return ALL | MANAGE_GUILD if person == owner(state) else MEMBERS


def may_moderate_threads(state: State, person: int) -> bool:
    """Whether a person may change and see all threads of a guild."""
    return bool(of_person(state, person) & BITS["MANAGE_THREADS"])


def app_permissions(state: State, channel: Channel) -> int:
    """Return what the bot may do in the place of an interaction (docs: Interactions, Interaction Structure)."""
    if state.has_bot(channel) and not channel.is_direct:
        return bits(of_bot(state, channel))
    return bits(
        ("ATTACH_FILES", "EMBED_LINKS", "MENTION_EVERYONE", *(["USE_EXTERNAL_EMOJIS"] if channel.recipient else []))
    )


def bits(names: Iterable[str]) -> int:
    """Return the bit set of permission names."""
    return sum(BITS[name] for name in names)


def of_bot(state: State, channel: Channel) -> set[str]:
    """Return the names of what the bot may do in a channel; a thread takes after its parent. No role counts in a DM."""
    if not state.has_bot(channel):
        return set()
    parent = state.channels.get(channel.parent_id) if channel.parent_id else None
    granted = set(BITS) if channel.type == DM else set(state.granted)
    granted -= channel.denied | (parent.denied if parent else set())
    if channel.type == PRIVATE_THREAD and BOT_ID not in channel.members and "MANAGE_THREADS" not in granted:
        return set()
    return granted


def may(state: State, channel: Channel, name: str) -> bool:
    """Whether the bot has a permission in a channel."""
    return name in of_bot(state, channel)


def require(state: State, channel: Channel, *names: str) -> None:
    """Raise Discord's error for a bot that lacks a permission: no access, closed direct messages, or plain 50013."""
    missing = {"VIEW_CHANNEL", *names} - of_bot(state, channel)
    if "VIEW_CHANNEL" in missing:
        raise ApiError(403, 50001, "Missing Access")
    if missing and channel.type == DM:
        raise ApiError(403, 50007, "Cannot send messages to this user")
    if missing:
        raise ApiError(403, 50013, "Missing Permissions")
