"""What a place where the record can be kept must know how to do: a SQLite file, or a PostgreSQL database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from contextlib import AbstractAsyncContextManager, AbstractContextManager

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

Access: TypeAlias = Literal["read", "write", "alter"]
"""What a connection is for: to look, to change the record, to change its tables."""

OVERLAP = 5.0
"""Seconds that a starting process gives one that is ending to let go of what it holds."""


class Guard:
    """Knows whether this process still is the one that carries its shards. This one never has a doubt."""

    async def ensure(self) -> None:
        """Return once that is certain, within seconds. Raises `StorageError` where it isn't."""

    def check(self) -> None:
        """Raise `StorageError` unless that is certain."""


class Backend(ABC):
    """Where the record is. `name` stands for it in sentences, `kind` is what another one would be called."""

    name: str
    kind: ClassVar[str]
    readers: ClassVar[int]
    """How many connections look at the record at once."""

    @abstractmethod
    def engine(self, way: Access, **pool: Any) -> AsyncEngine:
        """Return an engine for one kind of work. `pool` is passed on to SQLAlchemy."""

    @abstractmethod
    def translate_errors(self) -> AbstractContextManager[None]:
        """Turn faults of the place into `StorageError`; mistakes in our own SQL pass through as they are."""

    @abstractmethod
    async def prepare(self) -> None:
        """Make what must be there before the first connection. Raises `StorageError` and driver errors."""

    @abstractmethod
    def missing(self) -> bool:
        """Whether it is plain without a connection that nothing is there."""

    @abstractmethod
    async def begin_migration(self, tx: AsyncConnection) -> None:
        """Let one process alone change the tables until the transaction ends."""

    @abstractmethod
    async def keep_copy(self, tx: AsyncConnection, version: str) -> None:
        """Keep a copy of everything before the steps that lead to a version. Raises `StorageError`."""

    @abstractmethod
    async def end_migration(self, tx: AsyncConnection) -> None:
        """Check what the steps led to. Raises `StorageError`."""

    @abstractmethod
    def lock_shards(
        self, shards: Collection[int], count: int, lost: Callable[[], None]
    ) -> AbstractAsyncContextManager[Guard]:
        """Be the only process that carries these shards, of so many, as long as the context lasts.

        The guard that it gives knows when this process can't be sure of that. Raises `StorageError` where another
        process carries one of them. Calls `lost` should another one come to do so meanwhile.
        """
