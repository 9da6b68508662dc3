"""Guilds: their channels of the beginning, their roles."""

from __future__ import annotations

from dataclasses import dataclass

from playground.model.resources.channel import TEXT, Channel
from playground.model.resources.user import BOT_ID, PEOPLE
from playground.model.snowflakes import FOUNDING

MEMBERS, REGULARS = "Members", "Regulars"


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
        return cls(FOUNDING + (place << 22) + 1, f"The Board Room{tail}", channels)

    @classmethod
    def without_bot(cls, place: int) -> Guild:
        """Return a guild that the bot is not in, at a place after those of the bot's."""
        return cls(FOUNDING + (place << 22) + 1, f"The Reading Room {place + 1}", (f"books-{place + 1}",))

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
