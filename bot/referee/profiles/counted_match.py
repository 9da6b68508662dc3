"""Which ended matches count for profiles, and the places of their people. Pure; docs/profiles.md has the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.profiles.score import Score, compare_places
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from storage.queries.profiles import EndedMatch

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
