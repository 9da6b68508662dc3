"""What players read about clocks. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.history.open_seat import can_have_substitutes
from bot.referee.times.time_control import describe_control, describe_length, parse_control, parse_length
from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, timedelta

    from storage.queries.rows import Match, Person

    NamePerson = Callable[[Person], str]


def time_control_sentence(clock: str) -> str:
    """Return the time control of a challenge as a sentence, with its notation; empty without a clock.

    >>> time_control_sentence("3d")
    '3 days a move (`3d`).'
    """
    control = parse_control(clock)
    return f"{describe_control(control)} ({formatting.code(str(control))})." if control else ""


def time_control_clause(clock: str) -> str:
    """Return the time control of a match that begins, as the end of a sentence; empty without a clock."""
    control = parse_control(clock)
    return f", {describe_control(control)}" if control else ""


def alarm_post(match: Match, title: str, deadline: datetime) -> str:
    """Return the direct message to the player to move when four fifths of their time are used."""
    alarm = _("It's your move in **{title} #{match}**: {channel}. You have until {time}.")
    return alarm.format(title=title, match=match.id, channel=formatting.home(match), time=formatting.until(deadline))


def nudge_post(match: Match, deadline: datetime, name_of: NamePerson) -> str:
    """Return the same for the thread of the match, where `name_of` names the player."""
    mover = match.player_to_move
    nudge = _("{name}, it's your move in #{match}: you have until {time}.")
    return nudge.format(name=name_of(mover), match=match.id, time=formatting.until(deadline))


def timeout_post(match: Match, since: datetime, name_of: NamePerson) -> str:
    """Return the post that says that the time of the player to move is up; `name_of` names those who can claim it."""
    late, claiming = formatting.name(match.player_to_move), claimants(match)
    others = format_list(map(name_of, claiming), "or")
    # Translators: {time} is "3 days ago".
    sentences = [_("{name}'s time in #{match} ran out {time}.")]
    if not claiming:
        sentences.append(_("Nobody can claim it, so {name} can still move."))
        return " ".join(sentences).format(name=late, match=match.id, time=formatting.ago(since))
    if len(match.seats) - len(match.gone) == 2:
        sentences.append(_("{others} can claim it, which ends the match; `/match givetime` gives {name} more."))
    else:
        sentences.append(
            _("{others} can claim it, which takes {name} out of the match; `/match givetime` gives {name} more.")
        )
    if can_have_substitutes(match):
        sentences.append(_("`/match substitute` has me or anybody play on for {name}, if all agree."))
    sentences.append(_("Until then {name} can still move."))
    return " ".join(sentences).format(name=late, match=match.id, time=formatting.ago(since), others=others)


def claimants(match: Match) -> list[Person]:
    """Return who can claim the time of the player to move: all other people who are still in, no computer player."""
    others = [person for seat, person in enumerate(match.seats, 1) if seat not in {match.to_move, *match.gone}]
    return [person for person in others if person.is_reachable]


def gift_post(match: Match, giver: Person, receiver: Person, length: str, deadline: datetime | None) -> str:
    """Return the post that says that a player gave another time; `deadline` is None once the match has gone on."""
    # Translators: {length} is "3 days".
    gift = _("{giver} gives {receiver} {length} more in #{match}.")
    if deadline:
        gift = _("{giver} gives {receiver} {length} more in #{match}, until {time}.")
    return gift.format(
        giver=formatting.name(giver),
        receiver=formatting.name(receiver),
        length=describe_length(parse_length(length)),
        match=match.id,
        time=formatting.until(deadline) if deadline else "",
    )


def claimed(match: Match) -> str:
    """Return the reply to a player who claimed a match."""
    return _("You claimed #{match}: the board is in {channel}.").format(match=match.id, channel=formatting.home(match))


def gave_time(match: Match, length: timedelta, deadline: datetime | None) -> str:
    """Return the reply to a player who gave time; `deadline` is None in a pause."""
    # Translators: {length} is "3 days".
    gave = _("You gave {length} in #{match}. The clock is paused.")
    if deadline:
        gave = _("You gave {length} in #{match}, until {time}.")
    until = formatting.until(deadline) if deadline else ""
    return gave.format(length=describe_length(length), match=match.id, time=until)
