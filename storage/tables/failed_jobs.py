"""Due jobs that failed and wait to be tried again. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.tables.schema import failed_jobs

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import Executable

    from storage.engine.database import Tx

JobKind: TypeAlias = Literal["clock", "digest", "challenge", "beat"]
FIRST_RETRY, LAST_RETRY = timedelta(minutes=1), timedelta(days=1)
_LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job that failed, `failures` times since a moment, for a `reason` in words, and is tried again at `retry_at`.

    The `key` of a clock is its match, that of a digest its person, that of a beat its guild.
    """

    kind: JobKind
    key: int
    failures: int
    reason: str
    since: datetime
    retry_at: datetime

    @property
    def name(self) -> str:
        """What the job is about, in words."""
        return f"the {_NAMES[self.kind]}{self.key}"


_NAMES: Mapping[JobKind, str] = {
    "clock": "clock of match #",
    "digest": "daily list for person ",
    "challenge": "end of challenge #",
    "beat": "beat of server ",
}
_THIS = (failed_jobs.c.kind == bindparam("of")) & (failed_jobs.c.key == bindparam("which"))
_OF_KIND = failed_jobs.c.kind == bindparam("of")
_ALL = select(*(failed_jobs.c[each.name] for each in fields(FailedJob)))
_IN_ORDER = _ALL.order_by(failed_jobs.c.since, failed_jobs.c.kind, failed_jobs.c.key)
_HOLD = _ALL.where(_THIS).with_for_update()
_ADD = insert(failed_jobs)
_CHANGE = update(failed_jobs).where(_THIS)
_REMOVE = delete(failed_jobs).where(_THIS)
_KEYS = select(failed_jobs.c.key, failed_jobs.c.retry_at).where(_OF_KIND)


async def list_all(tx: Tx) -> list[FailedJob]:
    """Return the jobs that are set aside, those first that have been so for the longest."""
    return await _those(tx, _IN_ORDER, {})


async def retry_times(tx: Tx, kind: JobKind) -> dict[int, datetime]:
    """Return when the jobs of a kind that are set aside are tried again, by key."""
    return {row.key: row.retry_at for row in await tx.execute(_KEYS, {"of": kind})}


async def record_failure(tx: Tx, kind: JobKind, key: int, reason: str, now: datetime) -> FailedJob:
    """Note that a job failed at a moment, and return what is known of it.

    It is tried again a minute later, and each time it fails again after twice as long, a day at most.
    """
    this, told = {"of": kind, "which": key}, reason[:_LONGEST_REASON]
    before = next(iter(await _those(tx, _HOLD, this)), None)
    if before is None:
        made = FailedJob(kind, key, 1, told, now, now + FIRST_RETRY)
        try:
            async with tx.begin_nested():
                await tx.execute(_ADD, {each.name: getattr(made, each.name) for each in fields(FailedJob)})
        except IntegrityError:  # another process was quicker
            before = next(iter(await _those(tx, _HOLD, this)))
        else:
            return made
    wait = min(FIRST_RETRY * 2 ** min(before.failures, 20), LAST_RETRY)
    failed = replace(before, failures=before.failures + 1, reason=told, retry_at=now + wait)
    again = {"failures": failed.failures, "reason": failed.reason, "retry_at": failed.retry_at}
    await tx.execute(_CHANGE, this | again)
    return failed


async def clear(tx: Tx, kind: JobKind, key: int) -> None:
    """Let a job no longer be set aside: it went well, or there is nothing left to do."""
    await tx.execute(_REMOVE, {"of": kind, "which": key})


async def _those(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[FailedJob]:
    return [FailedJob(*row) for row in await tx.execute(query, given)]
