"""What metrics cost a turn: `python -m bench.metrics`. The calls of a turn beside the processor time of a whole turn.

A turn of the referee and its board, drawn and encoded, run in this process by turns with what a turn tells the metrics.
A whole turn of the running bot takes more than that (`bench.throughput`), so the real share is smaller.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from argparse import ArgumentParser
from datetime import UTC, datetime
from itertools import count as numbers, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from prometheus_client import generate_latest

from bench.live import begin, complete_recordings
from bench.positions import scenes
from bench.results import keep, spread
from bench.tables import count, say
from bot.metrics import Metrics
from bot.referee.context import Context
from bot.referee.requests import MoveText, Request
from bot.referee.turns import play
from games import GAMES
from playground.model.state import State
from renderers import RENDERERS, encode
from storage.engine.database import Database, file_url

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bench.live import LiveMatch

ROUNDS = 40
REPEATS = 100
"""How often the metrics' calls are repeated in a round, because one is too short to be measured."""

HEAD = "| | ms |\n|---|--:|"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = ArgumentParser(prog="python -m bench.metrics", description="Measure what metrics cost a turn.")
    parser.add_argument("--rounds", type=count, default=ROUNDS, help=f"turns of each game ({ROUNDS})")
    asyncio.run(measure(parser.parse_args(arguments).rounds))


async def measure(rounds: int) -> None:
    """Measure, print a table, and keep the result."""
    metrics, turns, calls, pages = Metrics(), list[float](), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(file_url(Path(folder) / "turnpost.db"))
        context = Context(database, GAMES, now=lambda: datetime.now(UTC), rng=Random(1))  # noqa: S311 - no secret
        sources = numbers(1 << 62)
        for key in GAMES:
            recording = next(complete_recordings(key))
            async with database.write() as tx:
                match = await begin(tx, State(lambda: datetime.now(UTC)), recording)
            for scene in islice(scenes(recording), 1, min(rounds, len(match.turns))):
                began = time.process_time()
                await _play(context, match, next(sources))
                encode(RENDERERS[key].draw(scene))
                turns.append(time.process_time() - began)
                began = time.process_time()
                for _ in range(REPEATS):
                    _count_turn(metrics, key)
                calls.append((time.process_time() - began) / REPEATS)
                began = time.process_time()
                generate_latest(metrics.registry)
                pages.append(time.process_time() - began)
        await database.close()
    found: dict[str, Any] = {"turn": spread(turns), "calls": spread(calls), "page": spread(pages)}
    say(format_table(found))
    keep("metrics", found)


async def _play(context: Context, match: LiveMatch, source: int) -> None:
    person, text = match.turns.popleft()
    request = Request(person, source, match.thread.id, (match.thread.parent_id or 0) >> 22 << 22 | 1)
    await play.play_move(context, request, MoveText(text))


def _count_turn(metrics: Metrics, game: str) -> None:
    """Tell the metrics what a turn by a text tells them."""
    metrics.moves.labels(game).inc()
    with metrics.render_seconds.labels(game).time():
        pass
    for step in ("draw", "send"):
        with metrics.time_step(step):
            pass
    metrics.observe_step("store", 0.01)
    metrics.observe_step("post", 0.1)
    metrics.posts.labels("board").inc()
    metrics.limiter_wait.observe(0)
    metrics.requests.labels("200").inc()


def format_table(found: Mapping[str, Any]) -> str:
    """Return the table, with medians of processor time."""
    turn, calls, page = (found[name]["median"] * 1000 for name in ("turn", "calls", "page"))
    rows = [
        f"| a turn of the referee and its picture | {turn:.2f} |",
        f"| what it tells the metrics | {calls:.3f} ({calls / turn:.2%}) |",
        f"| to write the page, in a thread of its own | {page:.2f} |",
    ]
    return "\n".join((HEAD, *rows))


if __name__ == "__main__":
    main()
