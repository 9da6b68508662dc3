"""Rematches: a match that is over is played once more, with the seats changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.challenges import create as issuing
from bot.referee.challenges import limits, respond
from bot.referee.clocks.time_control import NONE
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, require_single
from bot.referee.guilds import settings
from bot.referee.requests import NO_PERMISSIONS
from bot.referee.results import AlreadyDone
from games.contract import BadOption, complete_options
from storage.engine.database import Repeated
from storage.tables import challenges, clocks, matches

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Permissions, Request
    from storage.engine.database import Tx
    from storage.tables.models import Challenge, Match, Person


async def rematch(
    context: Context, request: Request, person: Person, number: int | None, rights: Permissions = NO_PERMISSIONS
) -> Challenge | Match | AlreadyDone:
    """Challenge the others of a match that is over to another one: the same game and terms, seats changed.

    A match has one rematch: whoever else asks for it accepts the challenge. Returns as `accepting.accept`
    does. Raises `RequestRejected`.
    """
    try:
        async with context.database.write() as tx:
            match = require_single(await find_match(tx, request, number, to_move=False), "rematch")
            _may_ask(match, person)
            await matches.hold(tx, match.id)
            known = await challenges.rematch(tx, match.id)
            if known is None:
                limits.may_challenge(await settings.chosen(tx, match.guild_id), rights)
                made = await _put_up(context, tx, match, person, request.source_id)
                context.wake.set()
                return made
    except Repeated:
        return AlreadyDone()
    if request.source_id == known.source_id:
        return AlreadyDone()
    _still_wanted(match, known, person)
    return await respond.accept(context, known.id, person, request.source_id, guild_id=request.guild_id)


def changed_seats(match: Match) -> tuple[Person, ...]:
    """Return who sits where in the rematch: of two the other way round, of more everybody one seat on."""
    first, *others = match.seats
    return (*others, first)


async def _put_up(context: Context, tx: Tx, match: Match, person: Person, source_id: int) -> Challenge:
    info = context.rules(match.game).info
    try:
        options = complete_options(info, match.options)
    except BadOption as bad:
        raise RequestRejected(f"{info.title} is no longer played as it was in #{match.id}: {bad}") from None
    clock = await clocks.of_match(tx, match.id)
    seats = [person if each.id == person.id else each for each in changed_seats(match)]
    place = seats.index(person)
    return await issuing.put_up(
        context,
        tx,
        [*seats[place:], *seats[:place]],
        game=match.game,
        options=options,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        size=len(seats),
        seat=place + 1,
        look=match.look,
        clock=clock.control if clock else NONE,
        source_id=source_id,
        rematch_of=match.id,
    )


def _may_ask(match: Match, person: Person) -> None:
    if match.seat_of(person.id) is None:
        raise RequestRejected(f"You didn't play in #{match.id}. `/challenge` starts a match of your own.")
    if match.ended_at is None:
        raise RequestRejected(f"#{match.id} isn't over yet. Its rematch comes after it.")


def _still_wanted(match: Match, known: Challenge, person: Person) -> None:
    if known.match_id is not None:
        raise RequestRejected(f"The rematch of #{match.id} is #{known.match_id}.")
    if known.status != "open":
        raise RequestRejected(
            f"The rematch of #{match.id} was {known.status}, and a match has but one. Try `/challenge`."
        )
    if person.id in known.accepted:
        others = formatting.listed(formatting.name(each) for each in known.people if each.id not in known.accepted)
        raise RequestRejected(
            f"Challenge {known.id}, the rematch of #{match.id}, waits for {others} in <#{known.channel_id}>."
        )
