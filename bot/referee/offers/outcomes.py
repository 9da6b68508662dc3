"""What becomes of offers: the players who have yet to answer, and what an agreed offer does to its match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.clocks.pauses import begin_pause
from bot.referee.log.append import append_event, append_leave
from bot.referee.log.next_automatic_moves import RESIGNED
from bot.referee.offers.queue_posts import queue_change
from bot.referee.seats.open_seats import open_seat
from games.translation import gettext, pgettext

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer, Person


def outcome_text(offer: Offer, match: Match) -> str:
    """Return the outcome of a closed offer, as a clause."""
    if offer.status == "agreed":
        return pgettext("offer", "agreed")
    if offer.status == "withdrawn":
        return pgettext("offer", "withdrawn")
    if offer.status == "declined":
        name = formatting.name(match.seats[(offer.closed_by or 1) - 1])
        return pgettext("offer", "declined by {name}").format(name=name)
    return gettext("the match is over") if match.ended_at else gettext("the match went on")


def people_to_answer(offer: Offer, match: Match) -> list[Person]:
    """Return the players who have yet to answer an open offer, in seat order."""
    done = {offer.seat, *offer.agreed, *match.gone}
    return [person for seat, person in enumerate(match.seats, 1) if seat not in done]


async def end_as_draw(context: Context, tx: Tx, match: Match, seat: int, _: Offer, source_id: int | None) -> Match:
    """End a match as a draw that was agreed; `seat` agreed last, by plan if nobody sent it."""
    person = match.seats[seat - 1]
    return await append_event(
        context,
        tx,
        match,
        kind="draw",
        seat=seat,
        user_id=person.id,
        text="agreed",
        source_id=source_id,
        position=match.position,
        to_move=None,
        by_plan=source_id is None and person.level is None,
    )


async def pause(context: Context, tx: Tx, match: Match, _: int, offer: Offer, source_id: int | None) -> Match:
    """Pause the clock of a match until the next move."""
    await begin_pause(context, tx, match)
    await queue_change(context, tx, match, offer, source_id)
    return match


async def resign_as_offered(
    context: Context, tx: Tx, match: Match, _: int, offer: Offer, source_id: int | None
) -> Match:
    """Let the seat that offered to resign leave the match."""
    user_id = match.seats[offer.seat - 1].id
    stored, _state = await append_leave(context, tx, match, offer.seat, RESIGNED, user_id=user_id, source_id=source_id)
    return stored


async def open_as_agreed(context: Context, tx: Tx, match: Match, _: int, offer: Offer, source_id: int | None) -> Match:
    """Open the seat of an offer to which all have agreed. Raises `RequestRejected`."""
    await open_seat(context, tx, match, offer.seat)
    await queue_change(context, tx, match, offer, source_id)
    return match
