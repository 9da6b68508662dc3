"""Run due jobs one by one. A job that fails is set aside with its reason, so the others don't wait for it."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, TypeAlias

from bot.logs.fields import request_fields
from bot.referee.context import rules_outside_transaction
from bot.referee.errors import RequestRejected
from storage.engine.database import StorageError, Tx, UnreadableRow
from storage.queries import failed_jobs

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from storage.queries.failed_jobs import JobKind

FindDue: TypeAlias = "Callable[[Context, Tx], Awaitable[Iterable[int]]]"
JobFunction: TypeAlias = "Callable[[Context, Tx, int], Awaitable[None]]"

log = logging.getLogger(__name__)
EXPECTED_ERRORS = (RequestRejected, UnreadableRow)
"""Errors whose message says all there is to know."""
FIRST_RETRY, LAST_RETRY = timedelta(minutes=1), timedelta(days=1)
_MOST_DOUBLINGS = (LAST_RETRY // FIRST_RETRY).bit_length()
"""Beyond them the wait is the longest one, and soon none that can be computed."""


@dataclass(frozen=True, slots=True)
class JobType:
    """What becomes due, and what is done then.

    `find_due` returns the keys of the jobs that are due; `run` checks whether there is still something to do. Jobs that
    were set aside are run when they are to be tried again; without `retry`, only if they are still due.
    """

    kind: JobKind
    find_due: FindDue
    run: JobFunction
    retry: bool = True


def retry_delay(failures: int) -> timedelta:
    """Return how long a job that failed so many times waits: twice as long each time, at most a day."""
    return min(FIRST_RETRY * 2 ** min(failures - 1, _MOST_DOUBLINGS), LAST_RETRY)


async def run_jobs(context: Context, types: Sequence[JobType]) -> int:
    """Run the jobs that are due, each in its own transaction, and return how many.

    All that is due is read in one transaction before the first one runs. A job that succeeds is no longer set aside.
    Raises `StorageError`.
    """
    async with context.database.read() as tx:
        kinds: list[JobKind] = [each.kind for each in types]
        retries = await failed_jobs.retry_times(tx, *kinds)
        found = [await _find_ready(context, tx, each, retries[each.kind]) for each in types]
    for job_type, keys in zip(types, found, strict=True):
        for key, failed_before in keys:
            await _run_job(context, job_type, key, failed_before=failed_before)
    return sum(map(len, found))


async def _find_ready(
    context: Context, tx: Tx, job_type: JobType, retries: Mapping[int, datetime]
) -> list[tuple[int, bool]]:
    """Return the keys of the jobs of a type to run now, and which of them failed before: those with `retries`."""
    due = list(await job_type.find_due(context, tx))
    failed = retries.keys() - set(due) if job_type.retry else ()
    return [(key, key in retries) for key in (*due, *failed) if retries.get(key, context.now()) <= context.now()]


@rules_outside_transaction
async def _run_job(context: Context, job_type: JobType, key: int, *, failed_before: bool) -> None:
    match = key if job_type.kind in failed_jobs.KINDS_OF_MATCHES else None
    with request_fields(f"{job_type.kind}-{key}", match=match):
        async with context.write() as tx, isolate_job(context, tx, job_type.kind, key):
            await job_type.run(context, tx, key)
            if failed_before:
                await failed_jobs.clear(tx, job_type.kind, key)


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
        failed = await failed_jobs.record_failure(tx, kind, key, " ".join(reason.split()), context.now(), retry_delay)
        if failed.failures == 1:
            trace = None if isinstance(error, EXPECTED_ERRORS) else error
            message = "Set aside %s, to be tried again in a minute: %s"
            log.error(message, failed.name, failed.reason, exc_info=trace)  # noqa: TRY400 - a traceback if unexpected
