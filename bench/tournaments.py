"""What a large event costs beside a small one: `python -m bench.tournaments`. Discord has no part in it.

Both sizes are measured by turns, each time on a new SQLite file: to begin (groups, draws and the first matches, a few
in each transaction), to settle a match that ended by resignations and go on, and to load a page.
"""

from __future__ import annotations

import asyncio
import tempfile
from argparse import ArgumentParser
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count as count_from
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from bench.results import keep
from bench.tables import count, say
from bot.referee.context import Context
from bot.referee.endings import resign
from bot.referee.requests import Permissions, Request
from bot.referee.tournaments import terms as event_terms
from bot.referee.tournaments.run import advance_tournaments
from bot.referee.tournaments.sign_up import TournamentTerms, create_tournament
from bot.referee.tournaments.standings import load_page
from games import GAMES
from storage.engine.database import Database, file_url
from storage.queries import pairings, tournaments
from storage.queries.rows import Person, Tournament

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping, Sequence

FEW, MANY = 10, 1_000
ROUNDS, MATCHES, PAGES = 2, 5, 10
GUILD, CHANNEL, ORGANIZER = 1, 2, 3
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MANAGER = Permissions(frozenset(), manages_server=True)
HEAD = (
    "| event | people | first matches | begin s | for each match ms | settle one match ms | load a page ms |\n"
    "|---|--:|--:|--:|--:|--:|--:|"
)


@dataclass
class Times:
    """The seconds that an event took, and how many matches it began with."""

    matches: int
    begin: float
    settle: list[float]
    page: list[float]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.tournaments", description="Measure events of few and many people.")
    parser.add_argument("--people", type=count, default=MANY, help=f"people in the large event, from 10 ({MANY})")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"how often each is measured ({ROUNDS})")
    options = parser.parse_args(arguments)
    if options.people < FEW:
        parser.error(f"--people takes a number from {FEW}")
    asyncio.run(measure(options.people, options.rounds))


async def measure(people: int, rounds: int) -> None:
    """Measure by turns; print a table of medians and keep it."""
    say(HEAD)
    rows: list[dict[str, Any]] = []
    two = next(key for key, game in GAMES.items() if game.info.min_players == 2)
    four = next(key for key, game in GAMES.items() if game.info.max_players >= 4)
    for kind, game in (("league", two), ("cup", two), ("tables", four)):
        found: dict[int, list[Times]] = {FEW: [], people: []}
        for _ in range(rounds):
            for size, times in found.items():
                with tempfile.TemporaryDirectory() as folder:
                    times.append(await _time(Path(folder, "turnpost.db"), kind, game, size))
        for size, times in found.items():
            rows.append(
                {
                    "kind": kind,
                    "people": size,
                    "matches": times[0].matches,
                    "begin": median(each.begin for each in times),
                    "settle": median(seconds for each in times for seconds in each.settle),
                    "page": median(seconds for each in times for seconds in each.page),
                }
            )
            say(format_row(rows[-1]))
    keep("tournaments", {"rows": rows})


def format_row(row: Mapping[str, Any]) -> str:
    """Return a row of the table."""
    begin = f"{row['begin']:.1f} | {row['begin'] / row['matches'] * 1000:.0f}"
    times = " | ".join(f"{row[name] * 1000:.0f}" for name in ("settle", "page"))
    return f"| {row['kind']} | {row['people']:,} | {row['matches']:,} | {begin} | {times} |"


async def _time(file: Path, kind: str, game: str, people: int) -> Times:
    """Return what an event of so many people takes. Raises `RuntimeError` if a match wasn't settled."""
    now = [NOON]
    database = await Database.open(file_url(file))
    context = Context(database, GAMES, now=lambda: now[0], rng=Random(1))  # noqa: S311 - decides a draw, no secret
    sources = count_from(1)
    try:
        event = await _sign_up(context, Request(ORGANIZER, next(sources), CHANNEL, GUILD), kind, game, people)
        now[0] += event_terms.SIGN_UP
        begin = await _seconds(advance_tournaments(context))
        running = await _running(context, event)
        settle: list[float] = []
        for match_id, losers in running[:MATCHES]:
            for loser in losers:
                await resign(context, Request(loser, next(sources), CHANNEL, GUILD), match_id)
            settle.append(await _seconds(advance_tournaments(context)))
        left = {match_id for match_id, _ in await _running(context, event)}
        if any(match_id in left for match_id, _ in running[:MATCHES]):
            raise RuntimeError("a match that everybody but one resigned isn't settled")
        page = [await _seconds(load_page(context, event.id, user_id=1 + number)) for number in range(PAGES)]
    finally:
        await database.close()
    return Times(len(running), begin, settle, page)


async def _sign_up(context: Context, request: Request, kind: str, game: str, people: int) -> Tournament:
    """Return an event that so many people signed up for."""
    terms = TournamentTerms(GAMES[game].info, kind, "Spring", {}, clock="3d")
    made = await create_tournament(context, request, terms, MANAGER, CHANNEL)
    if not isinstance(made, Tournament):
        raise TypeError(f"the event was made before: {made}")
    async with context.database.write() as tx:
        for user_id in range(1, people + 1):
            joined = context.now() + timedelta(seconds=user_id)
            await tournaments.join(tx, made.id, Person(user_id, f"P{user_id}"), joined)
    return made


async def _running(context: Context, event: Tournament) -> list[tuple[int, tuple[int, ...]]]:
    """Return the running matches of an event, each with its people but the one in the first seat."""
    async with context.database.read() as tx:
        found = await pairings.of_tournament(tx, event.id)
    return [(each.match_id, each.people[1:]) for each in found if each.match_id and each.settled_at is None]


async def _seconds(work: Awaitable[object]) -> float:
    """Return how many seconds something takes."""
    begin = perf_counter()
    await work
    return perf_counter() - begin


if __name__ == "__main__":
    main()
