"""Due jobs that failed and wait to be tried again. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from storage.schema import failed_jobs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime, timedelta

    from sqlalchemy import Executable

    from storage.engine.database import Tx

JobKind: TypeAlias = Literal[
    "clock",
    "digest",
    "reminder",
    "silence",
    "challenge",
    "beat",
    "puzzle",
    "archive",
    "seat",
    "outcome",
    "tournament",
    "pairing",
    "withdrawal",
    "weekly",
    "overview",
    "deletion",
    "resignation",
    "vote",
    "offer",
]
_LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class FailedJob:
    """A job that failed `failures` times since a moment, last for a `reason`, and is tried again at `retry_at`.

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
        """The job in words."""
        return f"the {_NAMES[self.kind]}{self.key}"


_NAMES: Mapping[JobKind, str] = {
    "clock": "clock of match #",
    "digest": "daily list for person ",
    "reminder": "reminder for person ",
    "silence": "question about the silence in match #",
    "challenge": "end of challenge #",
    "beat": "beat of server ",
    "puzzle": "daily puzzle of server ",
    "archive": "archiving of the thread of match #",
    "seat": "week of open seat ",
    "outcome": "outcome of match #",
    "tournament": "event ",
    "pairing": "result in its event of match #",
    "withdrawal": "leave of a withdrawn player from match #",
    "weekly": "match of the week of server ",
    "overview": "overview of server ",
    "deletion": "deletion of what is kept of person ",
    "resignation": "resignation of a deleted player from match #",
    "vote": "end of the vote in match #",
    "offer": "end of the vote on offer ",
}
KINDS_OF_MATCHES = frozenset(kind for kind, name in _NAMES.items() if name.endswith("match #"))
"""The kinds of jobs whose key is a match."""

_THIS = (failed_jobs.c.kind == bindparam("of")) & (failed_jobs.c.key == bindparam("which"))
_ALL = select(*(failed_jobs.c[each.name] for each in fields(FailedJob)))
_IN_ORDER = _ALL.order_by(failed_jobs.c.since, failed_jobs.c.kind, failed_jobs.c.key)
_LOCK = _ALL.where(_THIS).with_for_update()
_ADD = insert(failed_jobs)
_CHANGE = update(failed_jobs).where(_THIS)
_REMOVE = delete(failed_jobs).where(_THIS)
_OF_KINDS = failed_jobs.c.kind.in_(bindparam("kinds", expanding=True))
_RETRIES = select(failed_jobs.c.kind, failed_jobs.c.key, failed_jobs.c.retry_at).where(_OF_KINDS)


async def list_all(tx: Tx) -> list[FailedJob]:
    """Return the failed jobs, oldest first."""
    return await _fetch(tx, _IN_ORDER, {})


async def retry_times(tx: Tx, *kinds: JobKind) -> dict[JobKind, dict[int, datetime]]:
    """Return when the failed jobs of each kind are tried again, by key."""
    found: dict[JobKind, dict[int, datetime]] = {kind: {} for kind in kinds}
    for row in await tx.execute(_RETRIES, {"kinds": kinds}):
        found[row.kind][row.key] = row.retry_at
    return found


async def record_failure(
    tx: Tx, kind: JobKind, key: int, reason: str, now: datetime, retry_delay: Callable[[int], timedelta]
) -> FailedJob:
    """Store that a job failed, and return it.

    `retry_delay` says how long to wait before the next try, from the number of failures, this one included.
    """
    this, told = {"of": kind, "which": key}, reason[:_LONGEST_REASON]
    before = next(iter(await _fetch(tx, _LOCK, this)), None)
    if before is None:
        made = FailedJob(kind, key, 1, told, now, now + retry_delay(1))
        try:
            async with tx.begin_nested():
                await tx.execute(_ADD, {each.name: getattr(made, each.name) for each in fields(FailedJob)})
        except IntegrityError:  # another process added the row first
            before = next(iter(await _fetch(tx, _LOCK, this)))
        else:
            return made
    failures = before.failures + 1
    failed = replace(before, failures=failures, reason=told, retry_at=now + retry_delay(failures))
    again = {"failures": failed.failures, "reason": failed.reason, "retry_at": failed.retry_at}
    await tx.execute(_CHANGE, this | again)
    return failed


async def clear(tx: Tx, kind: JobKind, key: int) -> None:
    """Remove a job that succeeded or isn't needed anymore."""
    await tx.execute(_REMOVE, {"of": kind, "which": key})


async def _fetch(tx: Tx, query: Executable, given: Mapping[str, Any]) -> list[FailedJob]:
    return [FailedJob(*row) for row in await tx.execute(query, given)]
