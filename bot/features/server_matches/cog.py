"""The command that lists a server's matches, and the same in a person's menu."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.options import add_game_choices
from bot.features.server_matches.components import show_matches
from bot.referee.challenges.name_parser import parse_game

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext

_MENTION = re.compile(r"<@!?(\d+)>", re.ASCII)


class ServerMatchesCog(commands.Cog):
    """The command that lists a server's matches."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        add_game_choices(bot.context.games, self.matches_by_slash)

    @commands.command(name="matches")
    @commands.guild_only()
    async def matches_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """List the matches that everybody here can see, of one person or game or of all: `[@Bob] [chomp]`."""
        named, game = _MENTION.findall(rest), _MENTION.sub(" ", rest).strip()
        person = next((user for user in ctx.message.mentions if str(user.id) in named), None)
        key = parse_game(self.bot.context, game).key if game else None
        await show_matches(self.bot, ctx.message, person.id if person else None, key)

    @app_commands.command(name="matches", description="What is played here, and what ended: look, or watch")
    @app_commands.describe(person="Matches of this person alone", game="Matches of this game alone")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def matches_by_slash(
        self, interaction: discord.Interaction[Any], person: discord.User | None = None, game: str | None = None
    ) -> None:
        """List the matches that the person who asks can see."""
        key = parse_game(self.bot.context, game).key if game else None
        await show_matches(self.bot, interaction, person.id if person else None, key)


def matches_menu(bot: Client) -> app_commands.ContextMenu:
    """Return the command of a person's menu that lists their matches on this server."""

    async def show(interaction: discord.Interaction[Any], person: discord.User) -> None:
        await show_matches(bot, interaction, person.id)

    return app_commands.ContextMenu(
        name="Matches",
        callback=show,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )
