"""What one person sees: their channels, the messages in them, and the changes to both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.interactions.command_access import usable_commands
from playground.model import payloads, permissions
from playground.model.locales import localize
from playground.model.resources.channel import DM, PRIVATE_THREAD, REQUIRE_TAG, Channel, Context
from playground.model.resources.guild import guild_id_of
from playground.model.resources.user import BOT_ID, BOT_NAME

if TYPE_CHECKING:
    from playground.gateway.gateway import Gateway
    from playground.json_values import Json
    from playground.model.message_json import MessageJson
    from playground.model.resources.message import Message
    from playground.model.state import Change, State

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
        if channel.is_direct:
            return person in {channel.recipient, *channel.recipients}
        return True

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

    def channel(self, person: int, channel: Channel) -> Json:
        """Return what a person is told of a channel; `place` is where it is, as in the view's `commands_in`."""
        return {
            "id": str(channel.id),
            "name": self._name(person, channel),
            "place": place_of(channel),
            "type": channel.type,
            "parent_id": str(channel.parent_id) if channel.parent_id else None,
            "archived": channel.archived,
            "locked": channel.locked,
            "last_message_id": str(channel.last_message_id) if channel.last_message_id else None,
            "owner_id": str(channel.owner_id) if channel.owner_id else None,
            "members": [str(one) for one in (*channel.members, *channel.recipients)],
            "topic": channel.topic,
            "requires_tag": bool(channel.flags & REQUIRE_TAG),
            "available_tags": channel.available_tags,
            "applied_tags": [str(tag) for tag in channel.applied_tags],
        }

    def _name(self, person: int, channel: Channel) -> str:
        if channel.recipient:
            return BOT_NAME
        return channel.name or ", ".join(self._state.people[one].name for one in channel.recipients if one != person)

    def commands(self, person: int) -> Json:
        """Return the commands that a person can use, in their language, and the ids of these by place."""
        guilds = (*self._state.guilds.values(), *self._state.other_guilds.values())
        rooms = [*(guild.rooms[0] for guild in guilds), Channel(0, DM, recipient=person), Channel(0, DM)]
        usable = {place_of(room): usable_commands(self._state, person, room) for room in rooms}
        ids = {place: [command["id"] for command in commands] for place, commands in usable.items()}
        known, locale = {one for each in ids.values() for one in each}, self._state.people[person].locale
        commands = [localize(one, locale) for one in self._state.all_commands() if one["id"] in known]
        return {"commands": commands, "commands_in": ids}

    def me(self, person: int) -> Json:
        """Return what a person knows of themselves."""
        user = self._state.people[person]
        return {"id": str(user.id), "name": user.name, "locale": user.locale, "installed": user.installed}

    def view(self, person: int) -> Json:
        """Return all that a person sees when they come in."""
        channels = [one for one in self._state.channels.values() if self.can_see(person, one)]
        first = next(iter(self._state.guilds.values()))
        roles = payloads.roles(self._state, first)
        return {
            "me": self.me(person),
            "people": self.people(),
            "guild": {"id": str(first.id), "name": first.name},
            "roles": [{"id": role["id"], "name": role["name"].removeprefix("@")} for role in roles],
            "bot": {"id": str(BOT_ID), "name": BOT_NAME, "online": self._gateway.online},
            "channels": [self.channel(person, one) for one in channels],
            "messages": {str(one.id): self._last(person, one) for one in channels},
            **self.commands(person),
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
        if channel is None:
            return self._personal_event(person, change)
        if message and message.only_for not in {None, person}:
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
        return events.get(change.kind) or {"type": "channel", "channel": self.channel(person, channel)}

    def _personal_event(self, person: int, change: Change) -> Json | None:
        if change.kind == "commands":
            return {"type": "commands", **self.commands(person)}
        if change.kind == "user" and change.user == person:
            return {"type": "me", "me": self.me(person), **self.commands(person)}
        return None


def place_of(channel: Channel) -> str:
    """Return where a channel is: its guild's id, or how people write to each other."""
    return str(guild_id_of(channel)) if channel.context == Context.GUILD else channel.context.name.lower()
