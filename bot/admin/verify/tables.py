"""Verify the tables: rows that belong to no match, and what only all rows together show."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.admin.verify import table_rows
from bot.admin.verify.clocks import LONGEST_VACATION, check_intervals
from bot.admin.verify.events import TABLES as TOURNAMENT_TABLES, check_tournament, read_tournaments
from bot.admin.verify.posts import check_post
from bot.admin.verify.table_rows import (
    check_block,
    check_deleted_channel,
    check_deletion,
    check_entry,
    check_job,
    check_key_values,
    check_puzzle_attempt,
    check_read_marker,
)
from bot.match_files.log_checks import AHEAD
from storage import schema
from storage.queries import inspection, row_ids

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from games.contract import Game
    from storage.engine.database import Database, Tx
    from storage.queries.inspection import Condition, Row, SqlTable

CHUNK = 100
REFERRED = {"match_id": "match", "challenge_id": "challenge", "tournament_id": "event", "pairing_id": "pairing"}
"""What rows refer to, by the column that does."""


@dataclass
class Findings:
    """A line for each difference, and notes on what needs no repair."""

    differences: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    unreadable: set[int] = field(default_factory=set[int])
    """The matches that can't be read."""
    broken: set[str] = field(default_factory=set[str])
    """The tables with rows that can't be read."""


async def verify_tables(database: Database, games: Mapping[str, Game[Any, Any]], now: datetime) -> Findings:
    """Return what is wrong with the record apart from its matches, at one moment. Writes nothing."""
    found = Findings()
    async with database.read() as tx:
        await _find_unreadable(tx, found)
        found.differences += [line async for line in _missing_rows(tx)]
        found.differences += [line async for line in _duplicates(tx)]
        found.notes += [line async for line in _overtaken_posts(tx)]
        for table, check in (
            (schema.challenges, _check_challenges(tx, found, games)),
            (schema.outbox, _check_posts(tx, now)),
            (schema.people, _check_people(tx, now)),
            (schema.guilds, _check_servers(tx, now)),
            (schema.puzzle_attempts, _check_puzzle_attempts(tx, now)),
            (schema.deletions, _check_deletions(tx, now)),
            (schema.deleted_channels, _check_deleted_channels(tx, now)),
            (schema.blocks, _check_blocks(tx, now)),
            (schema.audit_log, _check_audit_log(tx, found, now)),
            (schema.vacations, _check_vacations(tx, now)),
            (schema.outages, _check_outages(tx, found, now)),
            (schema.read_markers, _check_read_markers(tx, now)),
            (schema.tournaments, _check_tournaments(tx, found, games, now)),
            (schema.failed_jobs, _check_jobs(tx, now)),
            (schema.key_values, _check_key_values(tx)),
        ):
            if table.name not in found.broken:
                found.differences += [f"{line}." async for line in check]
    return found


async def _find_unreadable(tx: Tx, found: Findings) -> None:
    """Add values that don't have their column's type. What they belong to isn't checked any further."""
    broken_challenges: set[int] = set()
    for bad in await inspection.bad_values(tx):
        about = f"#{bad.match_id}: " if bad.match_id is not None else ""
        found.differences.append(f"{about}{bad.column} of a row of {bad.table} ({bad.key}) can't be read.")
        found.broken.add("challenges" if bad.table == "challenge_people" else bad.table)
        if bad.match_id is not None:
            found.unreadable.add(bad.match_id)
        if bad.challenge_id is not None:
            broken_challenges.add(bad.challenge_id)
    found.unreadable.update(await inspection.matches_of_challenges(tx, broken_challenges))
    for match_id in await inspection.matches_without_all_seats(tx):
        found.differences.append(f"#{match_id}: its seats are not all here, numbered from 1 on.")
        found.unreadable.add(match_id)


async def _missing_rows(tx: Tx) -> AsyncIterator[str]:
    """Yield a line for rows that refer to a missing row, and for ids whose rows were deleted."""
    for rows in await inspection.dangling_rows(tx):
        what = REFERRED[rows.column]
        to = "#" if what == "match" else f"{what} "
        counted = f"{rows.count} row{'s' if rows.count > 1 else ''} of {rows.table}"
        yield f"{to}{rows.missing}: {counted} belong to it, but there is no such {what}."
    for table, gone in (await row_ids.deleted_ids(tx)).items():
        for first, last in gone:
            numbers = f"#{first}" if first == last else f"#{first} to #{last}"
            label = numbers if table == "matches" else f"{table} {numbers.replace('#', '')}"
            yield f"{label}: the number was given, but nothing of it is here."
    for known in await row_ids.load_imports(tx):
        spans = known["matches"]
        clocked = await row_ids.count_with_clock(tx, spans)
        if clocked < known["clocks"]:
            numbers = ", ".join(f"#{first} to #{last}" for first, last in spans)
            yield f"{numbers}: {known['clocks']} were imported with a clock, and {clocked} have one."


async def _duplicates(tx: Tx) -> AsyncIterator[str]:
    """Yield a line for each value that must be unique and isn't."""
    for thread, numbers in await inspection.shared_threads(tx):
        yield f"{', '.join(f'#{number}' for number in numbers)}: they share the thread {thread}."
    for channel in await inspection.shared_channels(tx):
        yield f"channel {channel}: matches and challenges name different servers for it."
    for user, channels in await inspection.shared_conversations(tx):
        yield f"user {user}: the direct messages are in several channels, {', '.join(map(str, channels))}."
    for first, last in await inspection.equal_matches(tx):
        yield f"#{first}, #{last}: they are of the same game, people and beginning."


async def _overtaken_posts(tx: Tx) -> AsyncIterator[str]:
    for row in await inspection.overtaken_posts(tx):
        about = "" if row["match_id"] is None else f"#{row['match_id']}: "
        label = f"{about}outbox row {row['id']} ({row['kind']})"
        yield f"{label} waits, and later ones of its lane went out: was it put back?"


async def _check_challenges(tx: Tx, found: Findings, games: Mapping[str, Game[Any, Any]]) -> AsyncIterator[str]:
    batch: list[Row] = []
    async for row in inspection.all_rows(tx, schema.challenges):
        batch.append(row)
        if len(batch) == CHUNK:
            for line in await _check_batch(tx, found, games, batch):
                yield line
            batch = []
    for line in await _check_batch(tx, found, games, batch):
        yield line


async def _check_batch(tx: Tx, found: Findings, games: Mapping[str, Game[Any, Any]], rows: Sequence[Row]) -> list[str]:
    ids = [row["id"] for row in rows]
    originals = [row["rematch_of"] for row in rows if row["rematch_of"] is not None]
    people = await inspection.rows_by(tx, schema.challenge_people.c.challenge_id, ids)
    posts = {} if "outbox" in found.broken else await inspection.rows_by(tx, schema.outbox.c.challenge_id, ids)
    readable = "matches" not in found.broken
    matches = await inspection.rows_by(tx, schema.matches.c.challenge_id, ids) if readable else {}
    played = await inspection.rows_by(tx, schema.matches.c.id, originals) if readable else {}
    seats = await inspection.rows_by(tx, schema.seats.c.match_id, originals)
    lines: list[str] = []
    for row in rows:
        if "outbox" in found.broken or not readable:  # reported already
            continue
        number, original, invited = row["id"], row["rematch_of"], people.get(row["id"], [])
        post = next((post for post in posts.get(number, ()) if post["kind"] == "challenge"), None)
        problems = [*table_rows.check_challenge(games, row, invited, post, matches.get(number, ()))]
        if original is not None:
            before = next(iter(played.get(original, ())), None)
            problems += table_rows.check_rematch(row, invited, before, seats.get(original, ()))
        lines += [f"challenge {number} {fault}" for fault in problems]
    return lines


async def _check_rows(
    tx: Tx, table: SqlTable, name: str, check: Callable[[Row], Iterator[str]], *conditions: Condition
) -> AsyncIterator[str]:
    """Yield each fault that a check finds in a table's rows, after their name, which is formatted with the row."""
    async for row in inspection.all_rows(tx, table, *conditions):
        for fault in check(row):
            yield f"{name.format(**row)} {fault}"


async def _check_posts(tx: Tx, now: datetime) -> AsyncIterator[str]:
    """Yield what is wrong with the outbox rows that belong to no match."""
    of_no_match, name = schema.outbox.c.match_id.is_(None), "outbox row {id} ({kind})"
    was_given_up = schema.outbox.c.given_up_at.is_not(None)
    lanes = {row["lane"] async for row in inspection.all_rows(tx, schema.outbox, of_no_match, was_given_up)}
    async for line in _check_rows(tx, schema.outbox, name, lambda row: check_post(row, now, None, lanes), of_no_match):
        yield line


def _check_people(tx: Tx, now: datetime) -> AsyncIterator[str]:
    return _check_rows(tx, schema.people, "user {user_id}", lambda row: table_rows.check_person(row, now))


def _check_servers(tx: Tx, now: datetime) -> AsyncIterator[str]:
    return _check_rows(tx, schema.guilds, "server {guild_id}", lambda row: table_rows.check_server(row, now))


def _check_puzzle_attempts(tx: Tx, now: datetime) -> AsyncIterator[str]:
    name = "user {user_id} with {game} puzzle {number}"
    return _check_rows(tx, schema.puzzle_attempts, name, lambda row: check_puzzle_attempt(row, now))


def _check_deletions(tx: Tx, now: datetime) -> AsyncIterator[str]:
    return _check_rows(tx, schema.deletions, "user {user_id}", lambda row: check_deletion(row, now))


def _check_deleted_channels(tx: Tx, now: datetime) -> AsyncIterator[str]:
    return _check_rows(tx, schema.deleted_channels, "channel {channel_id}", lambda row: check_deleted_channel(row, now))


def _check_blocks(tx: Tx, now: datetime) -> AsyncIterator[str]:
    name = "the block of user {user_id} on server {guild_id}"
    return _check_rows(tx, schema.blocks, name, lambda row: check_block(row, now))


async def _check_audit_log(tx: Tx, found: Findings, now: datetime) -> AsyncIterator[str]:
    name = "entry {id} of the audit log ({action})"
    async for line in _check_rows(tx, schema.audit_log, name, lambda row: check_entry(row, now)):
        yield line
    if not found.broken & {"matches", "tournaments"}:  # reported already
        for number in await inspection.entries_about_other_servers(tx):
            yield f"entry {number} of the audit log is about a match or an event of another server"


async def _check_tournaments(
    tx: Tx, found: Findings, games: Mapping[str, Game[Any, Any]], now: datetime
) -> AsyncIterator[str]:
    if found.broken & TOURNAMENT_TABLES:  # reported already
        return
    for pairing_id in await inspection.pairings_without_all_seats(tx):
        yield f"pairing {pairing_id}: its seats are not all here, numbered from 1 on"
    async for stored in read_tournaments(tx):
        for fault in check_tournament(games, stored, now):
            yield f"event {stored.tournament.id} {fault}"


def _check_read_markers(tx: Tx, now: datetime) -> AsyncIterator[str]:
    return _check_rows(tx, schema.read_markers, "channel {channel_id}", lambda row: check_read_marker(row, now))


def _check_jobs(tx: Tx, now: datetime) -> AsyncIterator[str]:
    name = "the {kind} of {key}, which is set aside,"
    return _check_rows(tx, schema.failed_jobs, name, lambda row: check_job(row, now))


async def _check_vacations(tx: Tx, now: datetime) -> AsyncIterator[str]:
    for user, rows in (await _grouped(tx, schema.vacations, "user_id")).items():
        for row, fault in check_intervals(rows, now, longest=LONGEST_VACATION):
            yield f"vacation {row['id']} of user {user} {fault}"


async def _check_outages(tx: Tx, found: Findings, now: datetime) -> AsyncIterator[str]:
    outages = await _grouped(tx, schema.outages, "guild_id")
    for guild, rows in outages.items():
        for row, fault in check_intervals(rows, now):
            yield f"outage {row['id']} of server {guild} {fault}"
    if "beats" in found.broken:
        return
    reached = {row["guild_id"]: row["at"] async for row in inspection.all_rows(tx, schema.beats)}
    for guild, at in reached.items():
        if at > now + AHEAD:
            yield f"server {guild} was last reached at {at}, in the future"
    for guild in outages.keys() - reached.keys():
        yield f"server {guild} has outages, but it is not here when it was last reached"


async def _check_key_values(tx: Tx) -> AsyncIterator[str]:
    values = {row["key"]: row["value"] async for row in inspection.all_rows(tx, schema.key_values)}
    for fault in check_key_values(values, posted=await inspection.any_sent(tx)):
        yield fault


async def _grouped(tx: Tx, table: SqlTable, column: str) -> dict[int, list[Row]]:
    grouped: defaultdict[int, list[Row]] = defaultdict(list)
    async for row in inspection.all_rows(tx, table):
        grouped[row[column]].append(row)
    return grouped
