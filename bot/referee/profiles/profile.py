"""A person's profile, from their ended matches and their ratings. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.profiles.counted_match import count_match, is_pending
from bot.referee.profiles.score import Score, add_scores
from bot.referee.ratings.rating_system import Rating
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bot.referee.profiles.counted_match import CountedMatch
    from storage.queries.profiles import EndedMatch
    from storage.queries.rows import StoredRating
    from storage.queries.time_records import TimeRecord

MOST_OPPONENTS = 3
"""Opponents whom a profile names."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What a person has played of a game.

    `ratings` are those after each rated match, the oldest first; `score` is that of matches of two, `places` how often
    they took each place of more, from the first on; `played` counts all.
    """

    game: str
    ratings: tuple[Rating, ...]
    score: Score
    places: tuple[int, ...]
    played: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whom a person met in so many matches, with the person's score against them."""

    person: Person
    met: int
    score: Score


@dataclass(frozen=True, slots=True)
class Profile:
    """What a person plays: games and opponents with the most matches first.

    `active` counts matches that are under way, `pending` ended ones of which the rules weren't asked yet. `longest` has
    the most moves. `time` is None until enough matches with a clock have ended.
    """

    person: Person
    games: tuple[GameRecord, ...]
    played: int
    active: int
    pending: int
    longest: CountedMatch | None
    time: TimeRecord | None
    opponents: tuple[Opponent, ...]


def build_profile(
    person: Person,
    ended: Sequence[EndedMatch],
    rated: Sequence[StoredRating],
    *,
    active: int,
    time: TimeRecord | None,
    hidden: Collection[int],
) -> Profile:
    """Return the profile of a person. `rated` comes in order; people who are `hidden` aren't named as opponents."""
    found = [match for match in map(count_match, ended) if match]
    games = {match.game for match in found} | {row.game for row in rated}
    records = [_record_of(game, person.id, found, rated) for game in games]
    measured = [match for match in found if match.moves]
    return Profile(
        person,
        tuple(sorted(records, key=lambda one: (-one.played, one.game))),
        len(found),
        active,
        sum(map(is_pending, ended)),
        max(measured, key=lambda match: (match.moves or 0, -match.id), default=None),
        time,
        _opponents_of(person.id, found, hidden),
    )


def _record_of(game: str, user_id: int, found: Sequence[CountedMatch], rated: Sequence[StoredRating]) -> GameRecord:
    played = [match for match in found if match.game == game]
    of_two = [match for match in played if match.players == 2]
    scores = [match.score(user_id, other) for match in of_two for other in match.places if other != user_id]
    taken = Counter(match.places[user_id] for match in played if match.players > 2 and user_id in match.places)
    places = tuple(taken[place] for place in range(1, max(taken, default=0) + 1))
    ratings = tuple(Rating(row.mu, row.sigma) for row in rated if row.game == game)
    return GameRecord(game, ratings, add_scores(scores), places, len(played))


def _opponents_of(user_id: int, found: Sequence[CountedMatch], hidden: Collection[int]) -> tuple[Opponent, ...]:
    """Return whom a person met most often, of equals the latest first; `found` begins with the latest match."""
    met = Counter(other for match in found for other in match.names if other != user_id and other not in hidden)
    names = {other: name for match in reversed(found) for other, name in match.names.items()}
    return tuple(
        Opponent(Person(other, names[other]), count, add_scores(match.score(user_id, other) for match in found))
        for other, count in met.most_common(MOST_OPPONENTS)
    )
