"""Moves that are looked at before they are played: previews, and questions whether this is what was meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import words
from bot.referee.aiming import moved_on
from bot.referee.answers import Again, Choose, Played, Refused, Stale
from bot.referee.asked import Named
from bot.referee.lookup import meant, numbered
from bot.referee.thought import think_between
from bot.referee.turns import carry_out, planned
from bot.referee.views import Moment
from storage.records import Event

if TYPE_CHECKING:
    from bot.referee.answers import Plan
    from bot.referee.asked import Asked
    from bot.referee.table import Table


async def preview(table: Table, asked: Asked, named: Named) -> Plan | Again | Choose:
    """Return what a move by whoever is to move would be, and play nothing. Raises `Refused`."""
    async with table.database.read() as tx:
        match = await meant(tx, asked, named.match)
    if isinstance(match, Choose):
        return match
    if match.to_move and match.seat_of(asked.user_id) not in {None, match.to_move}:
        mover = words.name(match.seats[match.to_move - 1])
        raise Refused(
            f"It is {mover}'s turn (since {words.ago(match.since)}). You can preview a move when it is yours."
        )
    return await planned(table, asked, named, match)


@think_between
async def confirm(table: Table, asked: Asked, match_id: int, seq: int, text: str) -> Played | Stale:
    """Play a move that somebody was shown in a match as it stood after event `seq`, for that very turn.

    It is played once, whoever asks how often; `Stale` says why it can't be played any more. Raises `Refused` for what
    may yet pass.
    """
    async with table.database.read() as tx:
        match = await numbered(tx, asked, match_id)
        went_on = await moved_on(tx, match, seq)
        ply = (await table.reached(tx, match, min(seq, match.seq))).ply + 1
    try:
        plan = await planned(table, asked, Named(text, match.id, ply), match)
    except Refused as refused:
        if not went_on:
            raise
        return Stale(refused.reason, match)
    if isinstance(plan, Again):
        return Played(match, ply, text)
    if went_on:
        note = f"#{match.id} went another way meanwhile, so move {ply}, {words.code(text)}, is not played."
        return Stale(note, match)
    done = await carry_out(table, asked, plan)
    return Played(match, ply, text) if isinstance(done, Again) else done


def imagined(table: Table, plan: Plan) -> Moment:
    """Return a match as it would stand after a planned move."""
    match, game = plan.match, table.game(plan.match)
    seat = game.to_move(plan.before) or 1
    event = Event(match.id, match.seq + 1, "move", seat, match.seats[seat - 1].id, plan.text, None, table.now())
    return Moment(match, event, plan.before, plan.after, plan.ply)
