"""Requests of a person who manages servers."""

from __future__ import annotations

from itertools import count

from bot.referee.requests import Request

MANAGER = 900
_SOURCES = count(5_000_000)


def manager_request(guild_id: int, user_id: int = MANAGER) -> Request:
    """Return a new request of a manager on a server."""
    return Request(user_id, next(_SOURCES), 21, guild_id)
