"""The state of the embedded Discord: its people, channels and messages. No I/O.

`State.listeners` are called with every change, in order and at once: the journal, the gateway and the people's pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from playground.model import locales
from playground.model.resources.channel import DM, GROUP_DM, Channel
from playground.model.resources.guild import Guild, guild_id_of
from playground.model.resources.message import PINNED, STARTER, SYSTEM, Message
from playground.model.resources.user import BOT_ID, BOT_NAME, PEOPLE, User
from playground.model.snowflakes import first_snowflake, instant

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from datetime import datetime

    from playground.json_values import Json

NONCE_WINDOW = timedelta(minutes=5)
"""How long a nonce is known by default; Discord's documentation says "the past few minutes"."""

ChangeKind: TypeAlias = Literal[
    "channel",
    "channel_gone",
    "member",
    "member_gone",
    "message",
    "message_gone",
    "pins",
    "reaction",
    "reaction_gone",
    "commands",
    "emojis",
    "typing",
    "user",
]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a kind to a channel (and a message); `new` if it is an addition.

    `user` is who reacted with an `emoji`, who joined or left a thread, or whose settings changed. `bulk` are the ids of
    all messages that were deleted at once.
    """

    kind: ChangeKind
    channel: Channel | None = None
    message: Message | None = None
    new: bool = False
    user: int | None = None
    emoji: str = ""
    bulk: tuple[int, ...] = ()


class State:
    """Some guilds with the same people in all of them, and their messages. The bot is not in the `other_guilds`.

    Ids and times come from `clock`, which tells UTC. A nonce is known for `nonce_window` by that clock. `granted` names
    the permissions of the bot.
    """

    def __init__(
        self,
        clock: Callable[[], datetime],
        *,
        guilds: int = 1,
        nonce_window: timedelta = NONCE_WINDOW,
        granted: Collection[str] = (),
        other_guilds: int = 0,
        more_people: Sequence[str] = (),
        preferred_locale: str = locales.DEFAULT,
    ) -> None:
        self.clock = clock
        self.granted = frozenset(granted)
        self._nonce_window = nonce_window
        self.listeners: list[Callable[[Change], None]] = []
        everybody = PEOPLE | dict(enumerate(more_people, max(PEOPLE) + 1))
        self.people = {key: User(key, name) for key, name in everybody.items()}
        self.users = self.people | {BOT_ID: User(BOT_ID, BOT_NAME, bot=True)}
        self.guilds = {guild.id: guild for guild in map(Guild.numbered, range(guilds))}
        elsewhere = map(Guild.without_bot, range(guilds, guilds + other_guilds))
        self.other_guilds = {guild.id: guild for guild in elsewhere}
        self.preferred_locale = preferred_locale
        everywhere = (*self.guilds.values(), *self.other_guilds.values())
        self.channels = {room.id: room for guild in everywhere for room in guild.rooms}
        self.said: dict[int, dict[int, Message]] = {key: {} for key in self.channels}
        self.deleted_channels: set[int] = set()
        self.commands: dict[int, list[Json]] = {}
        self.emojis: dict[int, Json] = {}
        self.portal: Json = {}  # what its owner has changed of the application
        self.nonces: dict[tuple[int, str], Message] = {}
        self.last_snowflake = 0

    def snowflake(self) -> int:
        """Return a new id, larger than all before it."""
        self.last_snowflake = max(self.last_snowflake + 1, first_snowflake(self.clock()))
        return self.last_snowflake

    def notify(
        self, kind: ChangeKind, channel: Channel | None = None, message: Message | None = None, *, new: bool = False
    ) -> None:
        """Call every listener with a change."""
        self._notify(Change(kind, channel, message, new))

    def _notify(self, change: Change) -> None:
        for listener in tuple(self.listeners):
            listener(change)

    def dm_with(self, person: int) -> Channel:
        """Return the direct-message channel between the bot and a person, opened if necessary."""
        for channel in self.channels.values():
            if channel.recipient == person:
                return channel
        channel = Channel(self.snowflake(), DM, recipient=person)
        self.add_channel(channel)
        return channel

    def open_conversation(self, owner: int, others: list[int]) -> Channel:
        """Return the channel in which a person writes to one other without the bot, or open one for a group."""
        recipients = [owner, *others]
        if len(recipients) == 2:
            for channel in self.channels.values():
                if channel.type == DM and set(channel.recipients) == set(recipients):
                    return channel
        kind = DM if len(recipients) == 2 else GROUP_DM
        channel = Channel(self.snowflake(), kind, owner_id=owner, recipients=recipients)
        self.add_channel(channel)
        return channel

    def has_bot(self, channel: Channel) -> bool:
        """Whether the bot is in the guild of a channel, or in a direct one."""
        return channel.recipient is not None if channel.is_direct else guild_id_of(channel) in self.guilds

    def guild_of(self, channel: Channel) -> Guild:
        """Return the guild of a channel that isn't direct."""
        return (self.guilds | self.other_guilds)[guild_id_of(channel)]

    def add_channel(self, channel: Channel) -> None:
        """Add a channel or thread and notify the listeners."""
        self.channels[channel.id] = channel
        self.said[channel.id] = {}
        self.notify("channel", channel, new=True)

    def remove_channel(self, channel: Channel) -> None:
        """Remove a thread or channel with everything in it; a channel's threads go with it."""
        for thread in [one for one in self.channels.values() if one.parent_id == channel.id]:
            self.remove_channel(thread)
        self.forget_channel(channel.id)
        self.notify("channel_gone", channel)

    def forget_channel(self, key: int) -> None:
        """Remove a channel or thread, without notifying the listeners. No other one gets its id."""
        del self.channels[key], self.said[key]
        self.deleted_channels.add(key)

    def set_archived(self, channel: Channel, *, archived: bool) -> None:
        """Archive or reopen a thread, without notifying the listeners."""
        if channel.archived != archived:
            channel.archived, channel.archive_changed = archived, self.clock()

    def add_room(self, guild: Guild, kind: int, name: str, **fields: Any) -> Channel:
        """Add a channel of a type to a guild. `fields` are those of `Channel`."""
        place = len(self.rooms(guild))
        key = guild.id + 10 + place
        while key in self.channels or key in self.deleted_channels:
            key += 1
        channel = Channel(key, kind, name, position=place, **fields)
        self.add_channel(channel)
        return channel

    def add_message(self, channel: Channel, author: int, content: str = "", **fields: Any) -> Message:
        """Post a message; in a thread, reopen it and add its author. `fields` are those of `Message`."""
        key = self.snowflake()
        message = Message(key, channel.id, author, content, instant(key), **fields)
        self.store(message)
        if message.only_for is None:
            channel.last_message_id = key
            if channel.is_thread:
                self._record_message(channel, message)
        self.notify("message", channel, message, new=True)
        return message

    def _record_message(self, thread: Channel, message: Message) -> None:
        if message.type != STARTER:
            thread.said += 1
        joining = set[int]() if message.type in SYSTEM else {message.author_id, *message.mentions}
        for member in joining - set(thread.members):
            self.add_member(thread, member)
        if thread.archived:
            self.set_archived(thread, archived=False)
            self.notify("channel", thread)

    def change_user(self, user: User, *, locale: str, installed: bool) -> None:
        """Change a person's language, and whether they installed the application."""
        user.locale, user.installed = locale, installed
        self._notify(Change("user", user=user.id))

    def add_member(self, thread: Channel, user: int) -> None:
        """Add a user to a thread."""
        thread.members[user] = self.clock()
        self._notify(Change("member", thread, user=user, new=True))

    def remove_member(self, thread: Channel, user: int) -> None:
        """Remove a member from a thread."""
        del thread.members[user]
        self._notify(Change("member_gone", thread, user=user))

    def add_reaction(self, message: Message, user: int, emoji: str) -> None:
        """Let a user react to a message, if they haven't yet."""
        users = message.reactions.setdefault(emoji, [])
        if user not in users:
            users.append(user)
            self._notify(Change("reaction", self.channels[message.channel_id], message, user=user, emoji=emoji))

    def remove_reaction(self, message: Message, user: int, emoji: str) -> None:
        """Take a user's reaction back, if there is one."""
        users = message.reactions.get(emoji, [])
        if user in users:
            users.remove(user)
            if not users:
                del message.reactions[emoji]
            self._notify(Change("reaction_gone", self.channels[message.channel_id], message, user=user, emoji=emoji))

    def notify_edited(self, message: Message) -> None:
        """Notify the listeners that a message was edited."""
        self.notify("message", self.channels[message.channel_id], message)

    def pin(self, message: Message, by: int) -> None:
        """Pin a message, and say in its channel who did."""
        channel, message.pinned = self.channels[message.channel_id], self.clock()
        self.notify_edited(message)
        self.notify("pins", channel)
        self.add_message(channel, by, type=PINNED, reference={"channel_id": channel.id, "message_id": message.id})

    def unpin(self, message: Message) -> None:
        """Let a message be pinned no longer."""
        if message.pinned:
            message.pinned = None
            self.notify_edited(message)
            self.notify("pins", self.channels[message.channel_id])

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        del self.said[message.channel_id][message.id]
        self.notify("message_gone", self.channels[message.channel_id], message)

    def remove_messages(self, channel: Channel, messages: Collection[Message]) -> None:
        """Delete messages of a channel at once."""
        keys = tuple(message.id for message in messages)
        for message in messages:
            del self.said[channel.id][message.id]
            self._notify(Change("message_gone", channel, message, bulk=keys))

    def with_nonce(self, author: int, nonce: str | int) -> Message | None:
        """Return the author's message of the past few minutes that carries `nonce`, if it wasn't deleted."""
        message = self.nonces.get((author, str(nonce)))
        if message is None or message.timestamp < self.clock() - self._nonce_window:
            return None
        return self.said.get(message.channel_id, {}).get(message.id)

    def store(self, message: Message) -> None:
        """Store a message, without notifying the listeners."""
        self.said[message.channel_id][message.id] = message
        if message.nonce is not None:
            self.nonces[message.author_id, str(message.nonce)] = message

    def message(self, key: int) -> Message | None:
        """Return a message by its id, in whatever channel it is."""
        return next((said[key] for said in self.said.values() if key in said), None)

    def threads(self, guild: Guild) -> list[Channel]:
        """Return a guild's threads of every type."""
        return [one for one in self.channels.values() if one.is_thread and guild_id_of(one) == guild.id]

    def channels_of_type(self, guild: Guild, kind: int) -> list[Channel]:
        """Return a guild's channels or threads of a type."""
        return [one for one in self.channels.values() if one.type == kind and guild_id_of(one) == guild.id]

    def rooms(self, guild: Guild) -> list[Channel]:
        """Return a guild's channels of every type, without its threads."""
        return [
            one
            for one in self.channels.values()
            if not (one.is_direct or one.is_thread) and guild_id_of(one) == guild.id
        ]

    def all_commands(self) -> list[Json]:
        """Return the registered application commands, the guilds' own before the global ones."""
        return [command for scope in (*self.guilds, 0) for command in self.commands.get(scope, [])]
