"""Moves that are looked at before they are played: previews, and questions whether this is what was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.find_match import meant, numbered
from bot.referee.offload import rules_outside_transaction
from bot.referee.requests import MoveText
from bot.referee.results import AlreadyDone, Choose, Played, StaleBoard
from bot.referee.turns.play import carry_out, planned
from bot.referee.turns.resolve_match import moved_on
from bot.referee.views import Moment
from storage.tables.models import Event

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from bot.referee.results import Plan


async def preview(context: Context, request: Request, named: MoveText) -> Plan | AlreadyDone | Choose:
    """Return what a move by whoever is to move would be, and play nothing. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await meant(tx, request, named.match)
    if isinstance(match, Choose):
        return match
    if match.to_move and match.seat_of(request.user_id) not in {None, match.to_move}:
        mover = formatting.name(match.seats[match.to_move - 1])
        raise RequestRejected(
            f"It is {mover}'s turn (since {formatting.ago(match.since)}). You can preview a move when it is yours."
        )
    return await planned(context, request, named, match)


@rules_outside_transaction
async def confirm(context: Context, request: Request, match_id: int, seq: int, text: str) -> Played | StaleBoard:
    """Play a move that somebody was shown in a match as it stood after event `seq`, for that very turn.

    It is played once, whoever asks how often; `StaleBoard` says why it can't be played any more. Raises `RequestRejected` for what
    may yet pass.
    """
    async with context.database.read() as tx:
        match = await numbered(tx, request, match_id)
        went_on = await moved_on(tx, match, seq)
        ply = (await context.reached(tx, match, min(seq, match.seq))).ply + 1
    try:
        plan = await planned(context, request, MoveText(text, match.id, ply), match)
    except RequestRejected as refused:
        if not went_on:
            raise
        return StaleBoard(refused.reason, match)
    if isinstance(plan, AlreadyDone):
        return Played(match, ply, text)
    if went_on:
        note = f"#{match.id} went another way meanwhile, so move {ply}, {formatting.code(text)}, is not played."
        return StaleBoard(note, match)
    done = await carry_out(context, request, plan)
    return Played(match, ply, text) if isinstance(done, AlreadyDone) else done


def imagined(context: Context, plan: Plan) -> Moment:
    """Return a match as it would stand after a planned move."""
    match, game = plan.match, context.game(plan.match)
    seat = game.to_move(plan.before) or 1
    event = Event(match.id, match.seq + 1, "move", seat, match.seats[seat - 1].id, plan.text, None, context.now())
    return Moment(match, event, plan.before, plan.after, plan.ply)
