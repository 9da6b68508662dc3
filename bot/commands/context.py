"""What all commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from discord import app_commands
from discord.app_commands import Choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discord.ext import commands

    from bot.app import Turnpost
    from bot.replies import Source
    from games.contract import Game

Context: TypeAlias = "commands.Context[Turnpost]"
C = TypeVar("C")
MOST_CHOICES = 25


def source_of(ctx: Context) -> Source:
    """Return what a hybrid command came by: the interaction, or else the message."""
    return ctx.interaction or ctx.message


def everywhere(command: C) -> C:
    """Offer a slash command on servers that added the bot and in direct messages with it."""
    wrapped: Any = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)(command)  # type: ignore[arg-type]
    return app_commands.allowed_installs(guilds=True, users=False)(wrapped)


def offer_games(games: Mapping[str, Game[Any, Any]], *slash: object) -> None:
    """Let the option `game` of slash commands list the games, as many as Discord can; a text command takes them all."""
    choices = [Choice(name=game.info.title, value=key) for key, game in games.items()]
    for command in slash:
        app_commands.choices(game=choices[:MOST_CHOICES])(command)
