"""Sentences that say why a challenge can't be issued, accepted, declined or turned into a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

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


def no_seat_number(seat: int, size: int) -> str:
    """Reject the number of a seat in a smaller match."""
    return _("There's no seat {seat} in a match of {size}.").format(seat=seat, size=size)


def too_few_named(missing: int) -> str:
    """Return what to do about a challenge that names too few people."""
    return _("Name more people, or let me take seats with `fill={n}`.").format(n=missing)


def standing_range(most: int) -> str:
    """Reject a number of matches that is out of range."""
    return _("`standing` is the number of matches in all, from 1 to {most}.").format(most=most)


def neither_yes_nor_no(name: str, typed: str) -> str:
    """Reject an answer that is neither yes nor no, as a term of a challenge."""
    return _("`{name}` is `yes` or `no`, not {typed}.").format(name=name, typed=formatting.code(typed))


def no_level(title: str, level: int, levels: int) -> str:
    """Reject a level that a game's computer player doesn't have."""
    return _("I play {game} at levels 1 to {levels}, not {level}. Level 1 is the easiest.").format(
        game=title, levels=levels, level=level
    )


def unreadable_count(name: str, typed: str) -> str:
    """Reject what isn't a number, as a term of a challenge."""
    return _("`{name}` is a number, as in `{name}=2`, not {typed}.").format(name=name, typed=formatting.code(typed))


def too_many_open(most: int) -> str:
    """Reject a challenge by a person who has many open ones."""
    return _("You have {most} open challenges. Wait for an answer, or withdraw one: `/match decline`.").format(
        most=most
    )


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


def too_many_in_an_hour(most: int, again: datetime) -> str:
    """Reject a challenge by a person who issued as many within an hour as anybody may."""
    return ngettext(
        "You've begun {n} match or challenge in the last hour, as many as I take from one person. "
        "You can begin the next one {when}.",
        "You've begun {n} matches and challenges in the last hour, as many as I take from one person. "
        "You can begin the next one {when}.",
        most,
    ).format(n=most, when=formatting.ago(again))


def too_many_in_channel(channel_id: int, most: int, again: datetime) -> str:
    """Reject a challenge in a channel that has taken as many within an hour as it may."""
    return _(
        "{n} matches and challenges began in {channel} in the last hour, as many as a channel takes. "
        "Begin the next one {when}, or in another channel."
    ).format(n=most, channel=formatting.channel(channel_id), when=formatting.ago(again))


def too_many_in_a_day(most: int, again: datetime) -> str:
    """Reject a challenge by a person who issued as many within a day as their server allows."""
    return ngettext(
        "You've challenged {n} time in 24 hours, as often as this server allows. You can challenge again {when}.",
        "You've challenged {n} times in 24 hours, as often as this server allows. You can challenge again {when}.",
        most,
    ).format(n=most, when=formatting.ago(again))


def role_needed(role: int) -> str:
    """Reject a challenge by a person without the role that the server asks for."""
    return _("On this server only people with the role <@&{role}> can challenge. Everyone can accept.").format(
        role=role
    )


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


def seats_are_not_chosen(challenge_id: int) -> str:
    """Reject a seat where those who accept can't choose one."""
    return _("You can't choose a seat in challenge {challenge}. Accept it without one.").format(challenge=challenge_id)


def no_seat(seat: str, size: int) -> str:
    """Reject a seat of the game that a smaller match doesn't have."""
    return _("There's no {seat} in a match of {size}.").format(seat=_(seat), size=size)


def seat_taken(seat: str, holder: Person, free: Iterable[str]) -> str:
    """Reject a seat that somebody else chose."""
    return _("{seat} is taken by {name}. You can still choose {seats}.").format(
        seat=_(seat), name=formatting.name(holder), seats=format_list(map(_, free), "or")
    )


def comment_too_long(length: int, longest: int) -> str:
    """Reject a long comment on a challenge."""
    return _("Say it in at most {longest} characters: that's {length}. Nothing was declined.").format(
        longest=longest, length=length
    )


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


def rules_changed(title: str, match_id: int, problem: str) -> str:
    """Reject a rematch with options that the game no longer takes."""
    return _("{game} is no longer played as it was in #{match}: {problem}").format(
        game=title, match=match_id, problem=problem
    )


def not_a_player(match_id: int) -> str:
    """Reject a rematch for a person who didn't play."""
    return _("You didn't play in #{match}. `/challenge` starts a match of your own.").format(match=match_id)


def not_over_yet(match_id: int) -> str:
    """Reject a rematch of a match that goes on."""
    return _("#{match} isn't over yet. Ask for a rematch when it is.").format(match=match_id)


def rematch_of_former_player(match_id: int) -> str:
    """Reject a rematch with somebody who had their data deleted."""
    return _("A player of #{match} has left for good. Challenge somebody else with `/challenge`.").format(
        match=match_id
    )


def rematch_exists(match_id: int, rematch_id: int) -> str:
    """Reject a second rematch: the first one was started."""
    return _("The rematch of #{match} is #{rematch}.").format(match=match_id, rematch=rematch_id)


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
