"""Tell errors of discord.py apart, and log failures that the bot survives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import discord

from storage.engine.database import StorageError

if TYPE_CHECKING:
    import logging

NETWORK_ERRORS = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError)
"""The errors of a request through discord.py when Discord or the network fails.

aiohttp turns each `OSError` of sockets, TLS and name servers into its own `ClientError`, except a timeout. So any other
`OSError` is a fault of this machine: a missing font, a full disk.
"""
UNAUTHORIZED = 401
TRANSIENT_STATUSES = {UNAUTHORIZED, 408, 429}
"""Statuses below 500 that don't reject the request itself."""
LOWEST_CODE = 10_000
"""The lowest of Discord's own error codes. A response without one comes from a proxy or a failing server."""
TRANSIENT_CODES = {20016, 20022, 20028, 20029, 40003, 40004, 40006, 40062, 40333, 110001, 130000}
"""Discord's codes for limits, overload, and features that are switched off temporarily."""


def is_permanent(error: BaseException) -> bool:
    """Return whether Discord itself rejected a request for good, by a status from 400 to 499 and its own error code."""
    return (
        isinstance(error, discord.HTTPException)
        and 400 <= error.status < 500
        and error.status not in TRANSIENT_STATUSES
        and _is_rejection(error.code)
    )


def _is_rejection(code: object) -> bool:
    return isinstance(code, int) and code >= LOWEST_CODE and code not in TRANSIENT_CODES


def is_forbidden(error: BaseException) -> bool:
    """Return whether Discord itself said that the bot lacks the permission."""
    return isinstance(error, discord.Forbidden) and is_permanent(error)


def is_unauthorized(error: BaseException) -> bool:
    """Return whether Discord rejected the bot's token."""
    return isinstance(error, discord.HTTPException) and error.status == UNAUTHORIZED


def log_error(log: logging.Logger, what: str, error: Exception) -> None:
    """Log a failure: in one line if the database or Discord failed, else with its traceback."""
    if isinstance(error, (*NETWORK_ERRORS, StorageError)):
        log.error("%s: %s", what, error or type(error).__name__)
    else:
        log.error("%s", what, exc_info=error)
