"""Due jobs are done one by one: one that fails is set aside with its reason, and no other waits for it."""

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
"""What is raised with a sentence that says all there is to know."""


async def run_jobs(context: Context, kind: JobKind, keys: Iterable[int], work: JobFunction) -> None:
    """Do jobs of a kind, each in a transaction of its own, but for those that are set aside until later.

    `work` looks whether there is still something to do. What goes well is set aside no longer. Raises `StorageError`.
    """
    async with context.database.read() as tx:
        retries = await failed_jobs.retry_times(tx, kind)
    for key in keys:
        if key in retries and retries[key] > context.now():
            continue
        await _run_job(context, kind, key, work, again=key in retries)
        context.wake.set()


@rules_outside_transaction
async def _run_job(context: Context, kind: JobKind, key: int, work: JobFunction, *, again: bool) -> None:
    async with context.database.write() as tx, isolate_job(context, tx, kind, key):
        await work(context, tx, key)
        if again:
            await failed_jobs.clear(tx, kind, key)


@asynccontextmanager
async def isolate_job(context: Context, tx: Tx, kind: JobKind, key: int) -> AsyncGenerator[None]:
    """Do a job within a transaction. If it fails nothing of it stays, and it is set aside, which the log says once.

    Raises `StorageError`, which is no fault of the job.
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
            said = "Set aside %s, to be tried again in a minute: %s"
            log.error(said, failed.name, failed.reason, exc_info=trace)  # noqa: TRY400 - a traceback if unforeseen
