"""Open seats: a match of three or more offers the seat of a player who leaves to anybody; the first one plays on.

After a week, or when a player who stays asks for it, Turnpost takes the seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.challenges.limits import check_match_limit
from bot.referee.clocks.clock import update_clocks
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.guilds.block_checks import check_blocks
from bot.referee.guilds.settings import load_settings
from bot.referee.history.seat_holders import list_people
from bot.referee.job_runner import JobType
from bot.referee.log.open_seats import close_open_seat
from bot.referee.rejections import moved_on_now
from bot.referee.request_results import AlreadyDone
from bot.referee.rules_thread import rules_outside_transaction
from bot.referee.seats import rejections
from bot.referee.seats.substitutes import drop_what_waits, give_to_computer, take_seat
from storage.engine.database import AlreadyStored, WriteConflict
from storage.queries import events, matches, open_seats, outbox, read_markers, watchers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match, OpenSeat, Person

OPEN_FOR = timedelta(days=7)
"""How long a seat is open until Turnpost takes it."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A match after somebody took its open seat, or, with `kept`, after its player decided to stay."""

    match: Match
    kept: bool = False


async def check_can_open(tx: Tx, match: Match) -> None:
    """Raise `RequestRejected` if a match can't offer a seat to anybody."""
    if match.is_direct:
        raise RequestRejected(rejections.no_open_seat_directly(match))
    if await open_seats.of_match(tx, match.id):
        raise RequestRejected(rejections.seat_already_open(match))


async def open_seat(context: Context, tx: Tx, match: Match, seat: int) -> None:
    """Offer a seat of a match, which the caller holds, to anybody; its clock stands.

    What its player had queued or planned is dropped. Raises `RequestRejected` if that can't be.
    """
    await check_can_open(tx, match)
    opened = await open_seats.add(tx, match, seat, context.now_in(match))
    await drop_what_waits(tx, match, seat)
    await update_clocks(context, tx, [match.id])
    body, at = {"seat": opened.id}, context.now()
    await outbox.add(tx, lane=lane(match), kind="open_seat", body=body, at=at, match_id=match.id, seq=match.seq)


async def take_open_seat(context: Context, request: Request, number: int, newcomer: Person) -> SeatTaken | AlreadyDone:
    """Let a person take an open seat and play on; its own player keeps it. Raises `RequestRejected`."""

    async def act(tx: Tx, match: Match, opened: OpenSeat) -> SeatTaken:
        if opened.seat not in match.gone and match.seat_of(newcomer.id) == opened.seat:
            return await _keep_seat(context, tx, match, opened, request.source_id)
        log = await events.of_match(tx, match.id)
        if any(person.id == newcomer.id for person in list_people(match, log)):
            raise RequestRejected(rejections.had_a_seat(match))
        await check_blocks(tx, match.guild_id, [newcomer], newcomer.id)
        settings = await load_settings(tx, match.guild_id)
        await check_match_limit(tx, settings, match.guild_id, [newcomer], newcomer.id)
        await watchers.remove(tx, match.id, newcomer.id)
        return SeatTaken(await take_seat(context, tx, match, opened.seat, newcomer, request.source_id))

    return await _change_open_seat(context, request, number, act)


async def give_open_seat(context: Context, request: Request, number: int) -> SeatTaken | AlreadyDone:
    """Let Turnpost take an open seat, as one of the other players wants. Raises `RequestRejected`."""

    async def act(tx: Tx, match: Match, opened: OpenSeat) -> SeatTaken:
        if get_active_seat(match, request.user_id) == opened.seat:
            raise RequestRejected(rejections.others_decide(match))
        return SeatTaken(await give_to_computer(context, tx, match, opened.seat, request.source_id))

    return await _change_open_seat(context, request, number, act)


async def _fill_open_seat(context: Context, tx: Tx, number: int) -> None:
    """Let Turnpost take a seat if it is still open."""
    match_id = (await open_seats.require(tx, number)).match_id
    await matches.lock(tx, match_id)
    opened = await open_seats.require(tx, number)
    if opened.status == "open":
        await give_to_computer(context, tx, await matches.require(tx, match_id), opened.seat, None)


LONG_OPEN_SEATS = JobType(
    "seat", lambda context, tx: open_seats.opened_before(tx, context.now() - OPEN_FOR), _fill_open_seat
)
"""Turnpost takes the seats that were open for a week."""


async def _keep_seat(context: Context, tx: Tx, match: Match, opened: OpenSeat, source_id: int) -> SeatTaken:
    """Let the player of an open seat keep it. One whose turn it is moves instead."""
    if match.to_move == opened.seat:
        raise RequestRejected(rejections.move_to_keep_seat(match))
    await close_open_seat(context, tx, match, opened, "kept", source_id)
    return SeatTaken(match, kept=True)


@rules_outside_transaction
async def _change_open_seat(
    context: Context,
    request: Request,
    number: int,
    act: Callable[[Tx, Match, OpenSeat], Awaitable[SeatTaken]],
) -> SeatTaken | AlreadyDone:
    """Run `act` while the match of an open seat is held. Returns `AlreadyDone` for a repeated request.

    Raises `RequestRejected`, also if somebody else was faster.
    """
    async with context.database.read() as tx:
        match_id = (await open_seats.require(tx, number)).match_id
    try:
        async with context.write() as tx:
            if await read_markers.recorded_sources(tx, [request.source_id]):
                return AlreadyDone()
            await matches.lock(tx, match_id)
            match, opened = await get_match(tx, request, match_id), await open_seats.require(tx, number)
            if opened.status != "open":
                raise RequestRejected(rejections.seat_not_open(match, opened.status, match.seats[opened.seat - 1]))
            context.game(match)
            result = await act(tx, match, opened)
    except AlreadyStored:
        return AlreadyDone()
    except WriteConflict:
        raise RequestRejected(moved_on_now(match_id, "seat")) from None
    return result
