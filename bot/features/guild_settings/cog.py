"""The command for the settings of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.options import MAX_CHOICES, make_zone_choices
from bot.features.challenges.terms import suggest_clocks
from bot.features.forum_posts.forum import find_problem, list_forums, prepare_forum
from bot.features.guild_settings.text import NO_SERVER, settings_post
from bot.interactions.permissions import can_manage_server
from bot.interactions.replies import reply
from bot.referee.change_settings import change_settings
from bot.referee.errors import RequestRejected
from bot.referee.guilds.descriptions import MENTIONS, THREADS, TIMEOUT
from bot.referee.guilds.setting_values import (
    EVERYONE,
    LONGEST_PREFIX,
    MOST_MATCHES,
    SETTINGS,
    GuildResources,
    split_settings,
)
from bot.referee.times.time_control import describe_choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source

FIXED = {
    name: [Choice(name=f"{word}: {meaning}", value=word) for word, meaning in meanings.items()]
    for name, meanings in (("threads", THREADS), ("mentions", MENTIONS), ("timeout", TIMEOUT))
}
"""The choices that Discord lists for settings with fixed words."""
FIXED["reset"] = [Choice(name=f"{name}: {setting.default}", value=name) for name, setting in SETTINGS.items()]


class GuildSettingsCog(commands.Cog):
    """The command that shows the settings of a server, and lets its admins change them."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="settings")
    @commands.guild_only()
    async def settings_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `threads=no clock=3d+1d cap 6d`, or nothing to see the settings."""
        await self._change(ctx.message, split_settings(rest))

    @app_commands.command(name="settings", description="See or change my settings on this server")
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.describe(
        prefix="What text commands begin with",
        channels="Where matches may start: #one #another, or any",
        threads="Whether each match gets its own thread",
        clock="The clock of challenges by default: 3d, 3d+1d cap 6d, none",
        challengers="Who may challenge",
        most="How many matches a member may play at a time",
        mentions="How I mention players",
        timeout="What happens when a player's time is up",
        zone="The time zone of days and weekends, for example Europe/Berlin",
        finished="Where finished matches are shown",
        puzzles="Where a puzzle is posted every day",
        forum="The forum in which each match gets a post",
        reset="A setting to put back to its default",
    )
    @app_commands.choices(**FIXED)
    async def settings_by_slash(  # noqa: PLR0913, PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        prefix: app_commands.Range[str, 1, LONGEST_PREFIX] | None = None,
        channels: str | None = None,
        threads: str | None = None,
        clock: str | None = None,
        challengers: discord.Role | None = None,
        most: app_commands.Range[int, 1, MOST_MATCHES] | None = None,
        mentions: str | None = None,
        timeout: str | None = None,  # noqa: ASYNC109 - an option of the command
        zone: str | None = None,
        finished: discord.TextChannel | None = None,
        puzzles: discord.TextChannel | None = None,
        forum: discord.ForumChannel | None = None,
        reset: str | None = None,
    ) -> None:
        """Take the same from a form."""
        role = challengers and (EVERYONE if challengers.is_default() else challengers.mention)
        changes = {
            "prefix": prefix,
            "channels": channels,
            "threads": threads,
            "clock": clock,
            "challengers": role,
            "most": None if most is None else str(most),
            "mentions": mentions,
            "timeout": timeout,
            "zone": zone,
            "finished": finished and finished.mention,
            "puzzles": puzzles and puzzles.mention,
            "forum": forum and forum.mention,
        }
        defaults = {reset: SETTINGS[reset].default} if reset else {}
        await self._change(interaction, defaults | {name: text for name, text in changes.items() if text is not None})

    @settings_by_slash.autocomplete("clock")
    async def _clocks(self, _: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return [Choice(name=describe_choice(each), value=each) for each in suggest_clocks(current)[:MAX_CHOICES]]

    @settings_by_slash.autocomplete("zone")
    async def _zones(self, _: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return make_zone_choices(current, self.bot.context.now())

    async def _change(self, source: Source, changes: Mapping[str, str]) -> None:
        guild = source.guild
        if guild is None:
            raise RequestRejected(NO_SERVER)
        channels, me = guild.text_channels, guild.me
        resources = GuildResources(
            {each.id for each in channels},
            {each.id for each in guild.roles},
            {each.id for each in channels if not each.permissions_for(me).send_messages},
            list_forums(guild),
        )
        try:
            settings = await change_settings(
                self.bot.context, guild.id, changes, resources, admin=can_manage_server(source)
            )
        finally:
            self.bot.prefixes.forget(guild.id)
        problem = ""
        if settings.forum:
            infos = [game.info for game in self.bot.context.games.values()]
            if "forum" in changes:
                await prepare_forum(self.bot, settings.forum, infos)
            problem = await find_problem(self.bot, settings.forum, infos)
        await reply(source, settings_post(settings, problem))
