"""Seats of players who leave a match of three or more: a substitute plays on, or anybody takes the open seat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, NoReturn

from bot.referee import formatting
from bot.referee.announce import queue_row
from bot.referee.challenges.start import check_match_limit
from bot.referee.clocks.clock import recalculate_clock, update_clocks
from bot.referee.context import rules_outside_transaction
from bot.referee.errors import RequestRejected, moved_on_now
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.guilds.audit_log import check_blocks
from bot.referee.guilds.settings import load_settings
from bot.referee.history.history import (
    can_have_substitutes,
    find_last_leave,
    find_seat_that_left,
    list_people,
    mainline,
)
from bot.referee.job_runner import JobType
from bot.referee.log.append import append_event
from bot.referee.log.automatic_moves import close_open_seat
from bot.referee.plan_tree import Branch, to_json
from bot.referee.reminders import is_silent
from bot.referee.requests import AlreadyDone, idempotent
from games.translation import gettext as _, gettext_noop as N_
from storage.engine.database import WriteConflict
from storage.queries import (
    clocks,
    events,
    matches,
    open_seats,
    plans,
    queued_moves,
    read_markers,
    watchers,
)
from storage.queries.rows import NewEvent

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer, OpenSeat, OpenSeatStatus, Person

_SEAT_NOT_OPEN: Mapping[OpenSeatStatus, str] = {
    "taken": N_("{name} was faster and has that seat now: #{match}."),
    "turnpost": N_("{name} has that seat now: #{match}."),
    "kept": N_("{name} kept that seat: #{match}."),
    "left": N_("{name} left, so that seat is out: #{match}."),
    "went on": N_("The match went on without that seat: #{match}."),
    "ended": N_("The match is over: #{match}."),
}


def seat_already_open(match: Match) -> str:
    """Say that a match offers a seat to anybody already."""
    return _("A seat of #{match} is open already: the post is in {channel}.").format(
        match=match.id, channel=formatting.channel(match.channel_id)
    )


async def is_player_late(context: Context, tx: Tx, match: Match) -> bool:
    """Return whether the time of the person to move is up; without a clock it is after days of silence."""
    if match.to_move is None or match.computer_to_move:
        return False
    clock = await clocks.lock(tx, match.id)
    if clock is None:
        return await is_silent(tx, match, context.now())
    deadline = (await recalculate_clock(context, tx, match, clock)).deadline
    return deadline is not None and deadline <= context.now()


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
        raise RequestRejected(
            _(
                "#{match} is played in direct messages, where nobody else could see an open seat. "
                "`/match do:substitute #{match}` has me play on instead."
            ).format(match=match.id)
        )
    if await open_seats.of_match(tx, match.id):
        raise RequestRejected(seat_already_open(match))


async def open_seat(context: Context, tx: Tx, match: Match, seat: int) -> None:
    """Offer a seat of a match, which the caller holds, to anybody; its clock stands.

    What its player had queued or planned is dropped. Raises `RequestRejected` if that can't be.
    """
    await check_can_open(tx, match)
    opened = await open_seats.add(tx, match, seat, context.now_in(match))
    await drop_what_waits(tx, match, seat)
    await update_clocks(context, tx, [match.id])
    await queue_row(tx, match, "open_seat", {"seat": opened.id}, context.now())


async def take_open_seat(context: Context, request: Request, number: int, newcomer: Person) -> SeatTaken | AlreadyDone:
    """Let a person take an open seat and play on; its own player keeps it. Raises `RequestRejected`."""

    async def act(tx: Tx, match: Match, opened: OpenSeat) -> SeatTaken:
        if opened.seat not in match.gone and match.seat_of(newcomer.id) == opened.seat:
            return await _keep_seat(context, tx, match, opened, request.source_id)
        log = await events.of_match(tx, match.id)
        if any(person.id == newcomer.id for person in list_people(match, log)):
            raise RequestRejected(
                _("You've had a seat in #{match}, so somebody else has to take this one.").format(match=match.id)
            )
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
            raise RequestRejected(
                _("The other players of #{match} decide when I take your seat.").format(match=match.id)
            )
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
        raise RequestRejected(
            _("It's still your seat: play your move in #{match}, and you keep it.").format(match=match.id)
        )
    await close_open_seat(context, tx, match, opened, "kept", source_id)
    return SeatTaken(match, kept=True)


@idempotent
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
                raise RequestRejected(
                    _(_SEAT_NOT_OPEN[opened.status]).format(
                        name=formatting.name(match.seats[opened.seat - 1]), match=match.id
                    )
                )
            context.game(match)
            result = await act(tx, match, opened)
    except WriteConflict:
        raise RequestRejected(moved_on_now(match_id, "seat")) from None
    return result


LEVEL = 2
"""The level at which a substitute plays; a game with fewer levels has its strongest play."""


async def choose_seat_to_give(
    context: Context, tx: Tx, match: Match, seat: int, *, for_late: bool, named: int | None = None
) -> int:
    """Return the seat for which a player asks a substitute.

    It is that of another player whose time is up, else one that left and without which no person has moved since, else
    their own; `named` says which of them. Raises `RequestRejected` in a match of two, for a seat that can't be given,
    if no other person would be left, and with `for_late` if nobody is late.
    """
    if match.has_crowd:
        _reject_new_player(match, seat)
    if not can_have_substitutes(match):
        raise RequestRejected(
            _("#{match} has two players, so nobody plays on for you. `/match do:resign #{match}` gives it up.").format(
                match=match.id
            )
        )
    late = match.to_move if await is_player_late(context, tx, match) else None
    if for_late and late is None:
        raise RequestRejected(_("Nobody's time in #{match} is up any more.").format(match=match.id))
    left = None if for_late else find_seat_that_left(match, await events.of_match(tx, match.id))
    given = named or late or left or seat
    if given not in {late, left, seat}:
        raise RequestRejected(_why_not_given(match, given))
    kept = [person for number, person in enumerate(match.seats, 1) if number not in {given, *match.gone}]
    if all(person.level for person in kept):
        raise RequestRejected(
            _("Nobody but me would be left in #{match}. `/match do:resign #{match}` gives it up.").format(
                match=match.id
            )
        )
    return given


def _reject_new_player(match: Match, seat: int) -> NoReturn:
    """Raise `RequestRejected` for a player who would give a seat away in a match of a crowd."""
    text = _("A crowd plays in #{match}, so nobody else can take a seat. `/match do:resign #{match}` gives yours up.")
    if match.seats[seat - 1].is_crowd:
        text = _("`/match do:resign #{match}` takes you out of the crowd. The last one in it says who plays on.")
    raise RequestRejected(text.format(match=match.id))


def _why_not_given(match: Match, seat: int) -> str:
    if not 1 <= seat <= len(match.seats):
        return _("#{match} has seats 1 to {last}.").format(match=match.id, last=len(match.seats))
    name = formatting.name(match.seats[seat - 1])
    if seat in match.gone:
        sentence = _("{name} left #{match}, and the match went on since, so nobody can play on in that seat any more.")
    else:
        sentence = _("{name} is still playing in #{match}, and isn't out of time. You can give your own seat away.")
    return sentence.format(name=name, match=match.id)


def level_of_substitute(context: Context, match: Match) -> int:
    """Return the level at which a substitute plays in a match."""
    return min(LEVEL, len(context.engine(match.game).levels))


async def give_seat(context: Context, tx: Tx, match: Match, _: int, offer: Offer, source_id: int | None) -> Match:
    """Let a computer player take the seat of an offer."""
    return await give_to_computer(context, tx, match, offer.seat, source_id)


async def give_to_computer(context: Context, tx: Tx, match: Match, seat: int, source_id: int | None) -> Match:
    """Let a computer player take a seat, and return the match."""
    number = 1 + max((-each.id % 100 for each in match.seats if each.level), default=0)
    computer = match.seats[seat - 1].substitute(level_of_substitute(context, match), number)
    return await take_seat(context, tx, match, seat, computer, source_id)


async def take_seat(
    context: Context, tx: Tx, match: Match, seat: int, newcomer: Person, source_id: int | None
) -> Match:
    """Let a newcomer take a seat, and return the match; what its player had queued or planned is dropped.

    A seat that has left comes back: the match goes on from before that.
    """
    person, position, to_move = match.seats[seat - 1], match.position, match.to_move
    left = find_last_leave(mainline(await events.of_match(tx, match.id))) if seat in match.gone else None
    if left is not None:
        game, state = context.game(match), await context.state(tx, match, left.seq - 1)
        position, to_move = game.position(state), game.to_move(state)
    await drop_what_waits(tx, match, seat)
    match = await matches.set_player(tx, match, seat, newcomer)
    return await append_event(
        context,
        tx,
        match,
        NewEvent(
            kind="substitute",
            seat=seat,
            user_id=person.id,
            text=person.name,
            source_id=source_id,
            position=position,
            to_move=to_move,
        ),
    )


async def drop_what_waits(tx: Tx, match: Match, seat: int) -> None:
    """Drop what the player of a seat has queued and planned, without a message: they give the seat up."""
    await queued_moves.keep(tx, match.id, seat, ())
    await plans.keep(tx, match.id, seat, match.seq, to_json(Branch()))
