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

    from bot.referee.context import Context
    from storage.tables.failed_jobs import JobKind

JobFunction: TypeAlias = "Callable[[Context, Tx, int], Awaitable[None]]"

log = logging.getLogger(__name__)
EXPECTED_ERRORS = (RequestRejected, UnreadableRow)
"""Errors whose message says all there is to know."""


async def run_jobs(context: Context, kind: JobKind, keys: Iterable[int], work: JobFunction) -> None:
    """Run jobs of a kind, each in its own transaction, except those that are set aside until later.

    `work` checks whether there is still something to do. A job that succeeds is no longer set aside. Raises
    `StorageError`.
    """
    async with context.database.read() as tx:
        retries = await failed_jobs.retry_times(tx, kind)
    for key in keys:
        if key in retries and retries[key] > context.now():
            continue
        await _run_job(context, kind, key, work, failed_before=key in retries)
        context.wake.set()


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
