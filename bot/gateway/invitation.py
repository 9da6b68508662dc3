"""The link that invites the bot with just the permissions that it uses."""

from __future__ import annotations

import discord

from bot.gateway.permissions import USED


def invitation_link(
    application_id: int, *, server_id: int | None = None, also: discord.Permissions | None = None
) -> str:
    """Return the link by which the bot is invited, or gets its permissions on a server where it is.

    It asks for the permissions that the bot uses, and for those in `also`.
    """
    return discord.utils.oauth_url(
        application_id,
        permissions=USED | (also or discord.Permissions.none()),
        guild=discord.Object(server_id) if server_id else discord.utils.MISSING,
        scopes=("bot", "applications.commands"),
        disable_guild_select=bool(server_id),
    )
