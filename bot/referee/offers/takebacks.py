"""Takebacks: the last move of the seat that asks is undone, with what came after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.history.mainline import DEPARTURES, count_plies, mainline, split_takeback, takeback_text
from bot.referee.log.append import append_event
from bot.referee.offers import rejections
from bot.referee.people.preferences import load_preferences
from storage.queries import events

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Offer


async def check_takeback(tx: Tx, match: Match, seat: int, log: Sequence[Event]) -> None:
    """Raise `RequestRejected` if a seat has no move to take back, or a player accepts no takebacks."""
    _, gone = split_takeback(mainline(log), seat)
    if not gone:
        raise RequestRejected(rejections.nothing_to_take_back(match))
    left = [match.seats[(event.seat or 1) - 1] for event in gone if event.kind in DEPARTURES]
    if left:
        raise RequestRejected(rejections.left_since(match, left))
    for other, person in enumerate(match.seats, 1):
        if other in {seat, *match.gone}:
            continue
        if (await load_preferences(tx, person.id)).takebacks == "never":
            raise RequestRejected(rejections.never_accepts_takebacks(person))


async def undone_events(tx: Tx, offer: Offer) -> tuple[int, list[Event]]:
    """Return the events that a takeback would undo, and the ply of the first of them."""
    counting = mainline(await events.of_match(tx, offer.match_id, upto=offer.seq))
    kept, gone = split_takeback(counting, offer.seat)
    return count_plies(kept) + 1, gone


async def take_back(context: Context, tx: Tx, match: Match, seat: int, offer: Offer, source_id: int | None) -> Match:
    """Take back the last move of the seat that asked, and what came after it; `seat` agreed last."""
    kept = split_takeback(mainline(await events.of_match(tx, match.id)), offer.seat)[0]
    game, state = context.game(match), await context.state(tx, match, kept[-1].seq if kept else 0)
    return await append_event(
        context,
        tx,
        match,
        kind="takeback",
        seat=offer.seat,
        user_id=match.seats[seat - 1].id,
        text=takeback_text(kept),
        source_id=source_id,
        position=game.position(state),
        to_move=game.to_move(state),
    )
