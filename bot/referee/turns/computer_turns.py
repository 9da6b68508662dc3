"""The turns of computer players, for them to think about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.logs.fields import bind_match
from bot.referee.rules_thread import rules_outside_transaction
from storage.queries import matches

if TYPE_CHECKING:
    from bot.referee.context import Context, MatchState
    from storage.queries.rows import Match

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a match with computer players: the match as it stands, and its state."""

    match: Match
    reached: MatchState

    @property
    def seed(self) -> int:
        """A seed that is the same whenever this turn is thought about, and another one in every match.

        It comes from when the match began, since most matches have no seed of their own.
        """
        return (self.match.created_at - _EPOCH) // timedelta(microseconds=1) * 1_000 + self.reached.ply


@rules_outside_transaction
async def find_turn(context: Context, match_id: int, seq: int) -> Turn | None:
    """Return the turn after event `seq` of a match, or None if the match went on or is over.

    Raises `RequestRejected` if the rules aren't installed.
    """
    async with context.database.read() as tx:
        match = await matches.require(tx, match_id)
        bind_match(match)
        if match.seq != seq or match.ended_at is not None:
            return None
        turn = Turn(match, await context.match_state(tx, match))
        bind_match(match, turn.reached.ply + 1)
        return turn


def would_draw(turn: Turn, value: float) -> bool:
    """Return whether no computer player stands better than even, by the mover's share of the win (`value`)."""
    left = [seat for seat in range(1, len(turn.match.seats) + 1) if seat not in turn.match.gone]
    mine = [seat for seat in left if turn.match.seats[seat - 1].level]
    shares = [value if seat == turn.match.to_move else (1 - value) / (len(left) - 1) for seat in mine]
    return max(shares) <= 1 / len(left)
