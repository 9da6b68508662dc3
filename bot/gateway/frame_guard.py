"""Treat an unreadable gateway frame as a broken connection and resume it; discord.py would end the bot."""

from __future__ import annotations

import json
import logging
import zlib
from typing import Any

from discord.gateway import DiscordWebSocket, ReconnectWebSocket

log = logging.getLogger(__name__)
_received = DiscordWebSocket.received_message


def resume_after_broken_frames() -> None:
    """Resume the session after a frame that can't be read. Call it before login."""
    DiscordWebSocket.received_message = _receive


async def _receive(self: DiscordWebSocket, msg: Any, /) -> None:
    try:
        await _received(self, msg)
    except (json.JSONDecodeError, UnicodeDecodeError, zlib.error) as broken:
        log.warning("The gateway sent a frame that can't be read (%s); the session is resumed", broken)
        await self.close()
        raise ReconnectWebSocket(self.shard_id) from broken
