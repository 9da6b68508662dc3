"""Which finished matches count for ratings, and the places of their people. Pure; docs/ratings.md has the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.history.mainline import DEPARTURES, count_plies, mainline
from bot.referee.history.seat_holders import find_first_players

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from games.contract import Result
    from storage.queries.rows import Event, Match

FEWEST_ROUNDS = 2
"""Full rounds, of a move by each seat, that a match needs to count."""


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A finished match that counts: when it ended, and the place of each person by id, 1 the best."""

    match_id: int
    at: datetime
    places: Mapping[int, int]


def may_count(match: Match, log: Sequence[Event]) -> bool:
    """Return whether a finished match counts if it has a result: rated, two full rounds, people alone at its start.

    A match that was ended without a result never counts.
    """
    if not match.rated or match.ended_at is None or not log or log[-1].kind == "end":
        return False
    people = find_first_players(match, log)
    enough = count_plies(log) >= FEWEST_ROUNDS * len(people)
    return enough and all(person.level is None for person in people)


def rated_match(match: Match, log: Sequence[Event], result: Result | None) -> RatedMatch | None:
    """Return what a finished match counts for ratings, None if it doesn't.

    Those who began are placed: first those who stayed, as the rules place them, then those who left, the first of them
    last. Whoever took a seat later isn't placed.
    """
    if result is None or match.ended_at is None or not may_count(match, log):
        return None
    return RatedMatch(match.id, match.ended_at, find_places(match, log, result))


def corrected_match(match: Match, log: Sequence[Event], places: Sequence[int]) -> RatedMatch | None:
    """Return what a match counts whose result was corrected to these places in seat order, None if it doesn't count.

    It doesn't if there are no places, or not one for each of those who began.
    """
    people = [person.id for person in find_first_players(match, log)]
    if len(places) != len(people) or match.ended_at is None:
        return None
    return RatedMatch(match.id, match.ended_at, dict(zip(people, places, strict=True)))


def find_places(match: Match, log: Sequence[Event], result: Result) -> dict[int, int]:
    """Return the places of those who began a match with a result, by their ids in seat order."""
    people = [person.id for person in find_first_players(match, log)]
    counting = mainline(log)
    left = list(dict.fromkeys(event.seat for event in counting if event.kind in DEPARTURES and event.seat))
    stayed = [place for seat, place in enumerate(result.places, 1) if seat not in left]
    return {
        person: len(people) - left.index(seat) if seat in left else 1 + sum(other < place for other in stayed)
        for seat, (person, place) in enumerate(zip(people, result.places, strict=True), 1)
    }
