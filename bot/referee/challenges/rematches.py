"""Rematches: a finished match is played again with changed seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.challenges import rejections
from bot.referee.challenges.limits import check_may_challenge
from bot.referee.challenges.respond import accept_challenge
from bot.referee.challenges.start import start_if_complete
from bot.referee.challenges.store import store_challenge
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, require_single
from bot.referee.guilds.settings import load_settings
from bot.referee.request_results import AlreadyDone
from bot.referee.requests import NO_PERMISSIONS
from bot.referee.times.time_control import NO_CLOCK
from games.contract import BadOption, complete_options
from storage.engine.database import AlreadyStored
from storage.queries import challenges, clocks, matches

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Permissions, Request
    from storage.engine.database import Tx
    from storage.queries.rows import Challenge, Match, Person


async def request_rematch(
    context: Context, request: Request, person: Person, number: int | None, permissions: Permissions = NO_PERMISSIONS
) -> Challenge | Match | AlreadyDone:
    """Challenge the others of a finished match to another one: the same game and terms, with changed seats.

    A match has one rematch: the next player who asks for it accepts the challenge. Returns what `accept_challenge`
    returns. Raises `RequestRejected`.
    """
    try:
        async with context.write() as tx:
            match = require_single(await find_match(tx, request, number, to_move=False), "match rematch")
            _check_may_ask(match, person)
            await matches.lock(tx, match.id)
            known = await challenges.rematch(tx, match.id)
            if known is None:
                check_may_challenge(await load_settings(tx, match.guild_id), permissions)
                challenge = await _store(context, tx, match, person, request.source_id)
                return await start_if_complete(context, tx, challenge, request.source_id)
    except AlreadyStored:
        return AlreadyDone()
    if request.source_id == known.source_id:
        return AlreadyDone()
    _check_can_accept(match, known, person)
    return await accept_challenge(context, known.id, person, request.source_id, guild_id=request.guild_id)


def rotate_seats(match: Match) -> tuple[Person, ...]:
    """Return the seats of the rematch: two players swap, more than two each move on by one."""
    first, *others = match.seats
    return (*others, first)


async def _store(context: Context, tx: Tx, match: Match, person: Person, source_id: int) -> Challenge:
    info = context.rules(match.game).info
    try:
        options = complete_options(info, match.options)
    except BadOption as bad:
        raise RequestRejected(rejections.rules_changed(info.title, match.id, str(bad))) from None
    clock = await clocks.of_match(tx, match.id)
    seats = [person if each.id == person.id else each.as_challenged for each in rotate_seats(match)]
    place = seats.index(person)
    return await store_challenge(
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
        clock=clock.control if clock else NO_CLOCK,
        rated=match.rated,
        source_id=source_id,
        rematch_of=match.id,
    )


def _check_may_ask(match: Match, person: Person) -> None:
    if match.seat_of(person.id) is None:
        raise RequestRejected(rejections.not_a_player(match.id))
    if match.ended_at is None:
        raise RequestRejected(rejections.not_over_yet(match.id))
    if any(each.is_former for each in match.seats):
        raise RequestRejected(rejections.rematch_of_former_player(match.id))


def _check_can_accept(match: Match, rematch: Challenge, person: Person) -> None:
    if rematch.match_id is not None:
        raise RequestRejected(rejections.rematch_exists(match.id, rematch.match_id))
    if rematch.status != "open":
        raise RequestRejected(rejections.rematch_closed(match.id, rematch.status))
    if person.id in rematch.accepted:
        others = [each for each in rematch.people if each.id not in rematch.accepted]
        raise RequestRejected(rejections.rematch_waits(match.id, rematch.id, others, rematch.channel_id))
