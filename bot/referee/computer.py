"""Moves, answers and hints of computer players."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.logs.fields import bind_match
from bot.referee import errors
from bot.referee.context import rules_outside_transaction, run_rules
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_active_seat, require_single
from bot.referee.offers import answer_as_seat, people_to_answer, queue_post
from bot.referee.requests import MovePreview
from bot.referee.turns.play import store_move, try_move
from games.translation import gettext as _
from storage.engine.database import WriteConflict
from storage.queries import matches, offers

if TYPE_CHECKING:
    from bot.referee.context import Context, MatchState
    from bot.referee.requests import Request
    from engines.contract import Thought
    from storage.engine.database import Tx
    from storage.queries.rows import Match


@rules_outside_transaction
async def play_computer_move(context: Context, turn: Turn, thought: Thought) -> None:
    """Play the move of the computer player to move, unless the match went on: another process may have played it.

    Against one person, a proved loss is offered to them with the move, once a match.
    """
    game, player = context.game(turn.match), turn.match.computer_to_move
    if player is None:
        return
    move, after = await run_rules(try_move, game, turn.reached.state, thought.move)
    preview = MovePreview(turn.match, turn.reached.ply + 1, move, turn.reached.state, after, needs_confirmation=False)
    lost = thought.proved == "loss" and len(turn.match.seats) == 2

    async def offer_if_lost(tx: Tx, match: Match) -> None:
        if lost and match.ended_at is None:
            await _offer_to_resign(context, tx, match, turn.match.seat_to_move)

    with suppress(WriteConflict):
        await store_move(context, preview, player.id, source_id=None, then=offer_if_lost)


async def _offer_to_resign(context: Context, tx: Tx, match: Match, seat: int) -> None:
    """Put the question whether a computer player should resign into the outbox; nothing if it has asked before."""
    if await offers.latest(tx, match.id, "resignation", seat):
        return
    own_source = -match.id  # no message brings it, and a match has one
    offer = await offers.add(tx, match, kind="resignation", seat=seat, source_id=own_source, at=context.now_in(match))
    await queue_post(context, tx, match, offer, own_source)


_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a match with computer players: the match as it stands, and its state."""

    match: Match
    reached: MatchState

    @property
    def seed(self) -> int:
        """A seed that is the same whenever this turn is thought about, and another one in every match.

        It comes from when the match began, since most matches have no seed of their own.
        """
        return (self.match.created_at - _EPOCH) // timedelta(microseconds=1) * 1_000 + self.reached.ply


@rules_outside_transaction
async def find_turn(context: Context, match_id: int, seq: int) -> Turn | None:
    """Return the turn after event `seq` of a match, or None if the match went on or is over.

    Raises `RequestRejected` if the rules aren't installed.
    """
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        bind_match(match)
        if match.seq != seq or match.ended_at is not None:
            return None
        turn = Turn(match, await context.match_state(tx, match))
        bind_match(match, turn.reached.ply + 1)
        return turn


def would_draw(turn: Turn, value: float) -> bool:
    """Return whether no computer player stands better than even, by the mover's share of the win (`value`)."""
    left = [seat for seat in range(1, len(turn.match.seats) + 1) if seat not in turn.match.gone]
    mine = [seat for seat in left if turn.match.seats[seat - 1].level]
    shares = [value if seat == turn.match.to_move else (1 - value) / (len(left) - 1) for seat in mine]
    return max(shares) <= 1 / len(left)


@rules_outside_transaction
async def find_turn_for_hint(context: Context, request: Request, number: int | None) -> Turn:
    """Return the turn in which a person asks for a hint: theirs, in a match with computer players alone.

    Raises `RequestRejected`, in every match in which people play each other.
    """
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number), "match do:hint")
        seat = get_active_seat(match, request.user_id)
        others = [person for person in match.seats if person.id != request.user_id]
        if any(person.level is None for person in others):
            raise RequestRejected(
                _("In #{match} people play each other, so there are no hints. Play me for practice: `/play`.").format(
                    match=match.id
                )
            )
        if match.to_move != seat:
            raise RequestRejected(errors.wait_for_turn(match))
        return Turn(match, await context.match_state(tx, match))


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
