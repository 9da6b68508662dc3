"""Substitutes: Turnpost plays on in the seat of a person who leaves a match of three or more, if the others agree.

By the rules a seat that left is out for good, so it is given instead of leaving.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee import rejections
from bot.referee.clocks.clock import recalculate_clock
from bot.referee.errors import RequestRejected
from bot.referee.log.append import append_event
from storage.tables import clocks, matches, queued_moves, vacations

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.rows import Match, Offer

LEVEL = 2
"""The level at which a substitute plays; a game with fewer levels has its strongest play."""
FEWEST_PLAYERS = 3
SILENCE = timedelta(days=14)
"""After how long without a move a player counts as late in a match without a clock."""


def can_have_substitutes(match: Match) -> bool:
    """Return whether seats of a match can be given to substitutes: it has three or more."""
    return len(match.seats) >= FEWEST_PLAYERS


async def choose_seat_to_give(context: Context, tx: Tx, match: Match, seat: int, *, for_late: bool) -> int:
    """Return the seat for which a player asks a substitute: that of another player whose time is up, else their own.

    Raises `RequestRejected` in a match of two, if no other person would be left, and with `for_late` if nobody is late.
    """
    if not can_have_substitutes(match):
        raise RequestRejected(rejections.no_substitute_of_two(match))
    late = await _is_late(context, tx, match)
    if for_late and not late:
        raise RequestRejected(rejections.nobody_late(match))
    given = match.to_move if match.to_move and late else seat
    kept = [person for number, person in enumerate(match.seats, 1) if number not in {given, *match.gone}]
    if all(person.level for person in kept):
        raise RequestRejected(rejections.last_person(match))
    return given


async def _is_late(context: Context, tx: Tx, match: Match) -> bool:
    """Return whether the time of the person to move is up; without a clock it is after `SILENCE`."""
    if match.to_move is None or match.computer_to_move:
        return False
    clock = await clocks.lock(tx, match.id)
    if clock is None:
        mover = match.seats[match.to_move - 1].id
        away = await vacations.away(tx, {mover}, context.now())
        return match.since + SILENCE <= context.now() and not away
    deadline = (await recalculate_clock(context, tx, match, clock)).deadline
    return deadline is not None and deadline <= context.now()


def level_of_substitute(context: Context, match: Match) -> int:
    """Return the level at which a substitute plays in a match."""
    return min(LEVEL, len(context.engine(match.game).levels))


async def give_seat(context: Context, tx: Tx, match: Match, _: int, offer: Offer, source_id: int | None) -> Match:
    """Let a computer player take the seat of an offer; what its player had queued is dropped."""
    person = match.seats[offer.seat - 1]
    number = 1 + max((-each.id % 100 for each in match.seats if each.level), default=0)
    level = level_of_substitute(context, match)
    await queued_moves.keep(tx, match.id, offer.seat, ())
    match = await matches.set_player(tx, match, offer.seat, person.substitute(level, number))
    return await append_event(
        context,
        tx,
        match,
        kind="substitute",
        seat=offer.seat,
        user_id=person.id,
        text=person.name,
        source_id=source_id,
        position=match.position,
        to_move=match.to_move,
    )
