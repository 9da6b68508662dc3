"""What players read about vacations. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks.vacation import DAYS_A_YEAR
from games.text import format_count

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.clocks.vacation import Vacation
    from storage.queries.rows import Match, Person

END = "end"
"""The word that ends a vacation."""

CHOICES = {"3d": "3 days, today included", "7d": "7 days", "14d": "14 days", END: "I'm back"}
"""The usual lengths of a vacation, by the words that the referee reads."""


def away_post(match: Match, person: Person, until: datetime | None, deadline: datetime) -> str:
    """Return the post that says that the player to move is away until `until`, or back if that is None."""
    name, time = formatting.name(person), formatting.until(deadline)
    if until is None:
        return f"{name} is back: the clock of #{match.id} runs again, until {time}."
    return (
        f"{name} is away until {formatting.until(until)}. The clock of #{match.id} is paused until then; "
        f"after that {name} has until {time}."
    )


def net_post(match: Match, person: Person, until: datetime) -> str:
    """Return the post in the thread that says that the safety net took a day for the player to move."""
    return (
        f"-# The safety net took one of {formatting.name(person)}'s vacation days: the clock of #{match.id} is paused "
        f"until {formatting.until(until)}."
    )


def net_message(match: Match, title: str, until: datetime, left: int) -> str:
    """Return the direct message to a player for whom the safety net took a day; `left` is how many they have left."""
    more = f"You have {format_count(left, 'vacation day')} left for this." if left else "That was your last one."
    return (
        f"Your time in **{title} #{match.id}** ran out, so I took one of your vacation days: the clock is paused until "
        f"{formatting.until(until)}, or until you move. {more} Your move: <#{match.home}>.\n"
        "-# `/my preferences net:off` turns this off."
    )


def vacation_post(vacation: Vacation) -> str:
    """Return the reply to a person who asks about their vacation, or begins or ends it."""
    net = f" The safety net took {vacation.net}." if vacation.net else ""
    left = f"You have {vacation.left} of your {DAYS_A_YEAR} vacation days in {vacation.year} left.{net}"
    if vacation.until is None:
        how = "`/my vacation until 2026-12-24` or `/my vacation 10d` starts one, and pauses your clocks."
        return f"You're not on vacation. {left} {how}"
    return (
        f"You're on vacation until {formatting.until(vacation.until)}, and your clocks are paused. {left} "
        "You can still play; `/my vacation end` ends it early and gives back the days that haven't begun."
    )
