"""The pages of an event: a group with its standings and running matches, or a round of the knock-out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.tournaments.results import group_standings
from storage.queries import clocks, matches, pairings, tournaments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from bot.referee.tournaments.standings import Row
    from storage.queries.rows import Entrant, Match, Pairing, Tournament


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
