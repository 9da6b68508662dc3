"""A session of the gateway and the web socket that carries it, for as long as that lasts."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiohttp import web

_DISPATCH = 0
_REMEMBERED = 2000


@dataclass(slots=True, eq=False)
class Connection:
    """One open web socket, with what waits to be sent on it."""

    socket: web.WebSocketResponse
    waiting: asyncio.Queue[str] = field(default_factory=asyncio.Queue[str])

    async def write(self) -> None:
        """Send what waits until cancelled. What a closed socket can't take is dropped: the session remembers it."""
        while True:
            text = await self.waiting.get()
            try:
                with suppress(ConnectionError):
                    await self.socket.send_str(text)
            finally:
                self.waiting.task_done()

    def abandon(self) -> None:
        """Forget what waits, so that nobody waits for it to be sent."""
        while not self.waiting.empty():
            self.waiting.get_nowait()
            self.waiting.task_done()

    def send(self, op: int, data: Any) -> None:
        """Queue a frame that is no event."""
        self.waiting.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))


@dataclass(slots=True, eq=False)
class Session:
    """What one IDENTIFY began: its intents, its shard of how many, and the events that a RESUME may ask for again.

    `greeted` says that on the present connection it has heard all it begins with.
    """

    id: str
    intents: int
    shard: tuple[int, int]
    line: Connection | None
    greeted: bool = False
    last: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque[tuple[int, str]](maxlen=_REMEMBERED))

    def dispatch(self, name: str, data: Any) -> None:
        """Send an event, or keep it until the session is resumed."""
        self.last += 1
        text = json.dumps({"op": _DISPATCH, "t": name, "s": self.last, "d": data}, ensure_ascii=False)
        self.sent.append((self.last, text))
        if self.line:
            self.line.waiting.put_nowait(text)

    def has(self, guild: int) -> bool:
        """Whether a guild's events belong to this shard; those of direct messages do as if their guild were 0."""
        return (guild >> 22) % self.shard[1] == self.shard[0]

    def replayable(self, seq: int) -> bool:
        """Whether every event after number `seq` is still known."""
        return seq <= self.last and (seq == self.last or (bool(self.sent) and self.sent[0][0] <= seq + 1))
