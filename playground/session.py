"""A session of the gateway, and the web socket that it uses."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiohttp import web

_DISPATCH = 0
_MAX_SENT = 2000


@dataclass(slots=True, eq=False)
class Connection:
    """One open web socket, with the queue of texts to send on it.

    With `compress`, all that is sent is one zlib stream in binary frames, flushed at the end of each text.
    """

    socket: web.WebSocketResponse
    compress: bool = False
    queue: asyncio.Queue[str] = field(default_factory=asyncio.Queue[str])

    async def write(self) -> None:
        """Send the queue until cancelled. What a closed socket can't take is dropped: the session has a copy."""
        stream = zlib.compressobj()
        while True:
            text = await self.queue.get()
            try:
                with suppress(ConnectionError):
                    if self.compress:
                        await self.socket.send_bytes(stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH))
                    else:
                        await self.socket.send_str(text)
            finally:
                self.queue.task_done()

    def discard_queue(self) -> None:
        """Empty the queue, so that nobody waits for it to be sent."""
        while not self.queue.empty():
            self.queue.get_nowait()
            self.queue.task_done()

    def send(self, op: int, data: Any) -> None:
        """Queue a frame that is no event."""
        self.queue.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))


@dataclass(slots=True, eq=False)
class Session:
    """What one IDENTIFY began: intents, shard and number of shards, and the events that a RESUME may ask for.

    `ready` says that everything a session begins with was sent on the present connection.
    """

    id: str
    intents: int
    shard: tuple[int, int]
    connection: Connection | None
    ready: bool = False
    last_seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque[tuple[int, str]](maxlen=_MAX_SENT))

    def dispatch(self, name: str, data: Any) -> None:
        """Send an event, or keep it until the session is resumed."""
        self.last_seq += 1
        text = json.dumps({"op": _DISPATCH, "t": name, "s": self.last_seq, "d": data}, ensure_ascii=False)
        self.sent.append((self.last_seq, text))
        if self.connection:
            self.connection.queue.put_nowait(text)

    def has(self, guild: int) -> bool:
        """Whether a guild's events belong to this shard; direct messages count as guild 0."""
        return (guild >> 22) % self.shard[1] == self.shard[0]

    def replayable(self, seq: int) -> bool:
        """Whether every event after number `seq` is still known."""
        return seq <= self.last_seq and (seq == self.last_seq or (bool(self.sent) and self.sent[0][0] <= seq + 1))
