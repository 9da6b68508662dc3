"""What discord.py raises when Discord, or the way there, is in trouble - and what Discord will never take."""

from __future__ import annotations

import aiohttp
import discord

NETWORK = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Everything that a request to Discord raises, a time limit included."""


def is_final(error: BaseException) -> bool:
    """Whether Discord said no for good: what it refuses, doesn't know or can't read it will not take later."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500 and error.status != 429
