"""What people answer to challenges: accepted, declined, left, withdrawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.challenges import limits
from bot.referee.challenges.create import say
from bot.referee.challenges.naming import RANDOM, named_seat
from bot.referee.challenges.start import start
from bot.referee.errors import RequestRejected
from bot.referee.guilds import settings
from bot.referee.results import AlreadyDone
from storage.engine.database import Repeated
from storage.tables import challenges

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.models import Challenge, Match, Person

LONGEST_WORD = 200
"""Characters of what can be said to a challenge that is declined or withdrawn."""


async def waiting_for(context: Context, user_id: int, number: int | None, source_id: int) -> int:
    """Return the id of the challenge that a person answers: the one named, or the only one open. Raises `RequestRejected`.

    What was issued after the answer, which came by `source_id`, can't be meant.
    """
    if number is not None:
        return number
    async with context.database.read() as tx:
        found = [each for each in await challenges.open_for(tx, user_id) if each.source_id < source_id]
    if not found:
        raise RequestRejected(
            "No challenge is waiting for your answer. `/challenges` lists the tables that you can join."
        )
    if len(found) > 1:
        many = formatting.listed(
            f"{formatting.code(f'{c.id}')} ({formatting.name(c.challenger)}, {context.title(c.game)})"
            for c in found[-10:]
        )
        raise RequestRejected(f"Several challenges wait for you. Name one by its number: {many}.")
    return found[0].id


async def accept(
    context: Context, challenge_id: int, person: Person, source_id: int, *, guild_id: int | None, seat: str = RANDOM
) -> Match | Challenge | AlreadyDone:
    """Take up a challenge or join an open table, in its guild; those invited also by direct message (no `guild_id`).

    `seat` is the one that they choose, by name or number, where those who accept may; until the match begins they can
    choose another. Returns the match once everybody is in, until then the challenge. Raises `RequestRejected`.
    """
    try:
        async with context.database.write() as tx:
            challenge = await _known(tx, challenge_id, person.id, guild_id)
            done = await _accept(context, tx, challenge, person, source_id, seat)
    except Repeated:
        return AlreadyDone()
    context.wake.set()
    return done


async def _accept(
    context: Context, tx: Tx, challenge: Challenge, person: Person, source_id: int, text: str
) -> Match | Challenge | AlreadyDone:
    if person.id == challenge.challenger.id:
        raise RequestRejected("You issued this challenge: it's for the others to accept.")
    seat = _chosen(context, challenge, text)
    if person.id in challenge.accepted and seat in {None, challenge.chosen.get(person.id)}:
        return AlreadyDone()
    _still_open(context, challenge)
    if not challenge.has_room and person.id not in (invited.id for invited in challenge.people):
        raise _not_invited(challenge)
    if seat is not None:
        _still_free(context, challenge, person, seat)
    if person.id not in challenge.accepted:
        await _have_room(tx, challenge, person)
    if person.id in (invited.id for invited in challenge.people):
        challenge = await challenges.accept(tx, challenge.id, person.id, seat)
    else:
        challenge = await challenges.join(tx, challenge, person, seat)
    if len(challenge.accepted) == challenge.size:
        return await start(context, tx, challenge, source_id)
    await say(context, tx, challenge, "refresh", source_id=source_id)
    return challenge


def _chosen(context: Context, challenge: Challenge, text: str) -> int | None:
    """Return the seat that is asked for with an acceptance, None if it is to be drawn. Raises `RequestRejected`."""
    if not challenge.theirs and text.strip().lower() != RANDOM:
        raise RequestRejected(
            f"In challenge {challenge.id} those who accept don't choose their seats. Accept it without one."
        )
    info = context.rules(challenge.game).info
    seat = named_seat(info, text, RANDOM)
    if seat is not None and seat > challenge.size:
        raise RequestRejected(f"There is no {info.seats[seat - 1]} in a match of {challenge.size}.")
    return seat


def _still_free(context: Context, challenge: Challenge, person: Person, seat: int) -> None:
    holder = next((each for each in challenge.people if challenge.chosen.get(each.id) == seat), None)
    if holder is None or holder.id == person.id:
        return
    seats = context.rules(challenge.game).info.seats
    free = formatting.listed((seats[each - 1] for each in challenge.free), "or")
    raise RequestRejected(f"{seats[seat - 1]} is taken by {formatting.name(holder)}. You can still choose {free}.")


async def _have_room(tx: Tx, challenge: Challenge, person: Person) -> None:
    """Let pass who comes in, if they may play one more match here; who completes it, if all may. Raises `RequestRejected`."""
    there = [each for each in challenge.people if each.id in challenge.accepted]
    players = [person, *there] if len(there) + 1 == challenge.size else [person]
    server = await settings.chosen(tx, challenge.guild_id)
    await limits.have_room(tx, server, challenge.guild_id, players, asker=person.id)


async def decline(
    context: Context, challenge_id: int, user_id: int, source_id: int, *, guild_id: int | None, word: str = ""
) -> Challenge | AlreadyDone:
    """Decline a challenge, leave an open table, or withdraw what is one's own, where `accept` would take it up.

    `word` is what that person says to it: the post shows it once the challenge is closed. Raises `RequestRejected`.
    """
    word = formatting.tidy(word)
    if len(word) > LONGEST_WORD:
        raise RequestRejected(
            f"Say it in at most {LONGEST_WORD} characters; that were {len(word)}. Nothing was declined."
        )
    try:
        async with context.database.write() as tx:
            challenge = await _known(tx, challenge_id, user_id, guild_id)
            done = await _decline(context, tx, challenge, user_id, source_id, word)
    except Repeated:
        return AlreadyDone()
    context.wake.set()
    return done


async def _decline(
    context: Context, tx: Tx, challenge: Challenge, user_id: int, source_id: int, word: str
) -> Challenge | AlreadyDone:
    if user_id not in (person.id for person in challenge.people):
        raise _not_invited(challenge)
    status = "withdrawn" if user_id == challenge.challenger.id else "declined"
    if challenge.status == status:
        return AlreadyDone()
    _still_open(context, challenge)
    if challenge.has_room and status == "declined":
        challenge = await challenges.leave(tx, challenge.id, user_id)
        await say(context, tx, challenge, "refresh", source_id=source_id)
    else:
        await challenges.close(tx, challenge.id, status)
        await say(context, tx, challenge, "refresh", source_id=source_id, by=user_id, word=word)
    return challenge


async def _known(tx: Tx, challenge_id: int, user_id: int, guild_id: int | None) -> Challenge:
    challenge = await challenges.hold(tx, challenge_id)
    if challenge is not None and guild_id == challenge.guild_id:
        return challenge
    if challenge is not None and guild_id is None and user_id in (person.id for person in challenge.people):
        return challenge
    raise RequestRejected(
        f"There is no challenge {challenge_id} {'for you' if guild_id is None else 'on this server'}."
    )


def _not_invited(challenge: Challenge) -> RequestRejected:
    if challenge.has_room:
        return RequestRejected("You are not at this table.")
    invited = formatting.listed(formatting.name(person) for person in challenge.people[1:])
    return RequestRejected(f"This challenge is for {invited}. You can issue your own: `/challenge`.")


def _still_open(context: Context, challenge: Challenge) -> None:
    if challenge.status == "open" and challenge.expires_at > context.now():
        return
    gone = "expired" if challenge.status == "open" else challenge.status
    how = f"it expired {formatting.ago(challenge.expires_at)}" if gone == "expired" else f"it was {gone}"
    raise RequestRejected(f"Challenge {challenge.id} is no longer open: {how}.")
