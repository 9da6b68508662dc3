"""`turnpost review`: review the matches of a file with the engines."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import typer

from bot import plugins
from bot.admin.errors import CommandError
from bot.admin.output import open_output
from bot.engines.pool import EngineFailed, EnginePool
from bot.engines.reviewer import Reviewer
from bot.features.reviews.text import PLAIN, review_text
from bot.images.review_images import describe_curve, draw_curve
from bot.match_files import importer
from bot.referee.people.display import replay_display
from bot.referee.reviews.played_match import build_played_match
from bot.referee.reviews.reviewed_match import ReviewedMatch
from engines import engine_of
from games.contract import find_version

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from bot.plugins import Catalogue
    from storage.queries.rows import Event, Match

TIME_LIMIT = 60.0
"""Seconds that one position may take: nobody's turn waits."""


async def review_file(source: Path, number: int | None, picture: Path | None) -> None:
    """Print the reviews of the matches of a file, or of one, and write its curve to a new file if asked to.

    Raises `CommandError`.
    """
    offered = plugins.read()
    try:
        checked = await asyncio.to_thread(importer.read_file, source, offered.games, datetime.now(UTC))
    except importer.InvalidFile as invalid:
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
