"""The results of an event as they are stored: standings of its groups, and what they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.tournaments.standings import PairingResult, rank_group
from storage.queries import pairings, tournaments

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.referee.tournaments.standings import Row
    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Pairing


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
