"""What all commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from discord import app_commands

if TYPE_CHECKING:
    from discord.ext import commands

    from bot.app import Turnpost
    from bot.replies import Source

Context: TypeAlias = "commands.Context[Turnpost]"
C = TypeVar("C")


def source_of(ctx: Context) -> Source:
    """Return what a hybrid command came by: the interaction, or else the message."""
    return ctx.interaction or ctx.message


def everywhere(command: C) -> C:
    """Offer a slash command on servers that added the bot and in direct messages with it."""
    wrapped: Any = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)(command)  # type: ignore[arg-type]
    return app_commands.allowed_installs(guilds=True, users=False)(wrapped)
