"""Save the state of a match now and then, so that it isn't replayed from its beginning after a start."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.referee.history.saved_state import SAVE_EVERY
from bot.referee.history.state_bytes import UnreadableState, write_state
from storage.queries import saved_states
from storage.queries.rows import SavedState

if TYPE_CHECKING:
    from bot.referee.context import Context, MatchState
    from storage.engine.database import Tx
    from storage.queries.rows import Match

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
