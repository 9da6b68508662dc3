"""Standings and results of an event, and the pages that show them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from storage.queries import clocks, matches, pairings, tournaments

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Match, Pairing, Tournament

WIN, DRAW = 2, 1


@dataclass(frozen=True, slots=True)
class PairingResult:
    """How a match of a tournament ended: the place of each of its people, 1 the best, and who lost it on time."""

    people: tuple[int, ...]
    places: tuple[int, ...]
    late: frozenset[int] = frozenset()

    def points(self, person: int, other: int) -> int:
        """Return the points of a person against another one at the same table: 2, 1 or 0."""
        own, theirs = self.places[self.people.index(person)], self.places[self.people.index(other)]
        return WIN if own < theirs else DRAW if own == theirs else 0


@dataclass(frozen=True, slots=True)
class Row:
    """A person's line in the standings of a group.

    `place` is shared by people whom nothing decides between. `direct` are the points against those with as many points,
    `sonneborn` the Sonneborn-Berger score, the sum of the points against each opponent times that one's points, and
    `late` counts losses on time.
    """

    place: int
    person: int
    points: int
    played: int
    direct: int
    sonneborn: int
    late: int

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """What people are ordered by, the highest first."""
        return self.points, self.direct, self.sonneborn, -self.late


def rank_group(
    people: Sequence[int], results: Iterable[PairingResult], struck: Collection[int] = frozenset()
) -> list[Row]:
    """Return the standings of a group, the best first. Results against people who are `struck` count for nobody.

    People who can't be told apart are in the order in which they came. Those who are struck have no line.
    """
    ranked = [person for person in people if person not in struck]
    counting = list(results)
    between: defaultdict[int, Counter[int]] = defaultdict(Counter)
    played: Counter[int] = Counter()
    late: Counter[int] = Counter()
    for result in counting:
        present = [person for person in result.people if person in ranked]
        for person, other in permutations(present, 2):
            between[person][other] += result.points(person, other)
        met = present if len(present) > 1 else []
        played.update(met)
        late.update(result.late & set(met))
    points = {person: between[person].total() for person in ranked}
    rows = [
        Row(
            0,
            person,
            points[person],
            played[person],
            sum(won for other, won in between[person].items() if points[other] == points[person]),
            sum(won * points[other] for other, won in between[person].items()),
            late[person],
        )
        for person in ranked
    ]
    ordered = sorted(rows, key=lambda row: row.rank, reverse=True)
    ranks = [row.rank for row in ordered]
    return [
        Row(1 + ranks.index(row.rank), row.person, row.points, row.played, row.direct, row.sonneborn, row.late)
        for row in ordered
    ]


def results_of(found: Iterable[Pairing]) -> list[PairingResult]:
    """Return the results of pairings that have one."""
    return [
        PairingResult(
            pairing.people,
            tuple(seat.place or 0 for seat in pairing.seats),
            frozenset(seat.user_id for seat in pairing.seats if seat.late),
        )
        for pairing in found
        if pairing.settled_at is not None and all(seat.place is not None for seat in pairing.seats)
    ]


def group_standings(people: Sequence[Entrant], found: Iterable[Pairing]) -> list[list[Row]]:
    """Return the standings of each group of an event, from its people by seed and the pairings of its groups."""
    by_group: dict[int, list[Pairing]] = {}
    for pairing in found:
        if pairing.stage == 0:
            by_group.setdefault(pairing.group, []).append(pairing)
    struck = {each.user_id for each in people if each.struck}
    groups = sorted({each.group for each in people if each.group is not None})
    return [
        rank_group(
            [each.user_id for each in people if each.group == group], results_of(by_group.get(group, ())), struck
        )
        for group in groups
    ]


async def final_orders(tx: Tx, tournament_id: int) -> list[list[int]]:
    """Return who was in each group of an event, the best first, those who withdrew last."""
    people = await tournaments.people(tx, tournament_id)
    gone = [each.user_id for each in people if each.withdrawn_at is not None]
    orders: list[list[int]] = []
    for number, rows in enumerate(group_standings(people, await pairings.of_tournament(tx, tournament_id))):
        stayed = [row.person for row in rows if row.person not in gone]
        group = {each.user_id for each in people if each.group == number}
        orders.append(stayed + [user_id for user_id in gone if user_id in group])
    return orders


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A running match of an event, and until when the person to move has time, None while the clock is paused."""

    match: Match
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """A page of an event, from 0 of `pages`: a group each, then each round of the knock-out.

    `stage` is 0 for a group, else the round. `rows` are the standings of the group, none in a knock-out; `standings`
    are those of all groups. `found` are the pairings of the page, `running` its running matches, whoever has least time
    first.
    """

    tournament: Tournament
    number: int
    pages: int
    stage: int
    people: Sequence[Entrant]
    standings: Sequence[Sequence[Row]]
    rows: Sequence[Row]
    found: Sequence[Pairing]
    running: Sequence[RunningMatch]

    @property
    def has_results(self) -> bool:
        """Whether anybody of the group has a result that counts, so that there are places."""
        return any(row.played for row in self.rows)

    @property
    def counting(self) -> list[Pairing]:
        """The pairings of the page without those of people whose results were struck."""
        struck = {each.user_id for each in self.people if each.struck}
        return [each for each in self.found if len(set(each.people) - struck) > 1]

    @property
    def members(self) -> list[Entrant]:
        """The people of the group, all in a knock-out."""
        return [each for each in self.people if self.stage or each.group == self.number]


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """The groups of an event (`stage` 0) or a round of its knock-out: its pairings, and the matches that began by id.

    `people` are those of the event.
    """

    tournament: Tournament
    stage: int
    people: Sequence[Entrant]
    found: Sequence[Pairing]
    matches: Mapping[int, Match]


async def load_round(context: Context, tournament_id: int, stage: int) -> TournamentRound:
    """Return the groups of an event, or a round of its knock-out."""
    async with context.database.read() as tx:
        tournament, people = await tournaments.require(tx, tournament_id), await tournaments.people(tx, tournament_id)
        found = [each for each in await pairings.of_tournament(tx, tournament_id) if each.stage == stage]
        begun = await matches.of_ids(tx, [each.match_id for each in found if each.match_id])
    return TournamentRound(tournament, stage, people, found, {match.id: match for match in begun})


async def load_page(
    context: Context, tournament_id: int, number: int | None = None, user_id: int = 0
) -> TournamentPage:
    """Return a page of an event; without a number that of a person's group or round, else the one in play."""
    async with context.database.read() as tx:
        tournament = await tournaments.require(tx, tournament_id)
        people = await tournaments.people(tx, tournament_id)
        found = await pairings.of_tournament(tx, tournament_id)
        standings = group_standings(people, found)
        pages = max(1, len(standings) + tournament.stage)
        if number is None:
            number = _own_page(tournament, people, found, user_id, len(standings))
        number = min(max(number, 0), pages - 1)
        stage = max(0, number - len(standings) + 1) if standings else 0
        shown = [each for each in found if each.stage == stage and (stage or each.group == number)]
        playing = await matches.of_ids(tx, [each.match_id for each in shown if each.match_id and not each.settled_at])
        timed = await clocks.of_matches(tx, [match.id for match in playing])
    running = [
        RunningMatch(match, timed[match.id].deadline if match.id in timed else None)
        for match in playing
        if match.ended_at is None
    ]
    running.sort(key=lambda each: (each.deadline is None, each.deadline or each.match.since, each.match.id))
    rows = standings[number] if standings and not stage else []
    return TournamentPage(tournament, number, pages, stage, people, standings, rows, shown, running)


def _own_page(
    tournament: Tournament, people: Sequence[Entrant], found: Sequence[Pairing], user_id: int, groups: int
) -> int:
    """Return the page of a person: the latest round that they play in, else their group; for others the one in play."""
    stages = [each.stage for each in found if user_id in each.people]
    if stages and max(stages):
        return groups + max(stages) - 1
    own = next((each.group for each in people if each.user_id == user_id), None)
    if own is not None:
        return own
    return groups + tournament.stage - 1 if tournament.stage else 0
