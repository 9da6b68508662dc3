"""What people answer to challenges: accepted, declined, left, withdrawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import limits, servers, words
from bot.referee.answers import Again, Refused
from bot.referee.challenges import say
from bot.referee.naming import RANDOM, named_seat
from bot.referee.starting import start
from storage import challenges
from storage.database import Repeated

if TYPE_CHECKING:
    from bot.referee.table import Table
    from storage.database import Tx
    from storage.records import Challenge, Match, Person

LONGEST_WORD = 200
"""Characters of what can be said to a challenge that is declined or withdrawn."""


async def waiting_for(table: Table, user_id: int, number: int | None, source_id: int) -> int:
    """Return the id of the challenge that a person answers: the one named, or the only one open. Raises `Refused`.

    What was issued after the answer, which came by `source_id`, can't be meant.
    """
    if number is not None:
        return number
    async with table.database.read() as tx:
        found = [each for each in await challenges.open_for(tx, user_id) if each.source_id < source_id]
    if not found:
        raise Refused("No challenge is waiting for your answer. `/challenges` lists the tables that you can join.")
    if len(found) > 1:
        many = words.listed(
            f"{words.code(f'{c.id}')} ({words.name(c.challenger)}, {table.title(c.game)})" for c in found[-10:]
        )
        raise Refused(f"Several challenges wait for you. Name one by its number: {many}.")
    return found[0].id


async def accept(
    table: Table, challenge_id: int, person: Person, source_id: int, *, guild_id: int | None, seat: str = RANDOM
) -> Match | Challenge | Again:
    """Take up a challenge or join an open table, in its guild; those invited also by direct message (no `guild_id`).

    `seat` is the one that they choose, by name or number, where those who accept may; until the match begins they can
    choose another. Returns the match once everybody is in, until then the challenge. Raises `Refused`.
    """
    try:
        async with table.database.write() as tx:
            challenge = await _known(tx, challenge_id, person.id, guild_id)
            done = await _accept(table, tx, challenge, person, source_id, seat)
    except Repeated:
        return Again()
    table.wake.set()
    return done


async def _accept(
    table: Table, tx: Tx, challenge: Challenge, person: Person, source_id: int, text: str
) -> Match | Challenge | Again:
    if person.id == challenge.challenger.id:
        raise Refused("You issued this challenge: it's for the others to accept.")
    seat = _chosen(table, challenge, text)
    if person.id in challenge.accepted and seat in {None, challenge.chosen.get(person.id)}:
        return Again()
    _still_open(table, challenge)
    if not challenge.has_room and person.id not in (invited.id for invited in challenge.people):
        raise _not_invited(challenge)
    if seat is not None:
        _still_free(table, challenge, person, seat)
    if person.id not in challenge.accepted:
        await _have_room(tx, challenge, person)
    if person.id in (invited.id for invited in challenge.people):
        challenge = await challenges.accept(tx, challenge.id, person.id, seat)
    else:
        challenge = await challenges.join(tx, challenge, person, seat)
    if len(challenge.accepted) == challenge.size:
        return await start(table, tx, challenge, source_id)
    await say(table, tx, challenge, "refresh", source_id=source_id)
    return challenge


def _chosen(table: Table, challenge: Challenge, text: str) -> int | None:
    """Return the seat that is asked for with an acceptance, None if it is to be drawn. Raises `Refused`."""
    if not challenge.theirs and text.strip().lower() != RANDOM:
        raise Refused(f"In challenge {challenge.id} those who accept don't choose their seats. Accept it without one.")
    info = table.rules(challenge.game).info
    seat = named_seat(info, text, RANDOM)
    if seat is not None and seat > challenge.size:
        raise Refused(f"There is no {info.seats[seat - 1]} in a match of {challenge.size}.")
    return seat


def _still_free(table: Table, challenge: Challenge, person: Person, seat: int) -> None:
    holder = next((each for each in challenge.people if challenge.chosen.get(each.id) == seat), None)
    if holder is None or holder.id == person.id:
        return
    seats = table.rules(challenge.game).info.seats
    free = words.listed((seats[each - 1] for each in challenge.free), "or")
    raise Refused(f"{seats[seat - 1]} is taken by {words.name(holder)}. You can still choose {free}.")


async def _have_room(tx: Tx, challenge: Challenge, person: Person) -> None:
    """Let pass who comes in, if they may play one more match here; who completes it, if all may. Raises `Refused`."""
    there = [each for each in challenge.people if each.id in challenge.accepted]
    players = [person, *there] if len(there) + 1 == challenge.size else [person]
    server = await servers.chosen(tx, challenge.guild_id)
    await limits.have_room(tx, server, challenge.guild_id, players, asker=person.id)


async def decline(
    table: Table, challenge_id: int, user_id: int, source_id: int, *, guild_id: int | None, word: str = ""
) -> Challenge | Again:
    """Decline a challenge, leave an open table, or withdraw what is one's own, where `accept` would take it up.

    `word` is what that person says to it: the post shows it once the challenge is closed. Raises `Refused`.
    """
    word = words.tidy(word)
    if len(word) > LONGEST_WORD:
        raise Refused(f"Say it in at most {LONGEST_WORD} characters; that were {len(word)}. Nothing was declined.")
    try:
        async with table.database.write() as tx:
            challenge = await _known(tx, challenge_id, user_id, guild_id)
            done = await _decline(table, tx, challenge, user_id, source_id, word)
    except Repeated:
        return Again()
    table.wake.set()
    return done


async def _decline(
    table: Table, tx: Tx, challenge: Challenge, user_id: int, source_id: int, word: str
) -> Challenge | Again:
    if user_id not in (person.id for person in challenge.people):
        raise _not_invited(challenge)
    status = "withdrawn" if user_id == challenge.challenger.id else "declined"
    if challenge.status == status:
        return Again()
    _still_open(table, challenge)
    if challenge.has_room and status == "declined":
        challenge = await challenges.leave(tx, challenge.id, user_id)
        await say(table, tx, challenge, "refresh", source_id=source_id)
    else:
        await challenges.close(tx, challenge.id, status)
        await say(table, tx, challenge, "refresh", source_id=source_id, by=user_id, word=word)
    return challenge


async def _known(tx: Tx, challenge_id: int, user_id: int, guild_id: int | None) -> Challenge:
    challenge = await challenges.hold(tx, challenge_id)
    if challenge is not None and guild_id == challenge.guild_id:
        return challenge
    if challenge is not None and guild_id is None and user_id in (person.id for person in challenge.people):
        return challenge
    raise Refused(f"There is no challenge {challenge_id} {'for you' if guild_id is None else 'on this server'}.")


def _not_invited(challenge: Challenge) -> Refused:
    if challenge.has_room:
        return Refused("You are not at this table.")
    invited = words.listed(words.name(person) for person in challenge.people[1:])
    return Refused(f"This challenge is for {invited}. You can issue your own: `/challenge`.")


def _still_open(table: Table, challenge: Challenge) -> None:
    if challenge.status == "open" and challenge.expires_at > table.now():
        return
    gone = "expired" if challenge.status == "open" else challenge.status
    how = f"it expired {words.ago(challenge.expires_at)}" if gone == "expired" else f"it was {gone}"
    raise Refused(f"Challenge {challenge.id} is no longer open: {how}.")
