"""The board after a line of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee.plan_tree import AGREE, ANY, DRAW, RESIGN
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from bot.referee.snapshots import Snapshot, snapshot_of_move

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.plan_tree import Line
    from games.contract import Game
    from storage.queries.rows import Match


@dataclass(frozen=True, slots=True)
class LineEnd:
    """Where a line leads: the states before and after its last move, that move and its seat, and how many moves."""

    before: Any
    state: Any
    move: str | None
    seat: int
    count: int


@rules_outside_transaction
async def snapshot_after_line(context: Context, match: Match, line: Line) -> Snapshot:
    """Return a snapshot of a match as it would be after a line from its present position on.

    An answer to any move, an agreed draw and a resignation leave the board as it was before them.
    """
    async with context.database.read() as tx:
        reached = await context.match_state(tx, match)
    end = await run_rules(play_line, context.game(match), reached.state, line)
    ply = reached.ply + end.count
    if not end.move:
        return Snapshot(match, None, end.before, end.state, ply)
    return snapshot_of_move(match, end.seat, end.move, context.now(), before=end.before, after=end.state, ply=ply)


def play_line(game: Game[Any, Any], state: Any, line: Line) -> LineEnd:
    """Return where a line leads from a state on, as far as its moves are known."""
    end = LineEnd(state, state, None, 1, 0)
    for ply in line:
        if ply.text in ({AGREE, RESIGN} if ply.own else {ANY, DRAW}):
            break
        seat = game.to_move(end.state) or 1
        end = LineEnd(end.state, game.play(end.state, game.parse(end.state, ply.text)), ply.text, seat, end.count + 1)
    return end
