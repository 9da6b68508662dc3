"""What discord.py raises when Discord, or the way there, is in trouble - and what Discord will never take."""

from __future__ import annotations

import aiohttp
import discord

NETWORK = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError)
"""What a request through discord.py raises when Discord or the way there is in trouble.

aiohttp turns what sockets, TLS and name servers raise (`OSError`) into its own `ClientError`; only a time limit comes
as it is. Any other `OSError` is ours: a font that is missing, a disk that is full.
"""
UNAUTHORIZED = 401
PASSING = {UNAUTHORIZED, 408, 429}
"""Statuses below 500 that say nothing about what was sent."""
LOWEST_CODE = 10_000
"""Discord's own error codes begin here. An answer without one comes from a proxy in front of it, or from a bad day."""
TEMPORARY = {20016, 20022, 20028, 20029, 40003, 40004, 40006, 40062, 40333, 110001, 130000}
"""Discord's codes for limits, overload, and what is switched off for the time being."""


def is_final(error: BaseException) -> bool:
    """Return whether Discord itself said no for good: what it refuses, doesn't know or can't read it won't take later.

    It says so by a status from 400 to 499 with an error code of its own.
    """
    return (
        isinstance(error, discord.HTTPException)
        and 400 <= error.status < 500
        and error.status not in PASSING
        and _is_refusal(error.code)
    )


def _is_refusal(code: object) -> bool:
    return isinstance(code, int) and code >= LOWEST_CODE and code not in TEMPORARY


def is_barred(error: BaseException) -> bool:
    """Return whether Discord itself said that the bot may not do this here."""
    return isinstance(error, discord.Forbidden) and is_final(error)


def is_unauthorized(error: BaseException) -> bool:
    """Return whether Discord did not take the bot's token."""
    return isinstance(error, discord.HTTPException) and error.status == UNAUTHORIZED
