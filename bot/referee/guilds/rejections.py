"""Sentences that say why a change of a server's settings is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

RESERVED_PREFIX = "A prefix can't begin with `@`, `#`, `<` or `/`, which Discord uses itself, or contain a backtick."
ZONE_OF_NO_PLACE = "A server's zone is named by continent and city, as in `Europe/Berlin`."
ADMINS_ONLY = "Only people with Manage Server can change the settings. `!settings` shows them to everyone."


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


def unreadable_match_limit(typed: str, most: int, unlimited: str) -> str:
    """Reject what isn't a limit of matches."""
    return f"`most` is a number from 1 to {most}, or `{unlimited}`, not {formatting.code(typed)}."


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
