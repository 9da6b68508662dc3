"""Backups by the schedule: when they are due, made and checked, and which files of the folder go."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from multiprocessing import active_children
from typing import TYPE_CHECKING

import pytest

from bot.config import BackupSchedule, read_backup_schedule
from bot.health.server import describe_backups
from bot.metrics import Metrics
from bot.scheduled_backups import (
    BackupStatus,
    BackupWorker,
    backup_name,
    list_backups,
    make_backup,
    remove_old,
    remove_unfinished,
    unfinished_folder,
)
from storage.engine.database import Database, file_url
from storage.engine.errors import StorageError
from tests.database_template import create_database
from tests.storage.samples import move, new_match

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
TOO_LARGE = 2**43
"""Bytes of a file without content, more than any disk has that runs tests."""


class Desk:
    """A database with a match, a folder for its backups, and a worker whose clock the test sets."""

    def __init__(self, data: Path, keep: int = 2, *, makes_folder: bool = True) -> None:
        self.place = data / "turnpost.db"
        self.folder = data / "backups"
        self.time = NOON
        self.metrics = Metrics()
        self.worker = BackupWorker(
            BackupSchedule("daily", keep),
            file_url(self.place),
            self.folder,
            lambda: self.time,
            self.metrics,
            makes_folder=makes_folder,
        )

    @property
    def names(self) -> list[str]:
        return sorted(path.name for path in self.folder.iterdir())

    @property
    def problems(self) -> list[str]:
        return list(describe_backups(self.worker.status, self.time))

    def metric(self, name: str) -> float | None:
        return self.metrics.registry.get_sample_value(f"turnpost_backup_{name}")

    async def round_after(self, length: timedelta) -> None:
        """Let time pass, and the worker look what is due."""
        self.time += length
        await self.worker.run_round()


@pytest.fixture
async def desk(tmp_path: Path) -> Desk:
    return await with_match(Desk(tmp_path))


async def with_match(desk: Desk) -> Desk:
    database = await Database.open(await create_database(desk.place))
    async with database.write() as tx:
        await move(tx, await new_match(tx))
    await database.close()
    return desk


async def test_one_backup_a_day_is_made_of_a_record_in_use_and_two_stay(desk: Desk) -> None:
    desk.folder.mkdir()
    shutil.copy(desk.place, desk.folder / backup_name(NOON - DAY))
    database = await Database.open(file_url(desk.place))
    for day in range(2):
        async with database.write() as tx:
            await new_match(tx)
        await desk.round_after(DAY if day else timedelta())
        await desk.round_after(timedelta())
    await database.close()
    assert desk.names == [backup_name(NOON), backup_name(NOON + DAY)]
    newest = desk.folder / desk.names[-1]
    assert stat.S_IMODE(newest.stat().st_mode) == 0o600
    with closing(sqlite3.connect(newest)) as copy:
        assert copy.execute("SELECT count(*) FROM matches").fetchone() == (3,)
    assert desk.problems == []
    assert desk.metric("last_success_timestamp_seconds") == (NOON + DAY).timestamp()
    assert desk.metric("interval_seconds") == DAY.total_seconds()
    assert desk.metric("size_bytes") == newest.stat().st_size
    assert desk.metric("failures_total") == 0
    assert (desk.metric("duration_seconds") or 0) > 0


@pytest.mark.thorough
async def test_a_damaged_record_costs_no_good_backup_and_is_told(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    await desk.worker.run_round()
    whole = desk.place.read_bytes()
    desk.place.write_bytes(whole[:4096] + b"\xaa" * 8192 + whole[12288:])
    for length in (DAY, MINUTE / 2, MINUTE, MINUTE):  # tried at once, after one minute, after two
        await desk.round_after(length)
    assert desk.names == [backup_name(NOON)]
    assert desk.metric("failures_total") == 2
    assert desk.metric("last_success_timestamp_seconds") == NOON.timestamp()
    (problem,) = desk.problems
    assert problem.startswith(f"The backup failed, and is tried again: The database {desk.place} is damaged")
    assert f"tried again in 2 min: The database {desk.place} is damaged" in caplog.text
    await desk.round_after(2 * DAY)
    assert desk.problems[1] == (
        "The last good backup is of 2026-03-01 12:00 UTC, but TURNPOST_BACKUPS asks for one daily; see the log."
    )
    desk.place.write_bytes(whole)
    await desk.round_after(timedelta(hours=1))
    assert desk.problems == []
    assert desk.names == [backup_name(NOON), backup_name(desk.time)]


async def test_a_folder_that_is_away_is_told_and_not_made_where_it_was_named(tmp_path: Path) -> None:
    desk = Desk(tmp_path, makes_folder=False)
    await desk.worker.run_round()
    assert not desk.folder.exists()
    said = f"The backup failed, and is tried again: The folder {desk.folder} can't be used (No such file or directory)."
    assert desk.problems == [said]
    desk.folder.touch()
    await desk.round_after(MINUTE)
    assert desk.problems == [said.replace("No such file or directory", "Not a directory")]
    assert desk.metric("failures_total") == 2


async def test_a_backup_that_would_fill_the_disk_is_not_begun(desk: Desk) -> None:
    desk.folder.mkdir()
    with (desk.folder / backup_name(NOON - 9 * DAY)).open("wb") as earlier:
        earlier.truncate(TOO_LARGE)
    await desk.worker.run_round()
    (problem,) = desk.problems
    assert f"The disk that holds {desk.folder} has " in problem
    assert "and a backup needs 8,388,672 MiB; free some space." in problem
    assert desk.names == [backup_name(NOON - 9 * DAY)]


@pytest.mark.thorough
async def test_a_backup_by_a_clock_that_was_ahead_keeps_none_from_being_made(desk: Desk) -> None:
    desk.folder.mkdir()
    shutil.copy(desk.place, desk.folder / backup_name(NOON + 300 * DAY))
    await desk.worker.run_round()
    assert backup_name(NOON) in desk.names
    assert desk.worker.status.last == NOON


@pytest.mark.thorough
async def test_a_process_that_is_killed_leaves_nothing_and_the_next_one_succeeds(desk: Desk) -> None:
    making = asyncio.create_task(desk.worker.run_round())
    while not (children := active_children()):  # noqa: ASYNC110 - a process tells nobody that it began
        await asyncio.sleep(0.01)
    for child in children:
        child.kill()
    await making
    assert desk.names == []
    assert "The process that made it was killed; look whether" in desk.problems[0]
    await desk.round_after(MINUTE)
    assert desk.names == [backup_name(desk.time)]


async def test_a_stop_ends_a_backup_that_is_being_made(desk: Desk) -> None:
    desk.worker.start()
    while not active_children():  # noqa: ASYNC110 - as above
        await asyncio.sleep(0.01)
    await desk.worker.stop()
    assert active_children() == []


def test_a_failed_backup_leaves_neither_a_file_nor_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    with pytest.raises(StorageError, match="There is no database"):
        make_backup(file_url(tmp_path / "none.db"), folder, NOON)
    assert list(folder.iterdir()) == []
    with pytest.raises(StorageError, match=r"can't be written|has .* free"):
        make_backup(file_url(tmp_path / "none.db"), tmp_path / "nowhere", NOON)


@pytest.mark.thorough
async def test_a_record_on_postgres_is_backed_up_the_same_way(postgres: Server, tmp_path: Path) -> None:
    url = await postgres.create()
    database = await Database.open(url)
    async with database.write() as tx:
        await new_match(tx)
    await database.close()
    made = await asyncio.to_thread(make_backup, url, tmp_path, NOON)
    assert made == tmp_path / backup_name(NOON)
    with closing(sqlite3.connect(made)) as copy:
        assert copy.execute("SELECT count(*) FROM matches").fetchone() == (1,)


def test_a_bot_that_was_down_for_days_is_given_time_to_make_one() -> None:
    status = BackupStatus(BackupSchedule("daily", 2), NOON, last=NOON - 9 * DAY)
    assert list(describe_backups(status, NOON + MINUTE)) == []
    assert len(list(describe_backups(status, NOON + 3 * DAY))) == 1
    never = BackupStatus(BackupSchedule("hourly", 2), NOON)
    assert list(describe_backups(never, NOON + DAY)) == [
        "There is no backup, but TURNPOST_BACKUPS asks for one hourly; see the log."
    ]


FOREIGN = (
    "turnpost.db",
    "turnpost-before-the-move.db",
    "turnpost-20260101T000000Z.db.gz",
    "my-turnpost-20260101T000000Z.db",
    "turnpost-20261399T000000Z.db",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with backups of five days, and with what others have put there."""
    for name in (*map(backup_name, days(5)), *FOREIGN):
        (tmp_path / name).write_text(name)
    (tmp_path / "turnpost-20250101T000000Z.db").symlink_to(tmp_path / FOREIGN[0])
    (tmp_path / "turnpost-20250102T000000Z.db").mkdir()
    return tmp_path


def days(count: int) -> list[datetime]:
    return [NOON - number * DAY for number in range(count)]


def test_backups_are_known_by_their_names_the_newest_first(folder: Path) -> None:
    found = list_backups(folder)
    assert [backup.at for backup in found] == days(5)
    assert found[0].file == folder / "turnpost-20260301T120000Z.db"
    assert found[0].size == len(found[0].file.name)


def test_the_oldest_go_and_nothing_that_others_have_put_there(folder: Path) -> None:
    others = {path.name for path in folder.iterdir()} - set(map(backup_name, days(5)))
    remove_old(folder, 2, folder / backup_name(NOON))
    assert {path.name for path in folder.iterdir()} == others | set(map(backup_name, days(2)))
    assert len(others) == len(FOREIGN) + 2


@pytest.mark.parametrize("keep", [1, 2, 9])
def test_the_one_just_made_stays_though_the_clock_was_ahead_before(folder: Path, keep: int) -> None:
    made = folder / backup_name(NOON - 4 * DAY)
    remove_old(folder, keep, made)
    kept = [backup.at for backup in list_backups(folder)]
    assert kept == sorted({*days(4)[: keep - 1], NOON - 4 * DAY}, reverse=True)


def test_what_a_killed_process_left_is_removed(folder: Path) -> None:
    before = {path.name for path in folder.iterdir()}
    left = unfinished_folder(folder, NOON)
    left.mkdir()
    (left / "turnpost.db.partial").touch()
    (kept := folder / ".unfinished-work").mkdir()
    remove_unfinished(folder)
    assert {path.name for path in folder.iterdir()} == before | {kept.name}


HALF_PAST_NOON = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)  # a Wednesday
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("daily keep 14", BackupSchedule("daily", 14)),
        ("hourly keep 48", BackupSchedule("hourly", 48)),
        ("weekly keep 8", BackupSchedule("weekly", 8)),
        ("  Daily   KEEP 3 ", BackupSchedule("daily", 3)),
        ("daily", BackupSchedule("daily", 14)),
        ("hourly", BackupSchedule("hourly", 48)),
        ("weekly", BackupSchedule("weekly", 8)),
        ("", None),
        ("  ", None),
    ],
)
def test_the_forms_of_the_setting(text: str, schedule: BackupSchedule | None) -> None:
    assert read_backup_schedule(text) == schedule


@pytest.mark.parametrize("text", ["dayly", "daily keep", "daily keep 0", "daily keep -1", "daily 14", "keep 14", "1d"])
def test_anything_else_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(ValueError, match=r"^TURNPOST_BACKUPS is `hourly`, `daily` or `weekly`.*`daily keep 14`; not"):
        read_backup_schedule(text)


@pytest.mark.parametrize(
    ("name", "begin"),
    [
        ("hourly", datetime(2026, 3, 4, 12, tzinfo=UTC)),
        ("daily", datetime(2026, 3, 4, tzinfo=UTC)),
        ("weekly", datetime(2026, 3, 2, tzinfo=UTC)),
    ],
)
def test_one_backup_is_due_in_each_period(name: str, begin: datetime) -> None:
    schedule = BackupSchedule(name, 9)
    assert schedule.is_due(None, HALF_PAST_NOON)
    assert schedule.is_due(begin - SECOND, HALF_PAST_NOON)
    assert not schedule.is_due(begin, HALF_PAST_NOON)
    assert not schedule.is_due(HALF_PAST_NOON, HALF_PAST_NOON)
    assert schedule.is_due(HALF_PAST_NOON, begin + schedule.interval)


def test_a_backup_is_overdue_once_one_was_missed() -> None:
    schedule = BackupSchedule("daily", 9)
    assert not schedule.is_overdue(HALF_PAST_NOON, HALF_PAST_NOON + DAY + 23 * HOUR)
    assert schedule.is_overdue(HALF_PAST_NOON, HALF_PAST_NOON + 2 * DAY + SECOND)
