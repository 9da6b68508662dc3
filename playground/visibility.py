"""What one person sees: their channels, the messages in them, and the changes to both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground import payloads, permissions
from playground.resources.channel import DM, PRIVATE_THREAD, REQUIRE_TAG
from playground.resources.user import BOT_ID, BOT_NAME

if TYPE_CHECKING:
    from playground.gateway import Gateway
    from playground.json_values import Json
    from playground.message_json import MessageJson
    from playground.resources.channel import Channel
    from playground.resources.message import Message
    from playground.state import Change, State

_MESSAGE_LIMIT = 100


class Visibility:
    """Decides what people see, and writes it as JSON."""

    def __init__(self, state: State, message_json: MessageJson, gateway: Gateway, *, message_content: bool) -> None:
        self._state = state
        self._message_json = message_json
        self._gateway = gateway
        self.message_content = message_content

    def can_see(self, person: int, channel: Channel) -> bool:
        """Whether a person sees a channel: direct messages and private threads are for those in them."""
        if channel.type == PRIVATE_THREAD:
            return person in channel.members or permissions.may_moderate_threads(self._state, person)
        return channel.recipient in {None, person}

    def can_read(self, person: int, message: Message) -> bool:
        """Whether a person sees a message."""
        return message.only_for in {None, person} and self.can_see(person, self._state.channels[message.channel_id])

    def message(self, message: Message) -> Json:
        """Return a message with everything in it, who reacted, and whether it is private."""
        payload = self._message_json.whole(message)
        payload["ephemeral"] = message.only_for is not None
        for reaction in payload.get("reactions", []):
            reaction["user_ids"] = [str(user) for user in message.reactions[reaction["emoji"]["name"]]]
        return payload

    def whole(self, message: Message) -> Json:
        """Return a message as the bot sees it whom somebody shows it to: with everything in it."""
        return self._message_json.whole(message)

    def channel(self, channel: Channel) -> Json:
        """Return what people are told of a channel."""
        return {
            "id": str(channel.id),
            "name": BOT_NAME if channel.type == DM else channel.name,
            "type": channel.type,
            "parent_id": str(channel.parent_id) if channel.parent_id else None,
            "archived": channel.archived,
            "locked": channel.locked,
            "last_message_id": str(channel.last_message_id) if channel.last_message_id else None,
            "owner_id": str(channel.owner_id) if channel.owner_id else None,
            "members": [str(one) for one in channel.members],
            "topic": channel.topic,
            "requires_tag": bool(channel.flags & REQUIRE_TAG),
            "available_tags": channel.available_tags,
            "applied_tags": [str(tag) for tag in channel.applied_tags],
        }

    def view(self, person: int) -> Json:
        """Return all that a person sees when they come in."""
        channels = [one for one in self._state.channels.values() if self.can_see(person, one)]
        people, first = self.people(), next(iter(self._state.guilds.values()))
        roles = payloads.roles(self._state, first)
        return {
            "me": next(one for one in people if one["id"] == str(person)),
            "people": people,
            "guild": {"id": str(first.id), "name": first.name},
            "roles": [{"id": role["id"], "name": role["name"].removeprefix("@")} for role in roles],
            "bot": {"id": str(BOT_ID), "name": BOT_NAME, "online": self._gateway.online},
            "channels": [self.channel(one) for one in channels],
            "messages": {str(one.id): self._last(person, one) for one in channels},
            "commands": permissions.visible_commands(self._state, person),
            "message_content": self.message_content,
        }

    def people(self) -> list[Json]:
        """Return everybody's id and name."""
        return [{"id": str(one.id), "name": one.name} for one in self._state.people.values()]

    def _last(self, person: int, channel: Channel) -> list[Json]:
        said = [one for one in self._state.said[channel.id].values() if self.can_read(person, one)]
        return [self.message(one) for one in said[-_MESSAGE_LIMIT:]]

    def event(self, person: int, change: Change) -> Json | None:
        """Return a change as a person is told of it, or None if it is none of theirs."""
        channel, message = change.channel, change.message
        if change.kind == "commands":
            return {"type": "commands", "commands": permissions.visible_commands(self._state, person)}
        if channel is None or (message and message.only_for not in {None, person}):
            return None
        place = str(channel.id)
        if not self.can_see(person, channel):
            left = change.kind == "member_gone" and change.user == person
            return {"type": "channel_gone", "id": place} if left else None
        events: dict[str, Json] = {
            "channel_gone": {"type": "channel_gone", "id": place},
            "typing": {"type": "typing", "channel_id": place},
        }
        if message and change.kind in {"message", "reaction", "reaction_gone"}:
            return {"type": "message", "message": self.message(message)}
        if message:
            return {"type": "delete", "channel_id": place, "id": str(message.id)}
        return events.get(change.kind) or {"type": "channel", "channel": self.channel(channel)}
