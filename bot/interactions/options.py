"""What all commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.app_commands import Choice

from bot.referee.people import quiet_hours

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from discord.ext import commands

    from bot.client import Client
    from bot.interactions.replies import Source
    from games.contract import Game

CommandContext: TypeAlias = "commands.Context[Client]"
C = TypeVar("C")
MOST_CHOICES = 25
LOOKS = {
    "theme": {"dark": "Dark", "light": "Light"},
    "size": {"small": "Small", "normal": "Normal", "large": "Large"},
    "sides": {"mover": "From the side of whoever is to move; mine where only I look", "never": "Never turned"},
}
"""What can be chosen of a board's look, by the words that the referee reads."""


def source_of(ctx: CommandContext) -> Source:
    """Return what a hybrid command came by: the interaction, or else the message."""
    return ctx.interaction or ctx.message


def everywhere(command: C) -> C:
    """Offer a slash command on servers that added the bot and in direct messages with it."""
    wrapped: Any = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)(command)  # type: ignore[arg-type]
    return app_commands.allowed_installs(guilds=True, users=False)(wrapped)


def offer_looks(*names: str) -> Callable[[C], C]:
    """Let options of a slash command that say how boards look list what can be chosen."""
    choices = {name: [Choice(name=text, value=word) for word, text in LOOKS[name].items()] for name in names}
    return app_commands.choices(**choices)


def offer_games(games: Mapping[str, Game[Any, Any]], *slash: object) -> None:
    """Let the option `game` of slash commands list the games, as many as Discord can; a text command takes them all."""
    choices = [Choice(name=game.info.title, value=key) for key, game in games.items()]
    for command in slash:
        app_commands.choices(game=choices[:MOST_CHOICES])(command)


def offered_zones(current: str, now: datetime) -> list[Choice[str]]:
    """Return the time zones whose names hold what is typed, each with the time it is there."""
    return [
        Choice(name=f"{zone}, where it is {quiet_hours.clock_time(now, ZoneInfo(zone))}", value=zone)
        for zone in quiet_hours.zones_like(current)[:MOST_CHOICES]
    ]
