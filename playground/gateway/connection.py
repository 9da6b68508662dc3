"""An open web socket of the gateway: what is queued to be sent on it, and what a client may send."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType

from playground.errors import ApiError
from playground.http import parse
from playground.json_values import as_object

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from aiohttp import web

    from playground.json_values import Json

HEARTBEAT = 1
_MAX_PAYLOAD = 4096
_MAX_EVENTS, _EVENT_WINDOW = 120, 60.0
_LATE_BEATS = 1.5
"""Heartbeat intervals after which a client that sent none is cut off."""


class Closed(Exception):  # noqa: N818 - the end of a connection, as the gateway means it
    """The gateway closes a connection, with one of its close event codes."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


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

    async def packets(self, heartbeat_interval: float) -> AsyncGenerator[Json]:
        """Yield what the client sends, until it closes. Raises `Closed` for too much, too often, or no heartbeat."""
        received: deque[float] = deque(maxlen=_MAX_EVENTS)
        beat = time.monotonic()
        while True:
            patience = beat + heartbeat_interval * _LATE_BEATS - time.monotonic()
            try:
                frame = await self.socket.receive(timeout=max(patience, 0))
            except TimeoutError:
                raise Closed(4009, "Session timed out.") from None
            if frame.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
                return
            now = time.monotonic()
            if len(received) == _MAX_EVENTS and now - received[0] < _EVENT_WINDOW:
                raise Closed(4008, "You are being rate limited.")
            received.append(now)
            packet = _parse(frame.data)
            beat = now if packet.get("op") == HEARTBEAT else beat
            yield packet


def _parse(data: str | bytes) -> Json:
    encoded = data.encode() if isinstance(data, str) else data
    if len(encoded) > _MAX_PAYLOAD:
        raise Closed(4002, "Payload too large.")
    try:
        packet = parse(encoded)
    except ApiError:
        packet = None
    if not isinstance(packet, dict):
        raise Closed(4002, "Error while decoding payload.")
    return as_object(packet)
