"""How boards look for a person, and what they prefer otherwise."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.feature import Cog, Feature
from bot.client.options import MAX_CHOICES, add_look_choices, make_zone_choices
from bot.interactions.replies import reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.guilds.settings import DISCORD, language_choices
from bot.referee.people.display import change_display, split_display
from bot.referee.people.preferences import (
    CHOICES,
    change_preferences,
    list_choices,
    load_person_zone,
    split_preferences,
)
from bot.referee.times.calendar import (
    COMMON_DIGEST_TIMES,
    COMMON_QUIET_HOURS,
    SERVER,
    local_time,
    parse_digest_time,
    parse_quiet_hours,
)
from games.translation import bind_language, gettext as _, gettext_noop as N_, language_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.people.display import DisplayPreferences
    from bot.referee.people.preferences import Preferences


def look_post(look: DisplayPreferences) -> str:
    """Return the look that a person chose, and what it applies to."""
    if look.sides == "mover":
        chosen = _(
            "Your look: theme `{theme}`, size `{size}`, sides `{sides}` (your own side below; on boards that everyone "
            "sees, the side to move)."
        )
    else:
        chosen = _("Your look: theme `{theme}`, size `{size}`, sides `{sides}` (never turned, a1 at the lower left).")
    applies = _("It applies to boards that only you see, and to matches you start from now on.")
    return f"{chosen.format(theme=look.theme, size=look.size, sides=look.sides)}\n{applies}"


SERVER_ZONE = N_("server: the server's time zone")
"""How the time zone `server` is listed among the zones."""
TIMED = frozenset({"zone", "quiet", "digest"})
"""Preferences that are about times of day."""


def changed_preferences_post(chosen: Preferences, names: Iterable[str], zone: ZoneInfo, now: datetime) -> str:
    """Return the preferences of some names, which were changed, each with its meaning; `zone` is the one in effect."""
    changed = [name for name in CHOICES if name in names]
    return "\n".join(
        [
            _("**Saved:**"),
            *(_preference_line(name, chosen) for name in changed),
            *([_local_time(zone, now)] if TIMED & {*changed} else []),
            _("-# `/my preferences` shows all of them."),
        ]
    )


def preferences_post(chosen: Preferences, zone: ZoneInfo, now: datetime) -> str:
    """Return a person's preferences, each with its meaning, and how to change them. `zone` is the one in effect."""
    lines = [
        _("Your preferences:"),
        *(_preference_line(name, chosen) for name in CHOICES),
        _local_time(zone, now),
        _("-# Change them with `/my preferences`, or as text: `preferences` with any of {choices}").format(
            choices=list_choices()
        ),
    ]
    return "\n".join(lines)


def _preference_line(name: str, chosen: Preferences) -> str:
    """Return a preference with its meaning."""
    word = getattr(chosen, name)
    return f"- {name} `{word}`: {CHOICES[name].describe(word)}"


def _local_time(zone: ZoneInfo, now: datetime) -> str:
    return _("Your local time is {time} ({zone}).").format(time=local_time(now, zone), zone=zone.key)


FIXED = {
    name: [Choice(name=f"{word}: {CHOICES[name].describe(word)}", value=word) for word in CHOICES[name].examples]
    for name in ("takebacks", "alarm", "confirm", "buttons", "net", "site", "standings")
}
"""The choices that Discord lists for preferences with fixed words."""


class PreferencesCog(Cog):
    """The commands that show and change how boards look, and what a person prefers otherwise."""

    @commands.command(name="look")
    async def look_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `light large never`; without words, show what is chosen."""
        await self._look(ctx.message, ctx.author.id, split_display(rest))

    @app_commands.command(
        name="look", description="Choose the look of boards that only you see, and of matches you start"
    )
    @app_commands.describe(theme="Dark or light", size="How large pictures are", sides="Whether boards turn")
    @add_look_choices("theme", "size", "sides")
    async def look_by_slash(
        self,
        interaction: discord.Interaction[Any],
        theme: str | None = None,
        size: str | None = None,
        sides: str | None = None,
    ) -> None:
        """Take the same from a form."""
        await self._look(interaction, interaction.user.id, {"theme": theme, "size": size, "sides": sides})

    async def _look(self, source: Source, user_id: int, choices: Mapping[str, str | None]) -> None:
        await reply(source, look_post(await change_display(self.bot.context, user_id, choices)))

    @commands.command(name="preferences")
    async def preferences_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `takebacks=never zone=Europe/Berlin`, or nothing to see the preferences."""
        await self._change(ctx.message, split_preferences(rest))

    @app_commands.command(name="preferences", description="See or change your preferences for all matches")
    @app_commands.describe(
        takebacks="What happens when someone asks you for a takeback",
        alarm="How I warn you when your time is running out",
        confirm="Whether I ask before I play your move",
        buttons="Whether boards have buttons to move",
        net="Whether I take a vacation day for you when your time runs out",
        site="Whether a site of finished matches names you",
        standings="Whether tables and your profile show others your ratings",
        zone="Your time zone, for example Europe/Berlin; server for the server's",
        quiet="Hours in which messages arrive silently, for example 22-7; none for never",
        digest="When to send your daily list, for example 8 or 7:30; off for never",
        language="The language in which I write to you; discord for the one of your Discord",
    )
    @app_commands.choices(**FIXED)
    async def preferences_by_slash(  # noqa: PLR0913, PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        takebacks: str | None = None,
        alarm: str | None = None,
        confirm: str | None = None,
        buttons: str | None = None,
        net: str | None = None,
        site: str | None = None,
        standings: str | None = None,
        zone: str | None = None,
        quiet: str | None = None,
        digest: str | None = None,
        language: str | None = None,
    ) -> None:
        """Take the same from a form."""
        boards, seen = {"confirm": confirm, "buttons": buttons}, {"site": site, "standings": standings}
        fixed = {"takebacks": takebacks, "alarm": alarm, "net": net, "language": language, **boards, **seen}
        await self._change(interaction, {**fixed, "zone": zone, "quiet": quiet, "digest": digest})

    @preferences_by_slash.autocomplete("zone")
    async def _zones(self, _interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        """Suggest the zones whose names contain what is typed, and the server's."""
        server = [Choice(name=_(SERVER_ZONE), value=SERVER)]
        found = make_zone_choices(current, self.bot.context.now())
        return [*(server if SERVER.startswith(current.lower()) else []), *found][:MAX_CHOICES]

    @preferences_by_slash.autocomplete("quiet")
    async def _quiet(self, _interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return _suggest(COMMON_QUIET_HOURS, parse_quiet_hours, current)

    @preferences_by_slash.autocomplete("digest")
    async def _digests(self, _interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return _suggest(COMMON_DIGEST_TIMES, parse_digest_time, current)

    @preferences_by_slash.autocomplete("language")
    async def _languages(self, _interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        typed = current.strip().casefold()
        named = {
            word: (_("discord: the language of your Discord") if word == DISCORD else f"{word}: {language_name(word)}")
            for word in language_choices()
        }
        return [Choice(name=name, value=word) for word, name in named.items() if typed in name.casefold()]

    async def _change(self, source: Source, values: Mapping[str, str | None]) -> None:
        context, request = self.bot.context, request_of(source)
        chosen = await change_preferences(context, request.user_id, values)
        if values.get("language"):
            self.bot.languages.forget_person(request.user_id)
            bind_language(await self.bot.languages.of_reader(source))
        zone = await load_person_zone(context, request.user_id, request.guild_id)
        changed = [name for name, value in values.items() if value is not None]
        now = context.now()
        post = changed_preferences_post(chosen, changed, zone, now) if changed else preferences_post(chosen, zone, now)
        await reply(source, post)


def _suggest(usual: Sequence[str], read: Callable[[str], str], current: str) -> list[Choice[str]]:
    """Return the usual choices that begin with what is typed, after that itself if it can be read."""
    typed = current.strip().lower()
    found = [each for each in usual if each.startswith(typed)]
    with suppress(RequestRejected):
        found = [read(typed), *(each for each in found if each != read(typed))]
    return [Choice(name=each, value=each) for each in found[:MAX_CHOICES]]


FEATURE = Feature(cogs=[PreferencesCog])
