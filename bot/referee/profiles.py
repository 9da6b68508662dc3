"""Profiles: what a person has played, and two people against each other, from the stored rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.lists import load_time_records
from bot.referee.people.preferences import people_hidden_from_tables
from bot.referee.ratings import Rating
from storage.queries import matches, profiles, ratings
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from bot.referee.context import Context
    from storage.queries.profiles import EndedMatch
    from storage.queries.rows import Match, StoredRating
    from storage.queries.time_records import TimeRecord


@dataclass(frozen=True, slots=True)
class Score:
    """How many matches were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


def compare_places(own: int, other: int) -> Score:
    """Return the score of one match from two places in it: who was placed ahead won."""
    return Score(won=int(own < other), drawn=int(own == other), lost=int(own > other))


def add_scores(scores: Iterable[Score]) -> Score:
    """Return the sum of scores."""
    found = list(scores)
    return Score(sum(one.won for one in found), sum(one.drawn for one in found), sum(one.lost for one in found))


WITHOUT_RESULT = frozenset({"none", "unknown"})
"""The endings of matches that count for nothing."""


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """An ended match between people that has a result.

    `names` has the people in its seats, `places` those of whom a place is known, 1 the best; both by id. `moves` is
    None if that isn't stored yet.
    """

    id: int
    game: str
    guild_id: int
    channel_id: int
    home: int
    ended_at: datetime
    players: int
    moves: int | None
    names: Mapping[int, str]
    places: Mapping[int, int]

    def has(self, user_id: int) -> bool:
        """Return whether a person played."""
        return user_id in self.names or user_id in self.places

    def score(self, user_id: int, other: int) -> Score:
        """Return a person's score against another one: nothing if a place of theirs isn't known."""
        if user_id not in self.places or other not in self.places:
            return Score()
        return compare_places(self.places[user_id], self.places[other])


def count_match(match: EndedMatch) -> CountedMatch | None:
    """Return a match if it counts, else None.

    A rated match has its places. Of another one, in which nobody but people played, only the winner of two is known.
    """
    places = match.places or _places_of_two(match)
    result = match.outcome is not None and match.outcome.ending not in WITHOUT_RESULT
    if not match.places and (_has_computer(match) or not result):
        return None
    return CountedMatch(
        id=match.id,
        game=match.game,
        guild_id=match.guild_id,
        channel_id=match.channel_id,
        home=match.thread_id or match.channel_id,
        ended_at=match.ended_at,
        players=len(match.seats),
        moves=match.outcome.moves if match.outcome else None,
        names={one.user_id: one.name for one in match.seats if one.user_id > 0},
        places=places,
    )


def is_pending(match: EndedMatch) -> bool:
    """Return whether it isn't known yet if a match counts: the rules are asked soon after its end."""
    return match.outcome is None and not match.places and not _has_computer(match)


def _has_computer(match: EndedMatch) -> bool:
    return any(Person(one.user_id, one.name).level is not None for one in match.seats)


def _places_of_two(match: EndedMatch) -> dict[int, int]:
    if len(match.seats) != 2 or match.outcome is None:
        return {}
    winner = match.outcome.winner
    return {one.user_id: 1 if winner in {None, seat} else 2 for seat, one in enumerate(match.seats, 1)}


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


async def find_hidden(context: Context, user_ids: Iterable[int]) -> frozenset[int]:
    """Return those among some people who are hidden from tables."""
    async with context.database.read() as tx:
        return await people_hidden_from_tables(tx, user_ids)


async def load_profile(context: Context, person: Person) -> Profile:
    """Return the profile of a person. Opponents who are hidden from tables aren't named in it."""
    async with context.database.read() as tx:
        ended = await profiles.ended_matches(tx, person.id)
        rated = await ratings.all_of_person(tx, person.id)
        active = await matches.of_player(tx, person.id)
        hidden = await people_hidden_from_tables(tx, {one.user_id for match in ended for one in match.seats})
    time = (await load_time_records(context, [person.id])).get(person.id)
    between_people = sum(map(_is_between_people, active))
    return build_profile(person, ended, rated, active=between_people, time=time, hidden=hidden)


async def load_head_to_head(
    context: Context, people: tuple[Person, Person], may_show: Callable[[CountedMatch], bool]
) -> HeadToHead:
    """Return two people against each other, with their last matches that `may_show` lets through."""
    first, second = people
    async with context.database.read() as tx:
        ended = await profiles.ended_matches(tx, first.id)
        active = await matches.of_player(tx, first.id)
    both = sum(_is_between_people(match) and match.seat_of(second.id) is not None for match in active)
    return build_head_to_head(people, ended, active=both, may_show=may_show)


def _is_between_people(match: Match) -> bool:
    return all(person.level is None for person in match.seats)
