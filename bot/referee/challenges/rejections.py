"""Sentences that say why a challenge can't be issued, accepted, declined or turned into a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_count, format_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from storage.queries.rows import Person

MENTION_ONCE = "Mention each person once, and not yourself."
STANDING_NEEDS_OPEN = "Only an open challenge can lead to several matches: name no opponent."
NOBODY_JOINS_DIRECTLY = "Nobody else can join in our direct messages. Name your opponents, or choose Turnpost."
STANDING_NEEDS_SERVER = "Only on a server that has added me can a challenge lead to several matches."
NO_CLOCK_DIRECTLY = "Matches in direct messages have no clock: I'll wait for you."
NOTHING_WAITS = "No challenge is waiting for your answer. `/my challenges` lists the open ones that you can join."
OWN_CHALLENGE = "You issued this challenge: it's for the others to accept."
NOT_JOINED = "You haven't joined this challenge."


def no_seat_number(seat: int, size: int) -> str:
    """Reject the number of a seat in a smaller match."""
    return f"There's no seat {seat} in a match of {size}."


def standing_range(most: int) -> str:
    """Reject a number of matches that is out of range."""
    return f"`standing` is the number of matches in all, from 1 to {most}."


def neither_yes_nor_no(name: str, typed: str) -> str:
    """Reject an answer that is neither yes nor no, as a term of a challenge."""
    return f"`{name}` is `yes` or `no`, not {formatting.code(typed)}."


def no_level(title: str, level: int, levels: int) -> str:
    """Reject a level that a game's computer player doesn't have."""
    return f"I play {title} at levels 1 to {levels}, not {level}. Level 1 is the easiest."


def unreadable_count(name: str, typed: str) -> str:
    """Reject what isn't a number, as a term of a challenge."""
    return f"`{name}` is a number, as in `{name}=2`, not {formatting.code(typed)}."


def too_many_open(most: int) -> str:
    """Reject a challenge by a person who has many open ones."""
    return f"You have {most} open challenges. Wait for an answer, or withdraw one: `/match decline`."


def too_many_open_here(count: int, most: int) -> str:
    """Reject a challenge by a person who has as many open ones as their server allows."""
    return (
        f"You have {format_count(count, 'open challenge')} on this server, {_limit(count, most)}. "
        "Wait for an answer, or withdraw one: `/match decline`."
    )


def too_many_in_a_day(most: int, again: datetime) -> str:
    """Reject a challenge by a person who issued as many within a day as their server allows."""
    return (
        f"You've challenged {format_count(most, 'time')} in 24 hours, as often as this server allows. "
        f"You can challenge again {formatting.ago(again)}."
    )


def role_needed(role: int) -> str:
    """Reject a challenge by a person without the role that the server asks for."""
    return f"On this server only people with the role <@&{role}> can challenge. Everyone can accept."


def wrong_channel(channels: Iterable[int]) -> str:
    """Reject a challenge in a channel where no match may start."""
    places = format_list((f"<#{each}>" for each in channels), "or")
    return f"Matches on this server start only in {places}. Challenge there."


def own_match_limit(matches: int, most: int) -> str:
    """Reject one more match for the person who asks."""
    return f"You play in {_matches(matches)} on this server, {_limit(matches, most)}. Finish one first: `/games`."


def match_limit(person: Person, matches: int, most: int) -> str:
    """Reject one more match for somebody else."""
    return (
        f"{formatting.name(person)} plays in {_matches(matches)} on this server, {_limit(matches, most)}. So this "
        "match can't begin yet. Try again when one of them is over."
    )


def unknown_game(typed: str, keys: Iterable[str]) -> str:
    """Reject what isn't a game, or is several."""
    return f"There's no game called {formatting.code(typed)}. Try {_codes(keys)}."


def which_game(keys: Iterable[str]) -> str:
    """Reject a challenge without a game."""
    return f"Which game? {_codes(keys)}."


def unknown_seat(typed: str, title: str, choices: Iterable[str]) -> str:
    """Reject what isn't a seat of a game."""
    return f"There's no seat {formatting.code(typed)} in {title}. Choose {_codes(choices)}."


def which_challenge(challenges: Iterable[tuple[int, Person, str]]) -> str:
    """Reject an answer to several challenges: each with its number, its challenger and the title of its game."""
    choices = (
        f"{formatting.code(str(number))} ({formatting.name(challenger)}, {title})"
        for number, challenger, title in challenges
    )
    return f"Several challenges wait for you. Name one by its number: {format_list(choices)}."


def seats_are_not_chosen(challenge_id: int) -> str:
    """Reject a seat where those who accept can't choose one."""
    return f"You can't choose a seat in challenge {challenge_id}. Accept it without one."


def no_seat(seat: str, size: int) -> str:
    """Reject a seat of the game that a smaller match doesn't have."""
    return f"There's no {seat} in a match of {size}."


def seat_taken(seat: str, holder: Person, free: Iterable[str]) -> str:
    """Reject a seat that somebody else chose."""
    return f"{seat} is taken by {formatting.name(holder)}. You can still choose {format_list(free, 'or')}."


def comment_too_long(length: int, longest: int) -> str:
    """Reject a long comment on a challenge."""
    return f"Say it in at most {longest} characters: that's {length}. Nothing was declined."


def no_challenge(challenge_id: int, *, direct: bool) -> str:
    """Reject the number of no challenge, or of one on another server."""
    return f"There's no challenge {challenge_id} {'for you' if direct else 'on this server'}."


def not_invited(invited: Iterable[Person]) -> str:
    """Reject an answer by a person who wasn't challenged."""
    names = format_list(formatting.name(person) for person in invited)
    return f"This challenge is for {names}. You can issue your own: `/challenge`."


def no_longer_open(challenge_id: int, status: str) -> str:
    """Reject an answer to a challenge that was accepted, declined or withdrawn."""
    return f"Challenge {challenge_id} is no longer open: it was {status}."


def expired(challenge_id: int, when: datetime) -> str:
    """Reject an answer to a challenge that has expired."""
    return f"Challenge {challenge_id} is no longer open: it expired {formatting.ago(when)}."


def not_opened_again(title: str, channel_id: int, reason: str) -> str:
    """Tell the challenger why their standing challenge ends early."""
    return f"Your standing challenge for **{title}** in <#{channel_id}> wasn't opened again. {reason}"


def rules_changed(title: str, match_id: int, problem: str) -> str:
    """Reject a rematch with options that the game no longer takes."""
    return f"{title} is no longer played as it was in #{match_id}: {problem}"


def not_a_player(match_id: int) -> str:
    """Reject a rematch for a person who didn't play."""
    return f"You didn't play in #{match_id}. `/challenge` starts a match of your own."


def not_over_yet(match_id: int) -> str:
    """Reject a rematch of a match that goes on."""
    return f"#{match_id} isn't over yet. Ask for a rematch when it is."


def rematch_of_former_player(match_id: int) -> str:
    """Reject a rematch with somebody who had their data deleted."""
    return f"A player of #{match_id} has left for good. Challenge somebody else with `/challenge`."


def rematch_exists(match_id: int, rematch_id: int) -> str:
    """Reject a second rematch: the first one was started."""
    return f"The rematch of #{match_id} is #{rematch_id}."


def rematch_closed(match_id: int, status: str) -> str:
    """Reject a second rematch: the first one was declined, withdrawn or expired."""
    return f"The rematch of #{match_id} was {status}, and each match has only one. Try `/challenge`."


def rematch_waits(match_id: int, challenge_id: int, others: Sequence[Person], channel_id: int) -> str:
    """Reject a second request for a rematch that others have yet to accept."""
    names = format_list(formatting.name(each) for each in others)
    return f"Challenge {challenge_id}, the rematch of #{match_id}, waits for {names} in <#{channel_id}>."


def _limit(matches: int, most: int) -> str:
    """Return how a number of matches stands to the server's limit, which may have been lowered, as a clause."""
    return "as many as it allows at a time" if matches == most else f"more than it allows at a time: the most is {most}"


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"


def _codes(words: Iterable[str]) -> str:
    return format_list(map(formatting.code, words), "or")
