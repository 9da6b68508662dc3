"""Starting threads and posts, and who is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.model.resources.channel import ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, Channel
from playground.model.resources.message import (
    HAS_THREAD,
    RECIPIENT_ADD,
    RECIPIENT_REMOVE,
    STARTER,
    THREAD_CREATED,
    Message,
)
from playground.model.snowflakes import instant

if TYPE_CHECKING:
    from playground.model.state import State


def start_thread(state: State, parent: Channel, owner: int, name: str, minutes: int) -> Channel:
    """Start a thread on its own, which is announced in the channel."""
    thread = Channel(state.snowflake(), public_type(parent), name, parent.id, owner, auto_archive=minutes)
    _add(state, thread, owner)
    state.add_message(parent, owner, name, type=THREAD_CREATED, reference={"channel_id": thread.id})
    return thread


def start_thread_on(state: State, parent: Channel, owner: int, name: str, minutes: int, message: Message) -> Channel:
    """Start a thread on a message, whose id it takes."""
    thread = Channel(message.id, public_type(parent), name, parent.id, owner, auto_archive=minutes)
    _add(state, thread, owner)
    message.flags |= HAS_THREAD
    state.notify("message", parent, message)
    state.add_message(thread, owner, type=STARTER, reference={"channel_id": parent.id, "message_id": message.id})
    return thread


def start_private_thread(
    state: State, parent: Channel, owner: int, name: str, minutes: int, *, invitable: bool = True
) -> Channel:
    """Start a thread that only its members and people with Manage Threads see."""
    thread = Channel(state.snowflake(), PRIVATE_THREAD, name, parent.id, owner, auto_archive=minutes)
    thread.invitable = invitable
    _add(state, thread, owner)
    return thread


def start_post(
    state: State, forum: Channel, owner: int, name: str, minutes: int, tags: list[int], **fields: Any
) -> tuple[Channel, Message]:
    """Start a post in a forum: a thread whose first message has its own id. `fields` are those of `Message`."""
    key = state.snowflake()
    post = Channel(key, PUBLIC_THREAD, name, forum.id, owner, auto_archive=minutes, applied_tags=tags)
    post.last_message_id = key
    _add(state, post, owner)
    message = Message(key, key, owner, timestamp=instant(key), **fields)
    state.store(message)
    state.notify("message", post, message, new=True)
    return post, message


def add_member(state: State, thread: Channel, by: int, user: int) -> None:
    """Let somebody add a user to a thread, or join it."""
    if user in thread.members:
        return
    state.add_member(thread, user)
    if user != by:
        state.add_message(thread, by, type=RECIPIENT_ADD, mentions=[user])


def remove_member(state: State, thread: Channel, by: int, user: int) -> None:
    """Let somebody remove a user from a thread, or leave it."""
    if user not in thread.members:
        return
    state.remove_member(thread, user)
    if user != by:
        state.add_message(thread, by, type=RECIPIENT_REMOVE, mentions=[user])


def public_type(parent: Channel) -> int:
    """Return the type of the threads of a channel that everybody sees who sees the channel."""
    return ANNOUNCEMENT_THREAD if parent.type == ANNOUNCEMENT else PUBLIC_THREAD


def _add(state: State, thread: Channel, owner: int) -> None:
    thread.archive_changed = thread.members[owner] = state.clock()
    state.add_channel(thread)
