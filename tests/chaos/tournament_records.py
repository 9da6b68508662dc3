"""What the bot wrote down about events: who signed up, who plays whom, how that ended, and what is still to be done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select

from storage import schema
from storage.queries import corrections, pairings, tournaments

if TYPE_CHECKING:
    from datetime import datetime

    from storage.engine.database import Tx
    from storage.queries.rows import Correction, Entrant, Pairing, Tournament


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
