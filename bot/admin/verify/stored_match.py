"""A match with all its rows in the record, at one moment."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.match_files.log_checks import SKEW
from bot.referee.clocks.clock import recorded_stopped_time
from bot.referee.errors import RequestRejected
from storage import schema
from storage.backup import archive
from storage.engine.database import UnreadableRow
from storage.queries import clocks, inspection, outages

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from bot.referee.times.calendar import StoppedTime
    from storage.engine.database import Tx
    from storage.queries.clocks import Clock
    from storage.queries.inspection import Row, SqlTable
    from storage.queries.rows import Event, Match


APART = (schema.seats, schema.events, schema.clocks, schema.ratings, schema.audit_log)
"""The tables with rows of matches that are read or checked otherwise."""
OF_MATCHES = [table for table in schema.metadata.sorted_tables if "match_id" in table.c and table not in APART]


@dataclass(frozen=True, slots=True)
class Stored:
    """A match, its log, and the rows of other tables that belong to it.

    `stopped` is the time for which its clock stands in the present turn, None if it can't be read; `last_reached` is
    when its guild was last reached. `invited` are the rows of the people of its challenge, `crowds` those of its crowds
    and `members` of the people in them. `paired` has the rows of the people of the pairing that it is the match of, if
    any. `tables` has its rows of `OF_MATCHES` by their names. `origin` is the match from whose move it began, with its
    log, None if it began from none or that one can't be read.
    """

    match: Match
    log: Sequence[Event]
    clock: Clock | None = None
    stopped: StoppedTime | None = None
    last_reached: datetime | None = None
    challenge: Row | None = None
    invited: Sequence[Row] = ()
    paired: Sequence[Row] = ()
    crowds: Sequence[Row] = ()
    members: Sequence[Row] = ()
    tables: Mapping[str, Sequence[Row]] = field(default_factory=dict[str, "Sequence[Row]"])
    origin: tuple[Match, Sequence[Event]] | None = None
    times: Sequence[datetime] = field(default=(), init=False)
    """When the match began and when each event was, so an event's number is its index."""

    def __post_init__(self) -> None:
        """Compute the times."""
        object.__setattr__(self, "times", (self.match.created_at, *(event.at for event in self.log)))

    def rows(self, table: SqlTable) -> Sequence[Row]:
        """Return the rows of one of `OF_MATCHES`."""
        return self.tables.get(table.name, ())

    def posted(self, *kinds: str) -> list[Row]:
        """Return the outbox rows of some kinds."""
        return [post for post in self.rows(schema.outbox) if post["kind"] in kinds]

    def has_seat(self, row: Row) -> bool:
        """Return whether there is the seat that a row is of."""
        return 1 <= row["seat"] <= len(self.match.seats)

    def has_event(self, row: Row) -> bool:
        """Return whether there is the event that a row is of, where 0 is the beginning."""
        return 0 <= row["seq"] <= len(self.log)

    def stood_after(self, seq: int, at: datetime) -> bool:
        """Return whether the match stood after an event at a time."""
        later = self.times[seq + 1] if seq + 1 < len(self.times) else None
        return self.times[seq] - SKEW <= at and (later is None or at <= later + SKEW)


async def read_after(tx: Tx, match_id: int, limit: int, excluded: Collection[int]) -> list[Stored]:
    """Return the first `limit` matches whose ids are above `match_id`, in order, without the excluded ones."""
    found = await archive.read_after(tx, match_id, limit, excluded=excluded)
    ids = [match.id for match, _ in found]
    issued = [match.challenge_id for match, _ in found if match.challenge_id is not None]
    running = await clocks.of_matches(tx, ids)
    challenges = await inspection.rows_by(tx, schema.challenges.c.id, issued)
    invited = await inspection.rows_by(tx, schema.challenge_people.c.challenge_id, issued)
    crowds = await inspection.rows_by(tx, schema.crowds.c.challenge_id, issued)
    members = await inspection.rows_by(tx, schema.crowd_members.c.challenge_id, issued)
    tables = {table.name: await inspection.rows_by(tx, table.c.match_id, ids) for table in OF_MATCHES}
    match_of = {row["id"]: number for number, rows in tables[schema.pairings.name].items() for row in rows}
    seated = await inspection.rows_by(tx, schema.pairing_people.c.pairing_id, list(match_of))
    paired = {match_of[pairing_id]: rows for pairing_id, rows in seated.items()}
    begun = {match.origin_id for match, _ in found if match.origin_id is not None and match.origin_ply is not None}
    origins = {one[0].id: one for one in await archive.read_after(tx, 0, limit, only=begun, excluded=excluded)}
    complete: list[Stored] = []
    for match, log in found:
        clock, challenge_id = running.get(match.id), match.challenge_id or 0
        stop_times = await _read_stopped_time(tx, match, clock) if clock else (None, None)
        challenge = next(iter(challenges.get(challenge_id, ())), None)
        people = invited.get(challenge_id, ()), paired.get(match.id, ())
        many = crowds.get(challenge_id, ()), members.get(challenge_id, ())
        rows = {name: of.get(match.id, ()) for name, of in tables.items()}
        origin = origins.get(match.origin_id or 0)
        complete.append(Stored(match, log, clock, *stop_times, challenge, *people, *many, rows, origin))
    return complete


async def _read_stopped_time(tx: Tx, match: Match, clock: Clock) -> tuple[StoppedTime | None, datetime | None]:
    """Return for how long a clock stands and when its guild was last reached, or None for what can't be read."""
    # Other checks report what can't be read.
    with suppress(RequestRejected, UnreadableRow, ValueError, TypeError, AttributeError, OverflowError, IndexError):
        return await recorded_stopped_time(tx, match, clock), await outages.last_reached(tx, match.guild_id)
    return None, None


def near(one: datetime, other: datetime) -> bool:
    """Return whether two times can be of one moment, by the clocks of two processes."""
    return abs(one - other) <= SKEW
