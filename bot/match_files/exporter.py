"""Write matches as lines of JSON, in the order of their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.match_files import match_json
from bot.referee.history import outcome
from bot.referee.history.rebuild import check_other_rules, rebuild_state
from games.contract import find_version
from storage.backup import archive
from storage.queries import clocks, corrections, matches

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping, Sequence
    from datetime import datetime

    from games.contract import Game, Result
    from storage.engine.database import Database
    from storage.queries.clocks import Clock
    from storage.queries.rows import Correction, Event, Match

CHUNK = 100


async def find_unknown(database: Database, numbers: Collection[int]) -> int | None:
    """Return the lowest of these ids that no match has, or None."""
    async with database.read() as tx:
        for number in sorted(set(numbers)):
            if await matches.get(tx, number) is None:
                return number
    return None


async def write_lines(
    database: Database,
    games: Mapping[str, Game[Any, Any]],
    only: Collection[int] | None = None,
    since: datetime | None = None,
) -> AsyncIterator[str]:
    """Yield the matches as lines without line ends.

    With `only` those with these ids, with `since` those in which something has happened from that time on.
    """
    last = 0
    while True:
        async with database.read() as tx:
            found = await archive.read_after(tx, last, CHUNK, only, since=since)
            ids = [match.id for match, _ in found]
            running, corrected = await clocks.of_matches(tx, ids), await corrections.of_matches(tx, ids)
        if not found:
            return
        for match, log in found:
            yield to_line(games, match, log, running.get(match.id), corrected.get(match.id, ()))
        last = found[-1][0].id


def to_line(
    games: Mapping[str, Game[Any, Any]],
    match: Match,
    log: Sequence[Event],
    clock: Clock | None,
    corrected: Sequence[Correction],
) -> str:
    """Return a match with its log, its clock and its corrections as a line without its line end."""
    return match_json.write(match, log, find_result(games, match, log), clock, corrected)


def find_result(games: Mapping[str, Game[Any, Any]], match: Match, log: Sequence[Event]) -> Result | None:
    """Return the result of a match, or None if it is active or the installed rules can't tell."""
    present = games.get(match.game)
    if present is None or match.ended_at is None:
        return None
    game, last = find_version(present, match.rules), log[-1] if log else None
    try:
        state = rebuild_state(game, match, log) if game else check_other_rules(present, match, log).state
        return outcome.match_result(game or present, match, last, state)
    except Exception:  # noqa: BLE001 - rules that now reject a match must not prevent its export
        return None
