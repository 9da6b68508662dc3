"""Compiled statements that all databases of a test run share: most tests open one of their own and run few statements.

SQLAlchemy keeps what it compiles by the dialect, and each engine has a dialect of its own. Compiling the same
statements for each test took a fifth of the time of the tests of storage and referee.
"""

from __future__ import annotations

from collections import UserDict
from typing import Any, cast

from sqlalchemy import Connection, Dialect, Engine, event


class SharedCache(UserDict[tuple[Any, ...], Any]):
    """What statements were compiled to, by the class of the dialect in the place of the dialect."""

    def __getitem__(self, key: tuple[Any, ...]) -> Any:
        return super().__getitem__(_share(key))

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__(_share(key), compiled)

    def __contains__(self, key: object) -> bool:
        return super().__contains__(_share(cast("tuple[Any, ...]", key)))


def _share(key: tuple[Any, ...]) -> tuple[Any, ...]:
    dialect, *rest = key
    if not isinstance(dialect, Dialect):
        raise TypeError(f"SQLAlchemy keeps compiled statements by another key than before: {key}")
    return (type(dialect), *rest)


_compiled = SharedCache()


@event.listens_for(Engine, "engine_connect")
def share_compiled_statements(connection: Connection) -> None:
    """Have a connection keep its compiled statements with those of all others."""
    connection.execution_options(compiled_cache=_compiled)
