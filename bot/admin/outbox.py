"""`turnpost outbox`: print what the outbox holds, and put back what was given up."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from bot.admin.database import open_database
from bot.admin.errors import CommandError
from storage.queries import undelivered

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.config import Settings
    from storage.queries.undelivered import RequeueResult, UndeliveredPost

MOST = 50
"""Rows of each kind that are listed; older ones are counted."""
WIDTH = 100
"""Columns of a line."""


async def show_outbox(settings: Settings, retry: str | None) -> None:
    """Requeue a row that was given up (by its id, or `all`) if asked to, then print what the outbox holds.

    Raises `CommandError` and `StorageError`.
    """
    if retry is not None and retry != "all" and not (retry.isascii() and retry.isdigit()):
        raise CommandError(f"--retry takes the id of a post or `all`, not {retry!r}.")
    async with open_database(settings) as database:
        if retry is not None:
            async with database.write() as tx:
                requeued = await undelivered.requeue(tx, None if retry == "all" else min(int(retry), 2**63 - 1))
            for line in list_requeued(requeued):
                typer.echo(line)
        async with database.read() as tx:
            waiting = await undelivered.newest_waiting(tx, MOST)
            given_up = await undelivered.latest_given_up(tx, MOST)
    for line in (*list_waiting(*waiting, datetime.now(UTC)), *list_given_up(*given_up)):
        typer.echo(line)


def list_waiting(count: int, rows: Sequence[UndeliveredPost], now: datetime) -> Iterator[str]:
    """Yield the lines on waiting rows, the newest last."""
    yield f"{_posts(count)} {'waits' if count == 1 else 'wait'}{':' if count else '.'}"
    if not count:
        return
    yield f"{'id':>8}  {'since (UTC)':16}  {'lane':14}  {'kind':9}  {'match':8}  {'tries':>5}  next try (UTC)"
    yield from _count_older(count, rows)
    for row in rows:
        again = "now" if row.retry_at is None or row.retry_at <= now else f"{row.retry_at:%Y-%m-%d %H:%M}"
        start = f"{row.id:>8}  {row.created_at:%Y-%m-%d %H:%M}  {row.lane[:14]:14}  {row.kind[:9]:9}"
        yield f"{start}  {_match(row):8}  {row.attempts:>5}  {again}"


def list_given_up(count: int, rows: Sequence[UndeliveredPost]) -> Iterator[str]:
    """Yield the lines on rows that were given up, the latest last."""
    yield f"{_posts(count)} {'was' if count == 1 else 'were'} given up{':' if count else '.'}"
    if not count:
        return
    yield f"{'id':>8}  {'given up (UTC)':16}  {'kind':9}  {'match':8}  {'tries':>5}  why"
    yield from _count_older(count, rows)
    for row in rows:
        why = " ".join((row.given_up_for or "").split())
        line = f"{row.id:>8}  {row.given_up_at:%Y-%m-%d %H:%M}  {row.kind[:9]:9}  {_match(row):8}"
        yield _shorten(f"{line}  {row.attempts:>5}  {why}")


def list_requeued(requeued: RequeueResult) -> Iterator[str]:
    """Yield the lines on the rows that were requeued, and on those that weren't and why."""
    for number, why in sorted(requeued.skipped.items()):
        yield f"Post {number} isn't put back: {why}."
    count = len(requeued.requeued)
    yield f"{_posts(count)} {'is' if count == 1 else 'are'} put back{'; the bot sends them soon' if count else ''}."


def _count_older(count: int, rows: Sequence[UndeliveredPost]) -> Iterator[str]:
    if count > len(rows):
        yield f"{'':8}  ... and {count - len(rows):,} older"


def _match(row: UndeliveredPost) -> str:
    return f"#{row.match_id}" if row.match_id else "-"


def _posts(count: int) -> str:
    return f"{count:,} {'post' if count == 1 else 'posts'}"


def _shorten(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 3]}..."
