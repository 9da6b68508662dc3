"""The permissions that the bot uses on a server, and the link that invites it with just these."""

from __future__ import annotations

import discord

USED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
)
"""The permissions that everything but the tags of a forum needs, which Manage Channels lets the bot make."""


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
