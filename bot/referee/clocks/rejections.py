"""Sentences that say why a claim, more time, a pause or a vacation is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from datetime import date, datetime

    from storage.queries.rows import Person

OWN_TIME = N_("It's your own time that's running out. Until somebody claims it, you can still move.")
NO_LENGTH = N_("How much time? `1d`, `12h` or `90m`, with the match before it, as in `#42 1d`.")
OWN_MOVE = N_("It's your own move: only the others can give you time.")
SHORT_VACATION = N_("A vacation lasts at least 1 day: today.")
NOT_ON_VACATION = N_("You're not on vacation.")


def match_went_on(match_id: int) -> str:
    """Reject a claim that was offered before the match's last event."""
    return _("#{match} has moved on since then. Look at its last board.").format(match=match_id)


def seat_is_open(match_id: int) -> str:
    """Reject a claim while anybody may take the seat."""
    return _(
        "The seat to move in #{match} is open to anybody, and the clock is paused until somebody plays on."
    ).format(match=match_id)


def paused_by_agreement(match_id: int) -> str:
    """Reject a claim while the clock is paused."""
    return _("The clock of #{match} is paused by agreement. `/match resume #{match}` ends that.").format(match=match_id)


def has_time_until(person: Person, deadline: datetime, match_id: int) -> str:
    """Reject a claim before the deadline."""
    return _("{name} has time until {deadline} in #{match}.").format(
        name=formatting.name(person), deadline=formatting.until(deadline), match=match_id
    )


def no_clock(match_id: int) -> str:
    """Reject a request that needs a clock in a match without one."""
    return _("#{match} is played without a clock.").format(match=match_id)


def too_much_time(person: Person, longest: str) -> str:
    """Reject time that would give a player more than the longest time, which is in words."""
    return _("That would leave {name} more than {longest}. Give less.").format(
        name=formatting.name(person), longest=longest
    )


def nothing_to_pause(match_id: int) -> str:
    """Reject a pause in a match without a clock."""
    return _("#{match} is played without a clock, so there's nothing to pause.").format(match=match_id)


def no_pauses(match_id: int) -> str:
    """Reject a pause in a match that is played without pauses."""
    return _("#{match} is played without pauses.").format(match=match_id)


def already_paused(match_id: int) -> str:
    """Reject a second pause."""
    return _("The clock of #{match} is paused already. `/match resume #{match}` ends that.").format(match=match_id)


def too_late_to_pause(person: Person, match_id: int) -> str:
    """Reject a pause after the deadline."""
    return _("{name}'s time in #{match} is up, so it can't pause. `/match givetime` gives more.").format(
        name=formatting.name(person), match=match_id
    )


def not_paused(match_id: int) -> str:
    """Reject the end of a pause where there is none."""
    return _("#{match} isn't paused.").format(match=match_id)


def unreadable_vacation(typed: str) -> str:
    """Reject what isn't a vacation."""
    return _(
        "I can't read {typed} as a vacation: write your last day away, `until 2026-12-24`, or how long it is, "
        "`10d`. `end` ends it."
    ).format(typed=formatting.code(typed))


def day_has_passed(last_day: date, today: date) -> str:
    """Reject a vacation that ended before today."""
    return _("{last_day} has passed: where you are it's {today}.").format(last_day=last_day, today=today)


def vacation_too_long(last_day: date, days_a_year: int) -> str:
    """Reject a vacation that is longer than the days of two years."""
    return _("You can be away for {days} days a calendar year, and {last_day} is beyond that.").format(
        days=days_a_year, last_day=last_day
    )


def not_enough_days(wanted: int, year: int, left: int, days_a_year: int) -> str:
    """Reject a vacation that takes more days of a year than are left in it."""
    days_left = ngettext("{n} vacation day", "{n} vacation days", left).format(n=left)
    # Translators: {days_left} is for example "2 vacation days"
    need = ngettext(
        "That takes {n} day of {year}, and you have {days_left} left that year.",
        "That takes {n} days of {year}, and you have {days_left} left that year.",
        wanted,
    ).format(n=wanted, year=year, days_left=days_left)
    return f"{need} " + _("You get {days} a year.").format(days=days_a_year)
