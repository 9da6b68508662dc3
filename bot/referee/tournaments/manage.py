"""What organizers do with an event: begin it early, or cancel it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.errors import RequestRejected
from bot.referee.guilds.audit_log import record
from bot.referee.guilds.settings import load_settings
from bot.referee.request_results import AlreadyDone
from bot.referee.tournaments import rejections
from bot.referee.tournaments.begin import cancel_tournament
from bot.referee.tournaments.create import check_organizer
from bot.referee.tournaments.limits import FEWEST
from bot.referee.tournaments.sign_up import hold_tournament
from storage.queries import audit_log, tournaments

if TYPE_CHECKING:
    from bot.referee.context import Context
    from bot.referee.requests import Permissions, Request
    from storage.engine.database import Tx
    from storage.queries.rows import Tournament


async def start_now(
    context: Context, request: Request, number: int | None, permissions: Permissions
) -> Tournament | AlreadyDone:
    """End the sign-up of an event now, so that the next round of due jobs begins it. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        tournament = await _hold(tx, request, number, permissions)
        count, least = len(await tournaments.people(tx, tournament.id)), FEWEST[tournament.kind]
        if tournament.status != "open":
            raise RequestRejected(rejections.sign_up_is_over(tournament))
        if count < least:
            raise RequestRejected(rejections.too_few(tournament, count, least))
        now = context.now()
        await tournaments.change(tx, tournament.id, starts_at=now, due_at=now)
        await record(context, tx, request, "event_start", tournament_id=tournament.id)
    return tournament


async def cancel_now(
    context: Context, request: Request, number: int | None, permissions: Permissions
) -> Tournament | AlreadyDone:
    """Cancel an event that isn't over, and tell its people. Raises `RequestRejected`."""
    async with context.write() as tx:
        if await audit_log.has_source(tx, request.source_id):
            return AlreadyDone()
        tournament = await _hold(tx, request, number, permissions)
        if tournament.status not in {"open", "running"}:
            raise RequestRejected(rejections.is_over(tournament))
        await cancel_tournament(context, tx, tournament, await tournaments.people(tx, tournament.id))
        await record(context, tx, request, "event_cancel", tournament_id=tournament.id)
    return tournament


async def _hold(tx: Tx, request: Request, number: int | None, permissions: Permissions) -> Tournament:
    check_organizer(await load_settings(tx, request.guild_id or 0), permissions)
    return await hold_tournament(tx, request.guild_id, number)
