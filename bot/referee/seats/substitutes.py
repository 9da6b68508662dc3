"""Substitutes: somebody plays on in the seat of a person who leaves a match of three or more, if the others agree.

By the rules a seat that left is out for good, so it is given instead of leaving, or the leave is undone while no person
has moved since; what computer players moved is undone with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.history.mainline import find_last_leave, mainline
from bot.referee.history.open_seat import can_have_substitutes, find_seat_that_left
from bot.referee.log.append import append_event
from bot.referee.plan_tree import Branch, to_json
from bot.referee.seats import rejections
from bot.referee.seats.late_player import is_player_late
from storage.queries import events, matches, plans, queued_moves

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer, Person

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
    if not can_have_substitutes(match):
        raise RequestRejected(rejections.no_substitute_of_two(match))
    late = match.to_move if await is_player_late(context, tx, match) else None
    if for_late and late is None:
        raise RequestRejected(rejections.nobody_late(match))
    left = None if for_late else find_seat_that_left(match, await events.of_match(tx, match.id))
    given = named or late or left or seat
    if given not in {late, left, seat}:
        raise RequestRejected(rejections.seat_cannot_be_given(match, given))
    kept = [person for number, person in enumerate(match.seats, 1) if number not in {given, *match.gone}]
    if all(person.level for person in kept):
        raise RequestRejected(rejections.last_person(match))
    return given


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
        kind="substitute",
        seat=seat,
        user_id=person.id,
        text=person.name,
        source_id=source_id,
        position=position,
        to_move=to_move,
    )


async def drop_what_waits(tx: Tx, match: Match, seat: int) -> None:
    """Drop what the player of a seat has queued and planned, without a message: they give the seat up."""
    await queued_moves.keep(tx, match.id, seat, ())
    await plans.keep(tx, match.id, seat, match.seq, to_json(Branch()))
