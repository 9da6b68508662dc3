"""What a replaced database shows of people who deleted their data after a backup was made."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from storage.backup.deleted_people import find_deleted_people
from storage.engine.database import Database
from storage.queries.rows import FORMER_IDS
from tests.database_template import create_database
from tests.storage.samples import ANN, BOB, move, new_match

if TYPE_CHECKING:
    from pathlib import Path

MOVER, OTHER = ANN.id, BOB.id
FORMER = FORMER_IDS.start


def change(file: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement, values)


@pytest.fixture
async def backup(tmp_path: Path) -> Path:
    """A database of a match with one move, closed, with a salt, in which nobody is known but the players."""
    path = tmp_path / "backup.db"
    database = await Database.open(await create_database(path))
    async with database.write() as tx:
        await move(tx, await new_match(tx))
    await database.close()
    change(path, "DELETE FROM meta WHERE key = 'salt'")
    change(path, "INSERT INTO meta VALUES ('salt', '0a1b2c')")
    return path


@pytest.fixture
def replaced(backup: Path, tmp_path: Path) -> Path:
    """A later state of that database: so far the same."""
    return shutil.copyfile(backup, tmp_path / "replaced.db")


@pytest.mark.parametrize("salt", ["0a1b2c", "fedcba"])
@pytest.mark.parametrize(
    ("former", "found"),
    [(FORMER - 1, []), (FORMER, [MOVER]), (FORMER_IDS.stop - 1, [MOVER]), (FORMER_IDS.stop, [])],
)
def test_a_move_of_a_former_player_tells_whose_it_was(
    backup: Path, replaced: Path, salt: str, former: int, found: list[int]
) -> None:
    change(replaced, "UPDATE meta SET value = ? WHERE key = 'salt'", salt)
    assert find_deleted_people(backup, replaced) == []
    change(replaced, "UPDATE events SET user_id = ?", former)
    change(replaced, "UPDATE seats SET user_id = -seat")
    assert find_deleted_people(backup, replaced) == found
    assert find_deleted_people(replaced, backup) == []
    assert find_deleted_people(replaced, replaced) == [], "who was deleted before the backup, too"


@pytest.mark.parametrize(
    ("former", "found"),
    [(FORMER - 1, []), (FORMER, [OTHER]), (FORMER_IDS.stop - 1, [OTHER]), (FORMER_IDS.stop, [])],
)
def test_a_seat_of_a_former_player_tells_it_in_a_later_state_alone(
    backup: Path, replaced: Path, former: int, found: list[int]
) -> None:
    change(replaced, "UPDATE seats SET user_id = ? WHERE user_id = ?", former, OTHER)
    assert find_deleted_people(backup, replaced) == found
    change(replaced, "UPDATE events SET user_id = ?", OTHER)
    assert find_deleted_people(backup, replaced) == [], "somebody else had taken the seat"
    change(replaced, "UPDATE events SET user_id = ?", MOVER)
    change(replaced, "UPDATE meta SET value = 'fedcba' WHERE key = 'salt'")
    assert find_deleted_people(backup, replaced) == [], "it was restored since"
    change(replaced, "DELETE FROM meta")
    change(backup, "DELETE FROM meta")
    assert find_deleted_people(backup, replaced) == [], "no bot ran on either"


@pytest.mark.parametrize("lost", ["people", "puzzle_attempts"])
def test_what_a_person_chose_or_solved_is_gone_with_them(backup: Path, replaced: Path, lost: str) -> None:
    for file in (backup, replaced):
        change(file, "INSERT INTO puzzle_attempts VALUES (7, 'xong', 1, 0, 0, 0)")
        change(file, "INSERT INTO people (user_id, look, preferences) VALUES (7, '{}', '{}')")
    assert find_deleted_people(backup, replaced) == []
    change(replaced, f"DELETE FROM {lost}")  # noqa: S608 - our own names
    assert find_deleted_people(backup, replaced) == [7]
    assert find_deleted_people(replaced, backup) == []


def test_people_who_asked_are_found_unless_the_backup_has_nothing_of_them_or_knows_it(
    backup: Path, replaced: Path
) -> None:
    change(replaced, "INSERT INTO deletions VALUES (?, 0, NULL), (?, 0, 1), (999, 0, NULL)", MOVER, OTHER)
    assert find_deleted_people(backup, replaced) == sorted((MOVER, OTHER))
    change(backup, "INSERT INTO deletions VALUES (?, 0, NULL)", MOVER)
    assert find_deleted_people(backup, replaced) == [OTHER]
    change(backup, "DROP TABLE deletions")  # as in an early release
    assert find_deleted_people(backup, replaced) == sorted((MOVER, OTHER))
    change(replaced, "DROP TABLE deletions")
    assert find_deleted_people(backup, replaced) == []


def test_of_what_cannot_be_read_nothing_is_known(backup: Path, replaced: Path, tmp_path: Path) -> None:
    replaced.write_bytes(b"not a database " * 1000)
    assert find_deleted_people(backup, replaced) is None
    assert find_deleted_people(backup, tmp_path / "nowhere.db") is None
