"""Ratings: how strong people are at each game, from the matches that they have finished (docs/ratings.md)."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

from bot.referee.context import run_rules
from bot.referee.errors import RequestRejected
from bot.referee.history.history import DEPARTURES, count_plies, find_first_players, mainline, match_result
from bot.referee.people.preferences import people_hidden_from_tables
from storage.queries import corrections, events, key_value, ratings
from storage.queries.rows import StoredRating

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from games.contract import Result
    from storage.engine.database import Tx
    from storage.queries.rows import Event, Match

log = logging.getLogger(__name__)
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


PAGE_SIZE = 15
"""People on a page."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's place in a table, 1 the best, their rating, and after how many rated matches.

    `place` is None for a person who is hidden from tables, `name` is None for a person who has no seat in their last
    match any more.
    """

    place: int | None
    user_id: int
    name: str | None
    rating: Rating
    played: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of a game, the highest first, and the standing of its reader if they are hidden from it."""

    people: tuple[Standing, ...]
    hidden: Standing | None = None

    @property
    def last_page(self) -> int:
        """The number of the last page, from 0."""
        return max(0, (len(self.people) - 1) // PAGE_SIZE)

    def page(self, number: int, reader: int) -> tuple[tuple[Standing, ...], Standing | None]:
        """Return the people on a page, from 0, and the reader's standing if it isn't among them."""
        shown = self.people[number * PAGE_SIZE : (number + 1) * PAGE_SIZE]
        own = self.hidden or next((one for one in self.people if one.user_id == reader), None)
        return shown, None if own in shown else own


async def load_standings(context: Context, game: str, guild_id: int | None, reader: int) -> Standings:
    """Return the table of a game as a person sees it: of all people, or with a server's id of those who played there.

    People with the same number shown share a place. Hidden people have none.
    """
    async with context.database.read() as tx:
        found = await ratings.standings(tx, game, guild_id)
        hidden = await people_hidden_from_tables(tx, [one.last.user_id for one in found])
    everybody = [
        Standing(None, one.last.user_id, one.name, Rating(one.last.mu, one.last.sigma), one.played) for one in found
    ]
    shown = [one for one in everybody if one.user_id not in hidden]
    places = dict[int, int]()
    for place, one in enumerate(shown, 1):  # the highest first
        places.setdefault(one.rating.shown, place)
    return Standings(
        tuple(replace(one, place=places[one.rating.shown]) for one in shown),
        next((one for one in everybody if one.user_id == reader and reader in hidden), None),
    )


async def rate_ended_match(context: Context, tx: Tx, match: Match) -> None:
    """Store the ratings after a match that has just ended, or none any more if its end was called off.

    All later matches of the game are rated anew, if there are any. Rules that fail must not keep a match from ending:
    the log has the reason, and `turnpost ratings --rebuild` rates it later.
    """
    await lock_ratings(tx, match.game)
    known = await ratings.of_match(tx, match.id)
    try:
        ended = await find_rated_match(context, tx, match)
    except RequestRejected as rejected:
        log.warning("Match #%d isn't rated: %s", match.id, rejected.reason)
        return
    begin = min(row.at for row in known) if known else ended.at if ended else None
    if begin is None:
        return
    stored = [row for row in await ratings.since(tx, match.game, begin) if row.match_id != match.id]
    later = [*matches_of(stored), *([ended] if ended else [])]
    await _rate_since(tx, match.game, begin, sorted(later, key=lambda one: (one.at, one.match_id)))


async def lock_ratings(tx: Tx, game: str) -> None:
    """Let no other match of a game be rated until the transaction ends."""
    await key_value.lock(tx, f"ratings {game}")


async def find_rated_match(context: Context, tx: Tx, match: Match) -> RatedMatch | None:
    """Return what a match counts for ratings, None if it doesn't. Raises `RequestRejected` if the rules can't tell."""
    if not match.rated or match.ended_at is None:
        return None
    log_of_match = await events.of_match(tx, match.id)
    if not may_count(match, log_of_match):  # then the rules needn't be asked
        return None
    if corrected := await corrections.of_match(tx, match.id):
        return corrected_match(match, log_of_match, corrected[-1].places)
    state = await context.state(tx, match)
    result = await run_rules(match_result, context.game(match), match, log_of_match[-1], state, key=("rated", match.id))
    return rated_match(match, log_of_match, result)


def matches_of(rows: Iterable[StoredRating]) -> list[RatedMatch]:
    """Return the matches of rows that are in the order of their matches."""
    return [
        RatedMatch(match_id, at, {row.user_id: row.place for row in group})
        for (at, match_id), group in groupby(rows, key=lambda row: (row.at, row.match_id))
    ]


def rows_of(rated: Iterable[RatedPerson], game: str) -> list[StoredRating]:
    """Return rows of a game for storage."""
    return [
        StoredRating(
            one.match.match_id, one.user_id, game, one.match.at, one.place, one.weight, one.rating.mu, one.rating.sigma
        )
        for one in rated
    ]


async def _rate_since(tx: Tx, game: str, begin: datetime, later: Sequence[RatedMatch]) -> None:
    """Rate anew the matches of a game that ended at a time or later."""
    people = {user_id for one in later for user_id in one.places}
    before = {row.user_id: Rating(row.mu, row.sigma) for row in await ratings.before(tx, game, people, begin)}
    week = [row for row in await ratings.since(tx, game, begin - WEEK) if row.at < begin]
    await ratings.remove_since(tx, game, begin)
    await ratings.add(tx, rows_of(rate_matches(later, before, matches_of(week)), game))
