"""Sentences that say why a change of a server's settings is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from storage.queries.rows import Person

RESERVED_PREFIX = "A prefix can't begin with `@`, `#`, `<` or `/`, which Discord uses itself, or contain a backtick."
ZONE_OF_NO_PLACE = "A server's zone is named by continent and city, as in `Europe/Berlin`."
ADMINS_ONLY = "Only people with Manage Server can change the settings. `!settings` shows them to everyone."

LOG_FOR_MANAGERS = "Only people with Manage Server can see what managers did."
ONLY_MANAGERS_BLOCK = "Only people with Manage Server can block people, and see who is blocked."
NOT_YOURSELF = "You can't block yourself."
NO_BOTS = "Bots can't be blocked. `/server settings` can keep me out of channels."


def you_are_blocked(reason: str) -> str:
    """Reject what a person wants to do who is blocked; `reason` is what a manager gave for that, if anything."""
    why = f" ({formatting.plain(reason)})" if reason else ""
    return (
        f"You're blocked from playing on this server{why}. You can still finish your matches. "
        "If you think it's a mistake, ask a manager of the server."
    )


def is_blocked(person: Person) -> str:
    """Reject a match, a seat or a place in an event with somebody who is blocked."""
    return f"{formatting.name(person)} is blocked from playing on this server. Choose somebody else."


def already_blocked(user_id: int) -> str:
    """Reject to block somebody twice."""
    return f"<@{user_id}> is blocked already. `/server blocks` lists everybody who is."


def not_blocked(user_id: int) -> str:
    """Reject to unblock somebody who isn't blocked."""
    return f"<@{user_id}> isn't blocked. `/server blocks` lists everybody who is."


def no_managers(user_id: int) -> str:
    """Reject to block somebody who manages the server."""
    return f"<@{user_id}> manages this server, and managers can't be blocked."


def reason_too_long(most: int, count: int) -> str:
    """Reject a reason with too many characters."""
    return f"A reason has at most {most} characters, not {count}."


def prefix_length(longest: int) -> str:
    """Reject a prefix that is too long, empty or can't be seen."""
    return f"A prefix has 1 to {longest} visible characters and no spaces, as in `?`."


def prefix_like_a_move(prefix: str) -> str:
    """Reject a prefix that a move could begin with."""
    return (
        f"With the prefix {formatting.code(prefix)} I'd take moves for commands. Use a sign that no move begins with, "
        "as in `?`, `.` or `tp!`."
    )


def which_reset(names: Iterable[str]) -> str:
    """Ask which settings to put back to their defaults."""
    return f"Which setting? For example `reset clock`. There are {format_list(map(formatting.code, names))}."


def number_of_channels(most: int, anywhere: str) -> str:
    """Reject no channels, and too many of them."""
    return f"Name 1 to {most} channels, or `{anywhere}` for all."


def unreadable_channel(typed: str) -> str:
    """Reject what isn't a channel."""
    return f"I can't read {formatting.code(typed)} as a channel: begin with `#` and pick it from Discord's list."


def unknown_channel(channel: str) -> str:
    """Reject a channel of another server, of another kind, or one that the bot can't see."""
    return f"{channel} isn't a text channel of this server, or I can't see it."


def barred_channel(channel: str) -> str:
    """Reject a channel in which the bot may not post."""
    return f"I can't post in {channel}. Allow me to send messages there, then choose it again."


def unknown_forum(channel: str) -> str:
    """Reject a channel that isn't a forum of this server, or that the bot can't see."""
    return f"{channel} isn't a forum of this server, or I can't see it."


def barred_forum(forum: str, lacking: Iterable[str]) -> str:
    """Reject a forum in which the bot lacks permissions, given by Discord's names."""
    return f"I can't keep matches in {forum}. Allow me {format_list(lacking)} there, then choose it again."


def unreadable_role(typed: str, everyone: str) -> str:
    """Reject what isn't a role."""
    return f"I can't read {formatting.code(typed)} as a role: mention it, or write `{everyone}`."


def unknown_role(role: str) -> str:
    """Reject a role of another server."""
    return f"{role} isn't a role of this server."


def unreadable_limit(name: str, typed: str, least: int, most: int, unlimited: str) -> str:
    """Reject what isn't a limit."""
    return f"`{name}` is a number from {least} to {most}, or `{unlimited}`, not {formatting.code(typed)}."


def not_one_of(name: str, choices: Collection[str], typed: str) -> str:
    """Reject a value that isn't one of the words for a setting."""
    return f"`{name}` is {format_list(map(formatting.code, choices), 'or')}, not {formatting.code(typed)}."


def unknown_setting(typed: str, names: Collection[str]) -> str:
    """Reject what isn't the name of a setting."""
    known = format_list(map(formatting.code, names))
    return f"I can't read {formatting.code(typed)} here. You can set {known}, as in `threads=no`."


def no_value(name: str, example: str, default: str) -> str:
    """Reject a setting without a value."""
    return f"Choose a value for `{name}`: `{name}={example}`, for example, or the default, `{name}={default}`."
