"""A puzzle's position in the form in which boards are drawn and moves are guided: a match that is stored nowhere."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.referee.snapshots import Snapshot
from games.translation import gettext as _
from storage.queries.rows import Event, Match, Person

if TYPE_CHECKING:
    from bot.referee.puzzles.answers import PuzzlePosition

_NEVER = datetime.fromtimestamp(0, UTC)


def snapshot_of_puzzle(position: PuzzlePosition, user_id: int = 0) -> Snapshot:
    """Return a snapshot of a puzzle, with the puzzle's number in place of a match's.

    Players are named by their seats. The person `user_id` has the solver's seat, so that boards that they alone see
    turn to it.
    """
    puzzle, info, ply = position.puzzle, position.game.info, len(position.moves)
    seats = tuple(
        Person(user_id if seat == position.solver else 0, _(info.seats[seat - 1]))
        for seat in range(1, info.min_players + 1)
    )
    match = Match(
        id=puzzle.number,
        game=puzzle.game,
        rules=puzzle.rules,
        options=dict(puzzle.options),
        seed=0,
        guild_id=0,
        channel_id=0,
        thread_id=None,
        seats=seats,
        seq=ply,
        position=puzzle.position,
        to_move=position.game.to_move(position.state),
        created_at=_NEVER,
        since=_NEVER,
        ended_at=None,
        challenge_id=None,
        look={},
        gone=frozenset(),
    )
    seat = position.game.to_move(position.before)
    event = Event(match.id, ply, "move", seat, None, position.moves[-1], None, _NEVER) if ply else None
    return Snapshot(match, event, position.before, position.state, ply)
