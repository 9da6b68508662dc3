"""Play on in a record whose people aren't here: by the referee, without a bot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from discord.utils import time_snowflake

from bot import plugins
from bot.referee.context import Context
from bot.referee.errors import RequestRejected
from bot.referee.requests import MovePlayed, MoveText, Request
from bot.referee.turns import play
from games.random_play import choices
from storage.queries import matches, outbox

if TYPE_CHECKING:
    from storage.engine.database import Database
    from storage.queries.rows import Match, Post


async def play_in_each_match(database: Database) -> tuple[list[Match], list[str]]:
    """Play the first legal move in every match in which a person is to move, and send what waits.

    Returns the matches as they are then, and a sentence for each in which no move could be played.
    """
    now = datetime.now(UTC) + timedelta(days=1)
    context = Context(database, plugins.read().games, now=lambda: now, rng=Random(1))
    async with database.read() as tx:
        active = await matches.active(tx)
    played: list[Match] = []
    refused: list[str] = []
    for number, match in enumerate(active):
        if match.to_move is None or match.computer_to_move is not None:
            continue
        try:
            played.append(await play_first_move(context, match, time_snowflake(now) + number))
        except RequestRejected as rejected:
            refused.append(f"#{match.id}: {rejected}")
    await send_all(database, now)
    return played, refused


async def play_first_move(context: Context, match: Match, source_id: int) -> Match:
    """Play the first legal move of a match for the person to move. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        state = await context.state(tx, match)
    game = context.game(match)
    text = game.format(state, choices(game, state)[0])
    mover = match.seats[(match.to_move or 1) - 1]
    request = Request(mover.id, source_id, match.home, match.guild_id)
    result = await play.play_move(context, request, MoveText(text, match.id))
    assert isinstance(result, MovePlayed), f"#{match.id}: {text} led to {result}"
    return result.match


async def send_all(database: Database, now: datetime) -> list[Post]:
    """Mark all that waits in the outbox as sent, and return it in the order in which it came."""
    sent: list[Post] = []
    while True:
        async with database.write() as tx:
            posts = await outbox.claim(tx, "drill", now=now, until=now + timedelta(minutes=1))
            for post in posts:
                match = await matches.require(tx, post.match_id) if post.match_id else None
                await outbox.mark_sent(
                    tx,
                    post.id,
                    channel_id=match.home if match else 1,
                    message_id=time_snowflake(now) + post.id,
                    at=now,
                )
        if not posts:
            return sent
        sent += posts
