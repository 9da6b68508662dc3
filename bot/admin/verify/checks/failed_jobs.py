"""Check the jobs that were set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from bot.match_files.log_checks import AHEAD
from bot.referee.job_runner import LAST_RETRY
from storage.queries.failed_jobs import JobKind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from storage.queries.inspection import Row

JOBS = frozenset(get_args(JobKind))


def check_job(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a failed job, as clauses."""
    if row["kind"] not in JOBS or row["failures"] < 1:
        yield f"is of kind `{row['kind']}` and failed {row['failures']} times, which can't be"
    if row["since"] > now + AHEAD or not row["since"] <= row["retry_at"] <= now + AHEAD + LAST_RETRY:
        yield f"failed at {row['since']} and is tried again at {row['retry_at']}, which can't be"
