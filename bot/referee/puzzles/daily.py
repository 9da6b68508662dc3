"""The daily puzzle of a server: at noon in its time zone, the same one on all servers on a day.

A row holds when a server's next one is due. The puzzle depends on the date alone: games take turns, and each goes
through its puzzles in their order.
"""

from __future__ import annotations

from datetime import time, timedelta
from typing import TYPE_CHECKING

from bot.referee.guilds.settings import load_settings
from bot.referee.job_runner import JobType
from bot.referee.times.time_of_day import next_occurrence
from engines.puzzles import puzzles
from storage.queries import guilds, outbox

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from bot.referee.context import Context
    from bot.referee.guilds.settings import GuildSettings
    from engines.puzzles import Puzzle
    from storage.engine.database import Tx

POSTED_AT = time(12)
"""When the puzzle comes, by the clocks of the server's time zone."""


def puzzle_of_day(games: Iterable[str], day: date) -> Puzzle | None:
    """Return the puzzle of a day among those of some games, by key; None if none of them has puzzles."""
    with_puzzles = [found for key in sorted(games) if (found := puzzles(key))]
    if not with_puzzles:
        return None
    turn, game = divmod(day.toordinal(), len(with_puzzles))
    return with_puzzles[game][turn % len(with_puzzles[game])]


async def schedule_puzzle(context: Context, tx: Tx, guild_id: int, settings: GuildSettings) -> None:
    """Store when the next daily puzzle of a server is due, whose row the caller has locked."""
    at = next_occurrence(POSTED_AT, context.now(), settings.time_zone) if settings.puzzles else None
    await guilds.set_puzzle(tx, guild_id, at)


async def _queue_puzzle(context: Context, tx: Tx, guild_id: int) -> None:
    """Put a server's daily puzzle into the outbox if it is due, and store when the next one is.

    A bot that was away for days posts one.
    """
    now = context.now()
    if not await guilds.take_puzzle(tx, guild_id, now):
        return
    settings = await load_settings(tx, guild_id)
    today = now.astimezone(settings.time_zone).date()
    puzzle, before = puzzle_of_day(context.games, today), puzzle_of_day(context.games, today - timedelta(days=1))
    if puzzle and before and settings.puzzles:
        body = {
            "guild": guild_id,
            "channel": settings.puzzles,
            "game": puzzle.game,
            "number": puzzle.number,
            "yesterday": [before.game, before.number],
        }
        await outbox.add(tx, lane=f"puzzle:{guild_id}", kind="puzzle", body=body, at=now)
    await schedule_puzzle(context, tx, guild_id, settings)


DAILY_PUZZLES = JobType("puzzle", lambda context, tx: guilds.due_puzzles(tx, context.now()), _queue_puzzle)
"""Daily puzzles are put into the outbox."""
