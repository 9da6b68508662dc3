"""Rows and ids in batches: databases limit the parameters of a statement, and a large table never lies in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import BindParameter, bindparam, select, tuple_

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from sqlalchemy import ColumnElement, Executable, Row, RowMapping, Table

    from storage.engine.database import Tx

T = TypeVar("T")
BATCH_SIZE = 500
"""Ids in one statement, and rows that are read by one query."""
IDS: BindParameter[Any] = bindparam("ids", expanding=True)
"""The parameter for which `fetch_in_batches` fills in ids."""


def in_batches(ids: Iterable[T]) -> Iterator[list[T]]:
    """Yield ids, or other values of a column, in their order, at most `BATCH_SIZE` at a time."""
    listed = list(ids)
    return (listed[start : start + BATCH_SIZE] for start in range(0, len(listed), BATCH_SIZE))


async def fetch_in_batches(tx: Tx, query: Executable, ids: Iterable[int], **given: Any) -> list[Row[Any]]:
    """Return the rows of a query with `IDS` for these ids and the other parameters."""
    return [row for batch in in_batches(ids) for row in await tx.execute(query, {"ids": batch, **given})]


async def row_batches(tx: Tx, table: Table, *conditions: ColumnElement[bool]) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield the rows of a table that meet the conditions in the order of its primary key, `BATCH_SIZE` at a time."""
    key = tuple_(*table.primary_key)
    query = select(table).where(*conditions).order_by(*table.primary_key).limit(BATCH_SIZE)
    rows = (await tx.execute(query)).mappings().all()
    while rows:
        yield rows
        last = tuple(rows[-1][column] for column in table.primary_key)
        rows = (await tx.execute(query.where(key > last))).mappings().all()
