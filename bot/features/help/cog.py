"""The commands that explain the bot and its games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.client.options import add_game_choices, allow_in_direct_messages, source_of
from bot.features.help.components import help_text, show_rules
from bot.features.help.introduce import show_short_help
from bot.features.help.text import TOPICS, find_topic
from bot.interactions.replies import is_private, reply, request_of
from bot.referee.challenges.find_game import find_game_of_match
from bot.referee.challenges.name_parser import parse_game

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext


class HelpCog(commands.Cog):
    """The commands that explain the bot and its games."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        add_game_choices(bot.context.games, self.rules)

    @commands.hybrid_command(description="How a game is played")
    @app_commands.describe(game="Which game; that of your match here if you leave it out")
    @allow_in_direct_messages
    async def rules(self, ctx: CommandContext, *, game: str = "") -> None:
        """Show the rules of a game: the one named, else that of the match here, or of my only match."""
        context, source = self.bot.context, source_of(ctx)
        info = parse_game(context, game) if game else await find_game_of_match(context, request_of(source))
        await show_rules(self.bot, source, context.games[info.key])

    @commands.hybrid_command(description="What I can do")
    @app_commands.describe(topic="On what; everything if you leave it out")
    @app_commands.choices(topic=[app_commands.Choice(name=topic.capitalize(), value=topic) for topic in TOPICS])
    @allow_in_direct_messages
    async def help(self, ctx: CommandContext, *, topic: str = "") -> None:
        """Show the help on a topic, else all of it; where everybody sees it only how to begin."""
        source = source_of(ctx)
        if not topic and not is_private(source):
            await show_short_help(self.bot, ctx.message)
            return
        guild_id = ctx.guild.id if ctx.guild else None
        await reply(source, await help_text(self.bot, guild_id, find_topic(topic) if topic else None))
