"""The audit log of a server: what managers and organizers did, written in the transaction of the deed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.referee.errors import RequestRejected
from bot.referee.guilds import rejections
from games.translation import gettext as _
from storage.queries import audit_log
from storage.queries.audit_log import AuditEntry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.referee.context import Context
    from bot.referee.requests import Request
    from storage.engine.database import Tx
    from storage.queries.audit_log import Action

KEPT = timedelta(days=180)
"""How long entries are kept."""
PAGE = 10
"""Entries on a page."""


async def record(
    context: Context,
    tx: Tx,
    request: Request,
    action: Action,
    *,
    subject_id: int | None = None,
    match_id: int | None = None,
    tournament_id: int | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Record what a request did on its server. Raises `AlreadyStored` for a request that is on record already."""
    entry = AuditEntry(
        request.user_id,
        action,
        context.now(),
        subject_id=subject_id,
        match_id=match_id,
        tournament_id=tournament_id,
        details=details,
    )
    await audit_log.add(tx, request.guild_id or 0, request.source_id, entry)


async def load_audit_log(
    context: Context, guild_id: int, page: int, *, manager: bool
) -> tuple[list[AuditEntry], int, int]:
    """Return a page of a server's audit log, the latest entry first, with its number from 1 and how many there are.

    A number beyond the last page stands for that one. Raises `RequestRejected` for people who don't manage the server.
    """
    if not manager:
        raise RequestRejected(_(rejections.LOG_FOR_MANAGERS))
    async with context.database.read() as tx:
        pages = max(1, -(-await audit_log.count(tx, guild_id) // PAGE))
        number = min(max(page, 1), pages)
        return await audit_log.page(tx, guild_id, offset=(number - 1) * PAGE, limit=PAGE), number, pages


async def forget_old_entries(context: Context) -> None:
    """Forget the entries that are older than `KEPT`."""
    oldest = context.now() - KEPT
    async with context.database.read() as tx:
        old = await audit_log.exist_before(tx, oldest)
    if old:
        async with context.database.write() as tx:
            await audit_log.forget_before(tx, oldest)
