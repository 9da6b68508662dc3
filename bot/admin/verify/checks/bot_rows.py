"""Checks of the bot's own rows: outages, vacations, read markers, answers to puzzles, failed jobs, key-value pairs."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, get_args

from discord.utils import time_snowflake

from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.clocks.vacation import DAYS_A_YEAR
from bot.referee.job_runner import LAST_RETRY
from storage.queries.failed_jobs import JobKind
from storage.queries.row_ids import IMPORTED, SKIPPED, read_imports, read_skipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from storage.queries.inspection import Row

JOBS = frozenset(get_args(JobKind))
LONGEST_VACATION = timedelta(days=2 * DAYS_A_YEAR + 2)
"""The days of two years, and those on which a vacation begins and ends in any time zone."""
_SALT = re.compile(r"[0-9a-f]{6}")


def check_intervals(
    rows: Sequence[Row], now: datetime, *, longest: timedelta | None = None
) -> Iterator[tuple[Row, str]]:
    """Yield the invalid intervals of one person or guild, each with the reason.

    Without `longest` all must have ended; with it they can lie ahead but last no longer. None may overlap.
    """
    before: datetime | None = None
    for row in sorted(rows, key=lambda each: each["began_at"]):
        began, ended = row["began_at"], row["ended_at"]
        if ended < began or began > now + AHEAD or (longest is None and ended > now + AHEAD):
            yield row, f"lasts from {began} to {ended}, which can't be"
        elif longest is not None and ended - began > longest:
            yield row, f"lasts from {began} to {ended}, longer than may be"
        elif before is not None and began < before - SKEW:
            yield row, f"begins at {began}, before the one before it ends"
        before = ended


def check_read_marker(row: Row, now: datetime) -> Iterator[str]:
    """Yield a read marker in the future, with which no more messages would be read."""
    if row["message_id"] > time_snowflake(now + AHEAD):
        yield f"was read up to message {row['message_id']}, which is of the future"


def check_puzzle_attempt(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with what is stored of a person's answers to a puzzle, as clauses."""
    tried, solved = row["tried_at"], row["solved_at"]
    if row["number"] < 1 or row["user_id"] < 1:
        yield "is no puzzle, or no person"
    if tried > now + AHEAD or (solved is not None and not tried <= solved <= now + AHEAD):
        yield f"tried it at {tried} and solved it at {solved}, which can't be"
    if not row["failed"] and solved != tried:
        yield f"answered at {tried} without a mistake, and solved it at {solved}"


def check_deletion(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a person's request to be deleted, as clauses."""
    asked, erased = row["asked_at"], row["erased_at"]
    if row["user_id"] < 1:
        yield "is no person"
    if asked > now + AHEAD or (erased is not None and not asked - SKEW <= erased <= now + AHEAD):
        yield f"asked for their deletion at {asked}, which was done at {erased}, and that can't be"


def check_job(row: Row, now: datetime) -> Iterator[str]:
    """Yield what is wrong with a failed job, as clauses."""
    if row["kind"] not in JOBS or row["failures"] < 1:
        yield f"is of kind `{row['kind']}` and failed {row['failures']} times, which can't be"
    if row["since"] > now + AHEAD or not row["since"] <= row["retry_at"] <= now + AHEAD + LAST_RETRY:
        yield f"failed at {row['since']} and is tried again at {row['retry_at']}, which can't be"


def check_key_values(facts: Mapping[str, str], *, posted: bool) -> Iterator[str]:
    """Yield what is wrong with the key-value pairs; `posted` says whether anything was ever posted."""
    salt = facts.get("salt")
    if posted and salt is None:
        yield "the salt of its posts is lost: what is tried again may come twice"
    if read_imports(facts.get(IMPORTED)) is None or read_skipped(facts.get(SKIPPED)) is None:
        yield "what is kept of imports and of skipped numbers can't be read"
    if salt is not None and not _SALT.fullmatch(salt):
        yield f"the salt of its posts is stored as `{salt}`, which is none"
