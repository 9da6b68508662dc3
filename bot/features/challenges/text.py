"""What players read about challenges. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.features.clocks.text import time_control_clause, time_control_sentence, time_record_clause
from bot.referee import formatting
from bot.referee.people.display import describe_display, display_from_json
from games.contract import describe_options
from games.text import format_count, format_list
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.referee.challenges.list_open import OpenChallenges
    from games.contract import Info
    from storage.queries.rows import Challenge, Match, Person, Post
    from storage.queries.time_records import TimeRecord

    NamePerson = Callable[[Person], str]

_VALUE = re.compile(r"<@(\d+)>|`([^`]*)`")
_FILLED = re.compile(rf"(\w+) ((?:(?:{_VALUE.pattern}) ?)+)")
_CLOSED = {"withdrawn": "withdrawn", "expired": "expired", "closed": "closed by a manager of this server"}
MOST_LISTED = 15
"""Challenges of each kind in a list."""

NO_BOTS = "Other bots don't play here: challenge a person, or me."
OPTIONS_UNREADABLE = "Options are written `name=value`, for example `target=12`."
PLAYERS_WITH_OPPONENTS = "You named your opponents, so leave `players` out; it's for challenges that anyone can join."
FORM_TITLE = "Challenge"
FILL_IN_AGAIN = "Fill in again"
USUAL_CLOCK = "As this server has it; none in direct messages"
JOINED = "You're in. The match begins when everyone has accepted."
LEFT = "You've left the challenge."
NO_RECORDS: Mapping[int, TimeRecord] = MappingProxyType({})


def challenge_post(
    challenge: Challenge, info: Info, name_of: NamePerson, records: Mapping[int, TimeRecord] = NO_RECORDS
) -> str:
    """Return the post of a challenge that can be accepted: all its terms, each on a line.

    `name_of` names the people challenged; `records` says by id how often people moved in time.
    """
    challenger = formatting.name(challenge.challenger)
    if challenge.has_room:
        first = f"{challenger} challenges anyone here to **{info.title}** for {challenge.size}: {info.pitch}"
    else:
        opponents = format_list(map(name_of, challenge.people[1:]))
        first = f"{challenger} challenges {opponents} to **{info.title}**: {info.pitch}"
    lines = [
        first,
        _options(challenge, info),
        _seats(challenge, info),
        time_control_sentence(challenge.clock) or "No clock.",
        "" if challenge.rated else "Unrated: it counts for no rating.",
        _time_records(challenge, records),
        _display(challenge),
        _reopening(challenge),
        _joined(challenge),
        f"Open until {formatting.until(challenge.expires_at)}." if challenge.status == "open" else "",
        f"-# challenge {challenge.id}",
    ]
    return "\n".join(filter(None, lines))


def event_match_post(challenge: Challenge, info: Info, event: str) -> str:
    """Return the post of a match of an event, until its thread is there; `event` is its name."""
    people = format_list(formatting.name(person) for person in challenge.people)
    return f"**{formatting.plain(event)}**: {people} play **{info.title}**.\n-# challenge {challenge.id}"


def _time_records(challenge: Challenge, records: Mapping[int, TimeRecord]) -> str:
    """Return how often the people of a challenge moved in time, as a sentence; empty where nothing is known."""
    known = [(person, records[person.id]) for person in challenge.people if person.id in records]
    clauses = [f"{formatting.name(person)} {time_record_clause(record)}" for person, record in known]
    return f"{', '.join(clauses)}." if clauses else ""


def closed_post(challenge: Challenge, info: Info, by: Person | None, comment: str = "") -> str:
    """Return the post of a challenge that led to no match; `by` declined or withdrew it with a `comment`."""
    challenger = formatting.name(challenge.challenger)
    if challenge.has_room:
        first = f"{challenger} challenged anyone here to **{info.title}** for {challenge.size}"
    else:
        opponents = format_list(formatting.name(person) for person in challenge.people[1:])
        first = f"{challenger} challenged {opponents} to **{info.title}**"
    how = _CLOSED.get(challenge.status, "declined")
    closed = f"{first}: {how}{f' by {formatting.name(by)}' if by and how == 'declined' else ''}."
    return f"{closed}\n> {formatting.plain(comment)}" if comment else closed


def started_post(match: Match, info: Info, clock: str, event: str | None = None) -> str:
    """Return the post of a challenge whose match has begun; `clock` is its time control.

    A match of an `event` names that in its place, which says for all its matches how they are played.
    """
    where = f"<#{match.thread_id}>" if match.thread_id else "here in the channel"
    where = "in your direct messages with me" if match.is_direct else where
    terms = f", in **{formatting.plain(event)}**" if event else time_control_clause(clock)
    return f"**{info.title} #{match.id}**, {seat_list(match.seats, info)}: {where}{terms}"


def forum_post(match: Match, info: Info, clock: str, challenge_link: str | None) -> str:
    """Return the first message of a match's post in a forum; `challenge_link` leads to the challenge's post, if any."""
    lines = [
        f"**{info.title} #{match.id}**, {seat_list(match.seats, info)}{time_control_clause(clock)}",
        info.pitch,
        f"-# The challenge: {challenge_link}" if challenge_link else "",
    ]
    return "\n".join(filter(None, lines))


def standing_post(match: Match, title: str, plies: int, mover: str) -> str:
    """Return how far a match is, for the place where it began; `title` names the game, `mover` who is to move."""
    people = format_list(formatting.name(person) for person in match.seats)
    moves = format_count(plies, "move") if plies else "no move"
    return f"**{title} #{match.id}**, {people}: {moves} so far, {mover} to move. They play in direct messages with me."


def thread_name(match: Match, info: Info) -> str:
    """Return a name for the match's thread, plain text of at most 100 characters."""
    people = " - ".join(formatting.plain_name(person, 24) for person in match.seats)
    return f"{info.title} #{match.id}: {people}"[:100]


def cannot_post(challenge: Challenge, info: Info, person: Person | None = None) -> str:
    """Return the direct message to the challenger of a challenge that can't be posted, or not sent to a `person`."""
    barred = f"write to {formatting.name(person)}" if person else f"post in <#{challenge.channel_id}>"
    return (
        f"I can't {barred}, so nobody sees your challenge {challenge.id} to "
        f"**{info.title}** there. It can still be accepted with `/match accept {challenge.id}`; "
        f"`/match decline {challenge.id}` withdraws it."
    )


def form_rejected(reason: str, values: Mapping[str, Sequence[str]]) -> str:
    """Return why a form issues no challenge, with what was filled in, so that it can be opened again like that."""
    shown = {name: " ".join(_field(name, each) for each in given) for name, given in values.items() if any(given)}
    filled = [f"{name} {written}" for name, written in shown.items()]
    return f"{reason}\n-# {', '.join(filled)}"


def filled_in(content: str) -> dict[str, list[str]]:
    r"""Return what a message says was filled in, by the fields' names.

    >>> filled_in("No.\n-# opponents <@7> <@8>, game `chomp`, seat `2`")
    {'opponents': ['7', '8'], 'game': ['chomp'], 'seat': ['2']}
    """
    small = content.rpartition("\n-# ")[2]
    return {found[1]: [user or typed for user, typed in _VALUE.findall(found[2])] for found in _FILLED.finditer(small)}


def _field(name: str, value: str) -> str:
    return f"<@{value}>" if name == "opponents" else formatting.code(value, 200)


def posted_elsewhere(challenge: Challenge, channel_id: int) -> str:
    """Return the reply to a challenger who can't see the post where they asked, or of whom others get one directly."""
    if challenge.guild_id == DIRECT:
        others = format_list(formatting.name(person) for person in challenge.people[1:] if person.level is None)
        return f"I'm sending challenge {challenge.id} to {others} as a direct message."
    return f"Challenge {challenge.id} is posted in <#{channel_id}>."


def match_begins(match: Match) -> str:
    """Return the reply to a player with whose acceptance a match begins."""
    where = "Its boards come to you as direct messages." if match.is_direct else ""
    return f"Match #{match.id} begins{'' if where else f' in <#{match.channel_id}>'}. {where}".strip()


def boards_come_directly(match: Match, install_link: str) -> str:
    """Return what a person reads with whose acceptance a match in direct messages begins."""
    return f"{match_begins(match)} If none arrives, add me to your account, so that I can write to you: {install_link}"


def declined(challenge: Challenge, user_id: int) -> str:
    """Return the reply to a person who declined, left or withdrew a challenge."""
    if user_id not in (person.id for person in challenge.people):
        return LEFT
    return f"Challenge {challenge.id} is {'withdrawn' if challenge.challenger.id == user_id else 'declined'}."


def opponent_missing(prefix: str, info: Info) -> str:
    """Return the reply to a challenge by text that mentions nobody."""
    return (
        f"Mention your opponent, for example `{prefix}challenge @Bob {info.key}`. If nobody is around, challenge me: "
        f"`{prefix}challenge @Turnpost {info.key}`."
    )


def nobody_called(name: str) -> str:
    """Return the reply to a challenge that names nobody on the server."""
    return f"Nobody here is called {formatting.code(name)}. Write `@` and pick your opponent from Discord's list."


def several_called(name: str) -> str:
    """Return the reply to a challenge with a name that fits several people."""
    return f"Several people here are called {formatting.code(name)}. Write `@` and pick one from Discord's list."


def size_missing(prefix: str, info: Info) -> str:
    """Return the reply to an open challenge by text that doesn't say for how many players."""
    return (
        f"For how many players, {info.min_players} to {info.max_players}? For example `{prefix}open {info.key} "
        f"{info.max_players}`."
    )


def challenge_list(found: OpenChallenges, posts: Mapping[int, Post], title: Callable[[str], str]) -> str:
    """Return the list of a person's open challenges, with links to the `posts`; `title` names a game by its key."""
    kinds = (
        ("Waiting for your answer:", found.waiting),
        ("Yours:", found.issued),
        ("Joined, waiting for others:", found.joined),
        ("Challenges you can join:", found.joinable),
    )
    if not found.everything:
        return "No open challenges here for you. `/challenge` challenges someone, or anyone if you name nobody."
    return "\n".join(line for head, some in kinds for line in _section(head, some, posts, title))


def challenge_choice(challenge: Challenge, title: str) -> str:
    """Return a challenge as a choice of a slash command, without markup."""
    challenger = formatting.tidy(challenge.challenger.name)[:32] or "somebody"
    return f"{challenge.id}: {title}, by {challenger}{_count(challenge)}"


def seat_list(people: Sequence[Person], info: Info) -> str:
    """Return the people with their seats, in seat order."""
    seats = [f"{formatting.name(person)} ({seat})" for person, seat in zip(people, info.seats, strict=False)]
    return " against ".join(seats) if len(seats) == 2 else format_list(seats)


def _section(head: str, some: Sequence[Challenge], posts: Mapping[int, Post], title: Callable[[str], str]) -> list[str]:
    lines = [_line(challenge, posts.get(challenge.id), title(challenge.game)) for challenge in some[:MOST_LISTED]]
    more = [f"- and {len(some) - MOST_LISTED} more"] if len(some) > MOST_LISTED else []
    return [head, *lines, *more] if some else []


def _line(challenge: Challenge, post: Post | None, title: str) -> str:
    who = formatting.name(challenge.challenger)
    if challenge.has_room:
        what = f"for {challenge.size}, by {who}"
    else:
        what = f"{who} challenges {format_list(formatting.name(person) for person in challenge.people[1:])}"
    where = f"<#{challenge.channel_id}>"
    if post:
        where = formatting.link(challenge.guild_id, post.channel_id, post.message_id)
    expires = f"expires {formatting.ago(challenge.expires_at)}"
    return f"- `{challenge.id}` **{title}**, {what}{_count(challenge)}, {expires}: {where}"


def _count(challenge: Challenge) -> str:
    """Return how many players have joined, as a clause; empty in a match of two."""
    return f", {len(challenge.accepted)} of {challenge.size} joined" if challenge.size > 2 else ""


def _options(challenge: Challenge, info: Info) -> str:
    """Return the options that players should know of before they accept; often empty."""
    described = describe_options(info, challenge.options)
    return f"{'. '.join(described)}." if described else ""


def _seats(challenge: Challenge, info: Info) -> str:
    challenger = formatting.name(challenge.challenger)
    if challenge.seating:
        return f"Rematch of #{challenge.rematch_of} with seats swapped: {seat_list(challenge.seating, info)}."
    if challenge.seat is not None:
        others = "; the other seats are drawn at the start" if challenge.size > 2 else ""
        return f"{challenger} plays {info.seats[challenge.seat - 1]}{others}."
    if not challenge.theirs:
        return "Seats are drawn at the start."
    free = format_list((info.seats[seat - 1] for seat in challenge.free), "or")
    taken = [
        f"{formatting.name(person)} plays {info.seats[challenge.chosen[person.id] - 1]}."
        for person in challenge.people
        if person.id in challenge.chosen
    ]
    return " ".join([*taken, f"Choose a seat when you accept: {free}. {challenger} gets the one that's left."])


def _display(challenge: Challenge) -> str:
    """Return how the boards will look where that differs from the default, as a sentence; often empty."""
    described = describe_display(display_from_json(challenge.look))
    return f"Boards: {format_list(described)}." if described else ""


def _reopening(challenge: Challenge) -> str:
    if challenge.again == 1:
        return "Opens again once after its match."
    return f"Opens again after each match, up to {challenge.again} more times." if challenge.again else ""


def _joined(challenge: Challenge) -> str:
    if challenge.size == 2:
        return ""
    joined = [formatting.name(person) for person in challenge.people if person.id in challenge.accepted]
    return f"Joined: {format_list(joined)} ({len(joined)} of {challenge.size})."
