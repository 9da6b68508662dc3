"""Registering the slash commands: when they have changed since the last start, never otherwise."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.acknowledging import promise
from bot.trouble import tell
from storage import meta

if TYPE_CHECKING:
    import discord

    from storage.database import Database

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree[Any]):
    """The slash commands, with errors told to whoever asked."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let through what is new, and see to it that it is acknowledged in time."""
        return promise(interaction)

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Put an error into a sentence."""
        await tell(interaction, error)


async def register(tree: app_commands.CommandTree[Any], application_id: int, database: Database) -> bool:
    """Register the commands with Discord if they differ from those registered last. Returns whether they were."""
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
    key = f"commands of {application_id}"
    async with database.read() as tx:
        if await meta.read(tx, key) == digest:
            return False
    await tree.sync()
    async with database.write() as tx:
        await meta.write(tx, key, digest)
    log.info("Registered %d slash commands", len(payload))
    return True
