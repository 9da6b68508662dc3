"""What the bot wrote down, read from its database while it runs or after it ended."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from storage import events, matches, outbox, schema
from storage.database import Database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from storage.database import Tx
    from storage.records import Event, Match

    Row = dict[str, Any]


@dataclass(frozen=True)
class Record:
    """Everything in a database: matches and their logs by number, rows of the outbox and challenges by id."""

    matches: dict[int, Match]
    logs: dict[int, list[Event]]
    posts: dict[int, Row]
    challenges: dict[int, Row]


async def match(url: str, number: int) -> Match:
    """Return one match: people read from its picture what only the record knows in words, as a board drawn by lot."""
    async with _reading(url) as tx:
        return await matches.sure(tx, number)


async def everything(url: str) -> Record:
    """Return the whole record."""
    async with _reading(url) as tx:
        found = {one.id: one for one in await matches.where(tx)}
        logs = {number: await events.of_match(tx, number) for number in found}
        posts = {row["id"]: dict(row) for row in (await tx.execute(select(schema.outbox))).mappings()}
        issued = {row["id"]: dict(row) for row in (await tx.execute(select(schema.challenges))).mappings()}
    return Record(found, logs, posts, issued)


async def backlog(url: str) -> int:
    """Return how many rows of the outbox are neither sent nor given up."""
    async with _reading(url) as tx:
        return await outbox.backlog(tx)


@asynccontextmanager
async def _reading(url: str) -> AsyncGenerator[Tx]:
    database = await Database.existing(url)
    try:
        async with database.read() as tx:
            yield tx
    finally:
        await database.close()
