"""The matches of a person, and the challenges that wait for their answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.clocks.pause_status import load_pause_status
from storage.queries import challenges, clocks, matches, outbox

if TYPE_CHECKING:
    from datetime import datetime

    from bot.referee.clocks.pause_status import PauseStatus
    from bot.referee.context import Context
    from storage.queries.rows import Challenge, Match, Post


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A match in a person's list, with the deadline of its turn (None without one) and its last board."""

    match: Match
    deadline: datetime | None
    pause: PauseStatus
    board: Post | None


@dataclass(frozen=True, slots=True)
class PendingChallenge:
    """A challenge that waits for a person's answer, and its post."""

    challenge: Challenge
    post: Post | None


@dataclass(frozen=True, slots=True)
class MyMatches:
    """A person's matches, by whose turn it is, and the challenges to them."""

    user_id: int
    your_turn: list[MatchEntry]
    their_turn: list[MatchEntry]
    challenges: list[PendingChallenge]


async def list_my_matches(context: Context, user_id: int, guild_id: int | None) -> MyMatches:
    """Return a person's matches and challenges on a server, everywhere if `guild_id` is None.

    The most urgent match comes first: by deadline, then those without one, longest turn first.
    """
    async with context.database.read() as tx:
        found = [match for match in await matches.of_player(tx, user_id) if guild_id in (None, match.guild_id)]
        running = await clocks.of_matches(tx, [match.id for match in found])
        pauses = await load_pause_status(context, tx, found, running)
        boards = await outbox.last_boards(tx, [match.id for match in found])
        invited = [
            PendingChallenge(each, await outbox.of_challenge(tx, each.id, "challenge"))
            for each in await challenges.open_for(tx, user_id)
            if guild_id in (None, each.guild_id) and each.expires_at > context.now()
        ]
    deadlines = {match_id: clock.deadline for match_id, clock in running.items() if clock.deadline}
    found.sort(key=lambda match: (match.id not in deadlines, deadlines.get(match.id, match.since)))
    entries = [MatchEntry(match, deadlines.get(match.id), pauses[match.id], boards.get(match.id)) for match in found]
    waiting = [entry for entry in entries if entry.match.to_move == entry.match.seat_of(user_id)]
    return MyMatches(user_id, waiting, [entry for entry in entries if entry not in waiting], invited)
