"""What the operator's commands share: the database, the error, counts in words, and files that they write."""

from __future__ import annotations

import sys
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from random import SystemRandom
from typing import TYPE_CHECKING, BinaryIO

from bot import plugins
from bot.referee.context import Context
from storage.engine.database import Database
from storage.engine.private_files import create_file

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator
    from pathlib import Path

    from bot.config import Settings


def plural(number: int, one: str, many: str) -> str:
    """Return a number with its noun.

    >>> plural(1, "match", "matches"), plural(1200, "match", "matches")
    ('1 match', '1,200 matches')
    """
    return f"{number:,} {one if number == 1 else many}"


def count_all(matches: int, events: int) -> str:
    """Return the numbers of matches and of their events."""
    return f"{plural(matches, 'match', 'matches')}, {plural(events, 'event', 'events')}"


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncGenerator[Database]:
    """Open the database beside a bot that may be running. Raises `StorageError`."""
    database = await Database.open_existing(settings.database)
    try:
        yield database
    finally:
        await database.close()


def make_context(database: Database) -> Context:
    """Return what the referee works with, on an open database."""
    return Context(database, plugins.read().games, now=lambda: datetime.now(UTC), rng=SystemRandom())


class CommandError(Exception):
    """A command that can't be carried out. The message is one sentence."""


@contextmanager
def open_output(target: Path | None) -> Generator[BinaryIO]:
    """Open standard output, or a new file, which is deleted if it can't be written completely.

    Only the user that runs the command can read the file.

    Raises `CommandError`.
    """
    if target is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        create_file(target)
        file = target.open("wb")
    except FileExistsError:
        raise CommandError(f"{target} exists already; name a new file.") from None
    except OSError as error:
        raise CommandError(f"{target} cannot be written ({error.strerror}).") from error
    try:
        with file:
            yield file
    except BaseException as error:
        target.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise CommandError(f"{target} cannot be written ({error.strerror}).") from error
        raise
