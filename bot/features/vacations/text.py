"""What players read about vacations. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks.vacations import DAYS_A_YEAR
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.clocks.vacations import Vacation
    from storage.queries.rows import Match, Person

END = "end"
"""The word that ends a vacation."""

CHOICES = {"3d": N_("3 days, today included"), "7d": N_("7 days"), "14d": N_("14 days"), END: N_("I'm back")}
"""The usual lengths of a vacation, by the words that the referee reads."""


def away_post(match: Match, person: Person, until: datetime | None, deadline: datetime) -> str:
    """Return the post that says that the player to move is away until `until`, or back if that is None."""
    name, time = formatting.name(person), formatting.until(deadline)
    if until is None:
        back = _("{name} is back: the clock of #{match} runs again, until {time}.")
        return back.format(name=name, match=match.id, time=time)
    away = _(
        "{name} is away until {until}. The clock of #{match} is paused until then; after that {name} has until {time}."
    )
    return away.format(name=name, until=formatting.until(until), match=match.id, time=time)


def net_post(match: Match, person: Person, until: datetime) -> str:
    """Return the post in the thread that says that the safety net took a day for the player to move."""
    return _(
        "-# The safety net took one of {name}'s vacation days: the clock of #{match} is paused until {time}."
    ).format(name=formatting.name(person), match=match.id, time=formatting.until(until))


def net_message(match: Match, title: str, until: datetime, left: int) -> str:
    """Return the direct message to a player for whom the safety net took a day; `left` is how many they have left."""
    took = _(
        "Your time in **{title} #{match}** ran out, so I took one of your vacation days: the clock is paused until "
        "{time}, or until you move."
    ).format(title=title, match=match.id, time=formatting.until(until))
    more = ngettext("You have {n} vacation day left for this.", "You have {n} vacation days left for this.", left)
    more = more.format(n=left) if left else _("That was your last one.")
    move = _("Your move: {channel}.").format(channel=formatting.home(match))
    off = _("-# `/my preferences net:off` turns this off.")
    return f"{took} {more} {move}\n{off}"


def vacation_post(vacation: Vacation) -> str:
    """Return the reply to a person who asks about their vacation, or begins or ends it."""
    sentences = [_("You have {left} of your {days} vacation days in {year} left.")]
    if vacation.net:
        sentences.append(_("The safety net took {net}."))
    if vacation.until is None:
        sentences.insert(0, _("You're not on vacation."))
        sentences.append(_("`/my vacation until 2026-12-24` or `/my vacation 10d` starts one, and pauses your clocks."))
    else:
        sentences.insert(0, _("You're on vacation until {time}, and your clocks are paused."))
        sentences.append(
            _("You can still play; `/my vacation end` ends it early and gives back the days that haven't begun.")
        )
    return " ".join(sentences).format(
        left=vacation.left,
        days=DAYS_A_YEAR,
        year=vacation.year,
        net=vacation.net,
        time=formatting.until(vacation.until) if vacation.until else "",
    )
