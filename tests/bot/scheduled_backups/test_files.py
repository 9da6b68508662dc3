"""The folder of backups: which files are backups of ours, and which of them go."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.scheduled_backups import backup_name, list_backups, remove_old, remove_unfinished, unfinished_folder

if TYPE_CHECKING:
    from pathlib import Path

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
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
