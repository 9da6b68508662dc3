"""Offers of a draw, a takeback, a pause, a substitute or an open seat: all others who are still in must agree.

An offer is open until the next event of its match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import offer_rejections, rejections
from bot.referee.clocks.pauses import begin_pause, hold_pausable_clock
from bot.referee.computer_thoughts import queue_thought_about_offer
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.history.mainline import DEPARTURES, mainline, split_takeback
from bot.referee.log.automatic_moves import seats_that_agree
from bot.referee.log.turn_start import turn_start_id
from bot.referee.offer_answers import CARRY_OUT, OfferResult, agree_as_computers, answer_as_seat
from bot.referee.offer_outcomes import outcome_text, people_to_answer, queue_post
from bot.referee.open_seats import check_can_open, open_seat
from bot.referee.people.preferences import load_preferences
from bot.referee.request_results import AlreadyDone
from bot.referee.rules_thread import rules_outside_transaction
from bot.referee.substitutes import choose_seat_to_give
from games.translation import gettext as _
from storage.engine.database import AlreadyStored, WriteConflict
from storage.queries import events, matches, offers, read_markers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.referee.context import Context
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

    A takeback is never the same: two players take back different moves. With `for_late` a substitute or an open seat
    is that of a player whose time is up, never the own one; `named` is the number of that seat. Raises
    `RequestRejected`.
    """

    async def act(tx: Tx, match: Match, seat: int) -> OfferResult | AlreadyDone:
        about = seat
        if kind in {"substitute", "seat"}:
            about = await choose_seat_to_give(context, tx, match, seat, for_late=for_late, named=named)
        return await _make_offer(context, tx, request, match, seat, kind, about=about)

    return await _change_match(context, request, match_id, act)


async def answer_offer(
    context: Context, request: Request, match_id: int, kind: OfferKind | None, *, agrees: bool
) -> OfferResult | AlreadyDone:
    """Agree to the open offer of a match or decline it; `kind` says which if there are several.

    Raises `RequestRejected`.
    """

    async def act(tx: Tx, match: Match, seat: int) -> OfferResult | AlreadyDone:
        found = [one for one in await offers.list_open(tx, match) if kind in {None, one.kind}]
        if not found:
            raise RequestRejected(offer_rejections.none_open(match, kind))
        if len(found) > 1:
            command = "match agree" if agrees else "match refuse"
            raise RequestRejected(offer_rejections.several_open(match, command, (one.kind for one in found)))
        if request.source_id < found[0].source_id:
            raise RequestRejected(_(offer_rejections.OFFER_IS_NEWER))
        return await _answer_offer(context, tx, request, match, seat, found[0], agrees=agrees)

    return await _change_match(context, request, match_id, act)


async def answer_offer_by_id(
    context: Context, request: Request, offer_id: int, *, agrees: bool
) -> OfferResult | AlreadyDone:
    """Agree to an offer or decline it. Raises `RequestRejected`."""
    try:
        async with context.database.read() as tx:
            found = await offers.require(tx, offer_id)
    except LookupError:
        raise RequestRejected(_(offer_rejections.NO_SUCH_OFFER)) from None

    async def act(tx: Tx, match: Match, seat: int) -> OfferResult | AlreadyDone:
        now = await offers.require(tx, offer_id)
        if now.seq != match.seq or now.status != "open":
            raise RequestRejected(offer_rejections.offer_closed(outcome_text(now, match)))
        return await _answer_offer(context, tx, request, match, seat, now, agrees=agrees)

    return await _change_match(context, request, found.match_id, act)


@rules_outside_transaction
async def _change_match(
    context: Context,
    request: Request,
    match_id: int,
    act: Callable[[Tx, Match, int], Awaitable[OfferResult | AlreadyDone]],
) -> OfferResult | AlreadyDone:
    """Run `act` for the person's seat while the match is held. Returns `AlreadyDone` for a repeated request.

    Raises `RequestRejected`, also if the match has to wait for its rules.
    """
    try:
        async with context.write() as tx:
            if await read_markers.recorded_sources(tx, [request.source_id]):
                return AlreadyDone()
            await matches.lock(tx, match_id)
            match = await get_match(tx, request, match_id)
            seat = get_active_seat(match, request.user_id)
            context.game(match)
            if request.source_id < await turn_start_id(context, tx, match):
                raise RequestRejected(rejections.moved_on_since(match))
            result = await act(tx, match, seat)
    except AlreadyStored:
        return AlreadyDone()
    except WriteConflict:
        raise RequestRejected(rejections.moved_on_now(match_id, "offer")) from None
    return result


async def _make_offer(
    context: Context, tx: Tx, request: Request, match: Match, seat: int, kind: OfferKind, *, about: int
) -> OfferResult | AlreadyDone:
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
        return OfferResult(stored, offer_rejections.done_at_once(match, kind))
    return await _announce_offer(context, tx, request, match, offer)


async def _announce_offer(context: Context, tx: Tx, request: Request, match: Match, offer: Offer) -> OfferResult:
    """Post an offer that others have to agree to, and carry it out if they agreed before: by plan, or as computers."""
    await queue_post(context, tx, match, offer, request.source_id)
    if offer.kind == "draw":
        match = await _agree_by_plans(context, tx, match, offer)
        offer = await offers.require(tx, offer.id)
        if offer.status == "agreed":
            return OfferResult(match, offer_rejections.offer_agreed(match, offer.kind))
    elif not people_to_answer(offer, match):
        await offers.close(tx, offer, "agreed")
        if offer.kind == "seat":
            await open_seat(context, tx, match, offer.seat)
            return OfferResult(match, offer_rejections.done_at_once(match, offer.kind))
        await begin_pause(context, tx, match)
    return OfferResult(match, offer_rejections.you_offer(match, offer.kind, people_to_answer(offer, match)))


async def _agree_by_plans(context: Context, tx: Tx, match: Match, offer: Offer) -> Match:
    """Let the seats that planned it agree to an offered draw, and return the match then."""
    for seat in await seats_that_agree(tx, match):
        if match.ended_at is None and match.seats[seat - 1] in people_to_answer(offer, match):
            result = await answer_as_seat(context, tx, match, seat, offer, None, agrees=True)
            offer = await offers.require(tx, offer.id)
            match = result.match if isinstance(result, OfferResult) else match
    return match


async def _check_offer(context: Context, tx: Tx, match: Match, kind: OfferKind, about: int) -> None:
    """Raise `RequestRejected` if an offer of a kind and about a seat can't be made now."""
    log = await events.of_match(tx, match.id)
    await _check_not_repeated(tx, match, about, kind, log)
    if kind == "draw" and not context.game(match).info.draws:
        raise RequestRejected(offer_rejections.no_draws(context.game(match).info.title))
    if kind == "takeback":
        await _check_takeback(tx, match, about, log)
    if kind == "seat":
        await check_can_open(tx, match)
    if kind == "pause":
        await hold_pausable_clock(context, tx, match)


async def _agree_to_same(
    context: Context, tx: Tx, request: Request, match: Match, seat: int, known: Offer
) -> OfferResult | AlreadyDone:
    """Agree to an offer that a player wants to make and that another made. Raises `RequestRejected`."""
    if known.seat == seat:
        raise RequestRejected(offer_rejections.already_offered(match))
    if known.kind == "takeback":
        raise RequestRejected(offer_rejections.answer_takeback_first(match, match.seats[known.seat - 1]))
    return await _answer_offer(context, tx, request, match, seat, known, agrees=True)


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
        raise RequestRejected(offer_rejections.offered_before(kind, last.status))


async def _check_takeback(tx: Tx, match: Match, seat: int, log: Sequence[Event]) -> None:
    _, gone = split_takeback(mainline(log), seat)
    if not gone:
        raise RequestRejected(offer_rejections.nothing_to_take_back(match))
    left = [match.seats[(event.seat or 1) - 1] for event in gone if event.kind in DEPARTURES]
    if left:
        raise RequestRejected(offer_rejections.left_since(match, left))
    for other, person in enumerate(match.seats, 1):
        if other in {seat, *match.gone}:
            continue
        if (await load_preferences(tx, person.id)).takebacks == "never":
            raise RequestRejected(offer_rejections.never_accepts_takebacks(person))


async def _answer_offer(
    context: Context, tx: Tx, request: Request, match: Match, seat: int, offer: Offer, *, agrees: bool
) -> OfferResult | AlreadyDone:
    if agrees and seat == offer.seat:
        raise RequestRejected(_(offer_rejections.OWN_OFFER))
    return await answer_as_seat(context, tx, match, seat, offer, request.source_id, agrees=agrees)
