"""Changes of channels and threads by the bot (docs: Channels Resource, Modify Channel)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.model import permissions, threads
from playground.model.resources.channel import FORUMS
from playground.validation import forums, primitives

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.channel import Channel
    from playground.model.state import State

_ARCHIVE_AFTER = (60, 1440, 4320, 10080)
_LONGEST_SLOWMODE = 21600
_EDITABLE_FLAGS = 1 << 1 | 1 << 4
"""A post that is pinned to its forum, and a forum that requires tags."""


def check(state: State, channel: Channel, body: Json) -> Json:
    """Return what a request changes, by the names of `Channel`, as far as it differs. Raises `ApiError`."""
    changes = _check_thread(state, channel, body) if channel.is_thread else _check_channel(state, channel, body)
    return {name: value for name, value in changes.items() if getattr(channel, name) != value}


def apply(state: State, channel: Channel, changes: Json) -> None:
    """Change a channel or thread, and notify the listeners."""
    if changes.keys() & {"archived", "auto_archive"}:
        channel.archive_changed = state.clock()
    for name, value in changes.items():
        setattr(channel, name, value)
    state.notify("channel", channel)


def _check_thread(state: State, thread: Channel, body: Json) -> Json:
    threads.check_may_edit(state, thread, body)
    given = {key: value for key, value in body.items() if value is not None}
    changes = _check_common(given)
    changes |= {key: bool(given[key]) for key in ("locked", "archived", "invitable") if key in given}
    if "auto_archive_duration" in given:
        changes["auto_archive"] = check_minutes(given["auto_archive_duration"])
    forum = state.channels.get(thread.parent_id or 0)
    if "applied_tags" in given and forum:
        moderates = permissions.may(state, thread, "MANAGE_THREADS")
        changes["applied_tags"] = forums.check_applied_tags(forum, given["applied_tags"], moderates=moderates)
    return changes


def _check_channel(state: State, channel: Channel, body: Json) -> Json:
    permissions.require(state, channel, "MANAGE_CHANNELS")
    given = {key: value for key, value in body.items() if value is not None}
    changes = _check_common(given)
    if "topic" in body:
        changes["topic"] = primitives.text("topic", body["topic"] or "", 0, 4096 if channel.type in FORUMS else 1024)
    if "default_auto_archive_duration" in given:
        changes["default_auto_archive"] = check_minutes(given["default_auto_archive_duration"])
    if "available_tags" in given and channel.type in FORUMS:
        changes["available_tags"] = forums.available_tags(state, given["available_tags"])
    return changes


def check_minutes(value: Any) -> int:
    """Return after how many idle minutes a thread is archived. Raises `ApiError`."""
    return primitives.one_of("auto_archive_duration", value, _ARCHIVE_AFTER)


def _check_common(given: Json) -> Json:
    changes: Json = {}
    if "name" in given:
        changes["name"] = primitives.text("name", given["name"], 1, 100)
    if "rate_limit_per_user" in given:
        seconds = given["rate_limit_per_user"]
        changes["slowmode"] = primitives.integer("rate_limit_per_user", seconds, 0, _LONGEST_SLOWMODE)
    if "flags" in given:
        changes["flags"] = primitives.number("flags", given["flags"]) & _EDITABLE_FLAGS
    return changes
