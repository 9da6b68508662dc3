"""Agreements: a draw, a move taken back, a pause. One player offers; it is so once all others who are still in agree.

An offer is about the match as it stands; whatever happens next, it stands no longer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import pausing, preferences, words
from bot.referee.answers import Again, Refused
from bot.referee.beginnings import turn_began
from bot.referee.line import back_at, line, parted, plies
from bot.referee.lookup import numbered, seat_in
from bot.referee.recording import store
from bot.referee.table import lane
from bot.referee.thought import think_between
from storage import events, heard, matches, offers, outbox
from storage.database import Repeated, Taken

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from bot.referee.asked import Asked
    from bot.referee.table import Table
    from storage.database import Tx
    from storage.records import Event, Match, Offer, OfferKind, Person

WHAT: Mapping[OfferKind, str] = {"draw": "a draw", "takeback": "a takeback", "pause": "a pause"}


@dataclass(frozen=True, slots=True)
class Done:
    """What was asked was done in a match; a sentence on it for who doesn't see it there."""

    match: Match
    sentence: str


async def offer(table: Table, asked: Asked, match_id: int, kind: OfferKind) -> Done | Again:
    """Offer something to all others who are still in; a draw or pause that another offers is agreed to.

    Raises `Refused`.
    """
    return await _alone(table, asked, match_id, lambda tx, match, seat: _offer(table, tx, asked, match, seat, kind))


async def answer(table: Table, asked: Asked, match_id: int, kind: OfferKind | None, *, agrees: bool) -> Done | Again:
    """Agree to what stands in a match, of some kind where more than one does, or turn it down. Raises `Refused`."""

    async def act(tx: Tx, match: Match, seat: int) -> Done | Again:
        found = [one for one in await offers.standing(tx, match) if kind in {None, one.kind}]
        if not found:
            what = "Nothing" if kind is None else f"Not {WHAT[kind]}"
            raise Refused(f"{what} is on offer in #{match.id} as it stands.")
        if len(found) > 1:
            how = "agree" if agrees else "refuse"
            which = words.listed((f"`/{how} #{match.id} {one.kind}`" for one in found), "or")
            raise Refused(f"Several offers stand in #{match.id}: {which}.")
        if asked.source_id < found[0].source_id:
            raise Refused("You sent this before that was on offer, so it was not done. Look at it, then answer.")
        return await _answer(table, tx, asked, match, seat, found[0], agrees=agrees)

    return await _alone(table, asked, match_id, act)


async def answer_this(table: Table, asked: Asked, offer_id: int, *, agrees: bool) -> Done | Again:
    """Agree to one offer, or turn it down. Raises `Refused`."""
    try:
        async with table.database.read() as tx:
            found = await offers.sure(tx, offer_id)
    except LookupError:
        raise Refused("There is no such offer.") from None

    async def act(tx: Tx, match: Match, seat: int) -> Done | Again:
        now = await offers.sure(tx, offer_id)
        if now.seq != match.seq or now.status != "open":
            raise Refused(f"That offer stands no longer: {became_of(now, match)}.")
        return await _answer(table, tx, asked, match, seat, now, agrees=agrees)

    return await _alone(table, asked, found.match_id, act)


def became_of(offer: Offer, match: Match) -> str:
    """Return what became of an offer that stands no longer, as a clause."""
    if offer.status == "agreed":
        return "agreed"
    if offer.status == "withdrawn":
        return "withdrawn"
    if offer.status == "declined":
        return f"declined by {words.name(match.seats[(offer.closed_by or 1) - 1])}"
    return "the match is over" if match.ended_at else "the match went on"


def asked_of(offer: Offer, match: Match) -> list[Person]:
    """Return who has yet to answer an offer that stands, in seat order."""
    done = {offer.seat, *offer.agreed, *match.gone}
    return [person for seat, person in enumerate(match.seats, 1) if seat not in done]


async def taken_back(tx: Tx, offer: Offer) -> tuple[int, list[Event]]:
    """Return what a takeback that is asked for would undo: the ply of the first move, and all from there on."""
    counting = line(await events.of_match(tx, offer.match_id, upto=offer.seq))
    kept, gone = parted(counting, offer.seat)
    return plies(kept) + 1, gone


@think_between
async def _alone(
    table: Table, asked: Asked, match_id: int, act: Callable[[Tx, Match, int], Awaitable[Done | Again]]
) -> Done | Again:
    """Do something for a seat while nothing else happens to its match; nothing if that was done before."""
    try:
        async with table.database.write() as tx:
            if await heard.acted_on(tx, [asked.source_id]):
                return Again()
            await matches.hold(tx, match_id)
            match = await numbered(tx, asked, match_id)
            seat = seat_in(match, asked.user_id)
            if asked.source_id < await turn_began(table, tx, match):
                raise Refused(f"#{match.id} went on since you sent this, so it was not done. Look at the board first.")
            done = await act(tx, match, seat)
    except Repeated:
        return Again()
    except Taken:
        raise Refused(f"#{match_id} went on at this very moment. Look at the board first.") from None
    table.wake.set()
    return done


async def _offer(table: Table, tx: Tx, asked: Asked, match: Match, seat: int, kind: OfferKind) -> Done | Again:
    stands = next((one for one in await offers.standing(tx, match) if one.kind == kind), None)
    if stands and stands.seat == seat:
        raise Refused(f"You did so already, and it stands until the next move. `/refuse #{match.id}` withdraws it.")
    if stands and kind in {"draw", "pause"}:
        return await _answer(table, tx, asked, match, seat, stands, agrees=True)
    if stands:
        who = words.name(match.seats[stands.seat - 1])
        raise Refused(f"{who} asks to take back a move: `/agree #{match.id}` or `/refuse #{match.id}` that first.")
    log = await events.of_match(tx, match.id)
    await _check_patience(tx, match, seat, kind, log)
    if kind == "takeback":
        await _check_takeback(tx, match, seat, log)
    if kind == "pause":
        await pausing.pausable(table, tx, match)
    made = await offers.make(tx, match, kind=kind, seat=seat, source_id=asked.source_id, at=table.now_in(match))
    await _say(table, tx, match, made, "offer", asked)
    others = words.listed(words.name(person) for person in asked_of(made, match))
    asks = f"You offer {others} a draw" if kind == "draw" else f"You ask {others} for {WHAT[kind]}"
    return Done(match, f"{asks} in #{match.id}. It stands until the next move; `/refuse #{match.id}` withdraws it.")


async def _check_patience(tx: Tx, match: Match, seat: int, kind: OfferKind, log: Sequence[Event]) -> None:
    """Raise `Refused` where a seat's last offer came to nothing and it has made no move since."""
    before = await offers.latest(tx, match.id, kind, seat)
    if before is None or before.status not in {"declined", "withdrawn"}:
        return
    if not any(event.kind == "move" and event.seat == seat for event in log[before.seq :]):
        raise Refused(
            f"You asked for {WHAT[kind]} since your last move, and it was {before.status}. "
            "You can ask again after your next move."
        )


async def _check_takeback(tx: Tx, match: Match, seat: int, log: Sequence[Event]) -> None:
    _, gone = parted(line(log), seat)
    if not gone:
        raise Refused(f"You have made no move in #{match.id} that could be taken back.")
    left = [event for event in gone if event.kind == "leave"]
    if left:
        who = words.listed(words.name(match.seats[(event.seat or 1) - 1]) for event in left)
        raise Refused(f"{who} left #{match.id} after your last move, so it can't be taken back any more.")
    for other, person in enumerate(match.seats, 1):
        if other in {seat, *match.gone}:
            continue
        if (await preferences.chosen(tx, person.id)).takebacks == "never":
            raise Refused(f"{words.name(person)} never accepts takebacks.")


async def _answer(
    table: Table, tx: Tx, asked: Asked, match: Match, seat: int, stands: Offer, *, agrees: bool
) -> Done | Again:
    if not agrees:
        status = "withdrawn" if seat == stands.seat else "declined"
        await offers.close(tx, stands, status, seat)
        await _say(table, tx, match, stands, "answered", asked)
        return Done(
            match, f"You {'withdrew' if status == 'withdrawn' else 'declined'} {WHAT[stands.kind]} in #{match.id}."
        )
    if seat == stands.seat:
        raise Refused("You offered this yourself: it's for the others to agree.")
    if seat in stands.agreed:
        return Again()
    stands = await offers.agree(tx, stands, seat)
    missing = asked_of(stands, match)
    if missing:
        await _say(table, tx, match, stands, "answered", asked)
        others = words.listed(words.name(person) for person in missing)
        return Done(match, f"You agree to {WHAT[stands.kind]} in #{match.id}. It's up to {others} now.")
    settle = {"draw": _draw, "takeback": _take_back, "pause": _pause}[stands.kind]
    stored = await settle(table, tx, asked, match, seat, stands)
    await offers.close(tx, stands, "agreed")
    return Done(stored, f"You agree to {WHAT[stands.kind]} in #{match.id}.")


async def _draw(table: Table, tx: Tx, asked: Asked, match: Match, seat: int, _: Offer) -> Match:
    return await store(
        table,
        tx,
        match,
        kind="draw",
        seat=seat,
        user_id=asked.user_id,
        text="agreed",
        source_id=asked.source_id,
        position=match.position,
        to_move=None,
    )


async def _take_back(table: Table, tx: Tx, asked: Asked, match: Match, _: int, stands: Offer) -> Match:
    kept = parted(line(await events.of_match(tx, match.id)), stands.seat)[0]
    game, state = table.game(match), await table.state(tx, match, kept[-1].seq if kept else 0)
    return await store(
        table,
        tx,
        match,
        kind="takeback",
        seat=stands.seat,
        user_id=asked.user_id,
        text=back_at(kept),
        source_id=asked.source_id,
        position=game.position(state),
        to_move=game.to_move(state),
    )


async def _pause(table: Table, tx: Tx, asked: Asked, match: Match, _: int, stands: Offer) -> Match:
    await pausing.begin(table, tx, match)
    await _say(table, tx, match, stands, "answered", asked)
    return match


async def _say(table: Table, tx: Tx, match: Match, about: Offer, kind: str, asked: Asked) -> None:
    await outbox.put(
        tx,
        lane=lane(match),
        kind=kind,
        body={"offer": about.id},
        at=table.now(),
        match_id=match.id,
        seq=match.seq,
        source_id=asked.source_id,
    )
