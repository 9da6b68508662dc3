"""`turnpost sync`: register the slash commands, upload the emojis of the pieces, and say what changed."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import discord
import typer

from bot import plugins
from bot.admin.command import CommandError, make_context, open_database, plural
from bot.client.client import Client
from bot.client.registration import register_now
from bot.config import UNKNOWN_TOKEN
from bot.features.registry import add_features
from bot.gateway.connection import point_at

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator, Sequence

    from bot.client.piece_emojis import EmojiUpdate
    from bot.client.registration import Registered
    from bot.config import Settings
    from bot.plugins import Catalogue
    from bot.referee.context import Context

PER_SECOND = 10.0
"""Requests a second, which leaves the most of Discord's limit to the bot that runs."""


class RestClient(Client):
    """The client with the commands of all features in its tree, and without any service."""

    async def setup_hook(self) -> None:
        """Add the features, and what they need."""
        await super().setup_hook()
        await add_features(self)

    async def close(self) -> None:
        """Close the session, and end what draws and thinks."""
        await self.engines.close()
        await super().close()
        self.executor.close()


def point_at_server(settings: Settings) -> None:
    """Send requests to the server of the settings, if it isn't Discord."""
    if settings.discord_api and settings.discord_gateway:
        point_at(settings.discord_api, settings.discord_gateway)


@asynccontextmanager
async def log_in(settings: Settings, context: Context, offered: Catalogue) -> AsyncGenerator[RestClient]:
    """Log in with the token of the settings for as long as the context lasts.

    Raises `CommandError` if the token is missing or unknown, or Discord can't be reached.
    """
    if settings.discord_token is None:
        raise CommandError("DISCORD_TOKEN isn't set, and the playground needs none of this.")
    point_at_server(settings)
    async with RestClient(context, offered.renderers, content=False, requests_per_second=PER_SECOND) as client:
        try:
            await client.login(settings.discord_token.get_secret_value())
            yield client
        except discord.LoginFailure:
            raise CommandError(UNKNOWN_TOKEN) from None
        except (aiohttp.ClientConnectionError, discord.HTTPException) as error:
            raise CommandError(f"Discord can't be reached, or refuses: {error}") from error


async def sync(settings: Settings) -> None:
    """Bring the commands and the emojis at Discord up to date. Raises `CommandError` and `StorageError`."""
    offered = plugins.read()
    async with open_database(settings) as database, log_in(settings, make_context(database), offered) as client:
        registered = await register_now(client.tree, client.application_id or 0, database, client.context.now())
        for line in describe_commands(registered):
            typer.echo(line)
        for line in describe_emojis(await client.piece_emojis.update()):
            typer.echo(line)


def describe_commands(registered: Registered) -> Iterator[str]:
    """Yield what a registration changed, in lines."""
    changed = [*registered.added, *registered.changed, *registered.removed]
    yield f"{plural(registered.total, 'slash command', 'slash commands')} registered; {_say_change(changed)}"
    for what, names in (("added", registered.added), ("changed", registered.changed), ("removed", registered.removed)):
        yield from _list_names(what, names)


def describe_emojis(update: EmojiUpdate) -> Iterator[str]:
    """Yield what an update of the emojis changed, in lines."""
    changed = [*update.uploaded, *update.deleted]
    yield f"{update.found:,} of {plural(update.total, 'piece', 'pieces')} with an emoji; {_say_change(changed)}"
    yield from _list_names("uploaded", update.uploaded)
    yield from _list_names("deleted, with an older picture", update.deleted)


def _say_change(changed: Sequence[str]) -> str:
    return "changed:" if changed else "nothing changed."


def _list_names(what: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"  {what}: {', '.join(names)}"
