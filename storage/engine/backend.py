"""The interface of a database that holds the record: a SQLite file or a PostgreSQL database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from contextlib import AbstractAsyncContextManager, AbstractContextManager

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

Access: TypeAlias = Literal["read", "write", "alter"]
"""What a connection is for: reading, writing rows, or altering tables."""

TAKEOVER_TIMEOUT = 5.0
"""Seconds that a starting process waits for an ending one to release its locks."""


class Guard:
    """Tells whether this process still holds its shards. This one is always certain."""

    async def ensure(self) -> None:
        """Return once that is certain. Raises `StorageError` if it isn't within seconds."""

    def check(self) -> None:
        """Raise `StorageError` unless that is certain."""


class Backend(ABC):
    """A database. `name` is its name in sentences; `kind` is the word for any of its kind: file or database."""

    name: str
    kind: ClassVar[str]
    readers: ClassVar[int]
    """How many connections may read at once."""

    @abstractmethod
    def engine(self, access: Access, **pool: Any) -> AsyncEngine:
        """Return an engine for one kind of work. `pool` is passed on to SQLAlchemy."""

    @abstractmethod
    def translate_errors(self) -> AbstractContextManager[None]:
        """Turn faults of the database into `StorageError`. Mistakes in our own SQL pass through."""

    @abstractmethod
    async def prepare(self) -> None:
        """Create what the first connection needs. Raises `StorageError` and driver errors."""

    @abstractmethod
    def missing(self) -> bool:
        """Return whether there is certainly no database, as far as can be seen without a connection."""

    @abstractmethod
    async def size(self, tx: AsyncConnection) -> int:
        """Return how many bytes the database takes."""

    @abstractmethod
    async def drop_old_rows(self) -> None:
        """Drop what is kept of rows that were deleted or changed, as far as this process can."""

    @abstractmethod
    async def close(self) -> None:
        """End what goes on beside the connections."""

    @abstractmethod
    async def begin_migration(self, tx: AsyncConnection) -> None:
        """Lock the schema, so that only this process alters tables until the transaction ends."""

    @abstractmethod
    async def keep_copy(self, tx: AsyncConnection, version: str) -> str:
        """Keep a copy of everything before the migration to a version, and return its name. Raises `StorageError`."""

    @abstractmethod
    async def end_migration(self, tx: AsyncConnection) -> None:
        """Check the outcome of the migration. Raises `StorageError`."""

    @abstractmethod
    def lock_shards(
        self, shards: Collection[int], count: int, lost: Callable[[], None]
    ) -> AbstractAsyncContextManager[Guard]:
        """Be the only process that runs these shards, out of `count`, while the context lasts.

        The guard tells when that isn't certain. Raises `StorageError` if another process still runs one of them when a
        dead one would have been noticed. Calls `lost` if another process takes one over meanwhile.
        """
