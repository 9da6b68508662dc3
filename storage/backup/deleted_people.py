"""Find the people who deleted their data after a backup was made, in the database that it replaces. All calls block.

A deletion is forgotten a minute after it is done, as PRIVACY.md promises. What stays is the id of a former player where
the person's was.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from storage.backup.check import connect_readonly
from storage.queries.personal_data import DELETED, RENAMED
from storage.queries.rows import FORMER_IDS
from storage.schema import events

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sqlalchemy import Column

_FORMER = f"BETWEEN {FORMER_IDS.start} AND {FORMER_IDS.stop - 1}"
_ASKED = "SELECT user_id FROM {}.deletions"
_MOVED = (
    "SELECT old.user_id FROM main.matches AS known JOIN replaced.matches AS same USING (id, game, created_at) "  # noqa: S608 - our own number
    "JOIN main.events AS old ON old.match_id = known.id "
    "JOIN replaced.events AS new ON new.match_id = old.match_id AND new.seq = old.seq AND new.at = old.at "
    f"WHERE new.user_id {_FORMER}"
)
"""Those whose moves were made by a former player. Numbers of matches are given again after a restoration, so a match is
known by when it began, too."""
_IS_CONTINUED = "SELECT 1 FROM main.meta JOIN replaced.meta USING (key, value) WHERE key = 'salt'"
"""Whether one database was a state of the other: a restored one gets a salt of its own."""


def find_deleted_people(backup: Path, replaced: Path) -> list[int] | None:
    """Return the ids of people who are in a backup and deleted their data in the database that it replaces.

    They asked in that and not yet in the backup, or their moves are those of a former player there. If the database is
    a later state of the one that was backed up, a former player has their seat or place in an event, or their
    preferences or puzzles are gone, too; otherwise these differences can have other reasons. People who only watched or
    took a vacation aren't found. Returns None if the replaced database can't be read.
    """
    with closing(connect_readonly(backup)) as connection:
        try:
            connection.execute("ATTACH ? AS replaced", (f"{replaced.absolute().as_uri()}?mode=ro",))
            connection.execute("SELECT count(*) FROM replaced.sqlite_master")
            found = (_select(connection, _ASKED.format("replaced")) | _select(connection, _MOVED)) & _all_people(
                connection, "main", (*RENAMED, *DELETED)
            )
            if _select(connection, _IS_CONTINUED):
                found |= _find_gone(connection)
            return sorted(found - _select(connection, _ASKED.format("main")))
        except sqlite3.Error:
            return None


def _find_gone(connection: sqlite3.Connection) -> set[int]:
    """Return who is gone from a later state of the database, which nothing but a deletion brings about."""
    former: set[int] = set()
    for column in (each for each in RENAMED if each is not events.c.user_id and not each.primary_key):
        former |= _select(connection, _replaced_in(column))
    alone: set[int] = set()
    for table in ("people", "puzzle_attempts"):
        gone = f"SELECT user_id FROM main.{table} WHERE user_id NOT IN (SELECT user_id FROM replaced.{table})"  # noqa: S608 - our own names
        alone |= _select(connection, gone)
    # Somebody else may have taken a seat, or a place in a challenge, before that person was deleted.
    return alone | (former - _all_people(connection, "replaced", RENAMED))


def _replaced_in(column: Column[Any]) -> str:
    """Return the query for the ids of people in a column in whose place a former player is now."""
    table, name = column.table.name, column.name
    same = " AND ".join(f'old."{key.name}" = new."{key.name}"' for key in column.table.primary_key)
    return (
        f'SELECT old."{name}" FROM main.{table} AS old JOIN replaced.{table} AS new ON {same} '  # noqa: S608 - our own names
        f'WHERE new."{name}" {_FORMER} AND old."{name}" > 0 AND old."{name}" NOT {_FORMER}'
    )


def _all_people(connection: sqlite3.Connection, database: str, columns: Iterable[Column[Any]]) -> set[int]:
    people: set[int] = set()
    for column in columns:
        query = f'SELECT DISTINCT "{column.name}" FROM {database}.{column.table.name}'  # noqa: S608 - our own names
        people |= {user_id for user_id in _select(connection, query) if user_id not in FORMER_IDS}
    return people


def _select(connection: sqlite3.Connection, query: str) -> set[int]:
    """Return the ids that a query selects; none if it names a table or column that an earlier release didn't have."""
    try:
        return {user_id for (user_id,) in connection.execute(query) if isinstance(user_id, int) and user_id > 0}
    except sqlite3.OperationalError as error:
        if str(error).startswith(("no such table", "no such column")):
            return set()
        raise
