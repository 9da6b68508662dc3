"""Answers to offers: what agreeing or declining does, and how computer players answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.offers import rejections
from bot.referee.offers.change_match import OfferResult, change_match
from bot.referee.offers.outcomes import (
    end_as_draw,
    open_as_agreed,
    outcome_text,
    pause,
    people_to_answer,
    resign_as_offered,
)
from bot.referee.offers.queue_posts import queue_change
from bot.referee.offers.takebacks import take_back
from bot.referee.seats.substitutes import give_seat
from games.translation import gettext as _
from storage.queries import matches, offers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bot.referee.context import Context
    from bot.referee.request_results import AlreadyDone
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match, Offer, OfferKind

    CarryOut = Callable[[Context, Tx, Match, int, Offer, int | None], Awaitable[Match]]

CARRY_OUT: Mapping[OfferKind, CarryOut] = {
    "draw": end_as_draw,
    "takeback": take_back,
    "pause": pause,
    "substitute": give_seat,
    "seat": open_as_agreed,
    "resignation": resign_as_offered,
}
"""What an agreed offer does to its match, after which the seat that agreed last is named."""


async def answer_offer(
    context: Context, request: Request, match_id: int, kind: OfferKind | None, *, agrees: bool
) -> OfferResult | AlreadyDone:
    """Agree to the open offer of a match or decline it; `kind` says which if there are several.

    Raises `RequestRejected`.
    """

    async def act(tx: Tx, match: Match, seat: int) -> OfferResult:
        found = [one for one in await offers.list_open(tx, match) if kind in {None, one.kind}]
        if not found:
            raise RequestRejected(rejections.none_open(match, kind))
        if len(found) > 1:
            command = "match agree" if agrees else "match refuse"
            raise RequestRejected(rejections.several_open(match, command, (one.kind for one in found)))
        if request.source_id < found[0].source_id:
            raise RequestRejected(_(rejections.OFFER_IS_NEWER))
        return await answer_as_player(context, tx, request, match, seat, found[0], agrees=agrees)

    return await change_match(context, request, match_id, act)


async def answer_offer_by_id(
    context: Context, request: Request, offer_id: int, *, agrees: bool
) -> OfferResult | AlreadyDone:
    """Agree to an offer or decline it. Raises `RequestRejected`."""
    try:
        async with context.database.read() as tx:
            found = await offers.require(tx, offer_id)
    except LookupError:
        raise RequestRejected(_(rejections.NO_SUCH_OFFER)) from None

    async def act(tx: Tx, match: Match, seat: int) -> OfferResult:
        now = await offers.require(tx, offer_id)
        if now.seq != match.seq or now.status != "open":
            raise RequestRejected(rejections.offer_closed(outcome_text(now, match)))
        return await answer_as_player(context, tx, request, match, seat, now, agrees=agrees)

    return await change_match(context, request, found.match_id, act)


async def answer_as_player(
    context: Context, tx: Tx, request: Request, match: Match, seat: int, offer: Offer, *, agrees: bool
) -> OfferResult:
    """Agree to an offer for the seat of the person who asks, or decline it. Raises `RequestRejected`."""
    if agrees and seat == offer.seat:
        raise RequestRejected(_(rejections.OWN_OFFER))
    if agrees and seat in offer.agreed:
        raise RequestRejected(rejections.already_agreed(match, people_to_answer(offer, match)))
    return await answer_as_seat(context, tx, match, seat, offer, request.source_id, agrees=agrees)


async def answer_as_seat(
    context: Context, tx: Tx, match: Match, seat: int, offer: Offer, source_id: int | None, *, agrees: bool
) -> OfferResult:
    """Agree to an offer for a seat, which carries it out when the others have agreed, or decline it.

    `source_id` is the message or interaction that says so, None for a computer player.
    """
    if not agrees:
        status = "withdrawn" if seat == offer.seat else "declined"
        await offers.close(tx, offer, status, seat)
        await queue_change(context, tx, match, offer, source_id)
        return OfferResult(match, rejections.offer_declined(match, offer.kind, own=seat == offer.seat))
    offer = await offers.agree(tx, offer, seat)
    missing = people_to_answer(offer, match)
    if missing:
        await queue_change(context, tx, match, offer, source_id)
        return OfferResult(match, rejections.you_agree(match, offer.kind, missing))
    stored = await CARRY_OUT[offer.kind](context, tx, match, seat, offer, source_id)
    await offers.close(tx, offer, "agreed")
    return OfferResult(stored, rejections.you_agree(match, offer.kind))


async def agree_as_computers(tx: Tx, match: Match, offer: Offer) -> Offer:
    """Return an offer to which the computer players have agreed, as they do at once, but to draws."""
    for seat, person in enumerate(match.seats, 1):
        if person in people_to_answer(offer, match) and person.level:
            offer = await offers.agree(tx, offer, seat)
    return offer


async def answer_draws_as_computers(context: Context, match: Match, *, agrees: bool) -> None:
    """Answer the draws that were offered while a computer player thought: its move would close them."""
    async with context.database.read() as tx:
        found = [offer for offer in await offers.list_open(tx, match) if offer.kind == "draw"]
    for offer in found:
        await answer_offer_as_computers(context, offer.id, agrees=agrees)


async def answer_offer_as_computers(context: Context, offer_id: int, *, agrees: bool) -> None:
    """Let all computer players agree to an offer or decline it, if it is still open."""
    async with context.write() as tx:
        offer = await offers.require(tx, offer_id)
        await matches.lock(tx, offer.match_id)
        match, offer = await matches.require(tx, offer.match_id), await offers.require(tx, offer_id)
        for seat, person in enumerate(match.seats, 1):
            waits = offer.seq == match.seq and offer.status == "open" and person in people_to_answer(offer, match)
            if waits and person.level:
                await answer_as_seat(context, tx, match, seat, offer, None, agrees=agrees)
                match, offer = await matches.require(tx, offer.match_id), await offers.require(tx, offer_id)
