"""Register the slash commands with Discord in the background; matches go on without it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from datetime import datetime, timedelta
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

import discord

from bot.process.errors import log_error
from bot.process.tasks import cancel_and_wait
from storage.queries import key_value

if TYPE_CHECKING:
    from discord import app_commands

    from bot.client.client import Client
    from storage.engine.database import Database

log = logging.getLogger(__name__)
HEAD_START = 5.0
"""Seconds that the bot waits for the first try before it connects."""
WAITS = (5.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds before each next try; the last one repeats."""
COMPARED_FOR = timedelta(days=1)
"""How long a comparison with Discord's list of commands holds."""


class CommandRegistration:
    """Registers the commands of a bot if they have changed or Discord has others, and tries until that succeeds."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start, and return after the first try or after `HEAD_START`."""
        tried = asyncio.Event()
        self._running = asyncio.create_task(self._run(tried))
        try:
            async with asyncio.timeout(HEAD_START):
                await tried.wait()
        except TimeoutError:
            log.warning("Registering the slash commands takes long; it goes on beside")

    async def stop(self) -> None:
        """Stop at any point: the next start tries again."""
        await cancel_and_wait([self._running])

    async def _run(self, tried: asyncio.Event) -> None:
        bot = self._bot
        for wait in chain(WAITS, repeat(WAITS[-1])):
            try:
                await register(bot.tree, bot.application_id or 0, bot.context.database, bot.context.now())
            except Exception as error:  # noqa: BLE001 - logged; it is tried again
                seconds = max(wait, error.retry_after) if isinstance(error, discord.RateLimited) else wait
                log_error(log, f"The slash commands could not be registered; trying again in {seconds:.0f} s", error)
                tried.set()
                await asyncio.sleep(seconds)
            else:
                tried.set()
                return


async def register(tree: app_commands.CommandTree[Any], application_id: int, database: Database, now: datetime) -> bool:
    """Register the commands with Discord if they differ from the last ones or from Discord's list.

    That list is fetched at most once a day. Returns whether they were registered. Raises discord.py's errors and
    `StorageError`.
    """
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    key, compared = f"commands of {application_id}", f"commands of {application_id} compared"
    async with database.read() as tx:
        known, last = await key_value.read(tx, key), await key_value.read(tx, compared)
    changed = known != digest
    if not changed and last and timedelta() <= now - datetime.fromisoformat(last) < COMPARED_FOR:
        return False
    wanted = changed or await _differ(tree, payload)
    if wanted:
        await tree.sync()
        log.info("Registered %d slash commands", len(payload))
    async with database.write() as tx:
        await key_value.write(tx, key, digest)
        await key_value.write(tx, compared, now.isoformat())
    return wanted


async def _differ(tree: app_commands.CommandTree[Any], payload: list[dict[str, Any]]) -> bool:
    """Return whether Discord has other commands than these."""
    there = {(command.type.value, command.name) for command in await tree.fetch_commands()}
    here = {(command["type"], command["name"]) for command in payload}
    if there != here:
        names = ", ".join(sorted(name for _, name in there ^ here))
        log.warning("Discord's list of slash commands was changed by somebody else (%s)", names)
    return there != here
