"""Take up how matches of an event ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.history.mainline import mainline
from bot.referee.history.outcome import OUT_OF_TIME, match_result
from bot.referee.offload import run_rules
from bot.referee.ratings.rated_match import find_places
from storage.tables import corrections, events, matches, pairings
from storage.tables.rows import PairingSeat

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.tables.rows import Pairing, Tournament


async def settle_ended(context: Context, tx: Tx, tournament: Tournament) -> list[Pairing]:
    """Store how the matches of an event ended that have ended since, and return their pairings."""
    settled: list[Pairing] = []
    for match_id in await pairings.ended(tx, tournament.id):
        pairing = await pairings.of_match(tx, match_id)
        if pairing is not None:
            await pairings.settle(tx, pairing.id, await find_outcome_of(context, tx, pairing), context.now())
            settled += [found] if (found := await pairings.of_match(tx, match_id)) else []
    return settled


async def find_outcome_of(context: Context, tx: Tx, pairing: Pairing) -> list[PairingSeat]:
    """Return how the match of a pairing ended, seat by seat; a correction counts in place of the match's own result."""
    match = await matches.require(tx, pairing.match_id or 0)
    log = await events.of_match(tx, match.id)
    left = {event.seat for event in mainline(log) if (event.kind, event.text) == ("leave", OUT_OF_TIME)}
    late = {pairing.people[seat - 1] for seat in left if seat}
    places: dict[int, int] = {}
    corrected = await corrections.of_match(tx, match.id)
    if corrected:
        places = dict(zip(pairing.people, corrected[-1].places, strict=False))
    else:
        state = await context.state(tx, match)
        last = log[-1] if log else None
        result = await run_rules(match_result, context.game(match), match, last, state, key=("paired", match.id))
        places = find_places(match, log, result) if result else {}
    return [PairingSeat(user_id, places.get(user_id), user_id in late) for user_id in pairing.people]
