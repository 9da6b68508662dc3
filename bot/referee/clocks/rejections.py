"""Sentences that say why a claim, more time, a pause or a vacation is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_count

if TYPE_CHECKING:
    from datetime import date, datetime

    from storage.queries.rows import Person

OWN_TIME = "It's your own time that's running out. Until somebody claims it, you can still move."
NO_LENGTH = "How much time? `1d`, `12h` or `90m`, with the match before it, as in `#42 1d`."
OWN_MOVE = "It's your own move: only the others can give you time."
SHORT_VACATION = "A vacation lasts at least 1 day: today."
NOT_ON_VACATION = "You're not on vacation."


def match_went_on(match_id: int) -> str:
    """Reject a claim that was offered before the match's last event."""
    return f"#{match_id} has moved on since then. Look at its last board."


def seat_is_open(match_id: int) -> str:
    """Reject a claim while anybody may take the seat."""
    return f"The seat to move in #{match_id} is open to anybody, and the clock is paused until somebody plays on."


def paused_by_agreement(match_id: int) -> str:
    """Reject a claim while the clock is paused."""
    return f"The clock of #{match_id} is paused by agreement. `/match resume #{match_id}` ends that."


def has_time_until(person: Person, deadline: datetime, match_id: int) -> str:
    """Reject a claim before the deadline."""
    return f"{formatting.name(person)} has time until {formatting.until(deadline)} in #{match_id}."


def no_clock(match_id: int) -> str:
    """Reject a request that needs a clock in a match without one."""
    return f"#{match_id} is played without a clock."


def too_much_time(person: Person, longest: str) -> str:
    """Reject time that would give a player more than the longest time, which is in words."""
    return f"That would leave {formatting.name(person)} more than {longest}. Give less."


def nothing_to_pause(match_id: int) -> str:
    """Reject a pause in a match without a clock."""
    return f"#{match_id} is played without a clock, so there's nothing to pause."


def no_pauses(match_id: int) -> str:
    """Reject a pause in a match that is played without pauses."""
    return f"#{match_id} is played without pauses."


def already_paused(match_id: int) -> str:
    """Reject a second pause."""
    return f"The clock of #{match_id} is paused already. `/match resume #{match_id}` ends that."


def too_late_to_pause(person: Person, match_id: int) -> str:
    """Reject a pause after the deadline."""
    return f"{formatting.name(person)}'s time in #{match_id} is up, so it can't pause. `/match givetime` gives more."


def not_paused(match_id: int) -> str:
    """Reject the end of a pause where there is none."""
    return f"#{match_id} isn't paused."


def unreadable_vacation(typed: str) -> str:
    """Reject what isn't a vacation."""
    return (
        f"I can't read {formatting.code(typed)} as a vacation: write your last day away, `until 2026-12-24`, or how "
        "long it is, `10d`. `end` ends it."
    )


def day_has_passed(last_day: date, today: date) -> str:
    """Reject a vacation that ended before today."""
    return f"{last_day} has passed: where you are it's {today}."


def vacation_too_long(last_day: date, days_a_year: int) -> str:
    """Reject a vacation that is longer than the days of two years."""
    return f"You can be away for {days_a_year} days a calendar year, and {last_day} is beyond that."


def not_enough_days(wanted: int, year: int, left: int, days_a_year: int) -> str:
    """Reject a vacation that takes more days of a year than are left in it."""
    more, rest = format_count(wanted, "day"), format_count(left, "vacation day")
    return f"That takes {more} of {year}, and you have {rest} left that year. You get {days_a_year} a year."
