"""The table of a game: who is rated, the highest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee.ratings.update import Rating
from storage.tables import ratings

if TYPE_CHECKING:
    from bot.referee.context import Context


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's place in a table, 1 the best, their rating, and after how many rated matches.

    `name` is None for a person who has no seat in their last match any more.
    """

    place: int
    user_id: int
    name: str | None
    rating: Rating
    played: int


async def load_standings(context: Context, game: str, guild_id: int | None) -> list[Standing]:
    """Return the table of a game: of all people, or with a server's id of those who have played there.

    People with the same number shown share a place.
    """
    async with context.database.read() as tx:
        found = await ratings.standings(tx, game, guild_id)
    rated = [(one, Rating(one.last.mu, one.last.sigma)) for one in found]
    numbers = [rating.shown for _, rating in rated]  # the highest first
    return [
        Standing(1 + numbers.index(rating.shown), one.last.user_id, one.name, rating, one.played)
        for one, rating in rated
    ]
