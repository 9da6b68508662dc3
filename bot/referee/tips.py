"""Tips for beginners: what to look at in the first turns of a person's first match of a game, against level 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.history.mainline import mainline_moves
from games.translation import gettext as _
from storage.queries import events, matches

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.snapshots import Snapshot
    from storage.engine.database import Tx


async def find_tip(context: Context, tx: Tx, snapshot: Snapshot) -> str:
    """Return the tip for the person to move; empty when they have played the game before, or have had all tips."""
    match, game = snapshot.match, context.game(snapshot.match)
    seat = None if snapshot.closed else game.to_move(snapshot.state)
    if seat is None or not game.info.tips:
        return ""
    mover, others = match.seats[seat - 1], [*match.seats[: seat - 1], *match.seats[seat:]]
    if any(person.level != 1 for person in others) or await matches.first_of(tx, mover.id, match.game) != match.id:
        return ""
    log = await events.of_match(tx, match.id, upto=snapshot.seq)
    played = sum(move.seat == seat for move in mainline_moves(log))
    return _(game.info.tips[played]) if played < len(game.info.tips) else ""
