"""Preferences."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.preferences.text import preferences_post
from bot.interactions.options import MOST_CHOICES, everywhere, offered_zones
from bot.interactions.replies import reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.people import preferences, quiet_hours, timezones

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import discord

    from bot.client import Client
    from bot.interactions.options import CommandContext
    from bot.interactions.replies import Source

FIXED = {
    name: [
        Choice(name=f"{word}: {preferences.CHOICES[name].meaning(word)}", value=word)
        for word in preferences.CHOICES[name].ways
    ]
    for name in ("takebacks", "alarm", "confirm")
}
"""What Discord lists for the preferences that are chosen among fixed words."""


class PreferencesCog(commands.Cog):
    """What people choose for all their matches."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.command(name="preferences")
    async def preferences_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `takebacks=never zone=Europe/Berlin`, or nothing to be told what is chosen."""
        await self._choose(ctx.message, preferences.read_words(rest))

    @app_commands.command(name="preferences", description="Choose what holds for all my matches, or see it")
    @app_commands.describe(
        takebacks="What happens when somebody asks to take back a move",
        alarm="How I tell you that your time runs out",
        confirm="Whether I ask before I play a move you send",
        zone="Your time zone: continent and city; server for that of the server",
        quiet="When nothing is to ring for you, for example 22-7; none for never",
        digest="When I list each day what waits for you, for example 8 or 7:30; off for never",
    )
    @app_commands.choices(**FIXED)
    @everywhere
    async def preferences_by_slash(  # noqa: PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        takebacks: str | None = None,
        alarm: str | None = None,
        confirm: str | None = None,
        zone: str | None = None,
        quiet: str | None = None,
        digest: str | None = None,
    ) -> None:
        """Take the same things from a form."""
        fixed = {"takebacks": takebacks, "alarm": alarm, "confirm": confirm}
        await self._choose(interaction, {**fixed, "zone": zone, "quiet": quiet, "digest": digest})

    @preferences_by_slash.autocomplete("zone")
    async def _zones(self, _: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        """Offer the zones whose names hold what is typed, and the server's."""
        server = [Choice(name="server: that of the server", value=quiet_hours.SERVER)]
        found = offered_zones(current, self.bot.context.now())
        return [*(server if quiet_hours.SERVER.startswith(current.lower()) else []), *found][:MOST_CHOICES]

    @preferences_by_slash.autocomplete("quiet")
    async def _quiet(self, _: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return _offered(quiet_hours.USUAL_QUIET, quiet_hours.read_quiet, current)

    @preferences_by_slash.autocomplete("digest")
    async def _digests(self, _: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return _offered(quiet_hours.USUAL_DIGESTS, quiet_hours.read_digest, current)

    async def _choose(self, source: Source, said: Mapping[str, str | None]) -> None:
        context, request = self.bot.context, request_of(source)
        chosen = await preferences.choose(context, request.user_id, said)
        zone = await timezones.at_hand(context, request.user_id, request.guild_id)
        await reply(source, preferences_post(chosen, zone, context.now()))


def _offered(usual: Sequence[str], read: Callable[[str], str], current: str) -> list[Choice[str]]:
    """Return what is usual and begins as what is typed, and that itself if it can be read."""
    typed = current.strip().lower()
    found = [each for each in usual if each.startswith(typed)]
    with suppress(RequestRejected):
        found = [read(typed), *(each for each in found if each != read(typed))]
    return [Choice(name=each, value=each) for each in found[:MOST_CHOICES]]
