"""Find how matches ended and began, for statistics and searches: the rules are asked once of each, after its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RulesMissing
from bot.referee.history.mainline import count_plies
from bot.referee.history.outcome import find_match_end, find_opening
from bot.referee.job_runner import JobType
from storage.queries import events, matches, outcomes
from storage.queries.rows import MatchEnd, Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match, Tally

AT_A_TIME = 10
"""Of how many matches of a game the rules are asked in a round of the due jobs; so many are set aside if it fails."""


async def load_tallies(context: Context, game: str) -> tuple[list[Tally], int]:
    """Return how the matches of a game ended, and of how many that isn't known yet."""
    async with context.database.read() as tx:
        return await outcomes.tallies(tx, game), await outcomes.count_pending(tx, game)


async def _find_pending(context: Context, tx: Tx) -> list[int]:
    return [match for game in context.games for match in await outcomes.list_pending(tx, game, AT_A_TIME)]


async def _find_outcome(context: Context, tx: Tx, match_id: int) -> None:
    """Store how a match ended and began. Raises `RequestRejected` if its game fails."""
    await matches.lock(tx, match_id)
    match, log = await matches.require(tx, match_id), await events.of_match(tx, match_id)
    await outcomes.store(tx, match_id, await _ask_rules(context, tx, match, log))


OUTCOMES = JobType("outcome", _find_pending, _find_outcome, retry=False)
"""How some of the matches ended is found of which that isn't stored yet, in games that are installed."""


async def _ask_rules(context: Context, tx: Tx, match: Match, log: Sequence[Event]) -> MatchEnd:
    try:
        return find_match_end(context.game(match), match, log, await context.state(tx, match))
    except RulesMissing:
        return MatchEnd(Outcome("unknown", None, count_plies(log)), (), find_opening(log))
