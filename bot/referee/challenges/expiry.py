"""How long challenges wait for their answers, and the job that closes those whose time is up."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.referee.challenges.queue_posts import queue_post
from bot.referee.job_runner import JobType
from storage.queries import challenges

if TYPE_CHECKING:
    from bot.referee.context import Context
    from storage.engine.database import Tx

OPEN_FOR = timedelta(days=7)
"""How long a challenge waits for its answers."""


async def _expire(context: Context, tx: Tx, challenge_id: int) -> None:
    challenge = await challenges.lock_expired(tx, challenge_id, context.now())
    if challenge:
        await challenges.close(tx, challenge.id, "expired")
        await queue_post(context, tx, challenge, "refresh")


EXPIRED_CHALLENGES = JobType("challenge", lambda context, tx: challenges.expired(tx, context.now()), _expire)
"""Challenges are closed whose time is up."""
