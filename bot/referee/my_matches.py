"""What waits for a person, and what they wait for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.clocks.pause_status import load_pause_status
from storage.tables import challenges, clocks, matches, outbox

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.clocks.pause_status import PauseStatus
    from bot.referee.context import Context
    from storage.tables.models import Challenge, Match, Post


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A match in the list of somebody's matches.

    `until` is the deadline of its turn, if it has one, `standing` why nobody need hurry, `board` its last board.
    """

    match: Match
    deadline: datetime | None
    standing: PauseStatus
    board: Post | None


@dataclass(frozen=True, slots=True)
class PendingChallenge:
    """A challenge that waits for somebody's answer, and its post."""

    challenge: Challenge
    post: Post | None


@dataclass(frozen=True, slots=True)
class MyMatches:
    """A person's matches that wait for their move and those that wait for others, and challenges to them."""

    user_id: int
    your_turn: list[MatchEntry]
    their_turn: list[MatchEntry]
    challenges: list[PendingChallenge]


async def list_my_matches(context: Context, user_id: int, guild_id: int | None) -> MyMatches:
    """Return what a person has on a server (or everywhere).

    The most urgent match comes first: by deadline, and after all of these, without a clock, the one that waits longest.
    """
    async with context.database.read() as tx:
        found = [match for match in await matches.of_player(tx, user_id) if guild_id in (None, match.guild_id)]
        running = await clocks.of_matches(tx, [match.id for match in found])
        stands = await load_pause_status(context, tx, found, running)
        boards = await outbox.last_boards(tx, [match.id for match in found])
        invited = [
            PendingChallenge(each, await outbox.of_challenge(tx, each.id, "challenge"))
            for each in await challenges.open_for(tx, user_id)
            if guild_id in (None, each.guild_id) and each.expires_at > context.now()
        ]
    until = {match_id: clock.deadline for match_id, clock in running.items() if clock.deadline}
    found.sort(key=lambda match: (match.id not in until, until.get(match.id, match.since)))
    entries = [MatchEntry(match, until.get(match.id), stands[match.id], boards.get(match.id)) for match in found]
    waiting = [entry for entry in entries if entry.match.to_move == entry.match.seat_of(user_id)]
    return MyMatches(user_id, waiting, [entry for entry in entries if entry not in waiting], invited)
