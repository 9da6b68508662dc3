"""When a turn began, by Discord's clock alone: its ids tell when messages and interactions were made.

A text can be read long after it was typed: after an outage, after a restart, or twice. A move is meant for the turn in
which it was typed, so nothing older than what began the present turn is taken for a move of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.tables import challenges, events, outbox

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.models import Match

_TURN_STARTERS = {"move", "takeback"}
"""The kinds of events that begin a turn whoever is to move after them."""


async def turn_start_id(context: Context, tx: Tx, match: Match) -> int:
    """Return the id of the message or interaction that gave the turn to whoever has it, 0 if it isn't known.

    A seat that leaves while another is to move begins no turn. Where time itself took a seat out nobody sent anything:
    then it is the id of the board that tells of it, once that is posted.
    """
    last = await events.get(tx, match.id, match.seq)
    if last and last.source_id and last.kind in _TURN_STARTERS:  # so it nearly always is, and the log needn't be read
        return last.source_id
    for event in reversed(await events.of_match(tx, match.id, upto=match.seq)):
        if event.kind in _TURN_STARTERS or await _mover_after(context, tx, match, event.seq - 1) != match.to_move:
            told = None if event.source_id else await outbox.board(tx, match.id, event.seq)
            if began := event.source_id or (told and told.message_id):
                return began
    return await match_start_id(tx, match)


async def match_start_id(tx: Tx, match: Match) -> int:
    """Return the id of the message or interaction that began a match, 0 if it isn't known."""
    opened = await outbox.first_board_source(tx, match.id)
    if opened is None and match.challenge_id is not None:
        challenge = await challenges.get(tx, match.challenge_id)
        return challenge.source_id if challenge else 0
    return opened or 0


async def _mover_after(context: Context, tx: Tx, match: Match, seq: int) -> int | None:
    return context.game(match).to_move(await context.state(tx, match, seq))
