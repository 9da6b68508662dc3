"""A client for the commands of the operator: it makes requests beside the bot that runs, and never connects."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.admin.errors import CommandError
from bot.client.client import Client
from bot.config import UNKNOWN_TOKEN
from bot.features.registry import add_features
from bot.gateway.endpoints import point_at

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

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
