"""Options and choices that several commands share."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.app_commands import Choice

from bot.referee.times.calendar import local_time, search_zones
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from discord.ext import commands

    from bot.client.client import Client
    from bot.interactions.replies import Source
    from games.contract import Game


CommandContext: TypeAlias = "commands.Context[Client]"

C = TypeVar("C")

MAX_CHOICES = 25

LOOKS = {
    "theme": {"dark": "Dark", "light": "Light"},
    "size": {"small": "Small", "normal": "Normal", "large": "Large"},
    "sides": {"mover": "From the side to move; from yours where only you see it", "never": "Never turned"},
}
"""What can be chosen for a board's look, by the words that the referee accepts."""


def source_of(ctx: CommandContext) -> Source:
    """Return the interaction or the message that invoked a hybrid command."""
    return ctx.interaction or ctx.message


def usable_everywhere(command: C) -> C:
    """Allow a slash command of the top level wherever people talk: servers, messages with the bot, group messages."""
    wrapped: Any = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)  # type: ignore[arg-type]
    return app_commands.allowed_installs(guilds=True, users=True)(wrapped)


def add_look_choices(*names: str) -> Callable[[C], C]:
    """Add the choices to the options of a slash command that say how boards look."""
    choices = {name: [Choice(name=text, value=word) for word, text in LOOKS[name].items()] for name in names}
    return app_commands.choices(**choices)


def add_game_choices(games: Mapping[str, Game[Any, Any]], *slash: object) -> None:
    """Add the games as choices to the option `game` of slash commands: as many as Discord allows."""
    titles = Counter(game.info.title for game in games.values())
    choices = [  # Discord refuses all commands for two choices of one name
        Choice(name=title if titles[title] == 1 else f"{title} ({key})", value=key)
        for key, title in ((key, game.info.title) for key, game in games.items())
    ]
    for command in slash:
        app_commands.choices(game=choices[:MAX_CHOICES])(command)


def make_zone_choices(current: str, now: datetime) -> list[Choice[str]]:
    """Return the time zones whose names contain what is typed, or that have that offset, each with its present time."""
    return [
        Choice(name=_("{zone}, where it is {time}").format(zone=zone, time=local_time(now, ZoneInfo(zone))), value=zone)
        for zone in search_zones(current, now)[:MAX_CHOICES]
    ]
