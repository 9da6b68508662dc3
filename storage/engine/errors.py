"""The errors of the storage, and the messages for an operator when a file or its disk fails."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError, TimeoutError as PoolTimeout

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


class StorageError(Exception):
    """The record can't be opened, read or written. The message is one sentence for the operator, without secrets."""


class ServerUnavailable(StorageError):  # noqa: N818 - a state of the server
    """The database server can't be reached now, or is starting or stopping: later it may be there."""


class ShardTaken(StorageError):  # noqa: N818 - a state of the other process
    """Another process holds a shard; the server may not have noticed yet that it has ended."""


class WriteConflict(Exception):  # noqa: N818 - not a failure
    """Another transaction wrote this first: the same seq of a match, or the end of the same challenge."""


class AlreadyStored(Exception):  # noqa: N818 - not a failure
    """What this source id (a message or interaction) brought is stored already."""


class RowMissing(LookupError):  # noqa: N818 - an older backup may have been restored
    """There is no row with an id, though a message, button or link of the bot's names it."""


class UnreadableRow(Exception):  # noqa: N818 - a verdict on a row
    """A row holds what this program never writes. The message is the end of a sentence for the operator."""


LOCK_TIMEOUT = "The {} was held by other work for too long; nothing was written, try again."
NO_FREE_CONNECTION = "All connections to the {} are in use; try again in a moment."

# Primary result codes, https://www.sqlite.org/rescode.html
_SENTENCES = {
    sqlite3.SQLITE_BUSY: "The database {path} is held by another program; end that program and start again.",
    sqlite3.SQLITE_CANTOPEN: "The database {path} cannot be opened; it must be a file in a folder you may write.",
    sqlite3.SQLITE_CORRUPT: "The database {path} is damaged; put a backup in its place.",
    sqlite3.SQLITE_FULL: "The disk that holds the database {path} is full; free some space.",
    sqlite3.SQLITE_IOERR: "The disk that holds the database {path} does not answer as it should; check the disk.",
    sqlite3.SQLITE_NOTADB: "The file {path} is not a database; name another file, or move this one away.",
    sqlite3.SQLITE_PERM: "The database {path} may not be used; check its permissions.",
    sqlite3.SQLITE_READONLY: "The database {path} cannot be written; check the file's and folder's permissions.",
}

_NOT_UTF8 = "Could not decode to UTF-8"
"""How Python's sqlite3, without a code, says that a byte of a text is damaged; SQLite itself checks none."""


@contextmanager
def translate_errors(path: Path) -> Generator[None]:
    """Turn faults of the file at `path` into `StorageError`. Mistakes in our own SQL pass through."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if str(cause).startswith(_NOT_UTF8):
            code = sqlite3.SQLITE_CORRUPT
        if code not in _SENTENCES:
            raise
        raise StorageError(_SENTENCES[code].format(path=path)) from error
    except PoolTimeout:
        raise StorageError(NO_FREE_CONNECTION.format(f"database {path}")) from None
