"""Sentences that say why a challenge can't be issued, accepted, declined or turned into a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from storage.queries.rows import ChallengeStatus, Person

NOT_YOURSELF = N_("You can't challenge yourself. To play alone, challenge me, `@Turnpost`.")
MENTION_ONCE = N_("Mention each person once.")
STANDING_NEEDS_OPEN = N_("Only an open challenge can lead to several matches: name no opponent.")
_NO_LONGER_OPEN: Mapping[ChallengeStatus, str] = {
    "accepted": N_("Challenge {challenge} is no longer open: it was accepted."),
    "declined": N_("Challenge {challenge} is no longer open: it was declined."),
    "withdrawn": N_("Challenge {challenge} is no longer open: it was withdrawn."),
    "closed": N_("Challenge {challenge} is no longer open: it was closed."),
}
_REMATCH_CLOSED: Mapping[ChallengeStatus, str] = {
    "declined": N_("The rematch of #{match} was declined, and each match has only one. Try `/challenge`."),
    "withdrawn": N_("The rematch of #{match} was withdrawn, and each match has only one. Try `/challenge`."),
    "closed": N_("The rematch of #{match} was closed, and each match has only one. Try `/challenge`."),
    "expired": N_("The rematch of #{match} expired, and each match has only one. Try `/challenge`."),
}
NOBODY_JOINS_DIRECTLY = N_("Nobody else can join in our direct messages. Name your opponents, or choose Turnpost.")
STANDING_NEEDS_SERVER = N_("Only on a server that has added me can a challenge lead to several matches.")
NO_CLOCK_DIRECTLY = N_("Matches in direct messages have no clock: I'll wait for you.")
NOTHING_WAITS = N_(
    "No challenge is waiting for your answer. `/my challenges` lists the open ones that you can join. "
    "An offer in a match is answered with `/match agree` or `/match refuse`."
)
OWN_CHALLENGE = N_("You issued this challenge: it's for the others to accept.")
NOT_JOINED = N_("You haven't joined this challenge.")


def too_many_open_here(count: int, most: int) -> str:
    """Reject a challenge by a person who has as many open ones as their server allows."""
    if count == most:
        full = ngettext(
            "You have {n} open challenge on this server, as many as it allows at a time.",
            "You have {n} open challenges on this server, as many as it allows at a time.",
            count,
        )
    else:
        full = ngettext(
            "You have {n} open challenge on this server, more than it allows at a time: the most is {most}.",
            "You have {n} open challenges on this server, more than it allows at a time: the most is {most}.",
            count,
        )
    return f"{full.format(n=count, most=most)} " + _("Wait for an answer, or withdraw one: `/match decline`.")


def too_many_in_channel(channel_id: int, most: int, again: datetime) -> str:
    """Reject a challenge in a channel that has taken as many within an hour as it may."""
    return _(
        "{n} matches and challenges began in {channel} in the last hour, as many as a channel takes. "
        "Begin the next one {when}, or in another channel."
    ).format(n=most, channel=formatting.channel(channel_id), when=formatting.ago(again))


def wrong_channel(channels: Iterable[int]) -> str:
    """Reject a challenge in a channel where no match may start."""
    places = format_list(map(formatting.channel, channels), "or")
    return _("Matches on this server start only in {places}. Challenge there.").format(places=places)


def own_match_limit(matches: int, most: int) -> str:
    """Reject one more match for the person who asks."""
    if matches == most:
        full = ngettext(
            "You play in {n} match on this server, as many as it allows at a time.",
            "You play in {n} matches on this server, as many as it allows at a time.",
            matches,
        )
    else:
        full = ngettext(
            "You play in {n} match on this server, more than it allows at a time: the most is {most}.",
            "You play in {n} matches on this server, more than it allows at a time: the most is {most}.",
            matches,
        )
    return f"{full.format(n=matches, most=most)} " + _("Finish one first: `/games`.")


def match_limit(person: Person, matches: int, most: int) -> str:
    """Reject one more match for somebody else."""
    if matches == most:
        full = ngettext(
            "{name} plays in {n} match on this server, as many as it allows at a time.",
            "{name} plays in {n} matches on this server, as many as it allows at a time.",
            matches,
        )
    else:
        full = ngettext(
            "{name} plays in {n} match on this server, more than it allows at a time: the most is {most}.",
            "{name} plays in {n} matches on this server, more than it allows at a time: the most is {most}.",
            matches,
        )
    rest = _("So this match can't begin yet. Try again when one of them is over.")
    return f"{full.format(name=formatting.name(person), n=matches, most=most)} {rest}"


def unknown_game(typed: str, keys: Iterable[str]) -> str:
    """Reject what isn't a game, or is several."""
    return _("There's no game called {typed}. Try {games}.").format(typed=formatting.code(typed), games=_codes(keys))


def which_game(keys: Iterable[str]) -> str:
    """Reject a challenge without a game."""
    return _("Which game? {games}.").format(games=_codes(keys))


def unknown_seat(typed: str, title: str, choices: Iterable[str]) -> str:
    """Reject what isn't a seat of a game."""
    return _("There's no seat {typed} in {game}. Choose {seats}.").format(
        typed=formatting.code(typed), game=title, seats=_codes(choices)
    )


def which_challenge(challenges: Iterable[tuple[int, Person, str]]) -> str:
    """Reject an answer to several challenges: each with its number, its challenger and the title of its game."""
    choices = (
        f"{formatting.code(str(number))} ({formatting.name(challenger)}, {title})"
        for number, challenger, title in challenges
    )
    return _("Several challenges wait for you. Name one by its number: {choices}.").format(choices=format_list(choices))


def no_challenge(challenge_id: int, *, direct: bool) -> str:
    """Reject the number of no challenge, or of one on another server."""
    sentence = (
        _("There's no challenge {challenge} for you.")
        if direct
        else _("There's no challenge {challenge} on this server.")
    )
    return sentence.format(challenge=challenge_id)


def not_invited(invited: Iterable[Person]) -> str:
    """Reject an answer by a person who wasn't challenged."""
    names = format_list(formatting.name(person) for person in invited)
    return _("This challenge is for {names}. You can issue your own: `/challenge`.").format(names=names)


def no_longer_open(challenge_id: int, status: ChallengeStatus) -> str:
    """Reject an answer to a challenge that was accepted, declined or withdrawn."""
    return _(_NO_LONGER_OPEN[status]).format(challenge=challenge_id)


def expired(challenge_id: int, when: datetime) -> str:
    """Reject an answer to a challenge that has expired."""
    return _("Challenge {challenge} is no longer open: it expired {when}.").format(
        challenge=challenge_id, when=formatting.ago(when)
    )


def not_opened_again(title: str, channel_id: int, reason: str) -> str:
    """Tell the challenger why their standing challenge ends early."""
    sentence = _("Your standing challenge for **{game}** in {channel} wasn't opened again.")
    return f"{sentence.format(game=title, channel=formatting.channel(channel_id))} {reason}"


def rematch_closed(match_id: int, status: ChallengeStatus) -> str:
    """Reject a second rematch: the first one was declined, withdrawn or expired."""
    return _(_REMATCH_CLOSED[status]).format(match=match_id)


def rematch_waits(match_id: int, challenge_id: int, others: Sequence[Person], channel_id: int) -> str:
    """Reject a second request for a rematch that others have yet to accept."""
    names = format_list(formatting.name(each) for each in others)
    return _("Challenge {challenge}, the rematch of #{match}, waits for {names} in {channel}.").format(
        challenge=challenge_id, match=match_id, names=names, channel=formatting.channel(channel_id)
    )


def _codes(words: Iterable[str]) -> str:
    return format_list(map(formatting.code, words), "or")
