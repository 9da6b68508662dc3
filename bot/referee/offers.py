"""Offers of a draw, a takeback, a pause, a substitute or an open seat: made, answered and carried out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import errors, formatting
from bot.referee.announce import announce, queue_row, queue_thought
from bot.referee.clocks.clock import begin_pause, hold_pausable_clock
from bot.referee.context import rules_outside_transaction
from bot.referee.crowds import load_offer_vote, vote_on_offer
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.job_runner import JobType
from bot.referee.log.append import append_event, append_leave
from bot.referee.log.automatic_moves import RESIGNED, seats_that_agree
from bot.referee.requests import AlreadyDone, idempotent
from bot.referee.seats import check_can_open, choose_seat_to_give, give_seat, open_seat
from bot.referee.takebacks import check_last_move, check_takeback, take_back
from bot.referee.turn_start import turn_start_id
from games.text import format_list
from games.translation import gettext, gettext as _, gettext_noop as N_, pgettext
from storage.engine.database import WriteConflict
from storage.queries import challenges, events, matches, offers, read_markers
from storage.queries.rows import NewEvent

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Offer, OfferKind, Person

    CarryOut = Callable[[Context, Tx, Match, int, Offer, int | None], Awaitable[Match]]

_NONE_OPEN: Mapping[OfferKind, str] = {
    "draw": N_("No draw is on offer in #{match} right now."),
    "takeback": N_("No takeback is on offer in #{match} right now."),
    "pause": N_("No pause is on offer in #{match} right now."),
    "substitute": N_("No substitute is on offer in #{match} right now."),
    "seat": N_("No seat is on offer in #{match} right now."),
    "resignation": N_("No resignation is on offer in #{match} right now."),
}
_YOU_OFFER: Mapping[OfferKind, str] = {
    "draw": N_("You offer {names} a draw in #{match}."),
    "takeback": N_("You ask {names} for a takeback in #{match}."),
    "pause": N_("You ask {names} for a pause in #{match}."),
    "substitute": N_("You ask {names} for a substitute in #{match}."),
    "seat": N_("You ask {names} for an open seat in #{match}."),
}
_OFFERED_BEFORE: Mapping[tuple[OfferKind, str], str] = {
    ("draw", "declined"): N_("You've offered a draw since your last move, and it was declined."),
    ("draw", "withdrawn"): N_("You've offered a draw since your last move, and it was withdrawn."),
    ("takeback", "declined"): N_("You asked for a takeback since your last move, and it was declined."),
    ("takeback", "withdrawn"): N_("You asked for a takeback since your last move, and it was withdrawn."),
    ("pause", "declined"): N_("You asked for a pause since your last move, and it was declined."),
    ("pause", "withdrawn"): N_("You asked for a pause since your last move, and it was withdrawn."),
    ("substitute", "declined"): N_("A substitute in that seat was declined."),
    ("substitute", "withdrawn"): N_("A substitute in that seat was withdrawn."),
    ("seat", "declined"): N_("Opening that seat was declined."),
    ("seat", "withdrawn"): N_("Opening that seat was withdrawn."),
}
_YOU_DECLINED: Mapping[OfferKind, str] = {
    "draw": N_("You declined a draw in #{match}."),
    "takeback": N_("You declined a takeback in #{match}."),
    "pause": N_("You declined a pause in #{match}."),
    "substitute": N_("You declined a substitute in #{match}."),
    "seat": N_("You declined an open seat in #{match}."),
    # Translators: "my" is the bot's, which plays and offered to resign
    "resignation": N_("You declined my resignation in #{match}."),
}
_YOU_WITHDREW: Mapping[OfferKind, str] = {
    "draw": N_("You withdrew your offer of a draw in #{match}."),
    "takeback": N_("You withdrew your offer of a takeback in #{match}."),
    "pause": N_("You withdrew your offer of a pause in #{match}."),
    "substitute": N_("You withdrew your offer of a substitute in #{match}."),
    "seat": N_("You withdrew your offer of an open seat in #{match}."),
}
_YOU_AGREE: Mapping[OfferKind, str] = {
    "draw": N_("You agree to a draw in #{match}."),
    "takeback": N_("You agree to a takeback in #{match}."),
    "pause": N_("You agree to a pause in #{match}."),
    "substitute": N_("You agree to a substitute in #{match}."),
    "seat": N_("You agree to an open seat in #{match}."),
    "resignation": N_("You agree to my resignation in #{match}."),
}


async def queue_post(context: Context, tx: Tx, match: Match, offer: Offer, source_id: int | None) -> None:
    """Put the post of an offer into the outbox. Raises `AlreadyStored`."""
    await announce(tx, match, "offer", {"offer": offer.id}, context.now(), source_id)


async def queue_change(context: Context, tx: Tx, match: Match, offer: Offer, source_id: int | None) -> None:
    """Put a change of the post of an offer into the outbox. Raises `AlreadyStored`."""
    await queue_row(tx, match, "answered", {"offer": offer.id}, context.now(), source_id=source_id)


@dataclass(frozen=True, slots=True)
class OfferResult:
    """A match after a request about an offer, and a sentence for a player who doesn't see its thread."""

    match: Match
    sentence: str


@idempotent
@rules_outside_transaction
async def change_match(
    context: Context,
    request: Request,
    match_id: int,
    act: Callable[[Tx, Match, int], Awaitable[OfferResult]],
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
            seat = get_active_seat(match, request.user_id, as_member=True)
            context.game(match)
            if request.source_id < await turn_start_id(context, tx, match):
                raise RequestRejected(errors.moved_on_since(match))
            result = await act(tx, match, seat)
    except WriteConflict:
        raise RequestRejected(errors.moved_on_now(match_id, "offer")) from None
    return result


def outcome_text(offer: Offer, match: Match) -> str:
    """Return the outcome of a closed offer, as a clause."""
    if offer.status == "agreed":
        return pgettext("offer", "agreed")
    if offer.status == "withdrawn" and not match.seats[offer.seat - 1].is_crowd:
        return pgettext("offer", "withdrawn")
    if offer.status in {"declined", "withdrawn"}:
        name = formatting.name(match.seats[(offer.closed_by or 1) - 1])
        return pgettext("offer", "declined by {name}").format(name=name)
    return gettext("the match is over") if match.ended_at else gettext("the match went on")


def is_proposed(offer: Offer, match: Match) -> bool:
    """Return whether the crowd that an offer is of hasn't decided to make it."""
    return match.seats[offer.seat - 1].is_crowd and offer.seat not in offer.agreed


def people_to_answer(offer: Offer, match: Match) -> list[Person]:
    """Return the players who have yet to answer an open offer, in seat order.

    One that a member of a crowd proposes is the crowd's to answer, before it is made to the others.
    """
    if is_proposed(offer, match):
        return [match.seats[offer.seat - 1]]
    done = {offer.seat, *offer.agreed, *match.gone}
    return [person for seat, person in enumerate(match.seats, 1) if seat not in done]


async def end_as_draw(context: Context, tx: Tx, match: Match, seat: int, _: Offer, source_id: int | None) -> Match:
    """End a match as a draw that was agreed; `seat` agreed last, by plan if nobody sent it."""
    person = match.seats[seat - 1]
    return await append_event(
        context,
        tx,
        match,
        NewEvent(
            kind="draw",
            seat=seat,
            user_id=person.id,
            text="agreed",
            source_id=source_id,
            position=match.position,
            to_move=None,
            by_plan=source_id is None and person.level is None and not person.is_crowd,
        ),
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


async def make_offer(
    context: Context,
    request: Request,
    match_id: int,
    kind: OfferKind,
    *,
    for_late: bool = False,
    named: int | None = None,
    ply: int | None = None,
) -> OfferResult | AlreadyDone:
    """Make an offer to all others who are still in, or agree if another player offers the same already.

    A takeback is never the same: two players take back different moves. With `for_late` a substitute or an open seat is
    that of a player whose time is up, never the own one; `named` is the number of that seat. A takeback is only of the
    move `ply`, if that is given. Raises `RequestRejected`.
    """

    async def act(tx: Tx, match: Match, seat: int) -> OfferResult:
        about = seat
        if kind in {"substitute", "seat"}:
            about = await choose_seat_to_give(context, tx, match, seat, for_late=for_late, named=named)
        if ply is not None:
            await check_last_move(tx, match, seat, ply)
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
    if match.seats[seat - 1].is_crowd:
        if await vote_on_offer(context, tx, request, match, offer, agrees=True):
            return await _answer_as_crowd(context, tx, match, seat, offer, request.source_id, agrees=True)
        await announce(tx, match, "offer", {"offer": offer.id, "vote": True}, context.now(), request.source_id)
        return OfferResult(match, you_vote(match, seat, agrees=True))
    return await _ask_others(context, tx, match, offer, request.source_id)


async def _ask_others(context: Context, tx: Tx, match: Match, offer: Offer, source_id: int | None) -> OfferResult:
    """Ask the others for their answer to an offer; those who agree at once may carry it out."""
    kind = offer.kind
    if kind == "draw" and any(person.level for person in people_to_answer(offer, match)):
        await queue_thought(context, tx, match, offer)
    elif kind != "draw":
        offer = await agree_as_computers(tx, match, offer)
    if not people_to_answer(offer, match) and kind in {"takeback", "substitute"}:  # the board tells it
        last = max(seat for seat in offer.agreed if kind == "substitute" or seat != offer.seat)
        stored = await CARRY_OUT[kind](context, tx, match, last, offer, source_id)
        await offers.close(tx, offer, "agreed")
        return OfferResult(stored, done_at_once(match, kind))
    return await _announce_offer(context, tx, match, offer, source_id)


async def _announce_offer(context: Context, tx: Tx, match: Match, offer: Offer, source_id: int | None) -> OfferResult:
    """Post an offer that others have to agree to, and carry it out if they agreed before: by plan, or as computers."""
    await queue_post(context, tx, match, offer, source_id)
    if offer.kind == "draw":
        match = await _agree_by_plans(context, tx, match, offer)
        offer = await offers.require(tx, offer.id)
        if offer.status == "agreed":
            return OfferResult(match, _("Agreed: a draw in #{match}.").format(match=match.id))
    elif not people_to_answer(offer, match):
        await offers.close(tx, offer, "agreed")
        if offer.kind == "seat":
            await open_seat(context, tx, match, offer.seat)
        else:
            await begin_pause(context, tx, match)
        return OfferResult(match, done_at_once(match, offer.kind))
    return OfferResult(match, you_offer(match, offer.kind, people_to_answer(offer, match)))


def you_offer(match: Match, kind: OfferKind, others: Iterable[Person]) -> str:
    """Say that an offer was made, and to which players."""
    names = format_list(formatting.name(person) for person in others)
    offer = _(_YOU_OFFER[kind]).format(names=names, match=match.id)
    rest = _("Your offer is open until the next move; `/match do:refuse #{match}` withdraws it.").format(match=match.id)
    return f"{offer} {rest}"


def done_at_once(match: Match, kind: OfferKind) -> str:
    """Return the reply to an offer that took effect at once: of any kind but a draw."""
    match kind:
        case "seat":
            return _("The seat in #{match} is open: the post is in {channel}.").format(
                match=match.id, channel=formatting.channel(match.channel_id)
            )
        case "takeback":
            return _("Your move in #{match} is taken back.").format(match=match.id)
        case "pause":
            return _("The clock of #{match} is paused until the next move.").format(match=match.id)
        case _:
            return _("I play on in #{match} now.").format(match=match.id)


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
    await check_not_repeated(tx, match, about, kind, log)
    if kind == "draw" and not context.game(match).info.draws:
        raise RequestRejected(
            _("There are no draws in {game}, so you can't offer one. `/match do:resign` gives the match up.").format(
                game=context.game(match).info.title
            )
        )
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
    if match.seats[seat - 1].is_crowd and (known.seat == seat or known.kind == "draw"):
        return await answer_as_player(context, tx, request, match, seat, known, agrees=True)
    if known.seat == seat:
        raise RequestRejected(
            _(
                "You've already asked, and your offer is open until the next move. `/match do:refuse #{match}` "
                "withdraws it."
            ).format(match=match.id)
        )
    if known.kind == "takeback" and not is_proposed(known, match):
        raise RequestRejected(
            _(
                "{name} asks to take back a move. First `/match do:agree #{match}` or `/match do:refuse #{match}`."
            ).format(name=formatting.name(match.seats[known.seat - 1]), match=match.id)
        )
    return await answer_as_player(context, tx, request, match, seat, known, agrees=True)


async def _find_same(tx: Tx, match: Match, kind: OfferKind, about: int) -> Offer | None:
    """Return the open offer of a kind, of substitutes and open seats the one for the seat `about`, or None."""
    same = (one for one in await offers.list_open(tx, match) if one.kind == kind)
    return next((one for one in same if kind not in {"substitute", "seat"} or one.seat == about), None)


async def check_not_repeated(tx: Tx, match: Match, seat: int, kind: OfferKind, log: Sequence[Event]) -> None:
    """Raise `RequestRejected` if a seat's last offer of a kind was declined or withdrawn and it hasn't moved since."""
    last = await offers.latest(tx, match.id, kind, seat)
    if last is None or last.status not in {"declined", "withdrawn"}:
        return
    if not any(event.kind == "move" and event.seat == seat for event in log[last.seq :]):
        again = (
            _("You can ask again after that player's next move.")
            if kind in {"substitute", "seat"}
            else _("You can ask again after your next move.")
        )
        raise RequestRejected(f"{_(_OFFERED_BEFORE[kind, last.status])} {again}")


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
            raise RequestRejected(none_open(match, kind))
        if len(found) > 1:
            command = "match do:agree" if agrees else "match do:refuse"
            choices = format_list((f"`/{command} #{match.id} {one.kind}`" for one in found), "or")
            raise RequestRejected(
                _("Several offers are open in #{match}: {choices}.").format(match=match.id, choices=choices)
            )
        if request.source_id < found[0].source_id:
            raise RequestRejected(
                _("You sent this before that offer was made, so nothing was done. Look at the offer, then answer.")
            )
        return await answer_as_player(context, tx, request, match, seat, found[0], agrees=agrees)

    return await change_match(context, request, match_id, act)


async def find_offered_match(context: Context, request: Request, number: int | None, *, agrees: bool) -> int | None:
    """Return the match whose open offer a person means who accepts or declines something, None if they mean none.

    In the thread of a match that is its offer, elsewhere that of match `number` unless a challenge of this number is
    open. Nobody accepts their own.
    """
    async with context.database.read() as tx:
        here = await matches.in_channel(tx, request.channel_id)
        match = here[0] if here and here[0].thread_id is not None else None
        if match is None or number not in {None, match.id}:
            challenge = await challenges.get(tx, number or 0)
            is_challenge = challenge is not None and challenge.status == "open"
            match = None if number is None or is_challenge else await matches.get(tx, number)
        if match is None or match.seat_of(request.user_id) is None or request.guild_id not in {None, match.guild_id}:
            return None
        seat = match.seat_of(request.user_id)
        found = await offers.list_open(tx, match)
        meant = [offer for offer in found if not agrees or offer.seat != seat or is_proposed(offer, match)]
        return match.id if meant else None


def none_open(match: Match, kind: OfferKind | None) -> str:
    """Say that no offer is open, of a kind or at all."""
    if kind is None:
        return _("Nothing is on offer in #{match} right now.").format(match=match.id)
    return _(_NONE_OPEN[kind]).format(match=match.id)


async def answer_offer_by_id(
    context: Context, request: Request, offer_id: int, *, agrees: bool
) -> OfferResult | AlreadyDone:
    """Agree to an offer or decline it. Raises `RequestRejected`."""
    try:
        async with context.database.read() as tx:
            found = await offers.require(tx, offer_id)
    except LookupError:
        raise RequestRejected(_("There's no such offer.")) from None

    async def act(tx: Tx, match: Match, seat: int) -> OfferResult:
        now = await offers.require(tx, offer_id)
        if now.seq != match.seq or now.status != "open":
            # Translators: {outcome} is for example "agreed", "declined by Ann" or "the match is over"
            raise RequestRejected(_("That offer is closed: {outcome}.").format(outcome=outcome_text(now, match)))
        return await answer_as_player(context, tx, request, match, seat, now, agrees=agrees)

    return await change_match(context, request, found.match_id, act)


async def answer_as_player(
    context: Context, tx: Tx, request: Request, match: Match, seat: int, offer: Offer, *, agrees: bool
) -> OfferResult:
    """Agree to an offer for the seat of the person who asks, or decline it. Raises `RequestRejected`.

    A member votes on what their crowd answers.
    """
    waiting = people_to_answer(offer, match)
    if is_proposed(offer, match) and match.seats[seat - 1] not in waiting:
        raise RequestRejected(
            _("{name} hasn't decided yet whether to offer that.").format(name=formatting.name(waiting[0]))
        )
    if match.seats[seat - 1].is_crowd:
        return await _vote(context, tx, request, match, seat, offer, agrees=agrees)
    if agrees and seat == offer.seat:
        raise RequestRejected(_("This is your own offer: the others have to agree to it."))
    if agrees and seat in offer.agreed:
        raise RequestRejected(
            _("You've already agreed to that in #{match}. It's up to {names} now.").format(
                match=match.id, names=format_list(formatting.name(person) for person in waiting)
            )
        )
    return await answer_as_seat(context, tx, match, seat, offer, request.source_id, agrees=agrees)


async def _vote(
    context: Context, tx: Tx, request: Request, match: Match, seat: int, offer: Offer, *, agrees: bool
) -> OfferResult:
    """Count a member's vote on an offer, and do what their crowd decided by it. Raises `RequestRejected`."""
    waiting = people_to_answer(offer, match)
    if match.seats[seat - 1] not in waiting:
        raise RequestRejected(
            _("Your crowd has decided on that in #{match}. It's up to {names} now.").format(
                match=match.id, names=format_list(formatting.name(person) for person in waiting)
            )
        )
    answer = await vote_on_offer(context, tx, request, match, offer, agrees=agrees)
    if answer is None:
        await queue_change(context, tx, match, offer, request.source_id)
        return OfferResult(match, you_vote(match, seat, agrees=agrees))
    return await _answer_as_crowd(context, tx, match, seat, offer, request.source_id, agrees=answer)


def you_vote(match: Match, seat: int, *, agrees: bool) -> str:
    """Say that the person voted on an offer, and that others of their crowd have yet to."""
    voted = _("You vote for it in #{match}.") if agrees else _("You vote against it in #{match}.")
    rest = _("It's decided when more than half of {crowd} say the same.")
    return f"{voted} {rest}".format(match=match.id, crowd=formatting.name(match.seats[seat - 1]))


async def _answer_as_crowd(
    context: Context, tx: Tx, match: Match, seat: int, offer: Offer, source_id: int | None, *, agrees: bool
) -> OfferResult:
    """Do what a crowd decided: answer an offer, or make its own."""
    if seat != offer.seat or not agrees:
        done = await answer_as_seat(context, tx, match, seat, offer, source_id, agrees=agrees)
        match = done.match
    else:
        await queue_change(context, tx, match, offer, None)
        offer = await offers.make_proposed(tx, offer, context.now_in(match))
        match = (await _ask_others(context, tx, match, offer, source_id)).match
    decided = _("{crowd} in #{match} agrees.") if agrees else _("{crowd} in #{match} declines.")
    return OfferResult(match, decided.format(crowd=formatting.name(match.seats[seat - 1]), match=match.id))


async def _find_decided(context: Context, tx: Tx) -> list[int]:
    """Return the offers that a crowd answers by now: the time of the vote is up, or others of it have left."""
    return [each.id for each in await offers.open_with_crowds(tx) if await _list_decided(context, tx, each)]


async def _list_decided(context: Context, tx: Tx, offer: Offer) -> list[tuple[int, bool]]:
    """Return the seats of the crowds that an offer waits for and that have decided, each with what it answers."""
    match = await matches.require(tx, offer.match_id)
    if offer.seq != match.seq or offer.status != "open":
        return []
    waiting = people_to_answer(offer, match)
    seats = [seat for seat, person in enumerate(match.seats, 1) if person.is_crowd and person in waiting]
    found = [(seat, (await load_offer_vote(context, tx, match, offer, seat)).answer) for seat in seats]
    return [(seat, answer) for seat, answer in found if answer is not None]


async def _answer_decided(context: Context, tx: Tx, offer_id: int) -> None:
    await matches.lock(tx, (await offers.require(tx, offer_id)).match_id)
    offer = await offers.require(tx, offer_id)
    for seat, agrees in (await _list_decided(context, tx, offer))[:1]:
        match = await matches.require(tx, offer.match_id)
        await _answer_as_crowd(context, tx, match, seat, offer, None, agrees=agrees)


OFFER_VOTES = JobType("offer", _find_decided, _answer_decided)
"""Crowds answer the offers on which the time of their vote is up."""


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
        return OfferResult(match, offer_declined(match, offer.kind, own=seat == offer.seat))
    offer = await offers.agree(tx, offer, seat)
    missing = people_to_answer(offer, match)
    if missing:
        await queue_change(context, tx, match, offer, source_id)
        return OfferResult(match, you_agree(match, offer.kind, missing))
    stored = await CARRY_OUT[offer.kind](context, tx, match, seat, offer, source_id)
    await offers.close(tx, offer, "agreed")
    return OfferResult(stored, you_agree(match, offer.kind))


def offer_declined(match: Match, kind: OfferKind, *, own: bool) -> str:
    """Say that the player declined an offer, or withdrew their own."""
    return _((_YOU_WITHDREW if own else _YOU_DECLINED)[kind]).format(match=match.id)


def you_agree(match: Match, kind: OfferKind, missing: Iterable[Person] = ()) -> str:
    """Say that the player agrees to an offer, and which players are `missing`."""
    agreement = _(_YOU_AGREE[kind]).format(match=match.id)
    names = format_list(formatting.name(person) for person in missing)
    return agreement + " " + _("It's up to {names} now.").format(names=names) if names else agreement


async def agree_as_computers(tx: Tx, match: Match, offer: Offer) -> Offer:
    """Return an offer to which the computer players have agreed, as they do at once, but to draws."""
    for seat, person in enumerate(match.seats, 1):
        if person in people_to_answer(offer, match) and person.level:
            offer = await offers.agree(tx, offer, seat)
    return offer
