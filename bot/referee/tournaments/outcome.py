"""How a pairing ended: from the log of its match, or without one. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.history.mainline import mainline
from bot.referee.history.outcome import OUT_OF_TIME
from bot.referee.history.seat_holders import find_first_players
from bot.referee.ratings.rated_match import find_places
from storage.queries.rows import PairingSeat

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from games.contract import Result
    from storage.queries.rows import Event, Match


def find_outcome(
    match: Match, log: Sequence[Event], result: Result | None, corrected: Sequence[int] | None
) -> list[PairingSeat]:
    """Return how the match of a pairing ended, seat by seat, for those who began it.

    The `corrected` places, if there are any corrections, count in place of the match's own `result`; none say that it
    doesn't count. A correction doesn't change who ran out of time.
    """
    people = [person.id for person in find_first_players(match, log)]
    late = {event.seat for event in mainline(log) if (event.kind, event.text) == ("leave", OUT_OF_TIME)}
    if corrected is not None:
        places = dict(zip(people, corrected, strict=False))
    else:
        places = find_places(match, log, result) if result else {}
    return [PairingSeat(user_id, places.get(user_id), seat in late) for seat, user_id in enumerate(people, 1)]


def find_outcome_without_match(people: Sequence[int], stayed: Collection[int]) -> list[PairingSeat]:
    """Return how a pairing ends that isn't played, seat by seat: who withdrew comes last.

    If nobody `stayed`, it has no result.
    """
    if not stayed:
        return [PairingSeat(user_id) for user_id in people]
    return [PairingSeat(user_id, 1 if user_id in stayed else 1 + len(stayed)) for user_id in people]
