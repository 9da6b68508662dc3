"""Block people on a server: they begin nothing new there, and nobody begins anything with them.

Running matches go on. Open challenges are closed, and events left as if an organizer had taken the person out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.challenges.respond import leave_all_challenges
from bot.referee.errors import RequestRejected
from bot.referee.guilds import rejections
from bot.referee.guilds.audit_log import record
from bot.referee.job_runner import run_jobs
from bot.referee.rejections import reason_too_long
from bot.referee.request_results import AlreadyDone
from bot.referee.tournaments.queue_posts import queue_notice
from bot.referee.tournaments.settle import RESULTS
from bot.referee.tournaments.withdraw import leave_tournament
from games.translation import gettext as _
from storage.queries import audit_log, blocks, tournaments
from storage.queries.blocks import Block

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.rows import Tournament

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class BlockTarget:
    """A person to be blocked, and whether that is impossible: they are a bot, or manage the server."""

    user_id: int
    is_bot: bool = False
    manages_server: bool = False


@dataclass(frozen=True, slots=True)
class BlockResult:
    """A person who was blocked, how many of their challenges were closed, and which events they are out of."""

    user_id: int
    challenges: int
    events: tuple[Tournament, ...]


async def block_person(
    context: Context, request: Request, target: BlockTarget, reason: str, *, manager: bool
) -> BlockResult | AlreadyDone:
    """Block a person on the server of a request; `manager` says whether the person who asks manages it.

    The person is told the reason when they try something. Raises `RequestRejected`.
    """
    _check_manager(request, manager=manager)
    _check_target(request, target)
    guild_id, tidied = request.guild_id or 0, formatting.tidy(reason)
    if len(tidied) > LONGEST_REASON:
        raise RequestRejected(reason_too_long(LONGEST_REASON, len(tidied)))
    await run_jobs(context, [RESULTS])  # matches of events that have just ended count as played
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        block = Block(target.user_id, request.user_id, context.now(), tidied)
        if not await blocks.add(tx, guild_id, block):
            raise RequestRejected(rejections.already_blocked(target.user_id))
        closed = await leave_all_challenges(context, tx, target.user_id, guild_id, by_manager=True)
        left = await _leave_events(context, tx, guild_id, target.user_id)
        details = {"reason": tidied}
        await record(context, tx, request, "block", subject_id=target.user_id, details=details)
    return BlockResult(target.user_id, closed, left)


async def unblock_person(context: Context, request: Request, user_id: int, *, manager: bool) -> int | AlreadyDone:
    """Let a person play on the server of a request again, and return their id. Raises `RequestRejected`."""
    _check_manager(request, manager=manager)
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        if not await blocks.remove(tx, request.guild_id or 0, user_id):
            raise RequestRejected(rejections.not_blocked(user_id))
        await record(context, tx, request, "unblock", subject_id=user_id)
    return user_id


async def list_blocks(context: Context, request: Request, *, manager: bool) -> list[Block]:
    """Return whom the server of a request blocks, the latest first. Raises `RequestRejected`."""
    _check_manager(request, manager=manager)
    async with context.database.read() as tx:
        return await blocks.of_guild(tx, request.guild_id or 0)


def _check_manager(request: Request, *, manager: bool) -> None:
    if not manager or not request.guild_id:
        raise RequestRejected(_(rejections.ONLY_MANAGERS_BLOCK))


def _check_target(request: Request, target: BlockTarget) -> None:
    if target.user_id == request.user_id:
        raise RequestRejected(_(rejections.NOT_YOURSELF))
    if target.is_bot:
        raise RequestRejected(_(rejections.NO_BOTS))
    if target.manages_server:
        raise RequestRejected(rejections.no_managers(target.user_id))


async def _leave_events(context: Context, tx: Tx, guild_id: int, user_id: int) -> tuple[Tournament, ...]:
    """Take a person out of a server's events. All are held, so that nobody who is blocked signs up meanwhile."""
    found = await tournaments.in_guild(tx, guild_id)
    running = sorted(each.id for each in found if each.status in {"open", "running"})
    for tournament_id in running:
        await tournaments.lock(tx, tournament_id)
    entered = set(await tournaments.entered_by(tx, user_id)) & set(running)
    left = [await leave_tournament(context, tx, each, user_id) for each in sorted(entered)]
    for each in filter(None, left):
        await queue_notice(context, tx, each.id, user_id, "removed")
    return tuple(filter(None, left))
