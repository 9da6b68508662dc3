"""Queries that find faults in a record: values of the wrong type, dangling rows, duplicates.

All calls run in the caller's transaction and change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Double,
    LargeBinary,
    and_,
    case,
    distinct,
    exists,
    false,
    func,
    or_,
    select,
    type_coerce,
    union,
)

from storage.column_types import SafeText, UtcDateTime
from storage.queries.batches import in_batches, row_batches
from storage.schema import (
    audit_log,
    challenges,
    clocks,
    events,
    matches,
    metadata,
    outbox,
    pairing_people,
    pairings,
    pending,
    read_markers,
    seats,
    tournaments,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping

    from sqlalchemy import Column, ColumnElement, RowMapping, Select, Table

    from storage.engine.database import Tx

Row: TypeAlias = dict[str, Any]
SqlTable: TypeAlias = "Table"
Condition: TypeAlias = "ColumnElement[bool]"

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""All valid times lie between these two."""
LISTS = {clocks.c.left, metadata.tables["offers"].c.agreed, metadata.tables["corrections"].c.places}
"""The JSON columns that hold lists; all others hold objects."""


@dataclass(frozen=True, slots=True)
class BadValue:
    """A bad value in a column of the row with this `key`, which may belong to a match or a challenge."""

    table: str
    key: str
    column: str
    match_id: int | None
    challenge_id: int | None


@dataclass(frozen=True, slots=True)
class DanglingRows:
    """Rows of a table that refer, in a column, to a missing row of another table."""

    table: str
    column: str
    missing: int
    count: int


async def bad_values(tx: Tx) -> list[BadValue]:
    """Return all values that don't have their column's type, because SQLite allows any."""
    found: list[BadValue] = []
    for table in metadata.sorted_tables:
        columns, keys = list(table.c), list(table.primary_key.columns)
        for row in await tx.execute(_select_bad_values(table, tx.dialect.name)):
            values = dict(zip((each.name for each in keys), row, strict=False))
            key = ", ".join(f"{name} {value}" for name, value in values.items())
            of = [await _find_owner(tx, table, values, owner) for owner in ("match_id", "challenge_id")]
            at_fault = [column.name for column, bad in zip(columns, row[len(keys) :], strict=True) if bad]
            found += [BadValue(table.name, key, name, *of) for name in at_fault]
    return found


async def dangling_rows(tx: Tx) -> list[DanglingRows]:
    """Return the rows that refer to a missing row of another table."""
    found: list[DanglingRows] = []
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
            found += [DanglingRows(table.name, key.parent.name, *row) for row in await tx.execute(query)]
    return found


async def matches_without_all_seats(tx: Tx) -> list[int]:
    """Return the matches whose seats aren't numbered from 1 without gaps, or that have none."""
    return await _find_without_all_seats(tx, matches.c.id, seats.c.match_id, seats.c.seat)


async def pairings_without_all_seats(tx: Tx) -> list[int]:
    """Return the pairings whose seats aren't numbered from 1 without gaps, or that have none."""
    return await _find_without_all_seats(tx, pairings.c.id, pairing_people.c.pairing_id, pairing_people.c.seat)


async def shared_threads(tx: Tx) -> list[tuple[int, list[int]]]:
    """Return the threads with more than one match, each with its matches."""
    return await _find_shared(tx, matches.c.thread_id, matches.c.id)


async def shared_conversations(tx: Tx) -> list[tuple[int, list[int]]]:
    """Return the people with more than one channel for direct messages, each with the channels."""
    return await _find_shared(tx, read_markers.c.user_id, read_markers.c.channel_id)


async def matches_of_challenges(tx: Tx, challenge_ids: Collection[int]) -> list[int]:
    """Return the matches of these challenges."""
    return list((await tx.execute(select(matches.c.id).where(matches.c.challenge_id.in_(challenge_ids)))).scalars())


async def shared_channels(tx: Tx) -> list[int]:
    """Return the channels to which matches and challenges assign more than one guild."""
    places = union(*(select(each.c.channel_id, each.c.guild_id) for each in (matches, challenges))).subquery()
    query = select(places.c.channel_id).group_by(places.c.channel_id).having(func.count() > 1)
    return list((await tx.execute(query.order_by(places.c.channel_id))).scalars())


async def equal_matches(tx: Tx) -> list[tuple[int, int]]:
    """Return the matches without sources, each after an earlier one of the same game, people and start time.

    Nothing tells the two apart, so an export of the later one can't be imported beside the earlier one.
    """
    sent = select(events.c.seq).where(events.c.match_id == matches.c.id, events.c.source_id.is_not(None)).exists()
    earlier = matches.alias("earlier")
    one, other = seats.alias("one"), seats.alias("other")
    sits = select(other.c.seat).where(
        other.c.match_id == matches.c.id, other.c.seat == one.c.seat, other.c.user_id == one.c.user_id
    )
    differing = select(one.c.seat).where(one.c.match_id == earlier.c.id, ~sits.correlate(matches, one).exists())
    same = and_(
        earlier.c.game == matches.c.game,
        earlier.c.created_at == matches.c.created_at,
        ~differing.correlate(matches, earlier).exists(),
    )
    query = select(func.min(earlier.c.id), matches.c.id).select_from(matches)
    query = query.join(earlier, and_(earlier.c.id < matches.c.id, same))
    found = await tx.execute(query.where(~sent).group_by(matches.c.id).order_by(matches.c.id))
    return [(first, last) for first, last in found]


async def overtaken_posts(tx: Tx) -> list[Row]:
    """Return the waiting outbox rows with a later row of their lane that was sent."""
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
    return [_to_dict(row) for row in (await tx.execute(query.order_by(outbox.c.id))).mappings()]


async def any_sent(tx: Tx) -> bool:
    """Return whether any outbox row was ever sent."""
    return (await tx.execute(select(outbox.c.id).where(outbox.c.message_id.is_not(None)).limit(1))).first() is not None


async def rows_by(tx: Tx, column: Column[Any], values: Collection[int]) -> dict[int, list[Row]]:
    """Return the rows of a column's table by its value, each list in the order of the primary key."""
    found: dict[int, list[Row]] = {}
    table = column.table
    for batch in in_batches(sorted(values)):
        query = select(table).where(column.in_(batch))
        for row in (await tx.execute(query.order_by(*table.primary_key))).mappings():
            found.setdefault(row[column], []).append(_to_dict(row))
    return found


async def all_rows(tx: Tx, table: Table, *conditions: ColumnElement[bool]) -> AsyncIterator[Row]:
    """Yield the rows of a table that meet the conditions, in the order of the primary key."""
    async for rows in row_batches(tx, table, *conditions):
        for row in rows:
            yield _to_dict(row)


def _to_dict(row: RowMapping) -> Row:
    return {str(name): value for name, value in row.items()}


@cache
def _select_bad_values(table: Table, dialect: str) -> Select[Any]:
    """Return the query for rows with bad values: their primary key, then whether each column is at fault."""
    invalid = [_is_invalid(column, dialect) for column in table.c]
    return select(*(each.label(f"key_{each.name}") for each in table.primary_key.columns), *invalid).where(
        or_(*invalid)
    )


def _is_invalid(column: Column[Any], dialect: str) -> ColumnElement[bool]:
    """Return the condition that a column's value doesn't have its type."""
    invalid: ColumnElement[bool]
    if dialect != "sqlite":
        if isinstance(column.type, UtcDateTime):
            invalid = ~column.between(EARLIEST, LATEST)
        elif isinstance(column.type, JSON):
            invalid = case(
                (func.json_typeof(column) == _json_type(column), _has_invalid_items(column, dialect)), else_=True
            )
        else:
            invalid = false()
        return (column.is_not(None) & invalid).label(f"wrong_{column.name}")
    raw, kind = type_coerce(column, BigInteger), func.typeof(column)
    if isinstance(column.type, UtcDateTime):
        low, high = (int(each.timestamp()) * 1_000_000 for each in (EARLIEST, LATEST))
        invalid = or_(kind != "integer", ~raw.between(low, high))
    elif isinstance(column.type, Boolean):
        invalid = raw.not_in([0, 1])
    elif isinstance(column.type, JSON):
        valid = case((func.json_valid(column) == 1, func.json_type(column)), else_="") == _json_type(column)
        invalid = case((valid, _has_invalid_items(column, dialect)), else_=True)
    elif isinstance(column.type, SafeText):
        invalid = kind != "text"
    elif isinstance(column.type, Double):
        invalid = kind != "real"
    elif isinstance(column.type, LargeBinary):
        invalid = kind != "blob"
    else:
        invalid = kind != "integer"
    return (raw.is_not(None) & invalid).label(f"wrong_{column.name}")


def _json_type(column: Column[Any]) -> str:
    return "array" if column in LISTS else "object"


def _has_invalid_items(column: Column[Any], dialect: str) -> ColumnElement[bool]:
    """Return the condition that a list holds anything but whole numbers of 64 bits; an object can hold anything."""
    if column not in LISTS:
        return false()
    if dialect == "sqlite":
        each = func.json_each(column).table_valued("value", name="item")
        return exists(select(each.c.value).where(func.typeof(each.c.value) != "integer"))
    item = func.json_array_elements_text(column).table_valued("value", name="item")
    return exists(select(item.c.value).where(item.c.value.op("!~")("^-?[0-9]{1,18}$")))


async def _find_owner(tx: Tx, table: Table, key: Mapping[str, Any], owner: str) -> int | None:
    """Return the id of the match or challenge that a row belongs to, or is."""
    own = {matches: "match_id", challenges: "challenge_id"}
    if own.get(table) == owner:
        found = key["id"]
    elif owner not in table.c:
        found = None
    else:
        one = and_(*(table.c[name] == value for name, value in key.items()))
        found = (await tx.execute(select(table.c[owner]).where(one))).scalar()
    return found if isinstance(found, int) else None


async def _find_without_all_seats(tx: Tx, each: Column[Any], of: Column[Any], seat: Column[Any]) -> list[int]:
    """Return the ids `each` whose rows `of` them aren't numbered from 1 without gaps by `seat`."""
    numbered = and_(func.min(seat) == 1, func.max(seat) == func.count(seat))
    seated = func.coalesce(case((numbered, 1), else_=0), 0)
    query = select(each).outerjoin(of.table, of == each).group_by(each).having(seated == 0).order_by(each)
    return list((await tx.execute(query)).scalars())


async def _find_shared(tx: Tx, home: Column[Any], each: Column[Any]) -> list[tuple[int, list[int]]]:
    several = select(home).where(home.is_not(None)).group_by(home).having(func.count(distinct(each)) > 1)
    rows = await tx.execute(select(home, each).where(home.in_(several)).order_by(home, each))
    found: dict[int, list[int]] = {}
    for place, number in rows:
        found.setdefault(place, []).append(number)
    return list(found.items())


async def entries_about_other_servers(tx: Tx) -> list[int]:
    """Return the ids of the entries of the audit log that are about a match or an event of another server."""
    query = (
        select(audit_log.c.id)
        .outerjoin(matches, matches.c.id == audit_log.c.match_id)
        .outerjoin(tournaments, tournaments.c.id == audit_log.c.tournament_id)
        .where(or_(matches.c.guild_id != audit_log.c.guild_id, tournaments.c.guild_id != audit_log.c.guild_id))
        .order_by(audit_log.c.id)
    )
    return list((await tx.execute(query)).scalars())
