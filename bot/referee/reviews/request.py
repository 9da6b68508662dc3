"""Ask for the review of a finished match."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.referee import rejections
from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, require_single
from bot.referee.history.mainline import count_plies
from bot.referee.reviews.review_json import read_review
from storage.engine.database import AlreadyStored
from storage.tables import events, outbox, reviews

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from engines.reviews.contract import Review
    from storage.engine.database import Tx
    from storage.tables.rows import Match


async def find_match_to_review(context: Context, request: Request, number: int | None) -> Match:
    """Return the finished match whose review one of its players asks for. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "review")
        if match.seat_of(request.user_id) is None:
            raise RequestRejected(rejections.review_for_players(match))
        if match.ended_at is None:
            raise RequestRejected(rejections.review_too_soon(match))
        if not count_plies(await events.of_match(tx, match.id, upto=match.seq)):
            raise RequestRejected(rejections.nothing_to_review(match))
        context.game(match)
        return match


async def request_review(context: Context, request: Request, match: Match) -> Review | None:
    """Return the review of a match; if there is none yet, put it into the outbox once and return None."""
    async with context.database.write() as tx:
        content = await reviews.of_match(tx, match.id)
        if content:
            return read_review(content)
        with suppress(AlreadyStored):
            await reviews.ask(tx, match.id, context.now())
            await _queue(context, tx, request, match)
    context.wake.set()
    return None


async def _queue(context: Context, tx: Tx, request: Request, match: Match) -> None:
    await outbox.add(
        tx,
        lane=f"{lane(match)}:review",
        kind="review",
        body={"channel": match.home, "asker": request.user_id},
        at=context.now(),
        match_id=match.id,
        seq=match.seq,
        source_id=request.source_id,
    )
