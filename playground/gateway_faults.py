"""Faults that tests inject into the gateway's connections."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from playground.state import BOT_ID

if TYPE_CHECKING:
    from playground.gateway import Gateway
    from playground.session import Connection

Welcome: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

_RECONNECT, _INVALID = 7, 9
_BROKEN_OFF = 4000
_REPEATED = {"MESSAGE_CREATE", "INTERACTION_CREATE"}


class GatewayFaults:
    """Strikes all sessions that are connected. A session that lives on keeps what happens until it is resumed."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    async def drop(self, *, resumable: bool) -> None:
        """Cut every connection; the sessions live on if `resumable`."""
        lines = self._part(resumable=resumable)
        for line in lines:
            if resumable:
                line.send(_RECONNECT, None)
        await _close(lines)

    async def ask_to_reconnect(self) -> None:
        """Ask for every session to be resumed on a new connection, and leave the old ones for the bot to close."""
        for line in self._part(resumable=True):
            line.send(_RECONNECT, None)
            await line.waiting.join()

    async def invalidate(self, *, resumable: bool) -> None:
        """Say of every session that it is invalid: to be resumed if `resumable`, else forgotten and to be made anew."""
        for line in self._part(resumable=resumable):
            line.send(_INVALID, resumable)
            await line.waiting.join()

    async def half_a_frame(self) -> None:
        """Send the first half of a frame on every connection, then cut it; the sessions live on."""
        whole = {line: session.sent[-1][1] for session in self._gateway.connected if (line := session.line)}
        lines = self._part(resumable=True)
        for line in lines:
            line.waiting.put_nowait(whole[line][: len(whole[line]) // 2])
        await _close(lines)

    async def deliver_again(self, count: int) -> None:
        """Send the last `count` messages and interactions that people made once more, in their order."""
        for session in self._gateway.connected:
            made = [text for _, text in session.sent if _by_people(text)]
            for text in made[-count:]:
                if session.line:
                    session.line.waiting.put_nowait(text)
                    await session.line.waiting.join()

    def turn_away(self, how: str, times: int) -> None:
        """Let the next connections fail before they are said hello to, in one of the ways of `WELCOMES`.

        Any other word is the HTTP status by which the handshake fails. Raises ValueError for what is neither.
        """
        self._gateway.welcomes.extend([WELCOMES.get(how) or _refusal(int(how))] * times)

    def _part(self, *, resumable: bool) -> list[Connection]:
        lines = [session.line for session in self._gateway.connected if session.line]
        for line in lines:
            self._gateway.leave(line, code=None if resumable else 1000)
        return lines


def _refusal(status: int) -> Welcome:
    async def welcome(_: web.Request) -> web.StreamResponse:
        return web.Response(status=status, text=f"<html><title>{status}</title></html>", content_type="text/html")

    return welcome


def _closing(code: int) -> Welcome:
    async def welcome(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.close(code=code)
        return socket

    return welcome


def _saying(text: str) -> Welcome:
    async def welcome(request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if text:
            await socket.send_str(text)
        async for _ in socket:
            pass
        return socket

    return welcome


def _breaking(said: bytes) -> Welcome:
    async def welcome(request: web.Request) -> web.StreamResponse:
        if request.transport:
            request.transport.write(said)
            request.transport.close()
        return web.Response()

    return welcome


WELCOMES: dict[str, Welcome] = {
    "closed": _closing(_BROKEN_OFF),
    "closed cleanly": _closing(1000),
    "going away": _closing(1001),
    "wrong token": _closing(4004),
    "half a frame": _saying('{"op": 10, "d": {"heartbeat_int'),
    "no object": _saying("[10]"),
    "no hello": _saying('{"op": 10, "d": null}'),
    "reconnect": _saying('{"op": 7, "d": null}'),
    "silent": _saying(""),
    "hung up": _breaking(b""),
    "no HTTP": _breaking(b"\x15\x03\x03\x00\x02\x02\x28"),
}
"""How a connection can fail before the bot is said hello to."""


async def _close(lines: list[Connection]) -> None:
    for line in lines:
        await line.waiting.join()
        await line.socket.close(code=_BROKEN_OFF)


def _by_people(text: str) -> bool:
    event = json.loads(text)
    return event["t"] in _REPEATED and event["d"].get("author", {}).get("id") != str(BOT_ID)
