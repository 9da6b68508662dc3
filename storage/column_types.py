"""Column types that hold the same values on every database."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, DateTime, Text
from sqlalchemy.dialects.sqlite import INTEGER
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy import Dialect
    from sqlalchemy.types import TypeEngine

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_NOT_STORABLE = re.compile("[\0\ud800-\udfff]")

# SQLite counts up by itself only for a column whose type is exactly INTEGER, which holds 64 bits as well.
RowId = BigInteger().with_variant(INTEGER(), "sqlite")


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, stored to the microsecond and returned in UTC.

    SQLite has no type for times, so there it is the number of microseconds since 1970.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return the column type for this database."""
        return dialect.type_descriptor(BigInteger() if dialect.name == "sqlite" else DateTime(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | int | None:
        """Return the value to store. Raises `ValueError` for a time without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"the time {value} has no zone")
        return (value - _EPOCH) // _MICROSECOND if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Return the stored time, in UTC."""
        if value is None:
            return None
        return _EPOCH + value * _MICROSECOND if dialect.name == "sqlite" else value.astimezone(UTC)


class SafeText(TypeDecorator[str]):
    """Text of any length. NUL and unpaired surrogates, which not every database can store, become U+FFFD."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - SQLAlchemy's signature
        """Return the text to store."""
        if value is None:
            return None
        return _NOT_STORABLE.sub("\ufffd", value)
