"""What players read about their preferences. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.languages import DISCORD
from bot.referee.people.preferences import CHOICES, list_choices
from bot.referee.times.time_of_day import local_time
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import language_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from bot.referee.people.preferences import Preferences

SERVER_ZONE = N_("server: the server's time zone")
"""How the time zone `server` is listed among the zones."""
TIMED = frozenset({"zone", "quiet", "digest"})
"""Preferences that are about times of day."""


def name_choice(language: str) -> str:
    """Return how a language is listed among the languages, in itself, or `discord`."""
    return (
        _("discord: the language of your Discord") if language == DISCORD else f"{language}: {language_name(language)}"
    )


def changed_preferences_post(chosen: Preferences, names: Iterable[str], zone: ZoneInfo, now: datetime) -> str:
    """Return the preferences of some names, which were changed, each with its meaning; `zone` is the one in effect."""
    changed = [name for name in CHOICES if name in names]
    return "\n".join(
        [
            _("**Saved:**"),
            *(_preference_line(name, chosen) for name in changed),
            *([_local_time(zone, now)] if TIMED & {*changed} else []),
            _("-# `/my preferences` shows all of them."),
        ]
    )


def preferences_post(chosen: Preferences, zone: ZoneInfo, now: datetime) -> str:
    """Return a person's preferences, each with its meaning, and how to change them. `zone` is the one in effect."""
    lines = [
        _("Your preferences:"),
        *(_preference_line(name, chosen) for name in CHOICES),
        _local_time(zone, now),
        _("-# Change them with `/my preferences`, or as text: `preferences` with any of {choices}").format(
            choices=list_choices()
        ),
    ]
    return "\n".join(lines)


def _preference_line(name: str, chosen: Preferences) -> str:
    """Return a preference with its meaning."""
    word = getattr(chosen, name)
    return f"- {name} `{word}`: {CHOICES[name].describe(word)}"


def _local_time(zone: ZoneInfo, now: datetime) -> str:
    return _("Your local time is {time} ({zone}).").format(time=local_time(now, zone), zone=zone.key)
