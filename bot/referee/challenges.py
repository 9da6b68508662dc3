"""Challenges: issued, accepted, declined, expired."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee import clocks, looks, words
from bot.referee.answers import Again, Refused
from bot.referee.clock import NONE, read_control
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
LONGEST_WORD = 200
"""Characters of what can be said to a challenge that is declined or withdrawn."""


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
    """What a challenge is about: the game, its options as given, the challenger's seat, how many play.

    `look` is what was said of how the boards are to look; what wasn't is as the challenger likes it. `clock` is the
    time control as given.
    """

    info: Info
    options: Mapping[str, str]
    seat: int | None
    size: int
    look: Mapping[str, str | None]
    clock: str = NONE


async def issue(
    table: Table, offer: Offer, people: Sequence[Person], *, guild_id: int, channel_id: int, source_id: int
) -> Challenge | Again:
    """Record a challenge by `people[0]` to the others and put its post into the outbox.

    With fewer people than the offer's size it is an open table. Raises `Refused` for options the game doesn't take, a
    look there isn't, a clock that can't be read, a wrong number of people or seat, or too many open challenges.
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
    control = read_control(offer.clock)
    try:
        async with table.database.write() as tx:
            look = looks.checked(await looks.liked(tx, challenger.id), **offer.look)
            challenge = await put_up(
                table,
                tx,
                people,
                game=offer.info.key,
                options=settled,
                guild_id=guild_id,
                channel_id=channel_id,
                size=offer.size,
                seat=offer.seat,
                look=look.kept,
                clock=str(control) if control else NONE,
                source_id=source_id,
            )
    except Repeated:
        return Again()
    table.wake.set()
    return challenge


async def put_up(table: Table, tx: Tx, people: Sequence[Person], **terms: Any) -> Challenge:
    """Record an open challenge by `people[0]` and put its post into the outbox.

    The `terms` are those of `storage.challenges.create`. Raises `Refused` for too many of them at once, and `Repeated`.
    """
    now = table.now()
    if len(await challenges.hold_open_by(tx, people[0].id)) >= OPEN_AT_ONCE:
        raise Refused(f"You have {OPEN_AT_ONCE} open challenges. Wait for an answer, or decline one yourself.")
    challenge = await challenges.create(tx, people=people, **terms, at=now, expires_at=now + OPEN_FOR)
    await _say(table, tx, challenge, "challenge")
    return challenge


async def waiting_for(table: Table, user_id: int, number: int | None, source_id: int) -> int:
    """Return the id of the challenge that a person answers: the one named, or the only one open. Raises `Refused`.

    What was issued after the answer, which came by `source_id`, can't be meant.
    """
    if number is not None:
        return number
    async with table.database.read() as tx:
        found = [each for each in await challenges.open_for(tx, user_id) if each.source_id < source_id]
    if not found:
        raise Refused("No challenge is waiting for your answer.")
    if len(found) > 1:
        many = words.listed(
            f"{words.code(f'{c.id}')} ({words.name(c.challenger)}, {table.title(c.game)})" for c in found[-10:]
        )
        raise Refused(f"Several challenges wait for you. Name one by its number: {many}.")
    return found[0].id


async def accept(
    table: Table, challenge_id: int, person: Person, source_id: int, *, guild_id: int | None
) -> Match | Challenge | Again:
    """Take up a challenge or join an open table, in its guild; those invited also by direct message (no `guild_id`).

    Returns the match once everybody is in, until then the challenge. Raises `Refused`.
    """
    try:
        async with table.database.write() as tx:
            challenge = await _known(tx, challenge_id, person.id, guild_id)
            done = await _accept(table, tx, challenge, person, source_id)
    except Repeated:
        return Again()
    table.wake.set()
    return done


async def _accept(
    table: Table, tx: Tx, challenge: Challenge, person: Person, source_id: int
) -> Match | Challenge | Again:
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
        return await _start(table, tx, challenge, source_id)
    await _say(table, tx, challenge, "refresh", source_id=source_id)
    return challenge


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
        await _say(table, tx, challenge, "refresh", source_id=source_id)
    else:
        await challenges.close(tx, challenge.id, status)
        await _say(table, tx, challenge, "refresh", source_id=source_id, by=user_id, word=word)
    return challenge


async def expire(table: Table) -> None:
    """Close the challenges whose time is up."""
    async with table.database.read() as tx:
        if not await challenges.expired(tx, table.now()):
            return
    async with table.database.write() as tx:
        for challenge in await challenges.take_expired(tx, table.now()):
            await challenges.close(tx, challenge.id, "expired")
            await _say(table, tx, challenge, "refresh")
    table.wake.set()


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


async def _say(
    table: Table, tx: Tx, challenge: Challenge, kind: str, *, source_id: int | None = None, **body: int | str
) -> None:
    """Put a challenge's post, or a change of it, into the outbox.

    `source_id` is the message or interaction that answered the challenge; the `body` of the row says what else there
    is to know: `by` whom it was closed, and with what `word`. Raises `Repeated`.
    """
    await outbox.put(
        tx,
        lane=f"c{challenge.id}",
        kind=kind,
        body=body,
        at=table.now(),
        challenge_id=challenge.id,
        source_id=source_id,
    )


async def _start(table: Table, tx: Tx, challenge: Challenge, source_id: int) -> Match:
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
        look=challenge.look,
        at=now,
    )
    control = read_control(challenge.clock)
    if control:
        await clocks.begin(table, tx, match, control)
    await challenges.close(tx, challenge.id, "accepted", match.id)
    await outbox.put(tx, lane=lane(match), kind="thread", body={}, at=now, match_id=match.id, challenge_id=challenge.id)
    await outbox.put(tx, lane=lane(match), kind="board", body={}, at=now, match_id=match.id, seq=0, source_id=source_id)
    return match


def _seating(table: Table, challenge: Challenge) -> list[Person]:
    """The challenger in the seat they asked for, if any; everybody else by lot, unless all seats are settled."""
    if challenge.seating:
        return list(challenge.seating)
    if challenge.seat is None:
        return table.lots.sample(challenge.people, len(challenge.people))
    seats = table.lots.sample(challenge.people[1:], len(challenge.people) - 1)
    seats.insert(challenge.seat - 1, challenge.challenger)
    return seats
