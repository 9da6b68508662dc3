"""Challenges: issued, accepted, declined, expired."""

from __future__ import annotations

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
    from storage.records import Challenge, ChallengeStatus, Match, Person

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
    choices = [f"`{seat_name.lower()}`" for seat_name in info.seats]
    raise Refused(
        f"There is no seat {words.code(text)} in {info.title}: it's {words.listed([*choices, '`random`'], 'or')}."
    )


async def issue(
    table: Table,
    *,
    info: Info,
    options: Mapping[str, str],
    seat: int | None,
    people: Sequence[Person],
    guild_id: int,
    channel_id: int,
    source_id: int,
) -> Challenge | Again:
    """Record a challenge by `people[0]` to the others and put its post into the outbox.

    Raises `Refused` for options the game doesn't take, a wrong number of people, or too many open challenges.
    """
    challenger, *others = people
    if challenger.id in (other.id for other in others):
        raise Refused("You can't challenge yourself: mention the person you'd like to play.")
    try:
        seated(info, len(people))
        settled = settle(info, options)
    except BadOption as bad:
        raise Refused(str(bad)) from None
    now = table.now()
    try:
        async with table.database.write() as tx:
            if len(await challenges.open_by(tx, challenger.id)) >= OPEN_AT_ONCE:
                raise Refused(f"You have {OPEN_AT_ONCE} open challenges. Wait for an answer, or decline one yourself.")
            challenge = await challenges.create(
                tx,
                game=info.key,
                options=settled,
                guild_id=guild_id,
                channel_id=channel_id,
                people=people,
                seat=seat,
                source_id=source_id,
                at=now,
                expires_at=now + OPEN_FOR,
            )
            await outbox.put(tx, lane=f"c{challenge.id}", kind="challenge", body={}, at=now, challenge_id=challenge.id)
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
            f"{words.code(f'{c.id}')} ({words.name(c.challenger)}, {table.games[c.game].info.title})"
            for c in found[-10:]
        )
        raise Refused(f"Several challenges wait for you. Name one by its number: {many}.")
    return found[0].id


async def accept(table: Table, challenge_id: int, user_id: int) -> Match | Challenge | Again:
    """Take up a challenge. Returns the match once everybody is in, until then the challenge. Raises `Refused`."""
    async with table.database.write() as tx:
        challenge = await _invited(tx, challenge_id, user_id)
        if user_id == challenge.challenger.id:
            raise Refused("You issued this challenge: it's for the others to accept.")
        if user_id in challenge.accepted:
            return Again()
        _still_open(table, challenge)
        challenge = await challenges.accept(tx, challenge.id, user_id)
        if len(challenge.accepted) < len(challenge.people):
            return challenge
        match = await _start(table, tx, challenge)
    table.wake.set()
    return match


async def decline(table: Table, challenge_id: int, user_id: int) -> Challenge | Again:
    """Decline a challenge, or withdraw one's own. Raises `Refused`."""
    async with table.database.write() as tx:
        challenge = await _invited(tx, challenge_id, user_id)
        status = "withdrawn" if user_id == challenge.challenger.id else "declined"
        if challenge.status == status:
            return Again()
        _still_open(table, challenge)
        await _close(table, tx, challenge, status)
    table.wake.set()
    return challenge


async def expire(table: Table) -> None:
    """Close the challenges whose time is up."""
    async with table.database.read() as tx:
        if not await challenges.expired(tx, table.now()):
            return
    async with table.database.write() as tx:
        for challenge in await challenges.expired(tx, table.now()):
            await _close(table, tx, challenge, "expired")
    table.wake.set()


async def _invited(tx: Tx, challenge_id: int, user_id: int) -> Challenge:
    challenge = await challenges.get(tx, challenge_id)
    if challenge is None:
        raise Refused(f"There is no challenge {challenge_id}.")
    if user_id not in (person.id for person in challenge.people):
        invited = words.listed(words.name(person) for person in challenge.people[1:])
        raise Refused(f"This challenge is for {invited}. You can issue your own: `/challenge`.")
    return challenge


def _still_open(table: Table, challenge: Challenge) -> None:
    if challenge.status != "open" or challenge.expires_at <= table.now():
        gone = "expired" if challenge.status == "open" else challenge.status
        raise Refused(
            f"Challenge {challenge.id} is no longer open: it was {gone}."
            if gone != "expired"
            else f"Challenge {challenge.id} is no longer open: it expired {words.ago(challenge.expires_at)}."
        )


async def _close(table: Table, tx: Tx, challenge: Challenge, status: ChallengeStatus) -> None:
    await challenges.close(tx, challenge.id, status)
    await outbox.put(tx, lane=f"c{challenge.id}", kind="closed", body={}, at=table.now(), challenge_id=challenge.id)


async def _start(table: Table, tx: Tx, challenge: Challenge) -> Match:
    game, now = table.games[challenge.game], table.now()
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
