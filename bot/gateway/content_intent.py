"""Whether the bot can read other people's messages: if Discord grants the intent and its gateway accepts it."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from storage.queries import key_value

if TYPE_CHECKING:
    from storage.engine.database import Database

log = logging.getLogger(__name__)
REFUSAL_LASTS = timedelta(days=1)
"""How long the bot does without the intent after the gateway refused it although Discord had granted it."""


async def is_content_granted(token: str, database: Database, now: datetime) -> bool:
    """Ask Discord whether this application may read other people's messages.

    Raises what `login` raises, and `StorageError`.
    """
    async with discord.Client(intents=make_intents(content=False)) as client:
        await client.login(token)
        about = client.application  # asked for at login
    if about is None:
        return False
    granted = about.flags.gateway_message_content or about.flags.gateway_message_content_limited
    return await may_ask_for_content(database, about.id, now) if granted else False


async def record_refusal(database: Database, application_id: int, now: datetime) -> None:
    """Store that the gateway refused the intent, so that the next start does without. Raises `StorageError`."""
    async with database.write() as tx:
        await key_value.write(tx, _key(application_id), now.isoformat())


async def may_ask_for_content(database: Database, application_id: int, now: datetime) -> bool:
    """Return whether the gateway hasn't refused the intent within the last day. Raises `StorageError`."""
    async with database.read() as tx:
        noted = await key_value.read(tx, _key(application_id))
    if noted is None or not timedelta() <= now - datetime.fromisoformat(noted) < REFUSAL_LASTS:
        return True
    log.warning(
        "Discord's gateway refused the message content intent at %s; the bot goes without it until a start a day later",
        noted,
    )
    return False


def _key(application_id: int) -> str:
    return f"content refused to {application_id}"


def make_intents(*, content: bool) -> discord.Intents:
    """Return the intents that the bot uses."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.guild_messages = True
    intents.dm_messages = True
    intents.message_content = content
    return intents
