"""The rounds of a cup's knock-out: draw the next one when all matches of the one before are settled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.tournaments.bracket import bracket_size, first_round, matches_of, next_round, qualifiers, tie_winner
from bot.referee.tournaments.results import group_standings, results_of
from storage.queries import pairings, tournaments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Pairing, Tournament


async def draw_next_round(tx: Tx, tournament: Tournament, people: Sequence[Entrant], found: Sequence[Pairing]) -> bool:
    """Store the next round of a cup whose present stage is settled; False if the last one has been played."""
    if tournament.stage == 0:
        seeds = _qualify(people, found)
        if len(seeds) < 2:
            return False
        for user_id in (each.user_id for each in people):
            await tournaments.change_person(tx, tournament.id, user_id, seed=seeds.get(user_id))
        groups = {each.user_id: each.group or 0 for each in people}
        ties = first_round(list(seeds), groups)
    else:
        winners = round_winners(tournament.stage, people, found)
        if len(winners) < 2:
            return False
        ties = next_round(winners, {each.user_id: each.seed or 0 for each in people})
    await pairings.add(tx, tournament.id, tournament.stage + 1, matches_of(ties))
    await tournaments.change(tx, tournament.id, stage=tournament.stage + 1)
    return True


def round_winners(stage: int, people: Sequence[Entrant], found: Sequence[Pairing]) -> list[int]:
    """Return who won the ties of a round, in their order, as far as both of its matches are settled."""
    seeds = {each.user_id: each.seed or 0 for each in people}
    of_round = [pairing for pairing in found if pairing.stage == stage]
    winners: list[int] = []
    for number in sorted({pairing.group for pairing in of_round}):
        tie = [pairing for pairing in of_round if pairing.group == number]
        if all(pairing.settled_at is not None for pairing in tie):
            high, low = sorted(tie[0].people, key=lambda user_id: seeds[user_id])
            winners.append(tie_winner(high, low, results_of(tie)))
    return winners


def _qualify(people: Sequence[Entrant], found: Sequence[Pairing]) -> dict[int, int]:
    """Return who goes on from the groups with their seeds, 1 the best: a power of two of those who still play."""
    gone = {each.user_id for each in people if each.withdrawn_at is not None}
    rows = [[row for row in group if row.person not in gone] for group in group_standings(people, found)]
    left, size = sum(map(len, rows)), bracket_size(len(people))
    while size > left:
        size //= 2
    return {user_id: seed for seed, user_id in enumerate(qualifiers(rows, size), 1)} if size else {}
