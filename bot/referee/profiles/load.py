"""Load profiles, and what people may see of those who are hidden from tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.people.preferences import people_hidden_from_tables
from bot.referee.profiles.head_to_head import build_head_to_head
from bot.referee.profiles.profile import build_profile
from bot.referee.time_records import load_time_records
from storage.queries import matches, profiles, ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.referee.context import Context
    from bot.referee.profiles.counted_match import CountedMatch
    from bot.referee.profiles.head_to_head import HeadToHead
    from bot.referee.profiles.profile import Profile
    from storage.queries.rows import Match, Person


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
