"""Register the slash commands with Discord in the background; matches go on without it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from datetime import datetime, timedelta
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import discord
from discord import app_commands

from bot.process import cancel_and_wait, log_error
from games.translation import catalogue_files
from storage.queries import key_value

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    keys = _Keys.of(application_id)
    async with database.read() as tx:
        last = await key_value.read(tx, keys.compared)
    changed = not await is_last_registered(tree, application_id, database)
    if not changed and last and timedelta() <= now - datetime.fromisoformat(last) < COMPARED_FOR:
        return False
    wanted = changed or await _differ(tree)
    if wanted:
        await tree.sync()
        log.info("Registered %d slash commands", len(tree.get_commands()))
    await _note_registered(tree, keys, database, now)
    return wanted


async def is_last_registered(tree: app_commands.CommandTree[Any], application_id: int, database: Database) -> bool:
    """Return whether the commands are those that were registered last. Raises `StorageError`."""
    async with database.read() as tx:
        return await key_value.read(tx, _Keys.of(application_id).digest) == _digest(tree)


async def find_differing(tree: app_commands.CommandTree[Any]) -> list[str]:
    """Return the names of the commands that only Discord has, or only the bot. Raises discord.py's errors."""
    there = {(command.type.value, command.name) for command in await tree.fetch_commands()}
    here = {(command["type"], command["name"]) for command in _payload(tree)}
    return sorted(name for _, name in there ^ here)


class Registered(NamedTuple):
    """What a registration changed: the commands by name, and how many there are now."""

    added: list[str]
    changed: list[str]
    removed: list[str]
    total: int


async def register_now(
    tree: app_commands.CommandTree[Any], application_id: int, database: Database, now: datetime
) -> Registered:
    """Register the commands with Discord, changed or not. Raises discord.py's errors and `StorageError`."""
    before, after = _by_name(await tree.fetch_commands()), _by_name(await tree.sync())
    await _note_registered(tree, _Keys.of(application_id), database, now)
    return Registered(
        sorted(name for _, name in after.keys() - before.keys()),
        sorted(key[1] for key in after.keys() & before.keys() if after[key] != before[key]),
        sorted(name for _, name in before.keys() - after.keys()),
        len(after),
    )


def _by_name(commands: Iterable[app_commands.AppCommand]) -> dict[tuple[discord.AppCommandType, str], Any]:
    """Return what Discord says of commands, by their kinds and names; it lists them without their translations."""
    return {
        (each.type, each.name): (_without_translations(each.to_dict()), each.default_member_permissions)
        for each in commands
    }


def _without_translations(said: Any) -> Any:
    """Return what Discord says of a command, an option or a choice, or a list of such, in English alone."""
    if isinstance(said, list):
        return [_without_translations(each) for each in cast("list[Any]", said)]
    if isinstance(said, dict):
        parts = cast("dict[str, Any]", said).items()
        return {name: _without_translations(part) for name, part in parts if not name.endswith("_localizations")}
    return said


class _Keys(NamedTuple):
    """Where the digest of the last commands is stored, and when they were compared with Discord's list."""

    digest: str
    compared: str

    @classmethod
    def of(cls, application_id: int) -> _Keys:
        return cls(f"commands of {application_id}", f"commands of {application_id} compared")


async def _note_registered(tree: app_commands.CommandTree[Any], keys: _Keys, database: Database, now: datetime) -> None:
    async with database.write() as tx:
        await key_value.write(tx, keys.digest, _digest(tree))
        await key_value.write(tx, keys.compared, now.isoformat())


def _payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    return [command.to_dict(tree) for command in tree.get_commands()]


def _digest(tree: app_commands.CommandTree[Any]) -> str:
    commands = json.dumps(_payload(tree), sort_keys=True).encode()
    return hashlib.sha256(b"".join([commands, *(file.read_bytes() for file in catalogue_files())])).hexdigest()


async def _differ(tree: app_commands.CommandTree[Any]) -> bool:
    """Return whether Discord has other commands than these."""
    names = await find_differing(tree)
    if names:
        log.warning("Discord's list of slash commands was changed by somebody else (%s)", ", ".join(names))
    return bool(names)
