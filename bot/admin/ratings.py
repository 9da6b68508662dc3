"""`turnpost ratings`: print the ratings, and compute them anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.counts import plural
from bot.admin.database import open_database
from bot.admin.errors import CommandError
from bot.match_files.ratings import rebuild_ratings
from bot.referee.ratings.rating_system import Rating
from storage.queries import ratings

if TYPE_CHECKING:
    from bot.config import Settings


async def show_ratings(settings: Settings, game: str | None, *, rebuild: bool) -> None:
    """Print how many people are rated at each game, or the table of one; first compute all anew if asked to.

    Raises `CommandError` and `StorageError`.
    """
    games = plugins.read().games
    if game is not None and game not in games:
        raise CommandError(f"There is no game `{game}`. Installed are {', '.join(games)}.")
    async with open_database(settings) as database:
        if rebuild:
            rows = await rebuild_ratings(database, games)
            count = len({row.match_id for row in rows})
            typer.echo(f"{plural(count, 'match', 'matches')} rated, {plural(len(rows), 'rating', 'ratings')} stored.")
        async with database.read() as tx:
            tables = {key: await ratings.standings(tx, key) for key in ([game] if game else games)}
    for key, table in tables.items():
        typer.echo(f"{key}: {plural(len(table), 'person', 'people')}")
        for place, one in enumerate(table if game else (), 1):
            rating = Rating(one.last.mu, one.last.sigma)
            provisional = ", provisional" if rating.provisional else ""
            name, played = one.name or one.last.user_id, plural(one.played, "match", "matches")
            typer.echo(f"{place:>4}. {rating.shown} (+-{rating.uncertainty}{provisional})  {name}  {played}")
