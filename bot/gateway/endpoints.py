"""Point discord.py at another Discord server."""

from __future__ import annotations

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_at(api: str, gateway: str) -> None:
    """Send all requests of discord.py to another server.

    Takes the address that REST routes are appended to and the one of the gateway's WebSocket. Call it before login.
    """
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    discord.Asset.BASE = api  # pyright: ignore[reportAttributeAccessIssue] - inferred as this one literal
