"""The words of challenges: their posts, what becomes of these, and lists of what is open. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.clocks.text import clock_agreed, clock_chosen
from bot.referee import formatting
from bot.referee.people import display

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.referee.challenges.list_open import Listed
    from games.contract import Info
    from storage.tables.models import Challenge, Match, Person, Post

    Call = Callable[[Person], str]

MOST_LISTED = 15
"""Challenges of each kind in a list."""


def challenge_post(challenge: Challenge, info: Info, call: Call) -> str:
    """Return the post of an open challenge, or of a table that others can join: all its terms, each on a line.

    `call` names those invited.
    """
    challenger = formatting.name(challenge.challenger)
    if challenge.has_room:
        first = f"{challenger} opens a table of **{info.title}** for {challenge.size}: {info.pitch}"
    else:
        invited = formatting.listed(map(call, challenge.people[1:]))
        first = f"{challenger} challenges {invited} to **{info.title}**: {info.pitch}"
    lines = [
        first,
        _options(challenge, info),
        _seats(challenge, info),
        clock_chosen(challenge.clock) or "No clock.",
        _looks(challenge),
        _again(challenge),
        _people_in(challenge),
        f"Open until {formatting.until(challenge.expires_at)}.",
        f"-# challenge {challenge.id}",
    ]
    return "\n".join(filter(None, lines))


def closed_post(challenge: Challenge, info: Info, by: Person | None, word: str = "") -> str:
    """Return what becomes of a challenge's post when it won't lead to a match; `by` declined and said `word`."""
    challenger = formatting.name(challenge.challenger)
    if challenge.has_room:
        first = f"{challenger} opened a table of **{info.title}** for {challenge.size}"
    else:
        people = formatting.listed(formatting.name(person) for person in challenge.people[1:])
        first = f"{challenger} challenged {people} to **{info.title}**"
    how = {"withdrawn": "withdrawn", "expired": "not taken up in time"}.get(challenge.status, "declined")
    closed = f"{first}: {how}{f' by {formatting.name(by)}' if by and how == 'declined' else ''}."
    return f"{closed}\n> {formatting.plain(word)}" if word else closed


def seated_post(match: Match, info: Info, clock: str) -> str:
    """Return what becomes of a challenge's post when the match begins; `clock` is its time control."""
    where = f"<#{match.thread_id}>" if match.thread_id else "here in the channel"
    return f"**{info.title} #{match.id}**, {seated(match.seats, info)}: {where}{clock_agreed(clock)}"


def thread_name(match: Match, info: Info) -> str:
    """Return a name for the match's thread, plain text of at most 100 characters."""
    people = " - ".join(formatting.tidy(person.name)[:24] or "somebody" for person in match.seats)
    return f"{info.title} #{match.id}: {people}"[:100]


def barred_challenge(challenge: Challenge, info: Info) -> str:
    """Return what its challenger is told of a challenge that can't be posted."""
    return (
        f"I can't post in <#{challenge.channel_id}>, so nobody sees your challenge {challenge.id} to **{info.title}** "
        f"there. It can still be taken up with `/accept {challenge.id}`; `/decline {challenge.id}` withdraws it."
    )


def challenges_post(found: Listed, posts: Mapping[int, Post], title: Callable[[str], str]) -> str:
    """Return the list of what is open to somebody, with links to the `posts`; `title` names a game by its key."""
    kinds = (
        ("Waiting for your answer:", found.waiting),
        ("Yours:", found.mine),
        ("You are in, others are not yet:", found.joined),
        ("Tables you can join:", found.tables),
    )
    if not found.everything:
        return "No challenge is open to you here. `/challenge` issues one, `/open` one that anybody can take up."
    return "\n".join(line for head, some in kinds for line in _section(head, some, posts, title))


def in_short(challenge: Challenge, title: str) -> str:
    """Return a challenge as it is offered to choose from, without markup."""
    there = f", {len(challenge.accepted)} of {challenge.size} are in" if challenge.size > 2 else ""
    return f"{challenge.id}: {title}, by {formatting.tidy(challenge.challenger.name)[:32] or 'somebody'}{there}"


def _section(head: str, some: Sequence[Challenge], posts: Mapping[int, Post], title: Callable[[str], str]) -> list[str]:
    lines = [_line(challenge, posts.get(challenge.id), title(challenge.game)) for challenge in some[:MOST_LISTED]]
    more = [f"- and {len(some) - MOST_LISTED} more"] if len(some) > MOST_LISTED else []
    return [head, *lines, *more] if some else []


def _line(challenge: Challenge, post: Post | None, title: str) -> str:
    others = challenge.people[1:]
    whom = "" if challenge.has_room else f" to {formatting.listed(formatting.name(person) for person in others)}"
    what = f"table for {challenge.size}" if challenge.has_room else "challenge"
    there = f", {len(challenge.accepted)} of {challenge.size} are in" if challenge.size > 2 else ""
    where = f"<#{challenge.channel_id}>"
    if post:
        where = f"https://discord.com/channels/{challenge.guild_id}/{post.channel_id}/{post.message_id}"
    return (
        f"- `{challenge.id}` **{title}**, {what} of {formatting.name(challenge.challenger)}{whom}{there}, "
        f"open until {formatting.ago(challenge.expires_at)}: {where}"
    )


def _options(challenge: Challenge, info: Info) -> str:
    """Return the options that differ from the game's defaults, as a sentence; often empty."""
    defaults = {option.name: option.default for option in info.options}
    chosen = [f"{name} {value}" for name, value in challenge.options.items() if defaults.get(name) != value]
    return f"With {formatting.listed(chosen)}." if chosen else ""


def _seats(challenge: Challenge, info: Info) -> str:
    challenger = formatting.name(challenge.challenger)
    if challenge.seating:
        return f"The rematch of #{challenge.rematch_of}, seats changed: {seated(challenge.seating, info)}."
    if challenge.seat is not None:
        others = "; the other seats are drawn at the start" if challenge.size > 2 else ""
        return f"{challenger} plays {info.seats[challenge.seat - 1]}{others}."
    if not challenge.theirs:
        return "Seats are drawn at the start."
    free = formatting.listed((info.seats[seat - 1] for seat in challenge.free), "or")
    taken = [
        f"{formatting.name(person)} plays {info.seats[challenge.chosen[person.id] - 1]}."
        for person in challenge.people
        if person.id in challenge.chosen
    ]
    left = f"Whoever accepts chooses a seat, {free}; {challenger} gets what is left."
    return " ".join([*taken, left])


def seated(people: Sequence[Person], info: Info) -> str:
    """Return who sits where, in seat order."""
    seats = [f"{formatting.name(person)} ({seat})" for person, seat in zip(people, info.seats, strict=False)]
    return " against ".join(seats) if len(seats) == 2 else formatting.listed(seats)


def _looks(challenge: Challenge) -> str:
    """Return how the boards will look where that is not as usual, as a sentence; often empty."""
    described = display.described(display.known(challenge.look))
    return f"Boards: {formatting.listed(described)}." if described else ""


def _again(challenge: Challenge) -> str:
    if challenge.again == 1:
        return "Opens again once more after its match."
    return f"Opens again after each match, up to {challenge.again} more times." if challenge.again else ""


def _people_in(challenge: Challenge) -> str:
    if challenge.size == 2:
        return ""
    there = [formatting.name(person) for person in challenge.people if person.id in challenge.accepted]
    return f"In so far: {formatting.listed(there)} ({len(there)} of {challenge.size})."
