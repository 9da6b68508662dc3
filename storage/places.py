"""Which place a database address means."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import StorageError
from storage.sqlite import SqliteFile

if TYPE_CHECKING:
    from storage.place import Place

_DRIVER = "postgresql+asyncpg"
_FORMS = "sqlite+aiosqlite:////folder/turnpost.db or postgresql+asyncpg://user:password@host:5432/name"


def place_of(url: str) -> Place:
    """Return the place that a database address means. Raises `StorageError` for an address of any other form.

    No sentence shows the address: it may hold a password.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StorageError(f"The database address cannot be read; it has the form {_FORMS}.") from None
    if address.drivername == _DRIVER:
        if not address.host or not address.database or set(address.query) - {"ssl"}:
            raise StorageError(f"The database address must name a host and a database and no more: {_FORMS}.")
        from storage.postgres import PostgresDatabase  # noqa: PLC0415 - a record in a file needs none of it

        return PostgresDatabase(address)
    if address.drivername != "sqlite+aiosqlite":
        raise StorageError(f"Databases of the kind {address.drivername} are not supported; the address is {_FORMS}.")
    if not address.database or address.database.startswith((":", "file:")) or address.query:
        raise StorageError(f"The database address must name a file and nothing else: {_FORMS}.")
    return SqliteFile(Path(address.database).absolute())
