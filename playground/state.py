"""The state of the embedded Discord: its people, channels and messages. No I/O.

`State.listeners` are called with every change, in order and at once: the journal, the gateway and the people's pages.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

Json: TypeAlias = dict[str, Any]

TEXT, DM, VOICE, THREAD, STAGE, FORUM, MEDIA = 0, 1, 2, 11, 13, 15, 16
FORUMS = {FORUM, MEDIA}
"""Channels that hold threads alone, called posts."""
ORDINARY, THREAD_CREATED, REPLY, COMMAND, STARTER = 0, 18, 19, 20, 21
HAS_THREAD, EPHEMERAL, LOADING = 1 << 5, 1 << 6, 1 << 7

_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_FOUNDING = datetime(2020, 1, 1, tzinfo=UTC)
NONCE_WINDOW = timedelta(minutes=5)
"""How long a nonce is known by default; Discord's documentation says "the past few minutes"."""


def instant(snowflake: int) -> datetime:
    """Return the UTC time at which an id was made, to the millisecond."""
    return _EPOCH + timedelta(milliseconds=snowflake >> 22)


def first_snowflake(moment: datetime) -> int:
    """Return the smallest id that a thing made at `moment` can have."""
    return (moment - _EPOCH) // timedelta(milliseconds=1) << 22


def as_list(value: Any) -> list[Any]:
    """Return a list from a request, or an empty list for anything else."""
    return value if isinstance(value, list) else []  # pyright: ignore[reportUnknownVariableType]


def as_object(value: Any) -> Json:
    """Return an object from a request, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}  # pyright: ignore[reportUnknownVariableType]


def number(value: Any) -> int:
    """Return an id from a request, given as text or number, or 0 (no id) for anything else."""
    digits = str(value)
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 20 else 0


_BASE = first_snowflake(_FOUNDING)
BOT_ID = APP_ID = _BASE + 2
BOT_NAME = "Turnpost"
MEMBERS, REGULARS = "Members", "Regulars"
PEOPLE = {_BASE + 21: "Ann", _BASE + 22: "Bob", _BASE + 23: "Cleo", _BASE + 24: "Dan", _BASE + 25: "Eve"}


@dataclass(frozen=True, slots=True)
class Guild:
    """A server. Everything in it from the beginning has an id of the same millisecond as its own."""

    id: int
    name: str
    channels: tuple[str, ...]

    @classmethod
    def numbered(cls, place: int) -> Guild:
        """Return the guild at a place from 0. Of two shards, the even ones belong to 0, the odd ones to 1."""
        tail = f" {place + 1}" if place else ""
        channels = tuple(name + tail.replace(" ", "-") for name in ("games", "lounge"))
        return cls(_BASE + (place << 22) + 1, f"The Board Room{tail}", channels)

    @property
    def bot_role(self) -> int:
        """The id of the bot's own role; everyone's has the guild's."""
        return self.id + 2

    @property
    def regulars(self) -> int:
        """The id of the role of the regulars: the first three people."""
        return self.id + 3

    @property
    def members(self) -> int:
        """The id of the role that all people have."""
        return self.id + 4

    def roles(self, user: int) -> list[int]:
        """Return the roles of a user, besides everyone's."""
        if user == BOT_ID:
            return [self.bot_role]
        return [self.members, self.regulars] if user in list(PEOPLE)[:3] else [self.members]

    @property
    def rooms(self) -> list[Channel]:
        """The guild's text channels without messages."""
        return [
            Channel(self.id + 10 + position, TEXT, name, position=position)
            for position, name in enumerate(self.channels)
        ]


def guild_id_of(channel: Channel) -> int:
    """Return the id of the guild that a channel or thread is in. Direct messages are in none."""
    return ((channel.parent_id or channel.id) >> 22 << 22) + 1


@dataclass(slots=True)
class User:
    """A person, or the bot."""

    id: int
    name: str
    bot: bool = False


@dataclass(slots=True)
class Channel:
    """A channel of a guild, a private one (`recipient`), or a public thread (`parent_id`, `owner_id`, `members`)."""

    id: int
    type: int
    name: str = ""
    parent_id: int | None = None
    owner_id: int | None = None
    recipient: int | None = None
    position: int = 0
    archived: bool = False
    locked: bool = False
    auto_archive: int = 4320
    archive_changed: datetime | None = None
    slowmode: int = 0
    said: int = 0
    last_message_id: int | None = None
    members: dict[int, datetime] = field(default_factory=dict[int, datetime])
    denied: set[str] = field(default_factory=set[str])
    topic: str = ""


@dataclass(slots=True)
class Attachment:
    """A file on a message; `size` in bytes, `width` and `height` in pixels. `inline` ones show inside an embed only."""

    id: int
    filename: str
    size: int
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    inline: bool = False


@dataclass(slots=True)
class Message:
    """One message. `only_for` names the one person who sees an ephemeral one.

    `interaction` is the metadata of the interaction that it answers, in Discord's own JSON; such messages were sent
    through a webhook, and a reply to one never counts as a mention. `reactions` are the users by emoji.
    """

    id: int
    channel_id: int
    author_id: int
    content: str
    timestamp: datetime
    type: int = ORDINARY
    edited: datetime | None = None
    flags: int = 0
    mentions: list[int] = field(default_factory=list[int])
    mention_roles: list[int] = field(default_factory=list[int])
    everyone: bool = False
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    embeds: list[Json] = field(default_factory=list[Json])
    components: list[Json] = field(default_factory=list[Json])
    nonce: str | int | None = None
    reference: dict[str, int] | None = None
    interaction: Json | None = None
    only_for: int | None = None
    reactions: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    pinned: datetime | None = None


ChangeKind: TypeAlias = Literal[
    "channel", "channel_gone", "message", "message_gone", "reaction", "reaction_gone", "commands", "emojis", "typing"
]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a kind to a channel (and a message); `new` if it is an addition; who reacted with which emoji."""

    kind: ChangeKind
    channel: Channel | None = None
    message: Message | None = None
    new: bool = False
    user: int | None = None
    emoji: str = ""


INVITATION = frozenset(
    {
        "VIEW_CHANNEL",
        "SEND_MESSAGES",
        "ATTACH_FILES",
        "READ_MESSAGE_HISTORY",
        "CREATE_PUBLIC_THREADS",
        "SEND_MESSAGES_IN_THREADS",
    }
)
"""The permissions that the README's invitation asks for."""


class State:
    """Some guilds with the same people in all of them, and their messages.

    Ids and times come from `clock`, which tells UTC. A nonce is known for `nonce_window` by that clock.
    """

    def __init__(
        self,
        clock: Callable[[], datetime],
        *,
        guilds: int = 1,
        nonce_window: timedelta = NONCE_WINDOW,
        granted: Collection[str] = INVITATION,
    ) -> None:
        self.clock = clock
        self.granted = frozenset(granted)
        self._nonce_window = nonce_window
        self.listeners: list[Callable[[Change], None]] = []
        self.people = {key: User(key, name) for key, name in PEOPLE.items()}
        self.users = self.people | {BOT_ID: User(BOT_ID, BOT_NAME, bot=True)}
        self.guilds = {guild.id: guild for guild in map(Guild.numbered, range(guilds))}
        self.channels = {room.id: room for guild in self.guilds.values() for room in guild.rooms}
        self.said: dict[int, dict[int, Message]] = {key: {} for key in self.channels}
        self.commands: dict[int, list[Json]] = {}
        self.emojis: dict[int, Json] = {}
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

    def add_channel(self, channel: Channel) -> None:
        """Add a channel or thread and notify the listeners."""
        self.channels[channel.id] = channel
        self.said[channel.id] = {}
        self.notify("channel", channel, new=True)

    def remove_channel(self, channel: Channel) -> None:
        """Remove a thread or channel with everything in it; a channel's threads go with it."""
        for thread in [one for one in self.channels.values() if one.parent_id == channel.id]:
            self.remove_channel(thread)
        del self.channels[channel.id], self.said[channel.id]
        self.notify("channel_gone", channel)

    def set_archived(self, channel: Channel, *, archived: bool) -> None:
        """Archive or reopen a thread, without notifying the listeners."""
        if channel.archived != archived:
            channel.archived, channel.archive_changed = archived, self.clock()

    def start_thread(self, parent: Channel, owner: int, name: str, minutes: int, message: Message | None) -> Channel:
        """Start a public thread, on a message (whose id it takes) or on its own, with Discord's system messages."""
        now = self.clock()
        thread_id = message.id if message else self.snowflake()
        thread = Channel(thread_id, THREAD, name, parent.id, owner, auto_archive=minutes, archive_changed=now)
        thread.members[owner] = now
        self.add_channel(thread)
        if message:
            message.flags |= HAS_THREAD
            self.notify("message", parent, message)
            starter = {"channel_id": parent.id, "message_id": message.id}
            self.add_message(thread, owner, type=STARTER, reference=starter)
        else:
            self.add_message(parent, owner, name, type=THREAD_CREATED, reference={"channel_id": thread.id})
        return thread

    def add_room(self, guild: Guild, kind: int, name: str) -> Channel:
        """Add a channel of a type to a guild."""
        place = len(self.rooms(guild))
        channel = Channel(guild.id + 10 + place, kind, name, position=place)
        self.add_channel(channel)
        return channel

    def start_post(self, forum: Channel, owner: int, name: str, content: str) -> Channel:
        """Start a post in a forum: a thread whose first message has its own id."""
        key = self.snowflake()
        post = Channel(key, THREAD, name, forum.id, owner, archive_changed=self.clock(), last_message_id=key)
        post.members[owner] = self.clock()
        self.add_channel(post)
        message = Message(key, key, owner, content, instant(key))
        self.store(message)
        self.notify("message", post, message, new=True)
        return post

    def add_message(self, channel: Channel, author: int, content: str = "", **fields: Any) -> Message:
        """Post a message; in a thread, reopen it and add its author. `fields` are those of `Message`."""
        key = self.snowflake()
        message = Message(key, channel.id, author, content, instant(key), **fields)
        self.store(message)
        if message.only_for is None:
            channel.last_message_id = key
            if channel.type == THREAD:
                self._record_message(channel, message)
        self.notify("message", channel, message, new=True)
        return message

    def _record_message(self, thread: Channel, message: Message) -> None:
        if message.type != STARTER:
            thread.said += 1
        for member in {message.author_id, *message.mentions} - set(thread.members):
            thread.members[member] = message.timestamp
        if thread.archived:
            self.set_archived(thread, archived=False)
            self.notify("channel", thread)

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

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        del self.said[message.channel_id][message.id]
        self.notify("message_gone", self.channels[message.channel_id], message)

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

    def channels_of_type(self, guild: Guild, kind: int) -> list[Channel]:
        """Return a guild's channels of a type, or its threads."""
        return [one for one in self.channels.values() if one.type == kind and guild_id_of(one) == guild.id]

    def rooms(self, guild: Guild) -> list[Channel]:
        """Return a guild's channels of every type, without its threads."""
        return [one for one in self.channels.values() if one.type not in {DM, THREAD} and guild_id_of(one) == guild.id]

    def all_commands(self) -> list[Json]:
        """Return the registered application commands, the guilds' own before the global ones."""
        return [command for scope in (*self.guilds, 0) for command in self.commands.get(scope, [])]
