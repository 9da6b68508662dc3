"""All rows of a table, in batches, so that a large table never lies in memory as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, tuple_

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from sqlalchemy import ColumnElement, RowMapping, Table

    from storage.engine.database import Tx

BATCH_SIZE = 500
"""Rows that are read by one query."""


async def row_batches(tx: Tx, table: Table, *conditions: ColumnElement[bool]) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield the rows of a table that meet the conditions in the order of its primary key, `BATCH_SIZE` at a time."""
    key = tuple_(*table.primary_key)
    query = select(table).where(*conditions).order_by(*table.primary_key).limit(BATCH_SIZE)
    rows = (await tx.execute(query)).mappings().all()
    while rows:
        yield rows
        last = tuple(rows[-1][column] for column in table.primary_key)
        rows = (await tx.execute(query.where(key > last))).mappings().all()
