"""The events that the gateway sends of a change, to the sessions whose intents have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model import payloads, permissions
from playground.model.payloads import CONTENT_INTENT, format_time
from playground.model.resources.guild import guild_id_of
from playground.model.resources.user import BOT_ID

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground.gateway.session import Session
    from playground.json_values import Json
    from playground.model.message_json import MessageJson
    from playground.model.resources.channel import Channel
    from playground.model.resources.message import Message
    from playground.model.state import Change, State

GUILDS = 1 << 0
_GUILD_MESSAGES, _DIRECT_MESSAGES = 1 << 9, 1 << 12
_GUILD_REACTIONS, _DIRECT_REACTIONS = 1 << 10, 1 << 13


class GatewayEvents:
    """Sends events; `receivers` tells the sessions of a channel's shard that have some intents."""

    def __init__(
        self, state: State, message_json: MessageJson, receivers: Callable[[Channel, int], list[Session]]
    ) -> None:
        self._state = state
        self._message_json = message_json
        self._receivers = receivers

    def send(self, change: Change) -> None:
        """Send the events of a change, if the bot may know of it."""
        channel, message = change.channel, change.message
        if channel is None or not self._knows_of(change, channel):
            return
        wanted = _DIRECT_MESSAGES if channel.is_direct else _GUILD_MESSAGES
        if change.kind == "message" and message:
            name = "MESSAGE_CREATE" if change.new else "MESSAGE_UPDATE"
            for session in self._receivers(channel, wanted):
                data = self._message_json.event(message, content=bool(session.intents & CONTENT_INTENT))
                extra = {"nonce": message.nonce} if change.new and message.nonce is not None else {}
                session.dispatch(name, data | extra)
        elif change.kind == "message_gone" and message:
            self._on_deletion(message, channel, change.bulk)
        elif change.kind == "pins":
            self._on_pins(channel)
        elif change.kind in {"reaction", "reaction_gone"}:
            self._on_reaction(change, channel)
        elif change.kind in {"member", "member_gone"} and change.user == BOT_ID:
            self._on_own_membership(channel, joined=change.new)
        elif change.kind in {"channel", "channel_gone"} and not channel.is_direct:
            self._on_channel(
                channel, "DELETE" if change.kind == "channel_gone" else "CREATE" if change.new else "UPDATE"
            )

    def _knows_of(self, change: Change, channel: Channel) -> bool:
        """Whether the bot is told of a change: of none in channels without it, of settings alone in hidden ones."""
        if not self._state.has_bot(channel) or (change.message and change.message.only_for is not None):
            return False
        if change.kind == "member_gone" or (change.kind == "channel" and not channel.is_thread):
            return True
        return permissions.may(self._state, channel, "VIEW_CHANNEL")

    def _on_deletion(self, message: Message, channel: Channel, bulk: tuple[int, ...]) -> None:
        """Tell the bot of a deletion; of one in bulk once, at its first message (docs: Gateway Events, Messages)."""
        data: Json = {"channel_id": str(channel.id)}
        data |= {} if channel.is_direct else {"guild_id": str(guild_id_of(channel))}
        wanted = _DIRECT_MESSAGES if channel.is_direct else _GUILD_MESSAGES
        for session in self._receivers(channel, wanted):
            if not bulk:
                session.dispatch("MESSAGE_DELETE", data | {"id": str(message.id)})
            elif message.id == bulk[0]:
                session.dispatch("MESSAGE_DELETE_BULK", data | {"ids": [str(key) for key in bulk]})

    def _on_pins(self, channel: Channel) -> None:
        """Tell the bot that a message was pinned, or is no longer (docs: Gateway Events, Channel Pins Update)."""
        times = [each.pinned for each in self._state.said[channel.id].values() if each.pinned]
        data: Json = {"channel_id": str(channel.id), "last_pin_timestamp": format_time(max(times)) if times else None}
        data |= {} if channel.is_direct else {"guild_id": str(guild_id_of(channel))}
        for session in self._receivers(channel, _DIRECT_MESSAGES if channel.is_direct else GUILDS):
            session.dispatch("CHANNEL_PINS_UPDATE", data)

    def _on_reaction(self, change: Change, channel: Channel) -> None:
        message, user = change.message, self._state.users.get(change.user or 0)
        if message is None or user is None:
            return
        data: Json = {
            "user_id": str(user.id),
            "channel_id": str(channel.id),
            "message_id": str(message.id),
            "message_author_id": str(message.author_id),
            "emoji": {"id": None, "name": change.emoji},
            "burst": False,
            "type": 0,
        }
        if not channel.is_direct:
            guild = self._state.guild_of(channel)
            data |= {"guild_id": str(guild.id), "member": payloads.member_with_user(guild, user)}
        wanted = _DIRECT_REACTIONS if channel.is_direct else _GUILD_REACTIONS
        verb = "ADD" if change.kind == "reaction" else "REMOVE"
        for session in self._receivers(channel, wanted):
            session.dispatch(f"MESSAGE_REACTION_{verb}", data)

    def _on_own_membership(self, thread: Channel, *, joined: bool) -> None:
        """Tell the bot that it joined or left a thread (docs: Threads, Syncing for the current user)."""
        data = {"id": str(thread.id), "guild_id": str(guild_id_of(thread)), "member_count": len(thread.members)}
        change: Json = {"removed_member_ids": [str(BOT_ID)]}
        if joined:
            guild, user = self._state.guild_of(thread), self._state.users[BOT_ID]
            member = payloads.thread_member(thread, BOT_ID) | {"member": payloads.member_with_user(guild, user)}
            change = {"added_members": [member | {"presence": None}]}
        for session in self._receivers(thread, GUILDS):
            if joined:
                session.dispatch("THREAD_CREATE", payloads.channel(self._state, thread))
            session.dispatch("THREAD_MEMBERS_UPDATE", data | change)

    def _on_channel(self, channel: Channel, verb: str) -> None:
        data = payloads.channel(self._state, channel)
        thread = channel.is_thread
        if thread and verb == "CREATE":
            data["newly_created"] = True
        for session in self._receivers(channel, GUILDS):
            session.dispatch(f"{'THREAD' if thread else 'CHANNEL'}_{verb}", data)
