"""What befalls the gateway's connections when a test says so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playground.world import BOT_ID

if TYPE_CHECKING:
    from playground.gateway import Gateway
    from playground.session import Line

_RECONNECT, _INVALID = 7, 9
_BROKEN_OFF = 4000
_REPEATED = {"MESSAGE_CREATE", "INTERACTION_CREATE"}


class Mishaps:
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

    def _part(self, *, resumable: bool) -> list[Line]:
        lines = [session.line for session in self._gateway.connected if session.line]
        for line in lines:
            self._gateway.leave(line, code=None if resumable else 1000)
        return lines


async def _close(lines: list[Line]) -> None:
    for line in lines:
        await line.waiting.join()
        await line.socket.close(code=_BROKEN_OFF)


def _by_people(text: str) -> bool:
    event = json.loads(text)
    return event["t"] in _REPEATED and event["d"].get("author", {}).get("id") != str(BOT_ID)
