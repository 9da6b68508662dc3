"""The PostgreSQL backend: its connections, its locks, and the messages for its faults."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import NullPool, event, text
from sqlalchemy.exc import DBAPIError, TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from storage.engine.backend import TAKEOVER_TIMEOUT, Backend, Guard
from storage.engine.errors import LOCK_TIMEOUT, NO_FREE_CONNECTION, ServerUnavailable, StorageError
from storage.engine.shard_locks import ShardLocks

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Collection, Generator

    from sqlalchemy import URL
    from sqlalchemy.engine import ExceptionContext
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from storage.engine.backend import Access

_CONNECT_TIMEOUT = 10.0
"""Seconds that a server may take to accept a connection."""

_MIGRATION = 0x54505354
"""The advisory lock of the process that alters tables; `shard_locks` uses the numbers after it."""
_IDLE, _PROBE_INTERVAL, _PROBES, _UNANSWERED = 30, 10, 3, 60
"""Seconds until a server asks a silent client for a sign of life, those between two questions, how many it asks, and
the seconds for which what it sent may be unconfirmed."""
_LONGEST_STATEMENT = 20
"""Seconds after which a server ends a statement."""
_LONGEST_WAIT = float(max(_IDLE + _PROBE_INTERVAL * _PROBES, _LONGEST_STATEMENT + _UNANSWERED) + 15)
"""Seconds that a starting process waits for locks: until the server has noticed that their holder is gone, and some
more for the server's timers, which are late by some seconds. A process that holds them then is alive.

The holder may vanish during its longest statement. The server counts from its result on how long nothing is confirmed:
on Linux 6.18 locks were free 79 seconds after their holder vanished in a statement of 19.5 seconds, 65 after one of 3
seconds, and 61 if it was idle.
"""
# A server notices a lost machine after a minute and then releases that machine's locks. A process that gets no answer
# from the server stops after half of that, while it still holds its shards (`shard_locks`).
_SESSION = {
    "application_name": "turnpost",
    "timezone": "UTC",
    "jit": "off",
    "idle_in_transaction_session_timeout": "60s",
    "tcp_keepalives_idle": f"{_IDLE}",
    "tcp_keepalives_interval": f"{_PROBE_INTERVAL}",
    "tcp_keepalives_count": f"{_PROBES}",
    "tcp_user_timeout": f"{_UNANSWERED}s",
}
# In the order in which they end a wait: for a lock, for a slow statement, and for a server that doesn't answer.
_TIMEOUTS = {"lock_timeout": "10s", "statement_timeout": f"{_LONGEST_STATEMENT}s"}
_STATEMENT_TIMEOUTS: dict[Access, float] = {"read": 25.0, "write": 25.0, "alter": 900.0}
"""Seconds that the driver waits for the answer to a statement."""
_ISOLATION: dict[Access, dict[str, Any]] = {
    "read": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
    "write": {"isolation_level": "READ COMMITTED"},
    "alter": {"isolation_level": "READ COMMITTED"},
}

_NOT_ENCRYPTED = "The PostgreSQL server offers no encrypted connection as the address asks for; check its `ssl`."
_NO_CERTIFICATE = (
    "The `ssl` of the database address asks for a certificate to check the server's by: put that of its authority into "
    "~/.postgresql/root.crt, or choose `ssl=require`."
)
_UNREACHABLE = "The PostgreSQL server does not answer; check that it runs, and the host and port of its address."
_BUSY = LOCK_TIMEOUT.format("PostgreSQL database")
_LOST = "The connection to the PostgreSQL server was lost; check that it runs."
_GOING = "The PostgreSQL server is starting or stopping; try again in a moment."
_DAMAGED = "The PostgreSQL server reports damage or a disk that fails; look into its log."
# https://www.postgresql.org/docs/current/errcodes-appendix.html: whole codes, then classes of them.
_SENTENCES = {
    "25006": "The PostgreSQL database cannot be written: the server takes this connection for reading only.",
    "28000": "The PostgreSQL server does not let this user in; check the database address and pg_hba.conf.",
    "28P01": "The PostgreSQL server refuses the user's name or password; check the database address.",
    "3D000": "The PostgreSQL server has no database of this name; create it, or name another.",
    "42501": "The PostgreSQL user may not do what Turnpost needs; make it the owner of the database.",
    "40001": _BUSY,
    "40P01": _BUSY,
    "55P03": _BUSY,
    "57014": _BUSY,
    "57P01": _GOING,
    "57P02": _GOING,
    "57P03": _GOING,
    "53100": "The disk of the PostgreSQL server is full; free some space.",
    "53300": "The PostgreSQL server has no connection to spare; raise its max_connections.",
    "08": _LOST,
    "25P03": "The PostgreSQL server ended a transaction that took too long; nothing was written, try again.",
    "53": "The PostgreSQL server is out of resources; look into its log.",
    "58": _DAMAGED,
    "XX": _DAMAGED,
}
_PASSING = {_GOING, _LOST, _UNREACHABLE}


class PostgresDatabase(Backend):
    """A database on a server, for any number of processes of the bot."""

    name = "PostgreSQL database"
    kind = "database"
    readers = 5

    def __init__(self, address: URL) -> None:
        self._address = address

    def engine(self, access: Access, **pool: Any) -> AsyncEngine:
        """Return an engine for one kind of access. Readers see the record at one moment and can't write."""
        made = create_async_engine(
            self._address,
            connect_args={
                "timeout": _CONNECT_TIMEOUT,
                "command_timeout": _STATEMENT_TIMEOUTS[access],
                "server_settings": _SESSION | ({} if access == "alter" else _TIMEOUTS),
            },
            execution_options=_ISOLATION[access],
            hide_parameters=True,
            **({} if pool.get("poolclass") is NullPool else {"pool_pre_ping": True}),
            **pool,
        )
        event.listen(made.sync_engine, "handle_error", _drop_unanswered)
        return made

    @contextmanager
    def translate_errors(self) -> Generator[None]:
        """Turn faults of the server and the network into `StorageError`."""
        try:
            yield
        except DBAPIError as error:
            message = _find_message(error)
            if message is None:
                raise
            # The driver's message can contain the host and the user.
            raise (ServerUnavailable if message in _PASSING else StorageError)(message) from None
        except PoolTimeout:
            raise StorageError(NO_FREE_CONNECTION.format(self.name)) from None
        except OSError as error:
            if "SSL" in str(error):
                raise StorageError(_NOT_ENCRYPTED) from None
            raise ServerUnavailable(_UNREACHABLE) from None

    async def prepare(self) -> None:
        """Do nothing: the server's operator creates the database."""

    def missing(self) -> bool:
        """Return False: only a connection can tell."""
        return False

    async def size(self, tx: AsyncConnection) -> int:
        """Return how many bytes the database takes on the server's disk."""
        return (await tx.execute(text("SELECT pg_database_size(current_database())"))).scalar_one()

    async def drop_old_rows(self) -> None:
        """Leave that to the server: it reuses the room of old rows by itself (autovacuum)."""

    async def close(self) -> None:
        """Do nothing: only connections are open."""

    async def begin_migration(self, tx: AsyncConnection) -> None:
        """Wait until no other process alters tables."""
        await tx.execute(text("SET LOCAL lock_timeout = '10min'"))
        await tx.execute(text("SELECT pg_advisory_xact_lock(:what, 0)"), {"what": _MIGRATION})

    async def keep_copy(self, tx: AsyncConnection, version: str) -> str:
        """Copy all tables into another schema, in the transaction of the migration, and return its name."""
        schema = f"before_{version}"
        await tx.execute(text(f'DROP SCHEMA IF EXISTS "{schema}" CASCADE'))
        await tx.execute(text(f'CREATE SCHEMA "{schema}"'))
        names = await tx.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"))
        for name in names.scalars().all():
            await tx.execute(text(f'CREATE TABLE "{schema}"."{name}" AS TABLE "{name}"'))
        return schema

    async def end_migration(self, tx: AsyncConnection) -> None:
        """Do nothing: the server checks foreign keys at every statement."""

    @asynccontextmanager
    async def lock_shards(self, shards: Collection[int], count: int, lost: Callable[[], None]) -> AsyncGenerator[Guard]:
        """Hold locks on the server. They end with their connection, and are acquired again when it is lost."""
        locks = ShardLocks(self.engine("write", poolclass=NullPool), shards, count)
        try:
            with self.translate_errors():
                await locks.acquire(TAKEOVER_TIMEOUT, _LONGEST_WAIT)
            watching = asyncio.create_task(locks.watch(lost))
            try:
                yield locks
            finally:
                watching.cancel()
                await asyncio.wait([watching])
        finally:
            await locks.release()


def _drop_unanswered(context: ExceptionContext) -> None:
    """Drop a connection that timed out, because a rollback on it would wait as long again."""
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True


def _find_message(error: DBAPIError) -> str | None:
    code = str(getattr(error.orig, "sqlstate", None) or "")
    found = _SENTENCES.get(code) or _SENTENCES.get(code[:2])
    if "root certificate" in str(error.orig):
        return _NO_CERTIFICATE
    return _LOST if found is None and error.connection_invalidated else found
