"""Sentences that say why a change of a server's settings is rejected."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from storage.queries.rows import Person

SIMILARITY = 0.75
"""How alike the names of a setting and what was typed must be, from 0 to 1 (`difflib.SequenceMatcher.ratio`)."""
RESERVED_PREFIX = N_(
    "A prefix can't begin with `@`, `#`, `<` or `/`, which Discord uses itself, or contain a backtick."
)
ZONE_OF_NO_PLACE = N_("A server's zone is named by continent and city, as in `Europe/Berlin`.")
MANAGERS_ONLY = N_("Only people with Manage Server can change the settings. `!settings` shows them to everyone.")

LOG_FOR_MANAGERS = N_("Only people with Manage Server can see what managers did.")
ONLY_MANAGERS_BLOCK = N_("Only people with Manage Server can block people, and see who is blocked.")
NOT_YOURSELF = N_("You can't block yourself.")
NO_BOTS = N_("Bots can't be blocked. `/server settings` can keep me out of channels.")


def you_are_blocked(reason: str) -> str:
    """Reject what a person wants to do who is blocked; `reason` is what a manager gave for that, if anything."""
    blocked = (
        _("You're blocked from playing on this server ({reason}).").format(reason=formatting.plain(reason))
        if reason
        else _("You're blocked from playing on this server.")
    )
    rest = _("You can still finish your matches. If you think it's a mistake, ask a manager of the server.")
    return f"{blocked} {rest}"


def is_blocked(person: Person) -> str:
    """Reject a match, a seat or a place in an event with somebody who is blocked."""
    return _("{name} is blocked from playing on this server. Choose somebody else.").format(
        name=formatting.name(person)
    )


def already_blocked(user_id: int) -> str:
    """Reject to block somebody twice."""
    return _("<@{user}> is blocked already. `/server blocks` lists everybody who is.").format(user=user_id)


def not_blocked(user_id: int) -> str:
    """Say that a person isn't blocked."""
    return _("<@{user}> isn't blocked. `/server blocks` lists everybody who is.").format(user=user_id)


def no_managers(user_id: int) -> str:
    """Reject a block of a manager of the server."""
    return _("<@{user}> manages this server, and managers can't be blocked.").format(user=user_id)


def prefix_length(longest: int) -> str:
    """Reject a prefix that is too long, empty or can't be seen."""
    return _("A prefix has 1 to {longest} visible characters and no spaces, as in `?`.").format(longest=longest)


def prefix_like_a_move(prefix: str) -> str:
    """Reject a prefix that a move could begin with."""
    return _(
        "With the prefix {prefix} I'd take moves for commands. Use a sign that no move begins with, as in `?`, "
        "`.` or `tp!`."
    ).format(prefix=formatting.code(prefix))


def which_reset(names: Iterable[str]) -> str:
    """Ask which settings to put back to their defaults."""
    return _("Which setting? For example `reset clock`. There are {names}.").format(
        names=format_list(map(formatting.code, names))
    )


def number_of_channels(most: int, anywhere: str) -> str:
    """Reject no channels, and too many of them."""
    return _("Name 1 to {most} channels, or `{anywhere}` for all.").format(most=most, anywhere=anywhere)


def unreadable_channel(typed: str) -> str:
    """Reject what isn't a channel."""
    return _("I can't read {typed} as a channel: begin with `#` and pick it from Discord's list.").format(
        typed=formatting.code(typed)
    )


def unknown_channel(channel: str) -> str:
    """Reject a channel of another server, of another kind, or one that the bot can't see."""
    return _("{channel} isn't a text channel of this server, or I can't see it.").format(channel=channel)


def barred_channel(channel: str) -> str:
    """Reject a channel in which the bot may not post."""
    return _("I can't post in {channel}. Allow me to send messages there, then choose it again.").format(
        channel=channel
    )


def unknown_forum(channel: str) -> str:
    """Reject a channel that isn't a forum of this server, or that the bot can't see."""
    return _("{channel} isn't a forum of this server, or I can't see it.").format(channel=channel)


def barred_forum(forum: str, lacking: Iterable[str]) -> str:
    """Reject a forum in which the bot lacks permissions, given by Discord's names."""
    return _("I can't keep matches in {forum}. Allow me {lacking} there, then choose it again.").format(
        forum=forum, lacking=format_list(lacking)
    )


def unreadable_role(typed: str, everyone: str) -> str:
    """Reject what isn't a role."""
    return _("I can't read {typed} as a role: mention it, or write `{everyone}`.").format(
        typed=formatting.code(typed), everyone=everyone
    )


def unknown_role(role: str) -> str:
    """Reject a role of another server."""
    return _("{role} isn't a role of this server.").format(role=role)


def unreadable_limit(name: str, typed: str, least: int, most: int, unlimited: str) -> str:
    """Reject what isn't a limit."""
    return _("`{name}` is a number from {least} to {most}, or `{unlimited}`, not {typed}.").format(
        name=name, least=least, most=most, unlimited=unlimited, typed=formatting.code(typed)
    )


def not_one_of(name: str, choices: Collection[str], typed: str) -> str:
    """Reject a value that isn't one of the words for a setting."""
    return _("`{name}` is {choices}, not {typed}.").format(
        name=name, choices=format_list(map(formatting.code, choices), "or"), typed=formatting.code(typed)
    )


def unknown_setting(typed: str, names: Collection[str]) -> str:
    """Reject what isn't the name of a setting, and name the one that was probably meant, or all."""
    word = typed.lower()
    if word not in names and (meant := get_close_matches(word, names, 1, SIMILARITY)):
        return _("There's no setting {typed}. Did you mean {meant}?").format(
            typed=formatting.code(typed), meant=formatting.code(meant[0])
        )
    known = format_list(map(formatting.code, names))
    return _("I can't read {typed} here. You can set {known}, as in `threads=no`.").format(
        typed=formatting.code(typed), known=known
    )


def no_value(name: str, example: str, default: str) -> str:
    """Reject a setting without a value."""
    return _(
        "Choose a value for `{name}`: `{name}={example}`, for example, or the default, `{name}={default}`."
    ).format(name=name, example=example, default=default)
