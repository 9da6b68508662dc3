"""The position to which the moves of an unfinished line lead, for a player who makes one by choices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.referee import rejections
from bot.referee.errors import RequestRejected
from bot.referee.find_match import get_active_seat, get_match
from bot.referee.plan_tree import Ply
from bot.referee.plans.check import check_line
from bot.referee.plans.line_board import snapshot_after_line
from bot.referee.plans.parser import read_line
from bot.referee.rules_thread import rules_outside_transaction, run_rules
from games.contract import IllegalMove
from games.typed_words import in_english

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.plan_tree import Line
    from bot.referee.requests import Request
    from bot.referee.snapshots import Snapshot
    from games.contract import Game
    from storage.queries.rows import Match


@dataclass(frozen=True, slots=True)
class LinePosition:
    """A line of the planner at `seat`, which may end with another player's move, and the match after it."""

    match: Match
    game: Game[Any, Any]
    seat: int
    line: Line
    snapshot: Snapshot

    @property
    def state(self) -> Any:
        """The state after the line."""
        return self.snapshot.state

    @property
    def mover(self) -> int | None:
        """The seat to move after the line, None if the match would be over."""
        return self.game.to_move(self.state)


@rules_outside_transaction
async def load_line_position(context: Context, request: Request, match_id: int, seq: int, typed: str) -> LinePosition:
    """Return where a line leads that begins after event `seq` of a match. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = await get_match(tx, request, match_id)
        seat = get_active_seat(match, request.user_id)
        reached = await context.match_state(tx, match)
    if match.seq != seq:
        raise RequestRejected(rejections.moved_on_since(match))
    game = context.game(match)
    line = await run_rules(_read, game, reached.state, seat, reached.ply, match, typed) if typed else ()
    return LinePosition(match, game, seat, line, await snapshot_after_line(context, match, line))


async def add_ply(context: Context, position: LinePosition, text: str) -> LinePosition:
    """Return where a line leads with one more move. Raises `RequestRejected`."""

    def play() -> Ply:
        try:
            move = position.game.parse(position.state, in_english(position.game.info, text))
            position.game.play(position.state, move)
        except IllegalMove as illegal:
            raise RequestRejected(illegal.reason) from None
        return Ply(position.game.format(position.state, move), own=position.mover == position.seat)

    line = (*position.line, await run_rules(play))
    snapshot = await snapshot_after_line(context, position.match, line)
    return LinePosition(position.match, position.game, position.seat, line, snapshot)


def _read(game: Game[Any, Any], state: Any, seat: int, ply: int, match: Match, typed: str) -> Line:
    line = read_line(game, state, seat, typed, whole=False)
    return check_line(game, state, seat, ply, match.seats, line).line
