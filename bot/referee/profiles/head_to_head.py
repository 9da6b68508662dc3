"""Two people against each other, from the ended matches that both played. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.profiles.counted_match import count_match, is_pending
from bot.referee.profiles.score import Score, add_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.referee.profiles.counted_match import CountedMatch
    from storage.queries.profiles import EndedMatch
    from storage.queries.rows import Person

MOST_LAST = 5
"""Matches that are listed."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people against each other. Scores are those of the first one, games those with the most matches first.

    `last` are the latest matches that may be shown; `played` counts all, `active` those under way, `pending` ended ones
    of which the rules weren't asked yet.
    """

    people: tuple[Person, Person]
    score: Score
    games: tuple[tuple[str, Score], ...]
    last: tuple[CountedMatch, ...]
    played: int
    active: int
    pending: int


def build_head_to_head(
    people: tuple[Person, Person], ended: Sequence[EndedMatch], *, active: int, may_show: Callable[[CountedMatch], bool]
) -> HeadToHead:
    """Return two people against each other; `ended` are matches of the first one, the latest first."""
    first, second = (person.id for person in people)
    shared = [match for match in ended if second in {*match.places, *(one.user_id for one in match.seats)}]
    found = [match for match in map(count_match, shared) if match and match.has(first)]
    games = Counter(match.game for match in found)
    scores = {
        game: add_scores(match.score(first, second) for match in found if match.game == game)
        for game in sorted(games, key=lambda game: (-games[game], game))
    }
    return HeadToHead(
        people,
        add_scores(scores.values()),
        tuple(scores.items()),
        tuple(match for match in found if may_show(match))[:MOST_LAST],
        len(found),
        active,
        sum(map(is_pending, shared)),
    )
