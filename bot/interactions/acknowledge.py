"""Interactions are acknowledged once and in time: Discord waits 3 seconds and accepts one first response."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord
from cachetools import FIFOCache

from bot.process.errors import NETWORK_ERRORS
from bot.process.log_fields import begin_interaction

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

log = logging.getLogger(__name__)
DEFER_AFTER = 1.5
"""Seconds after which Discord is told that a response will come; half of what it waits."""
ALREADY_ACKNOWLEDGED = 40060
"""Discord's code for an interaction that was acknowledged before."""
MAX_SEEN = 5000
"""How many interactions are remembered, so that one delivered again is ignored."""

_seen: FIFOCache[int, None] = FIFOCache(MAX_SEEN)
_deferrals: set[asyncio.Task[None]] = set()


def acknowledge_in_time(interaction: discord.Interaction[Any]) -> bool:
    """Make sure that an interaction is acknowledged in time, however long its response takes.

    From here on the lines of this task are those of the interaction. Returns False for one that was delivered before:
    it is handled already.
    """
    if interaction.id in _seen:
        return False
    _seen[interaction.id] = None
    begin_interaction(interaction)
    if interaction.type is not discord.InteractionType.autocomplete:
        deferral = asyncio.create_task(_defer_later(interaction))
        _deferrals.add(deferral)
        deferral.add_done_callback(_deferrals.discard)
    return True


async def _defer_later(interaction: discord.Interaction[Any]) -> None:
    await asyncio.sleep(DEFER_AFTER)
    try:
        await defer(interaction)
    except NETWORK_ERRORS as error:
        log.warning("An interaction could not be acknowledged: %s", error)


async def defer(interaction: discord.Interaction[Any], *, thinking: bool = False) -> None:
    """Tell Discord that the response comes later, unless there is one. Raises what discord.py raises.

    Discord shows that a slash command is waiting for its response, and for a button only if `thinking`.
    """
    async with lock_response(interaction):
        if not is_acknowledged(interaction):
            await interaction.response.defer(ephemeral=True, thinking=thinking)


def is_acknowledged(interaction: discord.Interaction[Any]) -> bool:
    """Return whether Discord has a first response, so that the next one must be a follow-up."""
    return interaction.response.is_done() or "acknowledged" in interaction.extras


@asynccontextmanager
async def lock_response(interaction: discord.Interaction[Any]) -> AsyncGenerator[None]:
    """Let only one task respond to an interaction at a time.

    If Discord says that it has a first response already, ours had arrived and only its receipt was lost.
    """
    async with interaction.extras.setdefault("lock", asyncio.Lock()):
        try:
            yield
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            interaction.extras["acknowledged"] = True
