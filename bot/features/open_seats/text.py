"""What players read about open seats. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.seats.open_seats import OPEN_FOR
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from storage.queries.rows import Match, OpenSeat, Person

TAKE = N_("Take the seat")
GIVE = N_("Let Turnpost play on")
# Translators: the small print of a post, by which it is recognized.
MARK = N_("-# open seat {number}")
"""The last line of a post, by which it is recognized."""


def open_post(open_seat: OpenSeat, match: Match, title: str, seat: str, *, timed: bool) -> str:
    """Return the post of a seat that is open; `seat` is what the game calls it, `timed` says there's a clock."""
    who = formatting.name(match.seats[open_seat.seat - 1])
    # Translators: {home} is a link to a channel, or "our direct messages".
    first = [
        _("{name}'s seat ({seat}) in **{title} #{match}** is open: {home}.").format(
            name=who, seat=_(seat), title=title, match=match.id, home=formatting.home(match)
        )
    ]
    if open_seat.seat == match.to_move:
        first.append(_("It's that seat's turn."))
    if timed and open_seat.stops_clock(match):
        first.append(_("The clock is paused until somebody plays on."))
    second = _(
        "Whoever presses **Take the seat** first plays on. The result won't count for them, and {name} comes last."
    )
    # Translators: {time} is "in 3 days".
    third = [
        _(
            "If nobody takes it, I play on {time}, or as soon as a player of the match presses "
            "**Let Turnpost play on**."
        ).format(time=formatting.ago(open_seat.opened_at + OPEN_FOR))
    ]
    if open_seat.seat in match.gone:
        third.append(_("It closes when one of the others moves, as {name} has left.").format(name=who))
    return "\n".join([" ".join(first), second.format(name=who), " ".join(third), _mark(open_seat)])


def closed_post(open_seat: OpenSeat, match: Match, title: str, left: Person, newcomer: Person) -> str:
    """Return what became of an open seat: `left` had it when it was opened, and `newcomer` after it was closed."""
    # Translators: {home} is a link to a channel, or "our direct messages".
    if open_seat.status in {"taken", "turnpost"}:
        what = _("{newcomer} plays on for {name} in **{title} #{match}**: {home}.")
        if newcomer.level:
            what = _("{newcomer} plays on in **{title} #{match}**: {home}.")
    elif open_seat.status == "kept":
        what = _("{name} keeps that seat in **{title} #{match}**: {home}.")
    elif open_seat.status == "ended":
        what = _("Nobody took {name}'s seat in **{title} #{match}**: {home}. The match is over.")
    else:
        what = _("Nobody took {name}'s seat in **{title} #{match}**: {home}. The match goes on without {name}.")
    what = what.format(
        newcomer=formatting.name(newcomer),
        name=formatting.name(left),
        title=title,
        match=match.id,
        home=formatting.home(match),
    )
    return f"{what}\n{_mark(open_seat)}"


def nowhere_to_post(match: Match, open_seat: OpenSeat) -> str:
    """Return what the players are told where an open seat can't be posted."""
    return _(
        "I can't post in {channel}, so nobody sees that {name}'s seat in #{match} is open. "
        "`/match substitute #{match}` has me play on instead."
    ).format(
        channel=formatting.channel(match.channel_id),
        name=formatting.name(match.seats[open_seat.seat - 1]),
        match=match.id,
    )


def taken(match: Match) -> str:
    """Return the reply to a person who took a seat."""
    # Translators: {home} is a link to a channel, or "our direct messages".
    taken_seat = _("You play on in #{match}: {home}. The board there says whose turn it is.")
    return taken_seat.format(match=match.id, home=formatting.home(match))


def kept(match: Match) -> str:
    """Return the reply to a player who keeps their seat."""
    return _("You keep your seat in #{match}.").format(match=match.id)


def _mark(open_seat: OpenSeat) -> str:
    return _(MARK).format(number=open_seat.id)
