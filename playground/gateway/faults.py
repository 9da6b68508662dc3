"""Faults that tests inject into the gateway's connections."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from playground.model.resources.user import BOT_ID

if TYPE_CHECKING:
    from playground.gateway.connection import Connection
    from playground.gateway.gateway import Gateway

HandshakeFault: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

_RECONNECT, _INVALID = 7, 9
_CLOSE_CODE = 4000
_REPEATED = {"MESSAGE_CREATE", "INTERACTION_CREATE"}


class GatewayFaults:
    """Faults in all connected sessions. A session that lives on keeps its events until it is resumed."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def drop(self, *, resumable: bool) -> None:
        """Cut every connection; the sessions live on if `resumable`."""
        connections = self._detach_all(resumable=resumable)
        for connection in connections:
            if resumable:
                connection.send(_RECONNECT, None)
        await _close(connections)

    async def ask_to_reconnect(self) -> None:
        """Ask for every session to be resumed on a new connection; the bot closes the old ones."""
        for connection in self._detach_all(resumable=True):
            connection.send(_RECONNECT, None)
            await connection.queue.join()

    async def invalidate(self, *, resumable: bool) -> None:
        """Say of every session that it is invalid: to be resumed if `resumable`, else to be replaced by a new one."""
        for connection in self._detach_all(resumable=resumable):
            connection.send(_INVALID, resumable)
            await connection.queue.join()

    async def half_a_frame(self) -> None:
        """Send the first half of a frame on every connection, then cut it; the sessions live on."""
        sessions = self._gateway.connected_sessions
        frames = {session.connection: session.sent[-1][1] for session in sessions if session.connection}
        connections = self._detach_all(resumable=True)
        for connection in connections:
            connection.queue.put_nowait(frames[connection][: len(frames[connection]) // 2])
        await _close(connections)

    async def deliver_again(self, count: int) -> None:
        """Send the last `count` messages and interactions that people made once more, in their order."""
        for session in self._gateway.connected_sessions:
            texts = [text for _, text in session.sent if _is_by_person(text)]
            for text in texts[-count:]:
                if session.connection:
                    session.connection.queue.put_nowait(text)
                    await session.connection.queue.join()

    def turn_away(self, how: str, times: int) -> None:
        """Let the next connections fail before the hello, in one of the ways of `HANDSHAKE_FAULTS`.

        Any other word is the HTTP status by which the handshake fails. Raises ValueError for what is neither.
        """
        self._gateway.handshake_faults.extend([HANDSHAKE_FAULTS.get(how) or _fail_with(int(how))] * times)

    def _detach_all(self, *, resumable: bool) -> list[Connection]:
        connections = [session.connection for session in self._gateway.connected_sessions if session.connection]
        for connection in connections:
            self._gateway.detach(connection, code=None if resumable else 1000)
        return connections


def _fail_with(status: int) -> HandshakeFault:
    async def handle(_: web.Request) -> web.StreamResponse:
        return web.Response(status=status, text=f"<html><title>{status}</title></html>", content_type="text/html")

    return handle


def _close_with(code: int) -> HandshakeFault:
    async def handle(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.close(code=code)
        return socket

    return handle


def _send_text(text: str) -> HandshakeFault:
    async def handle(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if text:
            await socket.send_str(text)
        async for _ in socket:
            pass
        return socket

    return handle


def _send_bytes(data: bytes) -> HandshakeFault:
    async def handle(request: web.Request) -> web.StreamResponse:
        if request.transport:
            request.transport.write(data)
            request.transport.close()
        return web.Response()

    return handle


HANDSHAKE_FAULTS: dict[str, HandshakeFault] = {
    "closed": _close_with(_CLOSE_CODE),
    "closed cleanly": _close_with(1000),
    "going away": _close_with(1001),
    "wrong token": _close_with(4004),
    "half a frame": _send_text('{"op": 10, "d": {"heartbeat_int'),
    "no object": _send_text("[10]"),
    "no hello": _send_text('{"op": 10, "d": null}'),
    "reconnect": _send_text('{"op": 7, "d": null}'),
    "silent": _send_text(""),
    "hung up": _send_bytes(b""),
    "no HTTP": _send_bytes(b"\x15\x03\x03\x00\x02\x02\x28"),
}
"""How a connection can fail before the hello."""


async def _close(connections: list[Connection]) -> None:
    for connection in connections:
        await connection.queue.join()
        await connection.socket.close(code=_CLOSE_CODE)


def _is_by_person(text: str) -> bool:
    event = json.loads(text)
    return event["t"] in _REPEATED and event["d"].get("author", {}).get("id") != str(BOT_ID)
