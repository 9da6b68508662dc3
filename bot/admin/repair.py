"""Look at what is stored and put it right: the outbox, what is kept of a person, ratings, and reviews."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.command import CommandError, make_context, open_database, open_output, plural
from bot.engines.pool import EngineFailed, EnginePool, Reviewer
from bot.features.privacy import to_json, to_text
from bot.features.reviews import PLAIN, review_text
from bot.images.animations import describe_curve, draw_curve
from bot.match_files import files
from bot.match_files.files import rebuild_ratings
from bot.referee import privacy
from bot.referee.people.display import replay_display
from bot.referee.privacy import load_personal_data
from bot.referee.ratings import Rating
from bot.referee.reviews import ReviewedMatch, build_played_match
from engines import engine_of
from games.contract import find_version
from storage.queries import ratings, undelivered
from storage.queries.rows import Person

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from pathlib import Path

    from bot.config import Settings
    from bot.plugins import Catalogue
    from storage.queries.rows import Event, Match
    from storage.queries.undelivered import RequeueResult, UndeliveredPost

MOST = 50
"""Rows of each kind that are listed; older ones are counted."""
WIDTH = 100
"""Columns of a line."""


async def show_outbox(settings: Settings, retry: str | None) -> None:
    """Requeue a row that was given up (by its id, or `all`) if asked to, then print what the outbox holds.

    Raises `CommandError` and `StorageError`.
    """
    if retry is not None and retry != "all" and not (retry.isascii() and retry.isdigit()):
        raise CommandError(f"--retry takes the id of a post or `all`, not {retry!r}.")
    async with open_database(settings) as database:
        if retry is not None:
            async with database.write() as tx:
                requeued = await undelivered.requeue(tx, None if retry == "all" else min(int(retry), 2**63 - 1))
            for line in list_requeued(requeued):
                typer.echo(line)
        async with database.read() as tx:
            waiting = await undelivered.newest_waiting(tx, MOST)
            given_up = await undelivered.latest_given_up(tx, MOST)
    for line in (*list_waiting(*waiting, datetime.now(UTC)), *list_given_up(*given_up)):
        typer.echo(line)


def list_waiting(count: int, rows: Sequence[UndeliveredPost], now: datetime) -> Iterator[str]:
    """Yield the lines on waiting rows, the newest last."""
    yield f"{plural(count, 'post', 'posts')} {'waits' if count == 1 else 'wait'}{':' if count else '.'}"
    if not count:
        return
    yield f"{'id':>8}  {'since (UTC)':16}  {'lane':14}  {'kind':9}  {'match':8}  {'tries':>5}  next try (UTC)"
    yield from _count_older(count, rows)
    for row in rows:
        again = "now" if row.retry_at is None or row.retry_at <= now else f"{row.retry_at:%Y-%m-%d %H:%M}"
        start = f"{row.id:>8}  {row.created_at:%Y-%m-%d %H:%M}  {row.lane[:14]:14}  {row.kind[:9]:9}"
        yield f"{start}  {_match(row):8}  {row.attempts:>5}  {again}"


def list_given_up(count: int, rows: Sequence[UndeliveredPost]) -> Iterator[str]:
    """Yield the lines on rows that were given up, the latest last."""
    yield f"{plural(count, 'post', 'posts')} {'was' if count == 1 else 'were'} given up{':' if count else '.'}"
    if not count:
        return
    yield f"{'id':>8}  {'given up (UTC)':16}  {'kind':9}  {'match':8}  {'tries':>5}  why"
    yield from _count_older(count, rows)
    for row in rows:
        why = " ".join((row.given_up_for or "").split())
        line = f"{row.id:>8}  {row.given_up_at:%Y-%m-%d %H:%M}  {row.kind[:9]:9}  {_match(row):8}"
        yield _shorten(f"{line}  {row.attempts:>5}  {why}")


def list_requeued(requeued: RequeueResult) -> Iterator[str]:
    """Yield the lines on the rows that were requeued, and on those that weren't and why."""
    for number, why in sorted(requeued.skipped.items()):
        yield f"Post {number} isn't put back: {why}."
    count = len(requeued.requeued)
    soon = "; the bot sends them soon" if count else ""
    yield f"{plural(count, 'post', 'posts')} {'is' if count == 1 else 'are'} put back{soon}."


def _count_older(count: int, rows: Sequence[UndeliveredPost]) -> Iterator[str]:
    if count > len(rows):
        yield f"{'':8}  ... and {count - len(rows):,} older"


def _match(row: UndeliveredPost) -> str:
    return f"#{row.match_id}" if row.match_id else "-"


def _shorten(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 3]}..."


async def show_personal_data(settings: Settings, user_id: int, *, as_json: bool) -> None:
    """Print everything that is kept of a person, in words or as JSON. Raises `CommandError` and `StorageError`."""
    _check_person(user_id)
    async with open_database(settings) as database:
        context = make_context(database)
        tables = await load_personal_data(context, user_id)
        typer.echo((to_json if as_json else to_text)(tables, user_id, context.now()), nl=False)


async def delete_person(settings: Settings, user_id: int) -> None:
    """Delete what is kept of a person. Raises `CommandError` and `StorageError`."""
    _check_person(user_id)
    async with open_database(settings) as database:
        done = await privacy.delete_person(make_context(database), user_id)
    typer.echo(
        f"Everything kept of {user_id} is deleted."
        if done
        else f"{user_id} is out of all matches, challenges and events. The running bot deletes the rest when its last "
        "posts to them are out, usually within a minute; see `turnpost outbox`."
    )


def _check_person(user_id: int) -> None:
    if not Person(user_id, "").is_reachable:
        raise CommandError(f"{user_id} is no person's id on Discord.")


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


TIME_LIMIT = 60.0
"""Seconds that one position may take: nobody's turn waits."""


async def review_file(source: Path, number: int | None, picture: Path | None) -> None:
    """Print the reviews of the matches of a file, or of one, and write its curve to a new file if asked to.

    Raises `CommandError`.
    """
    offered = plugins.read()
    try:
        checked = await asyncio.to_thread(files.read_file, source, offered.games, datetime.now(UTC))
    except files.InvalidFile as invalid:
        raise CommandError(str(invalid)) from invalid
    found = [(match, log) for match, log, *_ in checked if log and number in {None, match.id}]
    if not found:
        raise CommandError(f"{source} holds no {'moves' if number is None else f'match #{number} with moves'}.")
    if picture and len(found) > 1:
        raise CommandError(f"{source} holds several matches; name one with --match.")
    try:
        async for words, curve in review_matches(offered, found):
            typer.echo(words)
            if picture:
                with open_output(picture) as out:
                    out.write(curve)
    except EngineFailed as failed:
        raise CommandError(f"The review can't be made: {failed}.") from failed


async def review_matches(
    offered: Catalogue, found: Sequence[tuple[Match, Sequence[Event]]]
) -> AsyncIterator[tuple[str, bytes]]:
    """Yield for each match, with its log, its review in words and its curve as PNG. Raises `EngineFailed`."""
    pool = EnginePool(lambda key: offered.engines.get(key) or engine_of(offered.games[key]), time_limit=TIME_LIMIT)
    try:
        for match, log in found:
            game = find_version(offered.games[match.game], match.rules) or offered.games[match.game]
            reviewed = ReviewedMatch(match, game, build_played_match(game, match, log), None)
            review = await Reviewer(pool).review(reviewed.played, match.seed)
            words = f"{review_text(reviewed, review, PLAIN)}\n{describe_curve(reviewed, review)}"
            yield words, draw_curve(offered.renderers[match.game], reviewed, review, replay_display(match))
    finally:
        await pool.close()
