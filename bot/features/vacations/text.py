"""What is said of vacations. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks.vacation import BUDGET

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.clocks.vacation import Vacation
    from storage.tables.models import Match, Person


def away_post(match: Match, person: Person, until: datetime | None, deadline: datetime) -> str:
    """Return what all are told when whoever is to move goes away until some moment, or is back, if that is None."""
    time = f"time until {formatting.until(deadline)}"
    if until is None:
        return f"{formatting.name(person)} is back: the clock of #{match.id} runs, with {time}."
    return (
        f"{formatting.name(person)} is away until {formatting.until(until)}. "
        f"The clock of #{match.id} stands still until then, with {time}."
    )


def vacation_post(vacation: Vacation) -> str:
    """Return to somebody how it stands with their vacation."""
    left = f"{vacation.left} of your {BUDGET} vacation days in {vacation.year} are left."
    if vacation.until is None:
        how = "`/vacation until 2026-12-24` or `/vacation 10d` begins one"
        return f"You are not on vacation. {left} {how}: all clocks that wait for you stand still then."
    return (
        f"You are on vacation until {formatting.until(vacation.until)}, and all clocks that wait for you stand still. "
        f"{left} You can still play; `/vacation end` ends it, and days that have not begun are yours again."
    )
