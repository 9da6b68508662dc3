"""The turns of computer players, for them to think about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.logs.fields import bind_match
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, get_active_seat, require_single
from bot.referee.rules_thread import rules_outside_transaction
from bot.referee.turns import rejections
from storage.queries import matches

if TYPE_CHECKING:
    from bot.referee.context import Context, MatchState
    from bot.referee.requests import Request
    from storage.queries.rows import Match


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a match with computer players: the match as it stands, and its state."""

    match: Match
    reached: MatchState

    @property
    def seed(self) -> int:
        """A seed that is the same whenever this turn is thought about."""
        return self.match.seed * 1_000 + self.reached.ply


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


@rules_outside_transaction
async def find_turn_for_hint(context: Context, request: Request, number: int | None) -> Turn:
    """Return the turn in which a person asks for a hint: theirs, in a match with computer players alone.

    Raises `RequestRejected`, in every match in which people play each other.
    """
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number), "match hint")
        seat = get_active_seat(match, request.user_id)
        others = [person for person in match.seats if person.id != request.user_id]
        if any(person.level is None for person in others):
            raise RequestRejected(rejections.hint_between_people(match))
        if match.to_move != seat:
            raise RequestRejected(rejections.wait_for_turn(match))
        return Turn(match, await context.match_state(tx, match))


def would_draw(turn: Turn, value: float) -> bool:
    """Return whether no computer player stands better than even, by the mover's share of the win (`value`)."""
    left = [seat for seat in range(1, len(turn.match.seats) + 1) if seat not in turn.match.gone]
    mine = [seat for seat in left if turn.match.seats[seat - 1].level]
    shares = [value if seat == turn.match.to_move else (1 - value) / (len(left) - 1) for seat in mine]
    return max(shares) <= 1 / len(left)
