"""The ids of rows: which are missing, which were skipped, and which came from an import.

All calls run in the caller's transaction.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import func, or_, select, text

from storage.queries import key_value
from storage.schema import clocks, matches, metadata

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Table

    from storage.engine.database import Tx

Ranges: TypeAlias = list[tuple[int, int]]
"""Ranges of whole numbers, both ends included."""

_DELETED_IN_TIME = {"audit_log", "outages", "web_sessions"}
NUMBERED = [table for table in metadata.sorted_tables if "id" in table.c and table.name not in _DELETED_IN_TIME]
"""The tables that number their rows and delete none as a matter of course, as old outages and entries are."""
IMPORTED, SKIPPED = "imported", "skipped numbers"
"""The keys under which the ids of imported matches, and ids that no row ever had, are stored."""


async def deleted_ids(tx: Tx) -> dict[str, Ranges]:
    """Return by table the ids of rows that have been deleted, as ranges.

    SQLite reuses the ids of a failed transaction, so every missing id that isn't known as skipped was a row's.
    PostgreSQL skips ids, so there only those of imported matches are certain.
    """
    found: dict[str, Ranges] = {}
    on_sqlite = tx.dialect.name == "sqlite"
    skipped = read_skipped(await key_value.read(tx, SKIPPED)) or {}
    for table in NUMBERED:
        missing = await missing_ids(tx, table)
        if on_sqlite:
            missing = _subtract(missing, skipped.get(table.name, []))
        elif table is matches:
            missing = _intersect(missing, [each for one in await load_imports(tx) for each in one["matches"]])
        else:
            continue
        if missing:
            found[table.name] = missing
    return found


async def save_skipped(tx: Tx, deleted: Mapping[str, Ranges]) -> None:
    """Store which ids no row of a copied record has, as skipped, except those of deleted rows."""
    missing = {table.name: await missing_ids(tx, table) for table in NUMBERED}
    skipped = {name: left for name, spans in missing.items() if (left := _subtract(spans, deleted.get(name, [])))}
    await key_value.write(tx, SKIPPED, json.dumps(skipped))


async def add_skipped(tx: Tx, table: Table, numbers: Iterable[int]) -> None:
    """Store that rows of a table with these ids are about to be deleted on purpose, so that nobody misses them."""
    added = to_ranges(numbers)
    if added:
        await key_value.lock(tx, SKIPPED)
        skipped = read_skipped(await key_value.read(tx, SKIPPED)) or {}
        skipped[table.name] = [*skipped.get(table.name, []), *added]
        await key_value.write(tx, SKIPPED, json.dumps(skipped))


async def missing_ids(tx: Tx, table: Table) -> Ranges:
    """Return the ids up to the last one used that no row of a table has, as ranges."""
    used = await _last_used(tx, table)
    numbered = select(table.c.id.label("number"), func.lag(table.c.id).over(order_by=table.c.id).label("before"))
    each = numbered.subquery()
    before = func.coalesce(each.c.before, 0)
    gaps = select(before + 1, each.c.number - 1).where(each.c.number > before + 1).order_by(each.c.number)
    found: Ranges = [(first, last) for first, last in await tx.execute(gaps)]
    highest = (await tx.execute(select(func.coalesce(func.max(table.c.id), 0)))).scalar_one()
    return [*found, (highest + 1, used)] if used > highest else found


async def load_imports(tx: Tx) -> list[dict[str, Any]]:
    """Return each stored import: the ids of its `matches` as ranges, and how many have `clocks`."""
    return read_imports(await key_value.read(tx, IMPORTED)) or []


def read_imports(text: str | None) -> list[dict[str, Any]] | None:
    """Parse the stored imports. Returns None if they can't be read."""
    with suppress(ValueError, TypeError, KeyError):
        return [
            {"matches": [(int(first), int(last)) for first, last in each["matches"]], "clocks": int(each["clocks"])}
            for each in json.loads(text or "[]")
        ]
    return None


def read_skipped(text: str | None) -> dict[str, Ranges] | None:
    """Parse the stored skipped ids, by table. Returns None if they can't be read."""
    with suppress(ValueError, TypeError, AttributeError):
        known = json.loads(text or "{}").items()
        return {str(table): [(int(first), int(last)) for first, last in spans] for table, spans in known}
    return None


async def save_import(tx: Tx, numbers: Iterable[int], clocked: int) -> None:
    """Store the ids of the matches of an import, whose key is locked, and how many of them have a clock."""
    known = [*await load_imports(tx), {"matches": to_ranges(numbers), "clocks": clocked}]
    await key_value.write(tx, IMPORTED, json.dumps(known))


async def count_with_clock(tx: Tx, spans: Ranges) -> int:
    """Return how many matches in these ranges of ids have a clock and no challenge."""
    within = or_(*(matches.c.id.between(first, last) for first, last in spans))
    query = select(func.count()).select_from(clocks).join(matches, matches.c.id == clocks.c.match_id)
    return (await tx.execute(query.where(within, matches.c.challenge_id.is_(None)))).scalar_one()


def to_ranges(numbers: Iterable[int]) -> Ranges:
    """Return whole numbers as ranges.

    >>> to_ranges([3, 1, 2, 7])
    [(1, 3), (7, 7)]
    """
    found: Ranges = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


async def _last_used(tx: Tx, table: Table) -> int:
    """Return the highest id that a row of a table ever had."""
    if tx.dialect.name == "sqlite":
        known = await tx.execute(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        return known.scalar() or 0
    sequence = await tx.execute(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": table.name})
    used = await tx.execute(text(f"SELECT last_value, is_called FROM {sequence.scalar_one()}"))  # noqa: S608 - the server's own name
    last, called = used.one()
    return last if called else 0


def _subtract(spans: Ranges, others: Iterable[Iterable[int]]) -> Ranges:
    """Return the parts of some ranges that lie in none of the others."""
    left = spans
    for low, high in others:
        parts = [((first, min(last, low - 1)), (max(first, high + 1), last)) for first, last in left]
        left = [(first, last) for both in parts for first, last in both if first <= last]
    return left


def _intersect(spans: Ranges, others: Iterable[tuple[int, int]]) -> Ranges:
    """Return the parts of some ranges that lie in others, which don't overlap."""
    parts = ((max(first, low), min(last, high)) for first, last in spans for low, high in others)
    return sorted((first, last) for first, last in parts if first <= last)
