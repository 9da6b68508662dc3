"""Run due jobs one by one. A job that fails is set aside with its reason, so the others don't wait for it."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

from bot.referee.errors import RequestRejected
from bot.referee.offload import rules_outside_transaction
from storage.engine.database import StorageError, Tx, UnreadableRow
from storage.tables import failed_jobs

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
    from datetime import datetime

    from bot.referee.context import Context
    from storage.tables.failed_jobs import JobKind

FindDue: TypeAlias = "Callable[[Tx, datetime], Awaitable[Iterable[int]]]"
JobFunction: TypeAlias = "Callable[[Context, Tx, int], Awaitable[None]]"

log = logging.getLogger(__name__)
EXPECTED_ERRORS = (RequestRejected, UnreadableRow)
"""Errors whose message says all there is to know."""


async def run_jobs(context: Context, kind: JobKind, find_due: FindDue, work: JobFunction, *, retry: bool = True) -> int:
    """Run the jobs of a kind that are due, each in its own transaction, and return how many.

    Jobs that were set aside are run when they are to be tried again; without `retry`, only if they are still due.
    `work` checks whether there is still something to do. A job that succeeds is no longer set aside. Raises
    `StorageError`.
    """
    async with context.database.read() as tx:
        due = list(await find_due(tx, context.now()))
        retries = await failed_jobs.retry_times(tx, kind)
    failed = retries.keys() - set(due) if retry else ()
    ready = [key for key in (*due, *failed) if key not in retries or retries[key] <= context.now()]
    for key in ready:
        await _run_job(context, kind, key, work, failed_before=key in retries)
        context.wake.set()
    return len(ready)


@rules_outside_transaction
async def _run_job(context: Context, kind: JobKind, key: int, work: JobFunction, *, failed_before: bool) -> None:
    async with context.database.write() as tx, isolate_job(context, tx, kind, key):
        await work(context, tx, key)
        if failed_before:
            await failed_jobs.clear(tx, kind, key)


@asynccontextmanager
async def isolate_job(context: Context, tx: Tx, kind: JobKind, key: int) -> AsyncGenerator[None]:
    """Run a job within a transaction. If it fails, undo it and set it aside; the first failure is logged.

    `StorageError` is raised instead: it isn't the job's fault.
    """
    try:
        async with tx.begin_nested():
            yield
    except StorageError:
        raise
    except Exception as error:
        reason = (
            str(error) if isinstance(error, EXPECTED_ERRORS) else f"{type(error).__name__}: {error}".removesuffix(": ")
        )
        failed = await failed_jobs.record_failure(tx, kind, key, " ".join(reason.split()), context.now())
        if failed.failures == 1:
            trace = None if isinstance(error, EXPECTED_ERRORS) else error
            message = "Set aside %s, to be tried again in a minute: %s"
            log.error(message, failed.name, failed.reason, exc_info=trace)  # noqa: TRY400 - a traceback if unexpected
