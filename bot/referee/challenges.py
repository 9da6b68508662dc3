"""Challenges: issued, accepted, declined, expired."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import words
from bot.referee.answers import Again, Refused
from bot.referee.table import lane
from games.contract import BadOption, seated, settle
from storage import challenges, matches, outbox
from storage.database import Repeated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.table import Table
    from games.contract import Info
    from storage.database import Tx
    from storage.records import Challenge, Match, Person

OPEN_FOR = timedelta(days=7)
OPEN_AT_ONCE = 20


def named_game(table: Table, text: str) -> Info:
    """Return the game that a person means by a key, a title or the beginning of either. Raises `Refused`."""
    word = "".join(ch for ch in text.lower() if ch.isalnum())
    infos = [game.info for game in table.games.values()]
    exact = [info for info in infos if word == info.key.replace("-", "")]
    found = exact or [info for info in infos if word and info.key.replace("-", "").startswith(word)]
    if len(found) == 1:
        return found[0]
    keys = words.listed((words.code(info.key) for info in infos), "or")
    said = f"I know no game {words.code(text)}" if word else "Say which game"
    raise Refused(f"{said}: {keys}.")


def named_seat(info: Info, text: str) -> int | None:
    """Return the seat that a person means by its number or name, None for `random`. Raises `Refused`."""
    word = text.strip().lower()
    if word == "random":
        return None
    for seat, seat_name in enumerate(info.seats, 1):
        if word in (str(seat), seat_name.lower()):
            return seat
    choices = [words.code(seat_name.lower()) for seat_name in info.seats]
    raise Refused(
        f"There is no seat {words.code(text)} in {info.title}: it's {words.listed([*choices, '`random`'], 'or')}."
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """What a challenge is about: the game, its options as given, the challenger's seat, how many play."""

    info: Info
    options: Mapping[str, str]
    seat: int | None
    size: int


async def issue(
    table: Table, offer: Offer, people: Sequence[Person], *, guild_id: int, channel_id: int, source_id: int
) -> Challenge | Again:
    """Record a challenge by `people[0]` to the others and put its post into the outbox.

    With fewer people than the offer's size it is an open table. Raises `Refused` for options the game doesn't take, a
    wrong number of people or seat, or too many open challenges.
    """
    challenger = people[0]
    if len({person.id for person in people}) < len(people):
        raise Refused("Mention each person once, and not yourself.")
    try:
        seated(offer.info, offer.size)
        settled = settle(offer.info, offer.options)
    except BadOption as bad:
        raise Refused(str(bad)) from None
    if offer.seat is not None and offer.seat > offer.size:
        raise Refused(f"There is no seat {offer.seat} in a match of {offer.size}.")
    now = table.now()
    try:
        async with table.database.write() as tx:
            if len(await challenges.open_by(tx, challenger.id)) >= OPEN_AT_ONCE:
                raise Refused(f"You have {OPEN_AT_ONCE} open challenges. Wait for an answer, or decline one yourself.")
            challenge = await challenges.create(
                tx,
                game=offer.info.key,
                options=settled,
                guild_id=guild_id,
                channel_id=channel_id,
                people=people,
                size=offer.size,
                seat=offer.seat,
                source_id=source_id,
                at=now,
                expires_at=now + OPEN_FOR,
            )
            await _say(table, tx, challenge, "challenge")
    except Repeated:
        return Again()
    table.wake.set()
    return challenge


async def waiting_for(table: Table, user_id: int, number: int | None) -> int:
    """Return the id of the challenge that a person answers: the one named, or the only one open. Raises `Refused`."""
    if number is not None:
        return number
    async with table.database.read() as tx:
        found = await challenges.open_for(tx, user_id)
    if not found:
        raise Refused("No challenge is waiting for your answer.")
    if len(found) > 1:
        many = words.listed(
            f"{words.code(f'{c.id}')} ({words.name(c.challenger)}, {table.title(c.game)})" for c in found[-10:]
        )
        raise Refused(f"Several challenges wait for you. Name one by its number: {many}.")
    return found[0].id


async def accept(table: Table, challenge_id: int, person: Person) -> Match | Challenge | Again:
    """Take up a challenge or join an open table.

    Returns the match once everybody is in, until then the challenge. Raises `Refused`.
    """
    async with table.database.write() as tx:
        challenge = await _known(tx, challenge_id)
        if person.id == challenge.challenger.id:
            raise Refused("You issued this challenge: it's for the others to accept.")
        if person.id in challenge.accepted:
            return Again()
        _still_open(table, challenge)
        if person.id in (invited.id for invited in challenge.people):
            challenge = await challenges.accept(tx, challenge.id, person.id)
        elif challenge.has_room:
            challenge = await challenges.join(tx, challenge, person)
        else:
            raise _not_invited(challenge)
        if len(challenge.accepted) == challenge.size:
            done = await _start(table, tx, challenge)
        else:
            await _say(table, tx, challenge, "refresh")
            done = challenge
    table.wake.set()
    return done


async def decline(table: Table, challenge_id: int, user_id: int) -> Challenge | Again:
    """Decline a challenge, leave an open table, or withdraw what is one's own. Raises `Refused`."""
    async with table.database.write() as tx:
        challenge = await _known(tx, challenge_id)
        if user_id not in (person.id for person in challenge.people):
            raise _not_invited(challenge)
        status = "withdrawn" if user_id == challenge.challenger.id else "declined"
        if challenge.status == status:
            return Again()
        _still_open(table, challenge)
        if challenge.has_room and status == "declined":
            challenge = await challenges.leave(tx, challenge.id, user_id)
            await _say(table, tx, challenge, "refresh")
        else:
            await challenges.close(tx, challenge.id, status)
            await _say(table, tx, challenge, "refresh", by=user_id)
    table.wake.set()
    return challenge


async def expire(table: Table) -> None:
    """Close the challenges whose time is up."""
    async with table.database.read() as tx:
        if not await challenges.expired(tx, table.now()):
            return
    async with table.database.write() as tx:
        for challenge in await challenges.expired(tx, table.now()):
            await challenges.close(tx, challenge.id, "expired")
            await _say(table, tx, challenge, "refresh")
    table.wake.set()


async def _known(tx: Tx, challenge_id: int) -> Challenge:
    challenge = await challenges.get(tx, challenge_id)
    if challenge is None:
        raise Refused(f"There is no challenge {challenge_id}.")
    return challenge


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


async def _say(table: Table, tx: Tx, challenge: Challenge, kind: str, by: int | None = None) -> None:
    """Put a challenge's post, or a change of it, into the outbox; `by` is who brought the change about."""
    body = {} if by is None else {"by": by}
    lane = f"c{challenge.id}"
    await outbox.put(tx, lane=lane, kind=kind, body=body, at=table.now(), challenge_id=challenge.id)


async def _start(table: Table, tx: Tx, challenge: Challenge) -> Match:
    game, now = table.rules(challenge.game), table.now()
    seats = _seating(table, challenge)
    seed = table.lots.getrandbits(32)
    state = game.start(len(seats), challenge.options, seed)
    match = await matches.create(
        tx,
        game=challenge.game,
        rules=game.info.rules,
        options=challenge.options,
        seed=seed,
        guild_id=challenge.guild_id,
        channel_id=challenge.channel_id,
        seats=seats,
        position=game.position(state),
        to_move=game.to_move(state),
        challenge_id=challenge.id,
        at=now,
    )
    await challenges.close(tx, challenge.id, "accepted", match.id)
    await outbox.put(tx, lane=lane(match), kind="thread", body={}, at=now, match_id=match.id, challenge_id=challenge.id)
    await outbox.put(tx, lane=lane(match), kind="board", body={}, at=now, match_id=match.id, seq=0)
    return match


def _seating(table: Table, challenge: Challenge) -> list[Person]:
    """The challenger in the seat they asked for, if any; everybody else by lot."""
    if challenge.seat is None:
        return table.lots.sample(challenge.people, len(challenge.people))
    seats = table.lots.sample(challenge.people[1:], len(challenge.people) - 1)
    seats.insert(challenge.seat - 1, challenge.challenger)
    return seats
