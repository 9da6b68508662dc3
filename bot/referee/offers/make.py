"""Make offers of a draw, a takeback, a pause, a substitute or an open seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.clocks.pauses import begin_pause, hold_pausable_clock
from bot.referee.computer_thoughts import queue_thought_about_offer
from bot.referee.errors import RequestRejected
from bot.referee.log.automatic_moves import seats_that_agree
from bot.referee.offers import rejections
from bot.referee.offers.answer import CARRY_OUT, agree_as_computers, answer_as_player, answer_as_seat
from bot.referee.offers.change_match import OfferResult, change_match
from bot.referee.offers.outcomes import people_to_answer
from bot.referee.offers.queue_posts import queue_post
from bot.referee.offers.takebacks import check_takeback
from bot.referee.seats.open_seats import check_can_open, open_seat
from bot.referee.seats.substitutes import choose_seat_to_give
from storage.queries import events, offers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from bot.referee.request_results import AlreadyDone
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Offer, OfferKind


async def make_offer(
    context: Context,
    request: Request,
    match_id: int,
    kind: OfferKind,
    *,
    for_late: bool = False,
    named: int | None = None,
) -> OfferResult | AlreadyDone:
    """Make an offer to all others who are still in, or agree if another player offers the same already.

    A takeback is never the same: two players take back different moves. With `for_late` a substitute or an open seat is
    that of a player whose time is up, never the own one; `named` is the number of that seat. Raises `RequestRejected`.
    """

    async def act(tx: Tx, match: Match, seat: int) -> OfferResult:
        about = seat
        if kind in {"substitute", "seat"}:
            about = await choose_seat_to_give(context, tx, match, seat, for_late=for_late, named=named)
        return await _make_offer(context, tx, request, match, seat, kind, about=about)

    return await change_match(context, request, match_id, act)


async def _make_offer(
    context: Context, tx: Tx, request: Request, match: Match, seat: int, kind: OfferKind, *, about: int
) -> OfferResult:
    """Make an offer of `seat`, or agree to the same one. Of a substitute or an open seat, `about` is that seat."""
    known = await _find_same(tx, match, kind, about)
    if known:
        return await _agree_to_same(context, tx, request, match, seat, known)
    await _check_offer(context, tx, match, kind, about)
    offer = await offers.add(tx, match, kind=kind, seat=about, source_id=request.source_id, at=context.now_in(match))
    if about != seat:
        offer = await offers.agree(tx, offer, seat)
    if kind == "draw" and any(person.level for person in people_to_answer(offer, match)):
        await queue_thought_about_offer(context, tx, offer, match)
    elif kind != "draw":
        offer = await agree_as_computers(tx, match, offer)
    if not people_to_answer(offer, match) and kind in {"takeback", "substitute"}:  # the board tells it
        stored = await CARRY_OUT[kind](context, tx, match, max(offer.agreed), offer, request.source_id)
        await offers.close(tx, offer, "agreed")
        return OfferResult(stored, rejections.done_at_once(match, kind))
    return await _announce_offer(context, tx, request, match, offer)


async def _announce_offer(context: Context, tx: Tx, request: Request, match: Match, offer: Offer) -> OfferResult:
    """Post an offer that others have to agree to, and carry it out if they agreed before: by plan, or as computers."""
    await queue_post(context, tx, match, offer, request.source_id)
    if offer.kind == "draw":
        match = await _agree_by_plans(context, tx, match, offer)
        offer = await offers.require(tx, offer.id)
        if offer.status == "agreed":
            return OfferResult(match, rejections.draw_agreed(match))
    elif not people_to_answer(offer, match):
        await offers.close(tx, offer, "agreed")
        if offer.kind == "seat":
            await open_seat(context, tx, match, offer.seat)
        else:
            await begin_pause(context, tx, match)
        return OfferResult(match, rejections.done_at_once(match, offer.kind))
    return OfferResult(match, rejections.you_offer(match, offer.kind, people_to_answer(offer, match)))


async def _agree_by_plans(context: Context, tx: Tx, match: Match, offer: Offer) -> Match:
    """Let the seats that planned it agree to an offered draw, and return the match then."""
    for seat in await seats_that_agree(tx, match):
        if match.ended_at is None and match.seats[seat - 1] in people_to_answer(offer, match):
            result = await answer_as_seat(context, tx, match, seat, offer, None, agrees=True)
            offer = await offers.require(tx, offer.id)
            match = result.match
    return match


async def _check_offer(context: Context, tx: Tx, match: Match, kind: OfferKind, about: int) -> None:
    """Raise `RequestRejected` if an offer of a kind and about a seat can't be made now."""
    log = await events.of_match(tx, match.id)
    await _check_not_repeated(tx, match, about, kind, log)
    if kind == "draw" and not context.game(match).info.draws:
        raise RequestRejected(rejections.no_draws(context.game(match).info.title))
    if kind == "takeback":
        await check_takeback(tx, match, about, log)
    if kind == "seat":
        await check_can_open(tx, match)
    if kind == "pause":
        await hold_pausable_clock(context, tx, match)


async def _agree_to_same(
    context: Context, tx: Tx, request: Request, match: Match, seat: int, known: Offer
) -> OfferResult:
    """Agree to an offer that a player wants to make and that another made. Raises `RequestRejected`."""
    if known.seat == seat:
        raise RequestRejected(rejections.already_offered(match))
    if known.kind == "takeback":
        raise RequestRejected(rejections.answer_takeback_first(match, match.seats[known.seat - 1]))
    return await answer_as_player(context, tx, request, match, seat, known, agrees=True)


async def _find_same(tx: Tx, match: Match, kind: OfferKind, about: int) -> Offer | None:
    """Return the open offer of a kind, of substitutes and open seats the one for the seat `about`, or None."""
    same = (one for one in await offers.list_open(tx, match) if one.kind == kind)
    return next((one for one in same if kind not in {"substitute", "seat"} or one.seat == about), None)


async def _check_not_repeated(tx: Tx, match: Match, seat: int, kind: OfferKind, log: Sequence[Event]) -> None:
    """Raise `RequestRejected` if a seat's last offer was declined or withdrawn and it hasn't moved since."""
    last = await offers.latest(tx, match.id, kind, seat)
    if last is None or last.status not in {"declined", "withdrawn"}:
        return
    if not any(event.kind == "move" and event.seat == seat for event in log[last.seq :]):
        raise RequestRejected(rejections.offered_before(kind, last.status))
