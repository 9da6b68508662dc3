"""The moves of computer players, played by the path of every move, and their offers to resign."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.referee.offers.queue_posts import queue_post
from bot.referee.request_results import MovePreview
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.turns.play import store_move, try_move
from storage.engine.database import WriteConflict
from storage.queries import offers

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.turns.computer_turns import Turn
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
