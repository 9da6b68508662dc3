"""The table of a game: who is rated, the highest first, and its pages."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.referee.people.preferences import people_hidden_from_tables
from bot.referee.ratings.rating_system import Rating
from storage.queries import ratings

if TYPE_CHECKING:
    from bot.referee.context import Context

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
