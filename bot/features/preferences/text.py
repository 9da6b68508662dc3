"""The words of what people chose. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from bot.referee.people.preferences import CHOICES, all_ways
from bot.referee.people.quiet_hours import clock_time

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from bot.referee.people.preferences import Preferences


def preferences_post(chosen: Preferences, zone: ZoneInfo, now: datetime) -> str:
    """Return what a person chose, each with what it comes to, and how it is changed. `zone` is the one that holds."""
    kept = asdict(chosen)
    lines = [
        "Your preferences:",
        *(f"- {name} `{kept[name]}`: {choice.meaning(kept[name])}" for name, choice in CHOICES.items()),
        f"By your clock it is {clock_time(now, zone)} ({zone.key}).",
        f"-# `/preferences` changes them, or as text `preferences` with any of {all_ways()}",
    ]
    return "\n".join(lines)
