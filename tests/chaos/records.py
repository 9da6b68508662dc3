"""What the bot wrote down, read from its database while it runs or after it ended."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.admin.verify.run import verify_ratings
from bot.plugins import read as catalogue
from bot.referee.history.history import count_plies
from storage import schema
from storage.engine.database import Database
from storage.queries import challenges, clocks, corrections, crowds, events, matches, outbox, pairings, tournaments

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from datetime import datetime

    from sqlalchemy import Table

    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.rows import Correction, Entrant, Event, Match, Pairing, Proposal, Tournament

    Row = dict[str, Any]


@dataclass(frozen=True)
class TournamentRecord:
    """An event with its people and its pairings."""

    tournament: Tournament
    people: list[Entrant]
    pairings: list[Pairing]

    @property
    def matches(self) -> list[int]:
        """The numbers of its matches that have begun."""
        return [pairing.match_id for pairing in self.pairings if pairing.match_id is not None]


@dataclass(frozen=True)
class TournamentRecords:
    """All events by number, the corrections of their matches, and what is wrong with the stored ratings."""

    events: dict[int, TournamentRecord] = field(default_factory=dict[int, TournamentRecord])
    corrections: dict[int, list[Correction]] = field(default_factory=dict[int, "list[Correction]"])
    wrong_ratings: list[str] = field(default_factory=list[str])

    @property
    def matches(self) -> set[int]:
        """The numbers of all matches of events."""
        return {number for one in self.events.values() for number in one.matches}


async def load_tournament(tx: Tx, number: int) -> TournamentRecord:
    """Return an event as it is stored."""
    tournament = await tournaments.require(tx, number)
    return TournamentRecord(tournament, await tournaments.people(tx, number), await pairings.of_tournament(tx, number))


async def load_tournaments(tx: Tx, wrong_ratings: list[str]) -> TournamentRecords:
    """Return all events; `wrong_ratings` are the differences between the stored ratings and a rebuild."""
    known = await tx.execute(select(schema.tournaments.c.id).order_by(schema.tournaments.c.id))
    events = {number: await load_tournament(tx, number) for number in known.scalars()}
    played = [match for one in events.values() for match in one.matches]
    return TournamentRecords(events, await corrections.of_matches(tx, played), wrong_ratings)


async def count_due(tx: Tx, now: datetime) -> int:
    """Return how much there is to do in events: results to take up, matches to leave, events to advance."""
    return len(await pairings.ended(tx)) + len(await pairings.to_leave(tx)) + len(await tournaments.due(tx, now))


@dataclass(frozen=True)
class Record:
    """Everything in a database: matches and their logs by number, rows of other tables by id or in order."""

    matches: dict[int, Match]
    logs: dict[int, list[Event]]
    posts: dict[int, Row]
    challenges: dict[int, Row]
    tournaments: TournamentRecords
    read_at: datetime
    offers: list[Row] = field(default_factory=list["Row"])
    notes: list[Row] = field(default_factory=list["Row"])
    guesses: list[Row] = field(default_factory=list["Row"])
    pauses: list[Row] = field(default_factory=list["Row"])
    vacations: list[Row] = field(default_factory=list["Row"])
    clocks: list[Clock] = field(default_factory=list["Clock"])
    queues: dict[tuple[int, int], list[str]] = field(default_factory=dict[tuple[int, int], list[str]])
    """What waits of the moves that a person queued in a match, by match and person."""
    plans: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    """Who ever planned something in a match: match and person."""
    net_days: list[Row] = field(default_factory=list["Row"])
    without_net: set[int] = field(default_factory=set[int])
    """Who doesn't want the safety net."""
    ends_at_once: set[int] = field(default_factory=set[int])
    """The guilds in which time that is up ends a match without a claim."""
    preferences: dict[int, dict[str, str]] = field(default_factory=dict[int, dict[str, str]])
    """What people chose that differs from the defaults."""
    challengers: dict[int, int] = field(default_factory=dict[int, int])
    """Who issued each challenge."""
    crowds: list[Row] = field(default_factory=list["Row"])
    crowd_members: list[Row] = field(default_factory=list["Row"])
    proposals: list[Row] = field(default_factory=list["Row"])
    votes: list[Row] = field(default_factory=list["Row"])


async def match(url: str, number: int) -> Match:
    """Return one match: people read from its picture what only the record knows in words, as a board drawn by lot."""
    async with _open_to_read(url) as tx:
        return await matches.require(tx, number)


async def match_and_log(url: str, number: int) -> tuple[Match, list[Event]]:
    """Return one match with its log: members of a crowd look at its board, whoever moved before."""
    async with _open_to_read(url) as tx:
        return await matches.require(tx, number), await events.of_match(tx, number)


async def match_of_challenge(url: str, number: int) -> Match | None:
    """Return the match that a challenge led to, None where it led to none yet."""
    async with _open_to_read(url) as tx:
        challenge = await challenges.require(tx, number)
        return await matches.require(tx, challenge.match_id) if challenge.match_id is not None else None


async def proposals_of_turn(url: str, match: Match) -> list[Proposal]:
    """Return what is proposed in the turn of a match as it was read."""
    async with _open_to_read(url) as tx:
        return await crowds.list_proposals(tx, match)


async def moves_recorded(url: str, number: int, ply: int) -> list[str]:
    """Return what was ever played as a ply of a match, the latest first; posts cut long moves."""
    async with _open_to_read(url) as tx:
        log = await events.of_match(tx, number)
    made = [event for event in log if event.kind == "move" and count_plies(log[: event.seq]) == ply]
    return [event.text for event in reversed(made)]


async def everything(url: str, now: datetime) -> Record:
    """Return the whole record, read at a moment by the bot's clock."""
    wrong_ratings = await _verify_ratings(url)
    async with _open_to_read(url) as tx:
        found = {one.id: one for one in await matches.find(tx)}
        logs = {number: await events.of_match(tx, number) for number in found}
        people = await _rows(tx, schema.people)
        return Record(
            matches=found,
            logs=logs,
            posts={row["id"]: row for row in await _rows(tx, schema.outbox)},
            challenges={row["id"]: row for row in await _rows(tx, schema.challenges)},
            tournaments=await load_tournaments(tx, wrong_ratings),
            read_at=now,
            offers=await _rows(tx, schema.offers),
            notes=await _rows(tx, schema.notes),
            guesses=await _rows(tx, schema.guesses),
            pauses=await _rows(tx, schema.pauses),
            vacations=await _rows(tx, schema.vacations),
            clocks=list((await clocks.of_matches(tx, found)).values()),
            queues={
                (int(row["match_id"]), found[row["match_id"]].seats[int(row["seat"]) - 1].id): str(row["moves"]).split()
                for row in await _rows(tx, schema.queued_moves)
            },
            plans={
                (int(row["match_id"]), found[row["match_id"]].seats[int(row["seat"]) - 1].id)
                for row in await _rows(tx, schema.plans)
            },
            net_days=await _rows(tx, schema.net_days),
            without_net={row["user_id"] for row in people if row["preferences"].get("net") == "off"},
            ends_at_once={
                row["guild_id"] for row in await _rows(tx, schema.guilds) if row["settings"].get("timeout") == "ends"
            },
            preferences={row["user_id"]: row["preferences"] for row in people},
            challengers={
                row["challenge_id"]: row["user_id"]
                for row in await _rows(tx, schema.challenge_people)
                if not row["place"]
            },
            crowds=await _rows(tx, schema.crowds),
            crowd_members=await _rows(tx, schema.crowd_members),
            proposals=await _rows(tx, schema.proposals),
            votes=await _rows(tx, schema.votes),
        )


async def tournament(url: str, number: int) -> TournamentRecord:
    """Return an event with its people and pairings: people learn of their matches from posts, which name no event."""
    async with _open_to_read(url) as tx:
        return await load_tournament(tx, number)


async def tournaments_due(url: str, now: datetime) -> int:
    """Return how much there is to do in events at a moment by the bot's clock."""
    async with _open_to_read(url) as tx:
        return await count_due(tx, now)


async def rematch(url: str, number: int) -> int | None:
    """Return the number of the match that a match's rematch led to, None where it led to none yet."""
    async with _open_to_read(url) as tx:
        known = await challenges.rematch(tx, number)
        return known.match_id if known else None


async def reached(url: str) -> datetime | None:
    """Return when the guilds in which clocks run were all reached last; None where none runs."""
    async with _open_to_read(url) as tx:
        return min((row["at"] for row in await _rows(tx, schema.beats)), default=None)


async def backlog(url: str) -> int:
    """Return how many rows of the outbox are neither sent nor given up."""
    async with _open_to_read(url) as tx:
        return await outbox.count_backlog(tx)


async def _verify_ratings(url: str) -> list[str]:
    """Return a line for each stored rating that a rebuild would change."""
    database = await Database.open_existing(url)
    try:
        return await verify_ratings(database, catalogue().games)
    finally:
        await database.close()


async def _rows(tx: Tx, table: Table) -> list[Row]:
    """Return the rows of a table in the order in which they were made."""
    query = select(table).order_by(*table.primary_key.columns)
    return [dict(row) for row in (await tx.execute(query)).mappings()]


@asynccontextmanager
async def _open_to_read(url: str) -> AsyncGenerator[Tx]:
    database = await Database.open_existing(url)
    try:
        async with database.read() as tx:
            yield tx
    finally:
        await database.close()
