"""Ask for the review of a finished match."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.referee.context import lane
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_match, require_single
from bot.referee.history.mainline import count_plies
from bot.referee.reviews import rejections
from bot.referee.rules_thread import rules_outside_transaction
from storage.engine.database import AlreadyStored
from storage.queries import events, matches, outbox, reviews

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Match


@rules_outside_transaction
async def find_match_to_review(context: Context, request: Request, number: int | None) -> Match:
    """Return the finished match whose review one of its players asks for. Raises `RequestRejected`."""
    async with context.database.read() as tx:
        match = require_single(await find_match(tx, request, number, to_move=False), "match review")
        if match.seat_of(request.user_id) is None:
            raise RequestRejected(rejections.review_for_players(match))
        if match.ended_at is None:
            raise RequestRejected(rejections.review_too_soon(match))
        if not count_plies(await events.of_match(tx, match.id, upto=match.seq)):
            raise RequestRejected(rejections.nothing_to_review(match))
        await context.state(tx, match, 0)
        return match


async def request_review(context: Context, request: Request, match: Match) -> bool:
    """Return whether the review of a match is there; if not, put it into the outbox unless it waits there already."""
    async with context.write() as tx:
        await matches.lock(tx, match.id)
        content = await reviews.of_match(tx, match.id)
        if content:
            return True
        if content is None:
            await reviews.ask(tx, match.id, context.now())
        if not await outbox.is_waiting(tx, match.id, "review"):
            with suppress(AlreadyStored):
                await _queue(context, tx, request, match)
    return False


async def _queue(context: Context, tx: Tx, request: Request, match: Match) -> None:
    asker = request.user_id
    await outbox.add(
        tx,
        lane=f"{lane(match)}:review",
        kind="review",
        body={"channel": match.home, "asker": asker} | ({"user": asker} if match.is_direct else {}),
        at=context.now(),
        match_id=match.id,
        seq=match.seq,
        source_id=request.source_id,
    )
