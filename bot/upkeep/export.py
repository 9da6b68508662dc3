"""Writes matches as records, one line each, in the order of their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.referee.table import replay
from bot.upkeep import records
from storage import archive, matches

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping, Sequence

    from games.contract import Game, Result
    from storage.database import Database
    from storage.records import Event, Match

CHUNK = 100


async def unknown(database: Database, numbers: Collection[int]) -> int | None:
    """Return the lowest of these numbers that no match has, or None."""
    async with database.read() as tx:
        for number in sorted(set(numbers)):
            if await matches.get(tx, number) is None:
                return number
    return None


async def lines(
    database: Database, games: Mapping[str, Game[Any, Any]], only: Collection[int] | None = None
) -> AsyncIterator[str]:
    """Yield the matches as lines without ends, in chunks; with `only`, those of these numbers."""
    last = 0
    while True:
        async with database.read() as tx:
            found = await archive.after(tx, last, CHUNK, only)
        if not found:
            return
        for match, log in found:
            yield records.write(match, log, _result(games, match, log))
        last = found[-1][0].id


def _result(games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event]) -> Result | None:
    """Return how a match ended, where it did and the rules at hand can tell."""
    game = games.get(match.game)
    if game is None or match.ended_at is None or (log and log[-1].kind == "end"):
        return None
    try:
        return game.result(replay(game, match, log))
    except Exception:  # noqa: BLE001 - rules that no longer take a match must not keep it from being saved
        return None
