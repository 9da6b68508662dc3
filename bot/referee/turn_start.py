"""When a turn began, by Discord's clock, and states that are saved so that a long match needn't be replayed."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.referee.history.rebuild import SAVE_EVERY, UnreadableState, write_state
from storage.queries import challenges, events, outbox, saved_states
from storage.queries.rows import SavedState

if TYPE_CHECKING:
    from bot.referee.context import Context, MatchState
    from storage.engine.database import Tx
    from storage.queries.rows import EventKind, Match

log = logging.getLogger(__name__)


async def save_state(context: Context, tx: Tx, match: Match, seq: int, reached: MatchState) -> None:
    """Save the state after event `seq` of a match if it is one in `SAVE_EVERY` and goes on. Lock the match first."""
    if seq % SAVE_EVERY or reached.state.mover is None:
        return
    try:
        written = write_state(context.package(match.game), reached.state)
    except UnreadableState as error:
        log.warning("The state of #%d isn't saved, so a start replays it whole: %s", match.id, error)
        return
    await saved_states.replace(tx, SavedState(match.id, seq, reached.ply, match.rules, written))


_DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_TURN_STARTERS = {"move", "takeback"}
"""The kinds of events that always begin a turn."""


async def turn_start_id(context: Context, tx: Tx, match: Match) -> int:
    """Return the id of the message or interaction that began the present turn of a match, 0 if it isn't known.

    A seat that leaves while another is to move begins no turn, a substitute who is to move does. What no message
    brought, as a move of a computer player, a queued move and the end of a late seat's time, begins it with its board;
    until that is posted, with the id that Discord would have given at the time.
    """
    if known := context.turn_starts.get((match.id, match.seq)):
        return known
    last = await events.get(tx, match.id, match.seq)
    if last and last.source_id and last.kind in _TURN_STARTERS:  # the usual case, in which the log isn't read
        context.turn_starts[match.id, match.seq] = last.source_id
        return last.source_id
    for event in reversed(await events.of_match(tx, match.id, upto=match.seq)):
        begins = event.kind in _TURN_STARTERS or (event.kind, event.seat) == ("substitute", match.to_move)
        if begins or await _mover_after(context, tx, match, event.seq - 1) != match.to_move:
            board = None if event.source_id else await outbox.board(tx, match.id, event.seq)
            return event.source_id or (board and context.message_of(board)) or id_at(event.at)
    return await match_start_id(tx, match)


def cache_turn_start(context: Context, match_id: int, seq: int, kind: EventKind, source_id: int | None) -> None:
    """Cache the id that an event came by, if its kind always begins a turn: events never change."""
    if source_id and kind in _TURN_STARTERS:
        context.turn_starts[match_id, seq] = source_id


def id_at(when: datetime) -> int:
    """Return the first id that Discord gives at a time (Discord's API Reference, "Snowflakes")."""
    return ((when - _DISCORD_EPOCH) // timedelta(milliseconds=1)) << 22


async def match_start_id(tx: Tx, match: Match) -> int:
    """Return the id of the message or interaction that began a match, 0 if it isn't known."""
    source_id = await outbox.first_board_source(tx, match.id)
    if source_id is None and match.challenge_id is not None:
        challenge = await challenges.get(tx, match.challenge_id)
        return challenge.source_id if challenge else 0
    return source_id or 0


async def _mover_after(context: Context, tx: Tx, match: Match, seq: int) -> int | None:
    return context.game(match).to_move(await context.state(tx, match, seq))
