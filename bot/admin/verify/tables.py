"""Verify the tables: rows that belong to no match, and what only all rows together show."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.admin.verify.clocks import LONGEST_VACATION, check_intervals
from bot.admin.verify.events import TABLES as TOURNAMENT_TABLES, check_tournament, read_tournaments
from bot.admin.verify.posts import check_post
from bot.admin.verify.table_rows import ROW_CHECKS, check_challenge, check_key_values, check_rematch
from bot.match_files.log_checks import AHEAD
from storage import schema
from storage.queries import inspection, row_ids
from storage.queries.batches import row_batches

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Mapping
    from datetime import datetime

    from games.contract import Game
    from storage.engine.database import Database, Tx
    from storage.queries.inspection import Row, SqlTable

REFERRED = {
    "match_id": "match",
    "challenge_id": "challenge",
    "tournament_id": "event",
    "pairing_id": "pairing",
    "proposal_id": "proposal",
    "offer_id": "offer",
}
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
            *((table, _check_rows(tx, table, name, check, now)) for table, name, check in ROW_CHECKS),
            (schema.audit_log, _check_servers_of_entries(tx, found)),
            (schema.vacations, _check_vacations(tx, now)),
            (schema.outages, _check_outages(tx, found, now)),
            (schema.tournaments, _check_tournaments(tx, found, games, now)),
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
    if found.broken & {"outbox", "matches"}:  # reported already
        return
    async for rows in row_batches(tx, schema.challenges):
        ids = [row["id"] for row in rows]
        originals = [row["rematch_of"] for row in rows if row["rematch_of"] is not None]
        people = await inspection.rows_by(tx, schema.challenge_people.c.challenge_id, ids)
        posts = await inspection.rows_by(tx, schema.outbox.c.challenge_id, ids)
        matches = await inspection.rows_by(tx, schema.matches.c.challenge_id, ids)
        played = await inspection.rows_by(tx, schema.matches.c.id, originals)
        seats = await inspection.rows_by(tx, schema.seats.c.match_id, originals)
        for row in map(dict, rows):
            number, original, invited = row["id"], row["rematch_of"], people.get(row["id"], [])
            own = (row for row in posts.get(number, ()) if row["kind"] == "challenge" and "channel" not in row["body"])
            post = next(own, None)
            for wrong in check_challenge(games, row, invited, post, matches.get(number, ())):
                yield f"challenge {number} {wrong}"
            if original is not None:
                before = next(iter(played.get(original, ())), None)
                for wrong in check_rematch(row, invited, before, seats.get(original, ())):
                    yield f"challenge {number} {wrong}"


async def _check_posts(tx: Tx, now: datetime) -> AsyncIterator[str]:
    """Yield what is wrong with the outbox rows that belong to no match."""
    of_no_match, was_given_up = schema.outbox.c.match_id.is_(None), schema.outbox.c.given_up_at.is_not(None)
    lanes = {row["lane"] async for row in inspection.all_rows(tx, schema.outbox, of_no_match, was_given_up)}
    async for row in inspection.all_rows(tx, schema.outbox, of_no_match):
        for wrong in check_post(row, now, None, lanes):
            yield f"outbox row {row['id']} ({row['kind']}) {wrong}"


async def _check_rows(
    tx: Tx, table: SqlTable, name: str, check: Callable[[Row, datetime], Iterator[str]], now: datetime
) -> AsyncIterator[str]:
    async for row in inspection.all_rows(tx, table):
        for wrong in check(row, now):
            yield f"{name.format(**row)} {wrong}"


async def _check_servers_of_entries(tx: Tx, found: Findings) -> AsyncIterator[str]:
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
