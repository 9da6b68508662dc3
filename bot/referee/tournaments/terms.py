"""The terms of an event: defaults, limits, and the posts that tell of it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Literal, TypeAlias

from storage.queries import outbox
from storage.queries.rows import Person

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx

CLOCK = "3d+1d"
"""On a server that has no clock of its own."""
SIGN_UP = timedelta(days=7)
"""How long people can sign up; also for the next season of a league."""
AT_ONCE = 3
"""Matches that a person plays at a time at most."""
ROUNDS = 4
"""Matches that each plays at tables."""


LONGEST_NAME = 60
"""Characters."""
MOST_AT_ONCE = 10
"""Matches that a person plays at a time."""
MOST_ROUNDS = 10
"""Matches that each plays at tables."""
FEWEST = {"league": 3, "cup": 8, "tables": 3}
"""How many people an event of each kind needs."""


PostKind: TypeAlias = Literal["tournament", "tournament_refresh", "tournament_page"]
Notice: TypeAlias = Literal["warned", "withdrawn", "struck", "removed", "corrected", "cancelled"]
"""What a person is told by direct message."""


async def queue_event_post(
    context: Context, tx: Tx, tournament_id: int, kind: PostKind, *, source_id: int | None = None
) -> None:
    """Put an event's post into the outbox: its sign-up, a change of that, or its page. Raises `AlreadyStored`."""
    body = {"tournament": tournament_id}
    await outbox.add(tx, lane=f"e{tournament_id}", kind=kind, body=body, at=context.now(), source_id=source_id)


async def queue_notice(
    context: Context, tx: Tx, tournament_id: int, user_id: int, notice: Notice, match_id: int | None = None
) -> None:
    """Tell a person something about an event, and about a match of it, by direct message; a former player nothing."""
    if not Person(user_id, "").is_reachable:
        return
    body = {"user": user_id, "tournament": tournament_id, "notice": notice, "match": match_id}
    lane = f"e{tournament_id}:{user_id}"
    await outbox.add(tx, lane=lane, kind="tournament_notice", body=body, at=context.now())
