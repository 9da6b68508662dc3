"""An event with all its rows in the record, at one moment."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.history.outcome import WITHDREW
from storage import schema
from storage.queries import inspection, pairings, tournaments

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from storage.engine.database import Tx
    from storage.queries.inspection import Row
    from storage.queries.rows import Entrant, Pairing, Tournament

POSTS = ("tournament", "tournament_refresh", "tournament_page", "tournament_notice")
TABLES = frozenset(
    {"tournaments", "tournament_people", "pairings", "pairing_people", "corrections"}
    | {"challenges", "matches", "seats", "events", "outbox"}
)
"""What events are checked by. They can't be where a table has rows that can't be read."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """An event with its people and pairings, and the rows of other tables that belong to it.

    `people` come by id, in the order of their seeds; `matches`, their `seats` and `corrections` by match; `challenges`,
    and the `invitations` that are the outbox rows of these, by pairing. `left` has the matches of which people were
    taken out because they withdrew, each with their seats. `posts` are the outbox rows about the event, the oldest
    first, and `previous` is the season before it.
    """

    tournament: Tournament
    people: Mapping[int, Entrant]
    pairings: Sequence[Pairing]
    matches: Mapping[int, Row]
    seats: Mapping[int, Sequence[Row]]
    corrections: Mapping[int, Sequence[Row]]
    challenges: Mapping[int, Row]
    invitations: Mapping[int, Row]
    left: Mapping[int, frozenset[int]]
    posts: Sequence[Row]
    previous: Tournament | None

    def posted(self, kind: str) -> list[Row]:
        """Return the outbox rows of a kind."""
        return [post for post in self.posts if post["kind"] == kind]

    def notices(self, *words: str) -> list[Row]:
        """Return the outbox rows by which single people were told one of these words."""
        return [post for post in self.posted("tournament_notice") if post["body"].get("notice") in words]

    @property
    def has_begun(self) -> bool:
        """Whether its groups were formed. With numbers of people that no tables have room for there are no pairings."""
        return any(person.group is not None for person in self.people.values())


def number_in(post: Row, name: str) -> int:
    """Return a number in the body of an outbox row, 0 where there is none."""
    value = post["body"].get(name)
    return value if isinstance(value, int) else 0


async def read_tournaments(tx: Tx) -> AsyncIterator[StoredTournament]:
    """Yield all events in the order of their ids."""
    posts: defaultdict[int, list[Row]] = defaultdict(list)
    async for post in inspection.all_rows(tx, schema.outbox, schema.outbox.c.kind.in_(POSTS)):
        posts[number_in(post, "tournament")].append(post)
    left: defaultdict[int, set[int]] = defaultdict(set)
    withdrew = (schema.events.c.kind == "leave", schema.events.c.text == WITHDREW)
    async for event in inspection.all_rows(tx, schema.events, *withdrew):
        left[event["match_id"]].add(event["seat"])
    ids = [row["id"] async for row in inspection.all_rows(tx, schema.tournaments)]
    for tournament_id in ids:
        yield await _read(tx, tournament_id, left, posts[tournament_id])


async def _read(tx: Tx, tournament_id: int, left: Mapping[int, set[int]], posts: Sequence[Row]) -> StoredTournament:
    tournament, found = await tournaments.require(tx, tournament_id), await pairings.of_tournament(tx, tournament_id)
    ids = [pairing.match_id for pairing in found if pairing.match_id is not None]
    matches = await inspection.rows_by(tx, schema.matches.c.id, ids)
    challenges = await inspection.rows_by(tx, schema.challenges.c.source_id, [-pairing.id for pairing in found])
    issued = {row["id"]: -source for source, (row, *_) in challenges.items()}
    invited = await inspection.rows_by(tx, schema.outbox.c.challenge_id, list(issued))
    return StoredTournament(
        tournament,
        people={person.user_id: person for person in await tournaments.people(tx, tournament_id)},
        pairings=found,
        matches={number: row for number, (row, *_) in matches.items()},
        seats=await inspection.rows_by(tx, schema.seats.c.match_id, ids),
        corrections=await inspection.rows_by(tx, schema.corrections.c.match_id, ids),
        challenges={-source: row for source, (row, *_) in challenges.items()},
        invitations={
            issued[number]: row for number, rows in invited.items() for row in rows if row["kind"] == "challenge"
        },
        left={number: frozenset(left[number]) for number in ids if number in left},
        posts=posts,
        previous=await tournaments.get(tx, tournament.previous_id) if tournament.previous_id is not None else None,
    )
