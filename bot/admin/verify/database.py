"""Verifies what of the record belongs to no match, and what only the whole of it can tell."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.admin.verify import other_rows
from bot.admin.verify.event_log import AHEAD
from bot.admin.verify.outbox import check_post
from storage.tables import inspection, schema

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from games.contract import Game
    from storage.engine.database import Database, Tx
    from storage.tables.inspection import Row

CHUNK = 100


@dataclass
class Findings:
    """What was found: a line for each difference, lines on what is none, and the matches that can't be read."""

    differences: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    unreadable: set[int] = field(default_factory=set[int])
    broken: set[str] = field(default_factory=set[str])
    """The tables with rows that can't be read."""


async def inspect(database: Database, games: Mapping[str, Game[Any, Any]], now: datetime) -> Findings:
    """Return what is wrong with the record beside its matches, as it stands at one moment. Writes nothing."""
    found = Findings()
    async with database.read() as tx:
        await _find_unreadable(tx, found)
        await _find_lost(tx, found)
        await _find_doubles(tx, found)
        for table, check in (
            (schema.challenges, _check_challenges(tx, found, games)),
            (schema.outbox, _check_posts(tx, found, now)),
            (schema.people, _check_people(tx, found, now)),
            (schema.guilds, _check_servers(tx, found)),
            (schema.vacations, _check_vacations(tx, found, now)),
            (schema.outages, _check_outages(tx, found, now)),
            (schema.heard, _check_read_markers(tx, found, now)),
            (schema.set_aside_jobs, _check_jobs(tx, found, now)),
            (schema.meta, _check_meta(tx, found)),
        ):
            if table.name in found.broken:
                check.close()
            else:
                await check
    return found


async def _find_unreadable(tx: Tx, found: Findings) -> None:
    """Find values that are none of their column's kind. What they belong to is not looked at any further."""
    challenges: set[int] = set()
    for flaw in await inspection.unreadable(tx):
        named = f"#{flaw.match_id}: " if flaw.match_id is not None else ""
        found.differences.append(f"{named}{flaw.column} of a row of {flaw.table} ({flaw.key}) can't be read.")
        found.broken.add("challenges" if flaw.table == "challenge_people" else flaw.table)
        if flaw.match_id is not None:
            found.unreadable.add(flaw.match_id)
        if flaw.challenge_id is not None:
            challenges.add(flaw.challenge_id)
    found.unreadable.update(await inspection.came_of(tx, challenges))
    for match_id in await inspection.without_all_seats(tx):
        found.differences.append(f"#{match_id}: its seats are not all here, numbered from 1 on.")
        found.unreadable.add(match_id)


async def _find_lost(tx: Tx, found: Findings) -> None:
    """Find rows that point nowhere, and numbers whose rows are gone."""
    for stray in await inspection.strays(tx):
        to, what = ("#", "match") if stray.column == "match_id" else ("challenge ", "challenge")
        rows = f"{stray.count} row{'s' if stray.count > 1 else ''} of {stray.table}"
        found.differences.append(f"{to}{stray.names}: {rows} belong to it, but there is no such {what}.")
    for table, gone in (await inspection.gone_numbers(tx)).items():
        for first, last in gone:
            numbers = f"#{first}" if first == last else f"#{first} to #{last}"
            lost = numbers if table == "matches" else f"{table} {numbers.replace('#', '')}"
            found.differences.append(f"{lost}: the number was given, but nothing of it is here.")
    for known in await inspection.imports(tx):
        spans = known["matches"]
        clocked = await inspection.clocked_imports(tx, spans)
        if clocked < known["clocks"]:
            numbers = ", ".join(f"#{first} to #{last}" for first, last in spans)
            found.differences.append(
                f"{numbers}: {known['clocks']} were imported with a clock, and {clocked} have one."
            )


async def _find_doubles(tx: Tx, found: Findings) -> None:
    for thread, numbers in await inspection.shared_threads(tx):
        listed = ", ".join(f"#{number}" for number in numbers)
        found.differences.append(f"{listed}: they share the thread {thread}.")
    for channel in await inspection.shared_channels(tx):
        found.differences.append(f"channel {channel}: matches and challenges name different servers for it.")
    for user, channels in await inspection.shared_conversations(tx):
        listed = ", ".join(map(str, channels))
        found.differences.append(f"user {user}: the direct messages are in several channels, {listed}.")
    for first, last in await inspection.alike(tx):
        found.differences.append(f"#{first}, #{last}: they are of the same game, seed and beginning.")
    for row in await inspection.passed_by(tx):
        about = "" if row["match_id"] is None else f"#{row['match_id']}: "
        named = f"{about}outbox row {row['id']} ({row['kind']})"
        found.notes.append(f"{named} waits, and later ones of its lane went out: was it put back?")


async def _check_challenges(tx: Tx, found: Findings, games: Mapping[str, Game[Any, Any]]) -> None:
    some: list[Row] = []
    async for row in inspection.all_rows(tx, schema.challenges):
        some.append(row)
        if len(some) == CHUNK:
            await _check_some_challenges(tx, found, games, some)
            some = []
    await _check_some_challenges(tx, found, games, some)


async def _check_some_challenges(
    tx: Tx, found: Findings, games: Mapping[str, Game[Any, Any]], rows: Sequence[Row]
) -> None:
    ids = [row["id"] for row in rows]
    before = [row["rematch_of"] for row in rows if row["rematch_of"] is not None]
    people = await inspection.rows_by(tx, schema.challenge_people.c.challenge_id, ids)
    posts = {} if "outbox" in found.broken else await inspection.rows_by(tx, schema.outbox.c.challenge_id, ids)
    legible = schema.matches if "matches" not in found.broken else None
    came = {} if legible is None else await inspection.rows_by(tx, schema.matches.c.challenge_id, ids)
    played = {} if legible is None else await inspection.rows_by(tx, schema.matches.c.id, before)
    seats = await inspection.rows_by(tx, schema.seats.c.match_id, before)
    for row in rows:
        number, old = row["id"], row["rematch_of"]
        mine = people.get(number, [])
        posted = next((post for post in posts.get(number, ()) if post["kind"] == "challenge"), None)
        wrong = [*other_rows.check_challenge(games, row, mine, posted, came.get(number, ()))]
        if "outbox" in found.broken or legible is None:  # what is wrong there was said
            continue
        if old is not None:
            wrong += other_rows.check_rematch(row, mine, next(iter(played.get(old, ())), None), seats.get(old, ()))
        found.differences += [f"challenge {number} {each}." for each in wrong]


async def _check_posts(tx: Tx, found: Findings, now: datetime) -> None:
    """Check the outbox rows that are about no match."""
    async for row in inspection.all_rows(tx, schema.outbox, schema.outbox.c.match_id.is_(None)):
        for wrong in check_post(row, now, None):
            found.differences.append(f"outbox row {row['id']} ({row['kind']}) {wrong}.")


async def _check_people(tx: Tx, found: Findings, now: datetime) -> None:
    async for row in inspection.all_rows(tx, schema.people):
        for wrong in other_rows.check_person(row, now):
            found.differences.append(f"user {row['user_id']} {wrong}.")


async def _check_servers(tx: Tx, found: Findings) -> None:
    async for row in inspection.all_rows(tx, schema.guilds):
        for wrong in other_rows.check_server(row):
            found.differences.append(f"server {row['guild_id']} {wrong}.")


async def _check_vacations(tx: Tx, found: Findings, now: datetime) -> None:
    longest = other_rows.LONGEST_VACATION
    for user, rows in (await _grouped(tx, schema.vacations, "user_id")).items():
        for row, wrong in other_rows.check_intervals(rows, now, longest=longest):
            found.differences.append(f"vacation {row['id']} of user {user} {wrong}.")


async def _check_outages(tx: Tx, found: Findings, now: datetime) -> None:
    outages = await _grouped(tx, schema.outages, "guild_id")
    for guild, rows in outages.items():
        for row, wrong in other_rows.check_intervals(rows, now):
            found.differences.append(f"outage {row['id']} of server {guild} {wrong}.")
    if "beats" in found.broken:
        return
    reached = {row["guild_id"]: row["at"] async for row in inspection.all_rows(tx, schema.beats)}
    for guild, at in reached.items():
        if at > now + AHEAD:
            found.differences.append(f"server {guild} was last reached at {at}, in the future.")
    for guild in outages.keys() - reached.keys():
        found.differences.append(f"server {guild} has outages, but it is not here when it was last reached.")


async def _check_read_markers(tx: Tx, found: Findings, now: datetime) -> None:
    async for row in inspection.all_rows(tx, schema.heard):
        for wrong in other_rows.check_read_marker(row, now):
            found.differences.append(f"channel {row['channel_id']} {wrong}.")


async def _check_jobs(tx: Tx, found: Findings, now: datetime) -> None:
    async for row in inspection.all_rows(tx, schema.set_aside_jobs):
        for wrong in other_rows.check_job(row, now):
            found.differences.append(f"the {row['kind']} of {row['key']}, which is set aside, {wrong}.")


async def _check_meta(tx: Tx, found: Findings) -> None:
    facts = {row["key"]: row["value"] async for row in inspection.all_rows(tx, schema.meta)}
    posted = await inspection.any_sent(tx)
    found.differences += [f"{wrong}." for wrong in other_rows.check_meta(facts, posted=posted)]


async def _grouped(tx: Tx, table: Any, name: str) -> dict[int, list[Row]]:
    found: defaultdict[int, list[Row]] = defaultdict(list)
    async for row in inspection.all_rows(tx, table):
        found[row[name]].append(row)
    return found
