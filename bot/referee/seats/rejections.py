"""Sentences that say why a seat isn't given to a substitute, or an open seat isn't taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.translation import gettext as _
from games.translation import gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Mapping

    from storage.queries.rows import Match, OpenSeatStatus, Person

_SEAT_NOT_OPEN: Mapping[OpenSeatStatus, str] = {
    "taken": N_("{name} was faster and has that seat now: #{match}."),
    "turnpost": N_("{name} has that seat now: #{match}."),
    "kept": N_("{name} kept that seat: #{match}."),
    "left": N_("{name} left, so that seat is out: #{match}."),
    "went on": N_("The match went on without that seat: #{match}."),
    "ended": N_("The match is over: #{match}."),
}


def no_substitute_of_two(match: Match) -> str:
    """Say that a seat of a match of two can't be given away."""
    return _("#{match} has two players, so nobody plays on for you. `/match resign #{match}` gives it up.").format(
        match=match.id
    )


def seat_cannot_be_given(match: Match, seat: int) -> str:
    """Say why a seat that a player named can't be given to a substitute."""
    if not 1 <= seat <= len(match.seats):
        return _("#{match} has seats 1 to {last}.").format(match=match.id, last=len(match.seats))
    name = formatting.name(match.seats[seat - 1])
    if seat in match.gone:
        sentence = _("{name} left #{match}, and the match went on since, so nobody can play on in that seat any more.")
    else:
        sentence = _("{name} is still playing in #{match}, and isn't out of time. You can give your own seat away.")
    return sentence.format(name=name, match=match.id)


def seat_already_open(match: Match) -> str:
    """Say that a match offers a seat to anybody already."""
    return _("A seat of #{match} is open already: the post is in {channel}.").format(
        match=match.id, channel=formatting.channel(match.channel_id)
    )


def no_open_seat_directly(match: Match) -> str:
    """Say that a match in direct messages can't offer a seat to anybody."""
    return _(
        "#{match} lives in direct messages, where nobody else could see an open seat. `/match substitute "
        "#{match}` has me play on instead."
    ).format(match=match.id)


def seat_not_open(match: Match, status: OpenSeatStatus, person: Person) -> str:
    """Say what became of an open seat, which `person` has now."""
    return _(_SEAT_NOT_OPEN[status]).format(name=formatting.name(person), match=match.id)


def had_a_seat(match: Match) -> str:
    """Say that somebody who has or had a seat can't take another one of the match."""
    return _("You've had a seat in #{match}, so somebody else has to take this one.").format(match=match.id)


def move_to_keep_seat(match: Match) -> str:
    """Tell the player to move, whose seat is open, how to keep it."""
    return _("It's still your seat: play your move in #{match}, and you keep it.").format(match=match.id)


def others_decide(match: Match) -> str:
    """Say that a player whose seat is open can't give it to Turnpost alone."""
    return _("The other players of #{match} decide when I take your seat.").format(match=match.id)


def nobody_late(match: Match) -> str:
    """Say that the time of the player to move isn't up."""
    return _("Nobody's time in #{match} is up any more.").format(match=match.id)


def last_person(match: Match) -> str:
    """Say that a substitute would leave nobody but computer players."""
    return _("Nobody but me would be left in #{match}. `/match resign #{match}` gives it up.").format(match=match.id)
