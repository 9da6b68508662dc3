"""What managers read about the settings of their server. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.interactions.replies import MAX_LENGTH
from bot.referee.guilds.setting_values import SETTINGS
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.referee.guilds.settings import GuildSettings

FORM_TITLE = N_("Change a setting")
CHANGE_ONE = N_("Change a setting...")
SETTING_HELP = {
    "prefix": N_("What text commands begin with"),
    "channels": N_("Where matches may start; everywhere if you choose none"),
    "threads": N_("Whether each match gets its own thread"),
    "clock": N_("For challenges that name none: 3d, 3d+1d cap 6d, none"),
    "challengers": N_("Who may challenge; everyone if you choose no role"),
    "most": N_("How many matches a member may play at a time; any for no limit"),
    "mentions": N_("How I mention players"),
    "timeout": N_("What happens when a player's time is up"),
    "zone": N_("The time zone of days and weekends, for example Europe/Berlin"),
    "finished": N_("Where finished matches are shown"),
    "puzzles": N_("Where a puzzle is posted every day"),
    "forum": N_("The forum in which each match gets a post"),
    "highlights": N_("Whether the turning point of a match that ended is shown"),
    "organizers": N_("Who may set up events, besides managers of the server"),
    "weekly": N_("Where the match of the week is posted"),
    "open_challenges": N_("How many challenges a member may have open at a time; any for my usual limit"),
    "daily_challenges": N_("How many challenges a member may make in 24 hours; any for no limit"),
    "requests": N_("How many pictures and pages a member may ask for in a minute; any for my usual limit"),
    "language": N_("The language of my posts, for example en; discord for the one of the server"),
}
"""What each setting is for, in at most 100 characters."""
NO_SERVER = N_("That needs a server: ask in one of its channels.")


def saved_note(name: str) -> str:
    """Say that a setting was changed."""
    return _("**Saved:** {name}.").format(name=name)


def rejected_note(reason: str) -> str:
    """Say why a setting wasn't changed."""
    return _("**Nothing was changed.** {reason}").format(reason=reason)


def add_note(settings: str, note: str) -> str:
    """Return what became of a form below all settings: next to the menu, as a phone shows only a part of the message.

    Where Discord doesn't take both in one message, return the note alone.
    """
    both = f"{settings}\n{note}"
    return both if len(both) <= MAX_LENGTH else note


def settings_post(server: GuildSettings, forum_problem: str = "") -> str:
    """Return all settings of a server, each with its meaning, and how to change them if there is room.

    `forum_problem` says what is wrong with its forum, if anything.
    """
    example = " ".join(f"{name}={SETTINGS[name].example}" for name in ("threads", "clock", "channels"))
    how = _("People with Manage Server can change them: `/server settings`, or as text {example}").format(
        example=f"`{server.prefix}settings {example}`"
    )
    lines = (_setting_line(name, server, forum_problem if name == "forum" else "") for name in SETTINGS)
    settings = "\n".join([_("Settings of this server:"), *lines])
    whole = f"{settings}\n-# {how}"
    return whole if len(whole) < MAX_LENGTH else settings


def changed_settings_post(server: GuildSettings, names: Iterable[str], forum_problem: str = "") -> str:
    """Return settings that were changed, each with its meaning, and how to see all if there is room.

    `forum_problem` is that of `settings_post`.
    """
    lines = (_setting_line(name, server, forum_problem if name == "forum" else "") for name in names)
    rest = _("{command} shows all settings.").format(command=f"`{server.prefix}settings`")
    settings = "\n".join([_("**Saved:**"), *lines])
    whole = f"{settings}\n-# {rest}"
    return whole if len(whole) < MAX_LENGTH else settings


def _setting_line(name: str, server: GuildSettings, problem: str) -> str:
    """Return a setting with its meaning, and below it what is wrong with it, if anything."""
    line = f"- {name} {SETTINGS[name].describe(getattr(server, name))}"
    return f"{line}\n  - {problem}" if problem else line
