"""An outbox worker with senders and a clock that a test controls."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
from sqlalchemy import func, select, update

from bot.metrics import Metrics
from bot.outbox.rate_limits import RateLimits
from bot.outbox.worker import OutboxWorker
from bot.referee.context import Context
from storage import schema
from storage.queries import outbox

if TYPE_CHECKING:
    from bot.outbox.worker import SendPost
    from storage.engine.database import Database
    from storage.queries.rows import Post

KINDS: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}


def http_error(status: int, code: object = 0) -> discord.HTTPException:
    """Return the exception that discord.py raises for a response of Discord, or of a proxy if there is no code."""
    response: Any = SimpleNamespace(status=status, reason="as ordered")
    return KINDS.get(status, discord.HTTPException)(response, {"message": f"{status}, code {code}", "code": code})


async def _bind_nothing(post: Post) -> None:
    """Leave the language of a row as it is."""


def make_worker(context: Context, rate_limits: RateLimits | None = None, **senders: SendPost) -> OutboxWorker:
    """Return an outbox worker with the calls that send rows, by kind."""
    worker = OutboxWorker(context, "a", Metrics(), _bind_nothing, rate_limits or RateLimits())
    worker.register(**senders)
    return worker


class WorkerSetup:
    """A worker with senders of the test: the exceptions to raise, and the rows sent."""

    def __init__(self, database: Database) -> None:
        self.time = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.context = Context(database, {}, now=lambda: self.time, rng=Random(1))
        self.trouble: dict[str, Exception | None] = {}
        self.tries: list[int] = []
        self.sent: list[str] = []
        self.most_at_once = 0
        self._at_once = 0
        self._try_made = asyncio.Event()
        self.rate_limits = RateLimits(self.seconds)
        self.worker = make_worker(self.context, self.rate_limits, board=self.send, note=self.send)

    def seconds(self) -> float:
        return self.time.timestamp()

    async def send(self, post: Post) -> tuple[int, int]:
        self.tries.append(post.id)
        self._try_made.set()
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        await asyncio.sleep(0)  # so that what begins together is seen together
        self._at_once -= 1
        if trouble := self.trouble.get(post.kind):
            raise trouble
        self.sent.append(post.kind)
        return 1, 2

    async def put(self, *lanes: str, kind: str = "board", attempts: int = 0, **body: int) -> None:
        """Put a row into each lane, as if it had been tried so often."""
        async with self.context.write() as tx:
            for lane in lanes or ("m1",):
                row = await outbox.add(tx, lane=lane, kind=kind, body=body, at=self.time)
                await tx.execute(update(schema.outbox).where(schema.outbox.c.id == row.id).values(attempts=attempts))

    def exhaust(self, channel: int, seconds: float) -> None:
        """Let Discord say that a channel takes no message for so long."""
        headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": str(seconds)}
        self.rate_limits.read("POST", f"/api/v10/channels/{channel}/messages", 200, headers)

    async def look(self) -> None:
        """Let the worker claim what is due in a transaction that stores nothing else."""
        async with self.context.write():
            pass

    async def wait(self, seconds: float) -> None:
        """Advance the time, and let the worker look for due rows."""
        self.time += timedelta(seconds=seconds)
        await self.look()

    async def wait_for_tries(self, tries: int) -> None:
        """Wait until there have been so many tries."""
        async with asyncio.timeout(60):
            while len(self.tries) < tries:
                self._try_made.clear()
                await self._try_made.wait()

    async def advance_until_tried(self, tries: int) -> None:
        """Advance the time in quarters of an hour until there have been so many tries."""
        while len(self.tries) < tries:
            self._try_made.clear()
            self.time += timedelta(minutes=15, seconds=1)
            await self.look()
            await asyncio.wait_for(self._try_made.wait(), 60)
            await self.wait_until_settled()

    async def wait_until_settled(self) -> None:
        """Wait until the result of the last try is stored."""
        held = select(func.count()).where(schema.outbox.c.claimed_by.is_not(None))
        while True:
            tries = len(self.tries)
            async with self.context.database.read() as tx:
                claimed = (await tx.execute(held)).scalar_one()
            if not claimed and tries == len(self.tries):  # none began after what was read
                return

    async def wait_until_idle(self, *, waking: bool = True) -> None:
        """Wait until the outbox is empty; `waking` tells the worker to look."""
        while True:
            async with self.context.database.read() as tx:
                if not await outbox.count_backlog(tx):
                    return
            if waking:
                await self.look()
