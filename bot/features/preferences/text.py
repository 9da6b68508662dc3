"""What players read about their preferences. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from bot.referee.languages import DISCORD
from bot.referee.people.preferences import CHOICES, list_choices
from bot.referee.times.time_of_day import local_time
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import language_name

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from bot.referee.people.preferences import Preferences

SERVER_ZONE = N_("server: the server's time zone")
"""How the time zone `server` is listed among the zones."""


def name_choice(language: str) -> str:
    """Return how a language is listed among the languages, in itself, or `discord`."""
    return (
        _("discord: the language of your Discord") if language == DISCORD else f"{language}: {language_name(language)}"
    )


def preferences_post(chosen: Preferences, zone: ZoneInfo, now: datetime) -> str:
    """Return a person's preferences, each with its meaning, and how to change them. `zone` is the one in effect."""
    kept = asdict(chosen)
    lines = [
        _("Your preferences:"),
        *(f"- {name} `{kept[name]}`: {choice.describe(kept[name])}" for name, choice in CHOICES.items()),
        _("Your local time is {time} ({zone}).").format(time=local_time(now, zone), zone=zone.key),
        _("-# Change them with `/my preferences`, or as text: `preferences` with any of {choices}").format(
            choices=list_choices()
        ),
    ]
    return "\n".join(lines)
