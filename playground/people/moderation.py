"""What people who manage a guild do to its channels and threads, behind the bot's back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model import thread_creation
from playground.model.resources.channel import REQUIRE_TAG
from playground.options import check_permissions
from playground.validation import forums

if TYPE_CHECKING:
    from collections.abc import Collection

    from playground.model.resources.channel import Channel
    from playground.model.state import State


class Moderation:
    """Changes of channels; each raises ValueError for an unknown one."""

    def __init__(self, state: State) -> None:
        self.state = state

    def deny(self, channel_id: int, *names: str) -> None:
        """Take permissions from the bot in a channel, by Discord's names (`CREATE_PUBLIC_THREADS`).

        In direct messages, `SEND_MESSAGES` closes them. Raises ValueError for an unknown channel or name.
        """
        channel = self._channel(channel_id)
        check_permissions(names)
        channel.denied |= set(names)
        self.state.notify("channel", channel)

    def allow(self, channel_id: int) -> None:
        """Give the bot all permissions in a channel back. Raises ValueError for an unknown channel."""
        channel = self._channel(channel_id)
        channel.denied.clear()
        self.state.notify("channel", channel)

    def archive(self, thread_id: int, *, locked: bool = False) -> None:
        """Archive a thread, as Discord does by itself after a while; `locked` keeps it so. Raises ValueError."""
        thread = self._channel(thread_id)
        thread.locked = locked
        self.state.set_archived(thread, archived=True)
        self.state.notify("channel", thread)

    def add_room(self, kind: int, name: str, *, tags: Collection[str] = (), requires_tag: bool = False) -> int:
        """Add a channel of one of Discord's types to the first guild; return its id. A forum can have tags."""
        available = forums.available_tags(self.state, [{"name": tag} for tag in tags])
        guild, flags = next(iter(self.state.guilds.values())), REQUIRE_TAG if requires_tag else 0
        return self.state.add_room(guild, kind, name, available_tags=available, flags=flags).id

    def start_post(self, forum_id: int, person: str, name: str, content: str, tags: Collection[str] = ()) -> int:
        """Let a person, by their name, start a post in a forum; return its id. Raises ValueError for no such forum."""
        owner = next(one.id for one in self.state.people.values() if one.name == person)
        forum = self._channel(forum_id)
        applied = [int(tag["id"]) for tag in forum.available_tags if tag["name"] in tags]
        post, _ = thread_creation.start_post(self.state, forum, owner, name, 4320, applied, content=content)
        return post.id

    def remove(self, channel_id: int) -> None:
        """Delete a channel or thread without the bot's doing. Raises ValueError for an unknown one."""
        self.state.remove_channel(self._channel(channel_id))

    def _channel(self, channel_id: int) -> Channel:
        channel = self.state.channels.get(channel_id)
        if channel is None:
            raise ValueError(f"There is no channel {channel_id}.")
        return channel
