"""What only the database can tell of a record: values nobody can read, rows that point nowhere, numbers that are gone.

All calls run in the caller's transaction and change nothing.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    and_,
    case,
    distinct,
    exists,
    false,
    func,
    or_,
    select,
    text,
    type_coerce,
    union,
)

from storage.tables import key_value
from storage.tables.columns import Moment, Words
from storage.tables.schema import challenges, clocks, events, heard, matches, metadata, outbox, pending, seats

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Iterable, Mapping

    from sqlalchemy import Column, ColumnElement, RowMapping, Table

    from storage.engine.database import Tx

Ranges: TypeAlias = list[tuple[int, int]]
Row: TypeAlias = dict[str, Any]

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""Between them lie all times that any part of the program can reckon with."""
LISTS = {clocks.c.left, metadata.tables["offers"].c.agreed}
"""The columns of JSON that hold lists; all others hold objects."""
COUNTED = [table for table in metadata.sorted_tables if "id" in table.c and table.name != "outages"]
"""The tables that count their rows up and lose none: what is over of outages is forgotten."""
IMPORTED, SKIPPED = "imported", "skipped numbers"
"""What `meta` knows of numbers: those that imports gave to matches, and those that no row ever had."""
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Flaw:
    """A row that has something wrong in a column: `key` names it. It may belong to a match or a challenge."""

    table: str
    key: str
    column: str
    match_id: int | None
    challenge_id: int | None


@dataclass(frozen=True, slots=True)
class Stray:
    """Rows of a table that name, in a column, a row of another table which is not there."""

    table: str
    column: str
    names: int
    count: int


async def unreadable(tx: Tx) -> list[Flaw]:
    """Return all values that are not of their column's kind: SQLite lets a column hold anything."""
    found: list[Flaw] = []
    for table in metadata.sorted_tables:
        columns = list(table.c)
        wrong = [_wrong(column, tx.dialect.name) for column in columns]
        keys = list(table.primary_key.columns)
        query = select(*(each.label(f"key_{each.name}") for each in keys), *wrong).where(or_(*wrong))
        for row in await tx.execute(query):
            named = dict(zip((each.name for each in keys), row, strict=False))
            key = ", ".join(f"{name} {value}" for name, value in named.items())
            of = [await _owner(tx, table, named, owner) for owner in ("match_id", "challenge_id")]
            at_fault = [column.name for column, bad in zip(columns, row[len(keys) :], strict=True) if bad]
            found += [Flaw(table.name, key, name, *of) for name in at_fault]
    return found


async def strays(tx: Tx) -> list[Stray]:
    """Return the rows that name a match or a challenge which is not there."""
    found: list[Stray] = []
    for table in metadata.sorted_tables:
        for key in sorted(table.foreign_keys, key=lambda each: each.parent.name):
            there = key.column.table.alias("there")
            query = (
                select(key.parent, func.count())
                .outerjoin(there, there.c[key.column.name] == key.parent)
                .where(key.parent.is_not(None), there.c[key.column.name].is_(None))
                .group_by(key.parent)
                .order_by(key.parent)
            )
            found += [Stray(table.name, key.parent.name, *row) for row in await tx.execute(query)]
    return found


async def without_all_seats(tx: Tx) -> list[int]:
    """Return the matches whose seats are not numbered from 1 on without a gap, or that have none."""
    numbered = and_(func.min(seats.c.seat) == 1, func.max(seats.c.seat) == func.count(seats.c.seat))
    query = select(matches.c.id).outerjoin(seats, seats.c.match_id == matches.c.id).group_by(matches.c.id)
    seated = func.coalesce(case((numbered, 1), else_=0), 0)
    return list((await tx.execute(query.having(seated == 0).order_by(matches.c.id))).scalars())


async def shared_threads(tx: Tx) -> list[tuple[int, list[int]]]:
    """Return the threads in which more than one match lives, each with its matches."""
    return await _shared(tx, matches.c.thread_id, matches.c.id)


async def shared_conversations(tx: Tx) -> list[tuple[int, list[int]]]:
    """Return the people with whom there are direct messages in more than one channel, each with the channels."""
    return await _shared(tx, heard.c.user_id, heard.c.channel_id)


async def came_of(tx: Tx, challenge_ids: Collection[int]) -> list[int]:
    """Return the matches that came of some challenges."""
    return list((await tx.execute(select(matches.c.id).where(matches.c.challenge_id.in_(challenge_ids)))).scalars())


async def shared_channels(tx: Tx) -> list[int]:
    """Return the channels that matches and challenges say are of more than one guild."""
    places = union(*(select(each.c.channel_id, each.c.guild_id) for each in (matches, challenges))).subquery()
    query = select(places.c.channel_id).group_by(places.c.channel_id).having(func.count() > 1)
    return list((await tx.execute(query.order_by(places.c.channel_id))).scalars())


async def alike(tx: Tx) -> list[tuple[int, int]]:
    """Return the matches of which nobody sent anything, each after an earlier one of the same game, seed and beginning.

    Nothing tells them apart, and no record of the later one could be imported beside the earlier one.
    """
    sent = select(events.c.seq).where(events.c.match_id == matches.c.id, events.c.source_id.is_not(None)).exists()
    earlier = matches.alias("earlier")
    same = and_(*(earlier.c[name] == matches.c[name] for name in ("game", "seed", "created_at")))
    query = select(func.min(earlier.c.id), matches.c.id).join(earlier, and_(earlier.c.id < matches.c.id, same))
    found = await tx.execute(query.where(~sent).group_by(matches.c.id).order_by(matches.c.id))
    return [(first, last) for first, last in found]


async def passed_by(tx: Tx) -> list[Row]:
    """Return the outbox rows that wait although a later one of their lane was sent."""
    first = (
        select(outbox.c.lane, func.min(outbox.c.id).label("first")).where(pending).group_by(outbox.c.lane).subquery()
    )
    later = outbox.alias("later")
    query = (
        select(outbox.c.id, outbox.c.kind, outbox.c.match_id)
        .join(first, first.c.first == outbox.c.id)
        .where(
            select(later.c.id)
            .where(later.c.lane == outbox.c.lane, later.c.id > outbox.c.id, later.c.sent_at.is_not(None))
            .exists()
        )
    )
    return [_plain(row) for row in (await tx.execute(query.order_by(outbox.c.id))).mappings()]


async def gone_numbers(tx: Tx) -> dict[str, Ranges]:
    """Return by table the numbers that were given to rows which are no longer there, as ranges, both ends included.

    SQLite gives a number back when a transaction fails, so there every number that is missing was a row's, but for
    those that are known as skipped. PostgreSQL skips numbers: there it is sure only of matches that were imported.
    """
    found: dict[str, Ranges] = {}
    on_sqlite = tx.dialect.name == "sqlite"
    skipped = read_skipped(await key_value.read(tx, SKIPPED)) or {}
    for table in COUNTED:
        missing = await missing_numbers(tx, table)
        if on_sqlite:
            missing = _without(missing, skipped.get(table.name, []))
        elif table is matches:
            missing = _common(missing, [each for one in await imports(tx) for each in one["matches"]])
        else:
            continue
        if missing:
            found[table.name] = missing
    return found


async def note_skipped(tx: Tx, gone: Mapping[str, Ranges]) -> None:
    """Keep which numbers no row has in a copy of a record, as skipped, but for those whose rows are known as gone."""
    missing = {table.name: await missing_numbers(tx, table) for table in COUNTED}
    skipped = {name: left for name, spans in missing.items() if (left := _without(spans, gone.get(name, [])))}
    await key_value.write(tx, SKIPPED, json.dumps(skipped))


async def missing_numbers(tx: Tx, table: Table) -> Ranges:
    """Return the numbers up to the last one used that no row of a table has, as ranges."""
    used = await _last_used(tx, table)
    numbered = select(table.c.id.label("number"), func.lag(table.c.id).over(order_by=table.c.id).label("before"))
    each = numbered.subquery()
    before = func.coalesce(each.c.before, 0)
    holes = select(before + 1, each.c.number - 1).where(each.c.number > before + 1).order_by(each.c.number)
    found: Ranges = [(first, last) for first, last in await tx.execute(holes)]
    highest = (await tx.execute(select(func.coalesce(func.max(table.c.id), 0)))).scalar_one()
    return [*found, (highest + 1, used)] if used > highest else found


async def imports(tx: Tx) -> list[dict[str, Any]]:
    """Return what is known of each import: the numbers of its `matches` as ranges, and how many have `clocks`."""
    return read_imports(await key_value.read(tx, IMPORTED)) or []


def read_imports(text: str | None) -> list[dict[str, Any]] | None:
    """Return what a value of `meta` tells of imports, None where it can't be read."""
    with suppress(ValueError, TypeError, KeyError):
        return [
            {"matches": [(int(first), int(last)) for first, last in each["matches"]], "clocks": int(each["clocks"])}
            for each in json.loads(text or "[]")
        ]
    return None


def read_skipped(text: str | None) -> dict[str, Ranges] | None:
    """Return what a value of `meta` tells of numbers that no row ever had, by table, None where it can't be read."""
    with suppress(ValueError, TypeError, AttributeError):
        known = json.loads(text or "{}").items()
        return {str(table): [(int(first), int(last)) for first, last in spans] for table, spans in known}
    return None


async def note_import(tx: Tx, numbers: Iterable[int], clocked: int) -> None:
    """Keep which numbers an import, which holds the name, gave to matches, and how many of these have a clock."""
    known = [*await imports(tx), {"matches": ranges(numbers), "clocks": clocked}]
    await key_value.write(tx, IMPORTED, json.dumps(known))


async def clocked_imports(tx: Tx, spans: Ranges) -> int:
    """Return how many matches without a challenge have a clock, of those with numbers in some ranges."""
    within = or_(*(matches.c.id.between(first, last) for first, last in spans))
    query = select(func.count()).select_from(clocks).join(matches, matches.c.id == clocks.c.match_id)
    return (await tx.execute(query.where(within, matches.c.challenge_id.is_(None)))).scalar_one()


async def any_sent(tx: Tx) -> bool:
    """Return whether any row of the outbox ever went out."""
    return (await tx.execute(select(outbox.c.id).where(outbox.c.message_id.is_not(None)).limit(1))).first() is not None


def ranges(numbers: Iterable[int]) -> Ranges:
    """Return whole numbers as ranges, both ends included.

    >>> ranges([3, 1, 2, 7])
    [(1, 3), (7, 7)]
    """
    found: Ranges = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


async def rows_by(tx: Tx, column: Column[Any], values: Collection[int]) -> dict[int, list[Row]]:
    """Return the rows of a table by the values that one of its columns has, each list in the order of the key."""
    found: dict[int, list[Row]] = {}
    listed, table = sorted(values), column.table
    for start in range(0, len(listed), _AT_ONCE):
        query = select(table).where(column.in_(listed[start : start + _AT_ONCE]))
        for row in (await tx.execute(query.order_by(*table.primary_key))).mappings():
            found.setdefault(row[column], []).append(_plain(row))
    return found


async def all_rows(tx: Tx, table: Table, *conditions: ColumnElement[bool]) -> AsyncIterator[Row]:
    """Yield the rows of a table that meet the conditions, in the order of the key, without keeping them."""
    query = select(table).where(*conditions).order_by(*table.primary_key)
    async for row in (await tx.stream(query)).mappings():
        yield _plain(row)


def _plain(row: RowMapping) -> Row:
    return {str(name): value for name, value in row.items()}


def _wrong(column: Column[Any], dialect: str) -> ColumnElement[bool]:
    """Return the condition that a column holds what is not of its kind."""
    is_wrong: ColumnElement[bool]
    if dialect != "sqlite":
        if isinstance(column.type, Moment):
            is_wrong = ~column.between(EARLIEST, LATEST)
        elif isinstance(column.type, JSON):
            is_wrong = case((func.json_typeof(column) == _shape(column), _odd_numbers(column, dialect)), else_=True)
        else:
            is_wrong = false()
        return (column.is_not(None) & is_wrong).label(f"wrong_{column.name}")
    raw, kind = type_coerce(column, BigInteger), func.typeof(column)
    if isinstance(column.type, Moment):
        low, high = (int(each.timestamp()) * 1_000_000 for each in (EARLIEST, LATEST))
        is_wrong = or_(kind != "integer", ~raw.between(low, high))
    elif isinstance(column.type, Boolean):
        is_wrong = raw.not_in([0, 1])
    elif isinstance(column.type, JSON):
        is_right = case((func.json_valid(column) == 1, func.json_type(column)), else_="") == _shape(column)
        is_wrong = case((is_right, _odd_numbers(column, dialect)), else_=True)
    elif isinstance(column.type, Words):
        is_wrong = kind != "text"
    else:
        is_wrong = kind != "integer"
    return (raw.is_not(None) & is_wrong).label(f"wrong_{column.name}")


def _shape(column: Column[Any]) -> str:
    return "array" if column in LISTS else "object"


def _odd_numbers(column: Column[Any], dialect: str) -> ColumnElement[bool]:
    """Return the condition that a list holds anything but whole numbers of 64 bits; an object may hold anything."""
    if column not in LISTS:
        return false()
    if dialect == "sqlite":
        each = func.json_each(column).table_valued("value", name="item")
        return exists(select(each.c.value).where(func.typeof(each.c.value) != "integer"))
    item = func.json_array_elements_text(column).table_valued("value", name="item")
    return exists(select(item.c.value).where(item.c.value.op("!~")("^-?[0-9]{1,18}$")))


async def _owner(tx: Tx, table: Table, key: Mapping[str, Any], owner: str) -> int | None:
    """Return the match or the challenge that a row belongs to, or is."""
    own = {matches: "match_id", challenges: "challenge_id"}
    if own.get(table) == owner:
        found = key["id"]
    elif owner not in table.c:
        found = None
    else:
        one = and_(*(table.c[name] == value for name, value in key.items()))
        found = (await tx.execute(select(table.c[owner]).where(one))).scalar()
    return found if isinstance(found, int) else None


async def _shared(tx: Tx, home: Column[Any], each: Column[Any]) -> list[tuple[int, list[int]]]:
    several = select(home).where(home.is_not(None)).group_by(home).having(func.count(distinct(each)) > 1)
    rows = await tx.execute(select(home, each).where(home.in_(several)).order_by(home, each))
    found: dict[int, list[int]] = {}
    for place, number in rows:
        found.setdefault(place, []).append(number)
    return list(found.items())


async def _last_used(tx: Tx, table: Table) -> int:
    """Return the highest number that a row of a table ever had."""
    if tx.dialect.name == "sqlite":
        known = await tx.execute(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        return known.scalar() or 0
    sequence = await tx.execute(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": table.name})
    used = await tx.execute(text(f"SELECT last_value, is_called FROM {sequence.scalar_one()}"))  # noqa: S608 - the server's own name
    last, called = used.one()
    return last if called else 0


def _without(spans: Ranges, others: Iterable[Iterable[int]]) -> Ranges:
    """Return what of some ranges lies in none of some others."""
    left = spans
    for low, high in others:
        parts = [((first, min(last, low - 1)), (max(first, high + 1), last)) for first, last in left]
        left = [(first, last) for both in parts for first, last in both if first <= last]
    return left


def _common(spans: Ranges, others: Iterable[tuple[int, int]]) -> Ranges:
    """Return what of some ranges lies in some others as well, which don't overlap."""
    parts = ((max(first, low), min(last, high)) for first, last in spans for low, high in others)
    return sorted((first, last) for first, last in parts if first <= last)
