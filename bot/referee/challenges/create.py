"""Challenges: issued, put up as a post, expired."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee import formatting
from bot.referee.challenges import limits
from bot.referee.clocks.time_control import NONE, read_control
from bot.referee.errors import RequestRejected
from bot.referee.guilds import settings
from bot.referee.job_runner import run_jobs
from bot.referee.people import display
from bot.referee.requests import NO_PERMISSIONS
from bot.referee.results import AlreadyDone
from games.contract import BadOption, check_players, complete_options
from storage.engine.database import Repeated
from storage.tables import challenges, outbox
from storage.tables import failed_jobs as stored_jobs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Permissions
    from games.contract import Info
    from storage.engine.database import Tx
    from storage.tables.models import Challenge, Person

OPEN_FOR = timedelta(days=7)
OPEN_AT_ONCE = 20
MOST_TIMES = 20
"""Matches that one standing table may lead to."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a challenge is about: the game, its options as given, the challenger's seat, how many play.

    `look` is what was said of how the boards are to look; what wasn't is as the challenger likes it. `clock` is the
    time control as given, None for the server's. With `theirs` those who accept choose their seats. `standing` is to
    how many matches a table that anybody can join may lead, one after the other.
    """

    info: Info
    options: Mapping[str, str]
    seat: int | None
    size: int
    look: Mapping[str, str | None]
    clock: str | None = None
    theirs: bool = False
    standing: int = 1


async def issue(
    context: Context,
    offer: Offer,
    people: Sequence[Person],
    *,
    guild_id: int,
    channel_id: int,
    source_id: int,
    rights: Permissions = NO_PERMISSIONS,
) -> Challenge | AlreadyDone:
    """Record a challenge by `people[0]`, who has these `rights`, to the others and put its post into the outbox.

    With fewer people than the offer's size it is an open table. Raises `RequestRejected` for options the game
    doesn't take, a look there isn't, a clock that can't be read, a wrong number of people or seat, too many open
    challenges, and what the server doesn't allow.
    """
    settled = _checked(offer, people)
    try:
        async with context.database.write() as tx:
            server = await settings.chosen(tx, guild_id)
            limits.may_challenge(server, rights)
            control = read_control(server.clock if offer.clock is None else offer.clock)
            look = display.checked(await display.liked(tx, people[0].id), **offer.look)
            challenge = await put_up(
                context,
                tx,
                people,
                game=offer.info.key,
                options=settled,
                guild_id=guild_id,
                channel_id=channel_id,
                size=offer.size,
                seat=offer.seat,
                theirs=offer.theirs,
                again=offer.standing - 1,
                look=look.kept,
                clock=str(control) if control else NONE,
                source_id=source_id,
            )
    except Repeated:
        return AlreadyDone()
    context.wake.set()
    return challenge


def _checked(offer: Offer, people: Sequence[Person]) -> dict[str, int | str]:
    """Return the options of the game for an offer that makes sense. Raises `RequestRejected`."""
    if len({person.id for person in people}) < len(people):
        raise RequestRejected("Mention each person once, and not yourself.")
    try:
        check_players(offer.info, offer.size)
        settled = complete_options(offer.info, offer.options)
    except BadOption as bad:
        raise RequestRejected(str(bad)) from None
    if offer.seat is not None and offer.seat > offer.size:
        raise RequestRejected(f"There is no seat {offer.seat} in a match of {offer.size}.")
    if not 1 <= offer.standing <= MOST_TIMES:
        raise RequestRejected(f"`standing` is the number of matches in all, from 1 to {MOST_TIMES}.")
    if offer.standing > 1 and len(people) == offer.size:
        raise RequestRejected("Only a table that anybody can join opens again: `/open` with `standing`.")
    return settled


async def put_up(
    context: Context, tx: Tx, people: Sequence[Person], *, guild_id: int, channel_id: int, **terms: Any
) -> Challenge:
    """Record an open challenge by `people[0]` and put its post into the outbox.

    The `terms` are those of `storage.tables.challenges.create`. Raises `RequestRejected` for too many of them at once,
    a channel where
    no match may start, and a challenger who plays in as many matches as the server allows; and `Repeated`.
    """
    now, challenger = context.now(), people[0]
    server = await settings.chosen(tx, guild_id)
    limits.may_start(server, channel_id)
    if len(await challenges.hold_open_by(tx, challenger.id)) >= OPEN_AT_ONCE:
        raise RequestRejected(f"You have {OPEN_AT_ONCE} open challenges. Wait for an answer, or decline one yourself.")
    await limits.have_room(tx, server, guild_id, [challenger], asker=challenger.id)
    challenge = await challenges.create(
        tx, people=people, guild_id=guild_id, channel_id=channel_id, **terms, at=now, expires_at=now + OPEN_FOR
    )
    await say(context, tx, challenge, "challenge")
    return challenge


async def expire(context: Context) -> None:
    """Close the challenges whose time is up."""
    async with context.database.read() as tx:
        over = await challenges.expired(tx, context.now())
        again = await stored_jobs.retry_times(tx, "challenge")
    await run_jobs(context, "challenge", {*over, *again}, _expire)


async def _expire(context: Context, tx: Tx, challenge_id: int) -> None:
    challenge = await challenges.take_expired(tx, challenge_id, context.now())
    if challenge:
        await challenges.close(tx, challenge.id, "expired")
        await say(context, tx, challenge, "refresh")


def read_standing(text: str) -> int:
    """Read to how many matches a table may lead. Raises `RequestRejected`."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4):
        raise RequestRejected(f"`standing` is a number of matches, as in `standing=5`, not {formatting.code(text)}.")
    return int(digits)


async def say(
    context: Context, tx: Tx, challenge: Challenge, kind: str, *, source_id: int | None = None, **body: int | str
) -> None:
    """Put a challenge's post, or a change of it, into the outbox.

    `source_id` is the message or interaction that answered the challenge; the `body` of the row says what else there
    is to know: `by` whom it was closed, and with what `word`. Raises `Repeated`.
    """
    await outbox.add(
        tx,
        lane=f"c{challenge.id}",
        kind=kind,
        body=body,
        at=context.now(),
        challenge_id=challenge.id,
        source_id=source_id,
    )
