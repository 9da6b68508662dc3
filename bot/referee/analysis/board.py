"""The board of an analysis: the position of the point shown, and how its line leads there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.referee.analysis.tree import Path, Point, path_to, point_before, position_changes, ways_on
from bot.referee.history.mainline import mainline
from bot.referee.rules_thread import run_rules
from bot.referee.snapshots import snapshot_of_move, take_snapshot
from games.contract import IllegalMove

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.analysis.tree import Analysis
    from bot.referee.context import Context
    from bot.referee.snapshots import Snapshot
    from games.contract import Game
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match

SHARED = 0
"""The owner of the analysis that everybody shares, in place of a person's id."""


@dataclass(frozen=True, slots=True)
class AnalysisBoard:
    """An analysis of a match, whose it is, and the position of the point that it shows.

    `changes` are the events of the match that change the position; `movers` has the seat of each move of the line that
    can be played. `unplayable` says why a line can't be played to its point any more, because the rules have changed;
    the board is that of the last position which can be reached.
    """

    match: Match
    game: Game[Any, Any]
    owner: int
    analysis: Analysis
    changes: tuple[Event, ...]
    path: Path
    snapshot: Snapshot
    movers: tuple[int, ...] = ()
    unplayable: str = ""

    @property
    def shared(self) -> bool:
        """Whether everybody shares it."""
        return self.owner == SHARED

    @property
    def point(self) -> Point:
        """The point shown."""
        return self.analysis.point

    @property
    def mover(self) -> int | None:
        """The seat to move, None where the match is over."""
        return self.game.to_move(self.snapshot.state)

    @property
    def before(self) -> Point | None:
        """The point before, None at the start."""
        return point_before(self.analysis, self.point, self.changes)

    @property
    def ways_on(self) -> list[tuple[Point, str]]:
        """The points that follow, each with its move."""
        return ways_on(self.analysis, self.point, self.changes)

    @property
    def now(self) -> Point:
        """The point where the match stands."""
        return Point(self.changes[-1].seq if self.changes else 0)


def changes_of(log: list[Event]) -> tuple[Event, ...]:
    """Return the events of a log that count and change the position."""
    return tuple(position_changes(mainline(log)))


async def build_board(
    context: Context, tx: Tx, match: Match, owner: int, analysis: Analysis, changes: tuple[Event, ...]
) -> AnalysisBoard:
    """Return the board of an analysis at the point that it shows."""
    game, path = context.game(match), path_to(analysis, analysis.point)
    snapshot = await take_snapshot(context, tx, match, path.seq)
    end = _LineEnd(snapshot.state, snapshot.state)
    if path.texts:
        start = await context.match_state(tx, match, path.seq)
        end = await run_rules(_play, game, start.state, path.texts, key=(match.id, path.seq, path.texts))
        if count := len(end.movers):
            seat, text = end.movers[-1], path.texts[count - 1]
            snapshot = snapshot_of_move(
                match, seat, text, context.now(), before=end.before, after=end.state, ply=start.ply + count
            )
    return AnalysisBoard(match, game, owner, analysis, changes, path, snapshot, end.movers, end.unplayable)


def after_move(board: AnalysisBoard, text: str, now: datetime) -> Snapshot:
    """Return a snapshot of a board as it would be after one more move, which can be played."""
    before = board.snapshot.state
    state = board.game.play(before, board.game.parse(before, text))
    return snapshot_of_move(
        board.match, board.mover or 1, text, now, before=before, after=state, ply=board.snapshot.ply + 1
    )


@dataclass(frozen=True, slots=True)
class _LineEnd:
    """Where a line leads: the states before and after its last move, and the seat of each move that can be played."""

    before: Any
    state: Any
    movers: tuple[int, ...] = ()
    unplayable: str = ""


def _play(game: Game[Any, Any], state: Any, texts: tuple[str, ...]) -> _LineEnd:
    end = _LineEnd(state, state)
    for text in texts:
        try:
            after = game.play(end.state, game.parse(end.state, text))
        except IllegalMove as illegal:
            return replace(end, unplayable=illegal.reason)
        end = _LineEnd(end.state, after, (*end.movers, game.to_move(end.state) or 1))
    return end
