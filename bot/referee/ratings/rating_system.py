"""How a finished match changes ratings. Pure; openskill does the arithmetic (docs/ratings.md).

The model is that of Plackett and Luce: Weng and Lin, "A Bayesian approximation method for online ranking", JMLR 12
(2011), algorithm 4. A rating is a mean `mu` and its uncertainty `sigma`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.referee.ratings.rated_match import RatedMatch

MODEL = PlackettLuce()
AVERAGE = 1500
"""What is shown for the mean of a person who hasn't played yet."""
POINTS = 42
"""Points shown for one unit of the model, so that the uncertainty of a new rating, 25/3, is 350 points."""
PROVISIONAL = 230
"""Points of uncertainty above which a rating is provisional (`python -m bench.ratings`)."""
MOST_LOST = 150
"""Points that one match can cost."""
FULL_MATCHES = 3
"""Matches of the same pair within `WEEK` that count in full; each further one counts half of the one before."""
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a person is at a game: the mean and its uncertainty, in units of the model."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(AVERAGE + (self.mu - MODEL.mu) * POINTS)

    @property
    def uncertainty(self) -> int:
        """How far the true strength may well be from it, in the same points: one standard deviation."""
        return round(self.sigma * POINTS)

    @property
    def provisional(self) -> bool:
        """Whether it is still too uncertain to be compared."""
        return self.sigma * POINTS > PROVISIONAL


@dataclass(frozen=True, slots=True)
class RatedPerson:
    """A person's place in a rated match, how much the match counted (1 in full), and their rating after it."""

    match: RatedMatch
    user_id: int
    place: int
    weight: float
    rating: Rating


def rate_matches(
    matches: Iterable[RatedMatch], before: Mapping[int, Rating], earlier: Iterable[RatedMatch] = ()
) -> Iterator[RatedPerson]:
    """Yield the ratings after each of some matches of a game, which come in the order in which they ended.

    `before` has the ratings of people who have played by then, by id; `earlier` are the matches of the week before the
    first, in order.
    """
    ratings, recent = dict(before), list(earlier)
    for match in matches:
        recent = [one for one in recent if one.at > match.at - WEEK]
        for person in rate_match(match, ratings, recent):
            ratings[person.user_id] = person.rating
            yield person
        recent.append(match)


def rate_match(match: RatedMatch, ratings: Mapping[int, Rating], recent: Iterable[RatedMatch]) -> list[RatedPerson]:
    """Return the ratings after a match; `recent` are the matches of the week before it."""
    people, met = list(match.places), list(recent)
    old = [ratings.get(user_id, Rating()) for user_id in people]
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in old]
    rated = MODEL.rate(teams, ranks=[float(match.places[user_id]) for user_id in people])
    found: list[RatedPerson] = []
    for user_id, before, ((after,)) in zip(people, old, rated, strict=True):
        weight = _weight(user_id, people, met)
        mu = before.mu + weight * (after.mu - before.mu)
        sigma = before.sigma + weight * (after.sigma - before.sigma)
        rating = Rating(max(mu, before.mu - MOST_LOST / POINTS), sigma)
        found.append(RatedPerson(match, user_id, match.places[user_id], weight, rating))
    return found


def _weight(user_id: int, people: Iterable[int], recent: Iterable[RatedMatch]) -> float:
    """Return how much a match counts for a person: the mean over the others, by how often they met this week."""
    met = list(recent)
    weights = [
        0.5 ** max(0, sum(user_id in one.places and other in one.places for one in met) - FULL_MATCHES + 1)
        for other in people
        if other != user_id
    ]
    return sum(weights) / len(weights)
