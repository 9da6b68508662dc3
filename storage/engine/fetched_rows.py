"""All rows of a statement, as SQLite's thread hands them over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable


class FetchedRows(list[Any]):
    """The rows of a statement, with what its cursor says of it (PEP 249): `description`, `rowcount` and `lastrowid`."""

    def __init__(self, rows: Iterable[Any], cursor: sqlite3.Cursor) -> None:
        super().__init__(rows)
        self.description = cursor.description
        self.rowcount = cursor.rowcount
        self.lastrowid = cursor.lastrowid
