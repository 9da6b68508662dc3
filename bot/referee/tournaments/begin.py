"""Begin an event when sign-up is over: groups, seeds and pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.ratings.rating_system import Rating
from bot.referee.tournaments.groups import form_groups
from bot.referee.tournaments.limits import FEWEST
from bot.referee.tournaments.promotion import order_for_next_season
from bot.referee.tournaments.queue_posts import queue_notice, queue_post
from bot.referee.tournaments.results import final_orders
from bot.referee.tournaments.round_robin import round_robin
from bot.referee.tournaments.table_draw import draw_tables, table_sizes
from storage.queries import pairings, ratings, tournaments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Entrant, Tournament


async def begin_tournament(context: Context, tx: Tx, tournament: Tournament) -> None:
    """Begin an event that the caller holds, or cancel it if too few people signed up."""
    entrants = await tournaments.people(tx, tournament.id)
    if len(entrants) < FEWEST[tournament.kind]:
        await cancel_tournament(context, tx, tournament, entrants)
        return
    ordered = await _order_by_strength(context, tx, tournament, entrants)
    seeds = {user_id: seed for seed, user_id in enumerate(ordered, 1)}
    groups = form_groups(tournament.kind, ordered)
    await tournaments.form_groups(tx, tournament.id, groups, seeds)
    seated = [
        (number, people) for number, group in enumerate(groups) for people in _pair_group(context, tournament, group)
    ]
    await pairings.add(tx, tournament.id, 0, seated)
    now = context.now()
    await tournaments.change(tx, tournament.id, status="running", changed_at=now, posted_at=now)
    await queue_post(context, tx, tournament.id, "tournament_refresh")
    await queue_post(context, tx, tournament.id, "tournament_page")


async def cancel_tournament(context: Context, tx: Tx, tournament: Tournament, people: Sequence[Entrant]) -> None:
    """Cancel an event that the caller holds, and tell those who signed up. Their matches go on as other matches do."""
    now = context.now()
    await tournaments.change(tx, tournament.id, status="cancelled", ended_at=now, due_at=None, changed_at=now)
    await queue_post(context, tx, tournament.id, "tournament_refresh")
    for person in people:
        if person.withdrawn_at is None:
            await queue_notice(context, tx, tournament.id, person.user_id, "cancelled")


async def _order_by_strength(context: Context, tx: Tx, tournament: Tournament, people: Sequence[Entrant]) -> list[int]:
    """Return the people of an event, the strongest first: by the season before, then by rating, then by sign-up."""
    signed_up = [each.user_id for each in people]
    ordered: list[int] = []
    if tournament.previous_id is not None:
        previous = await final_orders(tx, tournament.previous_id)
        ordered = order_for_next_season(previous, signed_up)
    new = [user_id for user_id in signed_up if user_id not in set(ordered)]
    known = {
        row.user_id: Rating(row.mu, row.sigma) for row in await ratings.before(tx, tournament.game, new, context.now())
    }
    return ordered + sorted(new, key=lambda user_id: -known.get(user_id, Rating()).mu)


def _pair_group(context: Context, tournament: Tournament, group: Sequence[int]) -> Sequence[tuple[int, ...]]:
    if tournament.kind != "tables":
        return round_robin(context.rng.sample(group, len(group)))
    info = context.rules(tournament.game).info
    sizes = table_sizes(len(group), tournament.size, max(3, info.min_players), info.max_players)
    return draw_tables(group, sizes, tournament.rounds, context.rng)
