"""Find the backend for a database address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from storage.engine.errors import StorageError
from storage.engine.sqlite import SqliteFile

if TYPE_CHECKING:
    from sqlalchemy import URL

    from storage.engine.backend import Backend

_DRIVER = "postgresql+asyncpg"
_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_FORMS = "sqlite+aiosqlite:////folder/turnpost.db or postgresql+asyncpg://user:password@host:5432/name"


def backend_of(url: str) -> Backend:
    """Return the backend for a database address. Raises `StorageError` for an address that isn't supported.

    No message contains the address, because it can hold a password.
    """
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        raise StorageError(f"The database address cannot be read; it has the form {_FORMS}.") from None
    if address.drivername == _DRIVER:
        _check(address)
        from storage.engine.postgres import PostgresDatabase  # noqa: PLC0415 - a SQLite record needs none of it

        return PostgresDatabase(address)
    if address.drivername != "sqlite+aiosqlite":
        raise StorageError(f"Databases of the kind {address.drivername} are not supported; the address is {_FORMS}.")
    if not address.database or address.database.startswith((":", "file:")) or "\0" in address.database or address.query:
        raise StorageError(f"The database address must name a file and nothing else: {_FORMS}.")
    return SqliteFile(Path(address.database).absolute())


def _check(address: URL) -> None:
    """Raise `StorageError` for an address that no server can have."""
    if not address.host or not address.database or set(address.query) - {"ssl"}:
        raise StorageError(f"The database address must name a host and a database and no more: {_FORMS}.")
    if address.query.get("ssl", "prefer") not in _SSL:
        raise StorageError(f"The `ssl` of the database address must be one of {', '.join(_SSL)}.")
    if address.port is not None and not 1 <= address.port <= 65535:
        raise StorageError("The port of the database address must be a number from 1 to 65535.")
    try:
        address.host.encode("idna")
        texts = [part.encode() for part in (address.username, address.password, address.database) if part]
    except UnicodeError:
        texts = [b"\0"]
    if any(b"\0" in text for text in texts):
        raise StorageError("The database address holds signs that no host, user, password or database can have.")
