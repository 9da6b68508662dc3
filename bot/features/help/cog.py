"""The commands that explain the bot and its games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.client.options import add_game_choices, usable_everywhere
from bot.features.challenges.button_text import PLAY_ME
from bot.features.challenges.play_me import PlayMeButton
from bot.features.help.components import help_text
from bot.features.help.introduce import show_short_help
from bot.features.help.text import TOPICS, find_topic
from bot.features.rules.components import show_rules
from bot.interactions.replies import is_private, reply, request_of
from bot.referee.challenges.find_game import find_game_of_match
from bot.referee.challenges.name_parser import parse_game
from games.translation import gettext as _

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source


class HelpCog(commands.Cog):
    """The commands that explain the bot and its games."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        add_game_choices(bot.context.games, self.help_by_slash)

    @commands.command(name="rules")
    async def rules(self, ctx: CommandContext, *, game: str = "") -> None:
        """Show the rules of a game: the one named, else that of the match here, or of my only match."""
        context = self.bot.context
        if game:
            await self._show_rules(ctx.message, game)
        else:
            info = await find_game_of_match(context, request_of(ctx.message))
            await show_rules(self.bot, ctx.message, context.games[info.key])

    @commands.command(name="help")
    async def help_by_text(self, ctx: CommandContext, *, topic: str = "") -> None:
        """Show the help on a topic, else all of it; where everybody sees it only how to begin."""
        if not topic and not is_private(ctx.message):
            await show_short_help(self.bot, ctx.message)
            return
        await self._show_help(ctx.message, topic)

    @app_commands.command(name="help", description="What I can do, and how each game is played")
    @app_commands.describe(game="How this game is played", topic="What I can do on this topic; all if you leave it out")
    @app_commands.choices(topic=[app_commands.Choice(name=topic.capitalize(), value=topic) for topic in TOPICS])
    @usable_everywhere
    async def help_by_slash(self, interaction: discord.Interaction[Any], game: str = "", topic: str = "") -> None:
        """Show the rules of a game, or else the help."""
        if game:
            await self._show_rules(interaction, game)
        else:
            await self._show_help(interaction, topic)

    async def _show_rules(self, source: Source, game: str) -> None:
        """Show the rules of a game that somebody named, above a button that begins a match of it."""
        key = parse_game(self.bot.context, game).key
        await show_rules(self.bot, source, self.bot.context.games[key], PlayMeButton(_(PLAY_ME), key))

    async def _show_help(self, source: Source, topic: str) -> None:
        guild_id = request_of(source).guild_id
        await reply(source, await help_text(self.bot, guild_id, find_topic(topic) if topic else None))
