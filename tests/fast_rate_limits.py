"""Discord's rate limits at a pace for tests, which need not wait as long as players would."""

from __future__ import annotations

from bot.client.client import PER_SECOND
from playground.rate_limits import RateLimits

FASTER = 50.0
"""Limits pass so many times as fast as Discord's."""

SETTINGS = {"DISCORD_REQUESTS_PER_SECOND": str(PER_SECOND * FASTER)}
"""The bot's setting that goes with them."""


def fast_rate_limits() -> RateLimits:
    """Return new limits for a playground."""
    return RateLimits(faster=FASTER)
