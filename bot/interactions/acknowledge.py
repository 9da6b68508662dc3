"""Interactions are acknowledged once and in time: Discord waits 3 seconds, and takes one first answer."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord

from bot.discord_errors import NETWORK

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

log = logging.getLogger(__name__)
IN_TIME = 1.5
"""Seconds after which Discord is told that an answer will come; half of what it waits."""
ALREADY = 40060
"""Discord's code for an interaction that was acknowledged before."""
KNOWN = 5000
"""How many interactions are remembered, so that one delivered again is left alone."""

_known: OrderedDict[int, None] = OrderedDict()
_promises: set[asyncio.Task[None]] = set()


def promise(interaction: discord.Interaction[Any]) -> bool:
    """See to it that an interaction is acknowledged in time, however long its answer takes.

    Returns False for one that was delivered before: whatever it needs was done then.
    """
    if interaction.id in _known:
        return False
    _known[interaction.id] = None
    if len(_known) > KNOWN:
        _known.popitem(last=False)
    if interaction.type is not discord.InteractionType.autocomplete:
        keeping = asyncio.create_task(_keep(interaction))
        _promises.add(keeping)
        keeping.add_done_callback(_promises.discard)
    return True


async def _keep(interaction: discord.Interaction[Any]) -> None:
    await asyncio.sleep(IN_TIME)
    try:
        await hold(interaction)
    except NETWORK as unheard:
        log.warning("An interaction could not be acknowledged: %s", unheard)


async def hold(interaction: discord.Interaction[Any], *, thinking: bool = False) -> None:
    """Tell Discord that the answer comes later, unless it has one. Raises what discord.py raises.

    A slash command is shown as waiting for its answer, a button only if `thinking`.
    """
    async with alone(interaction):
        if not acknowledged(interaction):
            await interaction.response.defer(ephemeral=True, thinking=thinking)


def acknowledged(interaction: discord.Interaction[Any]) -> bool:
    """Whether Discord has a first answer, so that what is to be said now follows it."""
    return interaction.response.is_done() or "answered" in interaction.extras


@asynccontextmanager
async def alone(interaction: discord.Interaction[Any]) -> AsyncGenerator[None]:
    """Answer an interaction while nobody else does.

    Discord may say that it has a first answer already: then ours had arrived, and only its receipt was lost.
    """
    async with interaction.extras.setdefault("alone", asyncio.Lock()):
        try:
            yield
        except discord.HTTPException as refused:
            if refused.code != ALREADY:
                raise
            interaction.extras["answered"] = True
