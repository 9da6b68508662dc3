"""Due jobs are done one by one: one that fails is set aside with its reason, and no other waits for it."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

from bot.referee.answers import Refused
from bot.referee.thought import think_between
from storage import jobs
from storage.database import StorageError, Tx, Unreadable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable

    from bot.referee.table import Table
    from storage.jobs import JobKind

Work: TypeAlias = "Callable[[Table, Tx, int], Awaitable[None]]"

log = logging.getLogger(__name__)
FORESEEN = (Refused, Unreadable)
"""What is raised with a sentence that says all there is to know."""


async def do_each(table: Table, kind: JobKind, keys: Iterable[int], work: Work) -> None:
    """Do jobs of a kind, each in a transaction of its own, but for those that are set aside until later.

    `work` looks whether there is still something to do. What goes well is set aside no longer. Raises `StorageError`.
    """
    async with table.database.read() as tx:
        retries = await jobs.retries(tx, kind)
    for key in keys:
        if key in retries and retries[key] > table.now():
            continue
        await _do(table, kind, key, work, again=key in retries)
        table.wake.set()


@think_between
async def _do(table: Table, kind: JobKind, key: int, work: Work, *, again: bool) -> None:
    async with table.database.write() as tx, apart(table, tx, kind, key):
        await work(table, tx, key)
        if again:
            await jobs.put_back(tx, kind, key)


@asynccontextmanager
async def apart(table: Table, tx: Tx, kind: JobKind, key: int) -> AsyncGenerator[None]:
    """Do a job within a transaction. If it fails nothing of it stays, and it is set aside, which the log says once.

    Raises `StorageError`, which is no fault of the job.
    """
    try:
        async with tx.begin_nested():
            yield
    except StorageError:
        raise
    except Exception as error:
        reason = str(error) if isinstance(error, FORESEEN) else f"{type(error).__name__}: {error}".removesuffix(": ")
        failed = await jobs.put_aside(tx, kind, key, " ".join(reason.split()), table.now())
        if failed.failures == 1:
            trace = None if isinstance(error, FORESEEN) else error
            said = "Set aside %s, to be tried again in a minute: %s"
            log.error(said, failed.name, failed.reason, exc_info=trace)  # noqa: TRY400 - a traceback if unforeseen
