"""Ends of matches beside their rules: resigning, claiming a win on time, calling off, and ending abandoned ones."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import errors, formatting
from bot.referee.clocks.clock import hold_clocked_match, recalculate_clock
from bot.referee.clocks.vacations import take_net_day
from bot.referee.context import MatchState, rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match, get_active_seat, get_match
from bot.referee.guilds.audit_log import record
from bot.referee.history.history import CALLED_OFF, NOT_MOVED, OUT_OF_TIME, was_lost_on_time
from bot.referee.log.append import append_leave, end_without_result
from bot.referee.log.automatic_moves import RESIGNED
from bot.referee.reminders import is_silent, people_to_ask
from bot.referee.requests import AlreadyDone, idempotent
from bot.referee.turns.play import store_turn
from games.text import format_list
from games.translation import gettext as _
from storage.engine.database import WriteConflict
from storage.queries import clocks, events, open_seats, pairings

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Person

MAX_REASON = 200


async def check_abandon(
    context: Context, request: Request, match_id: int, reason: str, *, manager: bool
) -> tuple[Match, str]:
    """Return the match that a server manager wants to end, and the reason tidied up, to be confirmed.

    `manager` says whether the person may manage the server. Raises `RequestRejected`.
    """
    tidied = formatting.tidy(reason).replace("`", "'")
    if len(tidied) > MAX_REASON:
        raise RequestRejected(errors.reason_too_long(MAX_REASON, len(tidied)))
    async with context.database.read() as tx:
        return await _match_to_abandon(tx, request, match_id, manager=manager), tidied


@idempotent
async def abandon_match(
    context: Context, request: Request, match_id: int, reason: str, *, manager: bool
) -> Match | AlreadyDone:
    """End a match of the server for everybody. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await _match_to_abandon(tx, request, match_id, manager=manager)
    try:
        async with context.write() as tx:
            ended = await end_without_result(
                context, tx, match, reason, user_id=request.user_id, source_id=request.source_id
            )
            await record(context, tx, request, "abandon", match_id=match.id, details={"reason": reason})
    except WriteConflict:
        raise RequestRejected(errors.moved_on_now(match.id, "end")) from None
    return ended


async def _match_to_abandon(tx: Tx, request: Request, match_id: int, *, manager: bool) -> Match:
    if not manager:
        raise RequestRejected(
            _("Only people with Manage Server can end a match for others. `/match do:resign` gives up one of yours.")
        )
    match = await get_match(tx, request, match_id)
    if match.ended_at is not None:
        raise RequestRejected(errors.ended(match))
    return match


OPEN_FOR = timedelta(days=7)
"""How long after its end a match can be called off."""


async def find_match_to_call_off(context: Context, request: Request, number: int | None) -> Match:
    """Return the match that a person wants to call off, for them to confirm. Raises `RequestRejected`."""
    match = await find_single_match(context, request, number, "match do:calloff")
    async with context.database.read() as tx:
        return await _check(context, tx, request, match.id)


@idempotent
@rules_outside_transaction
async def call_off(context: Context, request: Request, match_id: int) -> Match | AlreadyDone:
    """Call a match off that the other player lost on time or doesn't play on, and return it.

    Raises `RequestRejected`.
    """
    async with context.database.read() as tx:
        if await events.by_source(tx, request.source_id):
            return AlreadyDone()
        match = await _check(context, tx, request, match_id)
    try:
        async with context.write() as tx:
            return await end_without_result(
                context,
                tx,
                match,
                CALLED_OFF if match.ended_at else NOT_MOVED,
                user_id=request.user_id,
                source_id=request.source_id,
            )
    except WriteConflict:
        if match.ended_at is None:
            raise RequestRejected(errors.moved_on_now(match.id, "end")) from None
        raise _called_off_already(match) from None


def _called_off_already(match: Match) -> RequestRejected:
    return RequestRejected(_("#{match} is called off already.").format(match=match.id))


async def _check(context: Context, tx: Tx, request: Request, match_id: int) -> Match:
    """Return a match that the person may call off. Raises `RequestRejected`."""
    match = await get_match(tx, request, match_id)
    if await pairings.of_match(tx, match.id):
        raise RequestRejected(
            _("#{match} belongs to an event, so only its organizers can change the result.").format(match=match.id)
        )
    last = await events.get(tx, match.id, match.seq)
    if match.seat_of(request.user_id) is None:
        raise RequestRejected(errors.not_a_player(match))
    if last and last.kind == "end" and last.text in {CALLED_OFF, NOT_MOVED}:
        raise _called_off_already(match)
    if (
        match.ended_at is None
        and await clocks.of_match(tx, match.id) is None
        and await is_silent(tx, match, context.now())
    ):
        waiting = people_to_ask(match)
        if [person.id for person in waiting] == [request.user_id]:
            return match
        raise RequestRejected(
            _("{names} wait in #{match}, too, so none of you alone can call it off.").format(
                names=format_list(formatting.name(person) for person in waiting if person.id != request.user_id),
                match=match.id,
            )
        )
    if match.ended_at is None or not was_lost_on_time(match, last):
        raise RequestRejected(
            _("#{match} wasn't lost on time. The winner can call off a match of two that was.").format(match=match.id)
        )
    if match.seat_of(request.user_id) in match.gone:
        raise RequestRejected(
            _("You ran out of time in #{match}. Only the winner can call it off.").format(match=match.id)
        )
    if match.ended_at + OPEN_FOR < context.now():
        raise RequestRejected(
            _("#{match} ended more than {days} days ago, so its result stands.").format(
                match=match.id, days=OPEN_FOR.days
            )
        )
    return match


@rules_outside_transaction
async def claim_match(context: Context, request: Request, match_id: int, seq: int | None = None) -> Match | AlreadyDone:
    """Take the seat to move out of a match because its time is up, and return the match after that.

    `seq` is the event after which a button offered the claim, None without a button. Raises `RequestRejected`.
    """
    async with context.write() as tx:
        if await events.by_source(tx, request.source_id):
            return AlreadyDone()
        match, clock, late = await hold_clocked_match(tx, request, match_id)
        person = match.seats[late - 1]
        if seq is not None and match.seq != seq:
            raise RequestRejected(_("#{match} has moved on since then. Look at its last board.").format(match=match.id))
        if person.id == request.user_id:
            raise RequestRejected(
                _("It's your own time that's running out. Until somebody claims it, you can still move.")
            )
        if (open_seat := await open_seats.of_match(tx, match.id)) and open_seat.stops_clock(match):
            raise RequestRejected(
                _(
                    "The seat to move in #{match} is open to anybody, and the clock is paused until somebody plays on."
                ).format(match=match.id)
            )
        now_running = await recalculate_clock(context, tx, match, clock)
        if now_running.deadline is None:
            raise RequestRejected(
                _("The clock of #{match} is paused by agreement. `/match do:resume #{match}` ends that.").format(
                    match=match.id
                )
            )
        if now_running.deadline > context.now():
            raise _has_time_until(person, now_running.deadline, match)
        declared = now_running.due is None  # the net had its turn then
        caught = None if declared else await take_net_day(context, tx, match, now_running)
        left = None
        if caught is None:
            user_id, source_id = request.user_id, request.source_id
            left = await append_leave(context, tx, match, late, OUT_OF_TIME, user_id=user_id, source_id=source_id)
    if caught is not None and caught.deadline is not None:  # said when the day that the net took is stored
        raise _has_time_until(person, caught.deadline, match)
    if left is None:
        return AlreadyDone()
    stored, after = left
    context.cache_state(match.id, match.seq + 1, after)
    return stored


def _has_time_until(person: Person, deadline: datetime, match: Match) -> RequestRejected:
    return RequestRejected(
        _("{name} has time until {deadline} in #{match}.").format(
            name=formatting.name(person), deadline=formatting.until(deadline), match=match.id
        )
    )


TRIES = 5
"""How often a resignation is tried while other events come first."""


async def find_match_to_resign(context: Context, request: Request, number: int | None) -> Match:
    """Return the match that a person wants to resign, for them to confirm.

    Raises `RequestRejected`, also if its rules aren't installed.
    """
    match = await find_single_match(context, request, number, "match do:resign")
    get_active_seat(match, request.user_id)
    context.game(match)
    return match


async def resign(context: Context, request: Request, match_id: int) -> Match | AlreadyDone:
    """Resign a match, also one that goes on meanwhile: a player may leave in any turn. Raises `RequestRejected`."""
    for _attempt in range(TRIES):
        with suppress(WriteConflict):
            return await _try_to_resign(context, request, match_id)
    raise RequestRejected(errors.moved_on_now(match_id, "resign"))


@idempotent
@rules_outside_transaction
async def _try_to_resign(context: Context, request: Request, match_id: int) -> Match | AlreadyDone:
    """Resign a match as it stands. Raises `WriteConflict` if it goes on meanwhile, and `RequestRejected`."""
    async with context.database.read() as tx:
        if await events.by_source(tx, request.source_id):
            return AlreadyDone()
        match = await get_match(tx, request, match_id)
        seat = get_active_seat(match, request.user_id)
        before = await context.match_state(tx, match)
    after = MatchState(await run_rules(context.game(match).leave, before.state, seat), before.ply)
    return await store_turn(context, match, after, request.user_id, request.source_id, kind="leave", text=RESIGNED)
