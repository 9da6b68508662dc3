"""What managers and organizers did on a server. All calls run in the caller's transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored
from storage.schema import audit_log, tournaments

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from storage.engine.database import Tx

Action: TypeAlias = Literal[
    "settings",
    "block",
    "unblock",
    "abandon",
    "event_create",
    "event_start",
    "event_cancel",
    "event_remove",
    "event_correct",
]

_IN_GUILD = audit_log.c.guild_id == bindparam("guild")
_PAGE = (
    select(
        audit_log.c.user_id,
        audit_log.c.action,
        audit_log.c.at,
        audit_log.c.subject_id,
        audit_log.c.match_id,
        audit_log.c.tournament_id,
        tournaments.c.name,
        audit_log.c.details,
    )
    .outerjoin(tournaments, tournaments.c.id == audit_log.c.tournament_id)
    .where(_IN_GUILD)
    .order_by(audit_log.c.id.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_COUNT = select(func.count()).select_from(audit_log).where(_IN_GUILD)
_OF_SOURCE = select(audit_log.c.id).where(audit_log.c.source_id == bindparam("source"))
_OLD = select(audit_log.c.id).where(audit_log.c.at < bindparam("moment")).limit(1)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing that a person did, to another (`subject_id`), a match or an event, if to any.

    `details` depend on the action: the settings that changed, each with its value before and after; a reason; places.
    """

    user_id: int
    action: Action
    at: datetime
    subject_id: int | None = None
    match_id: int | None = None
    tournament_id: int | None = None
    tournament_name: str | None = None
    details: Mapping[str, Any] | None = None


async def add(tx: Tx, guild_id: int, source_id: int, entry: AuditEntry) -> None:
    """Store an entry. Raises `AlreadyStored` when this source already made one; the transaction can go on."""
    row = insert(audit_log).values(
        guild_id=guild_id,
        user_id=entry.user_id,
        action=entry.action,
        subject_id=entry.subject_id,
        match_id=entry.match_id,
        tournament_id=entry.tournament_id,
        details=dict(entry.details or {}),
        source_id=source_id,
        at=entry.at,
    )
    try:
        async with tx.begin_nested():
            await tx.execute(row)
    except IntegrityError as error:
        if not await has_source(tx, source_id):
            raise
        raise AlreadyStored(f"source {source_id} is in the audit log") from error


async def has_source(tx: Tx, source_id: int) -> bool:
    """Return whether a message or interaction made an entry."""
    return (await tx.execute(_OF_SOURCE, {"source": source_id})).first() is not None


async def count(tx: Tx, guild_id: int) -> int:
    """Return how many entries a server has."""
    return (await tx.execute(_COUNT, {"guild": guild_id})).scalar_one()


async def page(tx: Tx, guild_id: int, *, offset: int, limit: int) -> list[AuditEntry]:
    """Return entries of a server, the latest first."""
    rows = await tx.execute(_PAGE, {"guild": guild_id, "offset": offset, "limit": limit})
    return [AuditEntry(*row) for row in rows]


async def exist_before(tx: Tx, moment: datetime) -> bool:
    """Return whether there are entries from before a moment."""
    return (await tx.execute(_OLD, {"moment": moment})).first() is not None


async def forget_before(tx: Tx, moment: datetime) -> None:
    """Remove the entries from before a moment."""
    await tx.execute(delete(audit_log).where(audit_log.c.at < moment))
