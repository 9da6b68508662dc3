"""Sentences that say why a claim, more time, a pause or a vacation is rejected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from datetime import datetime

    from storage.queries.rows import Person

OWN_TIME = N_("It's your own time that's running out. Until somebody claims it, you can still move.")
NO_LENGTH = N_("How much time? `1d`, `12h` or `90m`, with the match before it, as in `#42 1d`.")
OWN_MOVE = N_("It's your own move: only the others can give you time.")
SHORT_VACATION = N_("A vacation lasts at least 1 day: today.")
NOT_ON_VACATION = N_("You're not on vacation.")


def has_time_until(person: Person, deadline: datetime, match_id: int) -> str:
    """Reject a claim before the deadline."""
    return _("{name} has time until {deadline} in #{match}.").format(
        name=formatting.name(person), deadline=formatting.until(deadline), match=match_id
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
