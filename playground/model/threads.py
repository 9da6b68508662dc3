"""What archived and locked threads allow, and when threads archive by themselves."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from playground.errors import ApiError
from playground.model import permissions
from playground.model.resources.channel import PRIVATE_THREAD
from playground.model.resources.user import BOT_ID
from playground.model.snowflakes import instant

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.state import State

_MODERATED = ("locked", "rate_limit_per_user")
"""What even the creator of a thread may change only with Manage Threads (docs: Threads, Editing & Deleting Threads)."""


def archive_idle(state: State) -> None:
    """Archive the threads in which nothing was said for as long as their time of inactivity."""
    now = state.clock()
    for thread in [one for one in state.channels.values() if one.is_thread and not one.archived]:
        last = instant(thread.last_message_id or thread.id)
        active = max(last, thread.archive_changed or last)
        if now - active >= timedelta(minutes=thread.auto_archive):
            state.set_archived(thread, archived=True)
            state.notify("channel", thread)


def check_may_post(state: State, channel: Channel) -> None:
    """Raise `ApiError` for a locked thread. Without a lock, a message reopens an archived one."""
    if channel.locked and not permissions.may(state, channel, "MANAGE_THREADS"):
        raise ApiError(403, 160005, "Thread is locked")


def check_may_respond(state: State, channel: Channel) -> None:
    """Raise `ApiError` where an interaction can't be responded to: in archived threads, and in locked ones."""
    locked = channel.locked and not permissions.may(state, channel, "MANAGE_THREADS")
    if channel.archived or locked:
        raise ApiError(403, 50083, "Thread is archived")


def check_may_edit(state: State, thread: Channel, body: Json) -> None:
    """Raise `ApiError` for a change that the bot may not make: locking, waking a locked thread, others' threads.

    Anybody who may write in a thread that is not locked may reopen it. An archived thread must be reopened to change.
    """
    reopens = {key for key, value in body.items() if value is not None} == {"archived"} and body["archived"] is False
    if reopens and not thread.locked:
        permissions.require(state, thread, "SEND_MESSAGES_IN_THREADS")
    elif thread.owner_id != BOT_ID or thread.locked or any(body.get(key) is not None for key in _MODERATED):
        permissions.require(state, thread, "MANAGE_THREADS")
    if thread.archived and body.get("archived") is not False:
        raise ApiError(400, 50083, "Thread is archived")


def check_may_add(state: State, thread: Channel, user: int) -> None:
    """Raise `ApiError` if the bot may not join, or add somebody (docs: Channels Resource, Add Thread Member)."""
    if user != BOT_ID:
        permissions.require(state, thread, "SEND_MESSAGES_IN_THREADS")
    if user != BOT_ID and not thread.invitable and thread.owner_id != BOT_ID:
        permissions.require(state, thread, "MANAGE_THREADS")
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")


def check_may_remove(state: State, thread: Channel, user: int) -> None:
    """Raise `ApiError` if the bot may not remove somebody (docs: Channels Resource, Remove Thread Member)."""
    own = thread.type == PRIVATE_THREAD and thread.owner_id == BOT_ID
    if user != BOT_ID and not own:
        permissions.require(state, thread, "MANAGE_THREADS")
    if thread.archived:
        raise ApiError(400, 50083, "Thread is archived")
