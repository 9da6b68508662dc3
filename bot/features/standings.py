"""The tables of the games: who is rated, the highest first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.components import PersistentButton, row
from bot.client.feature import Cog, Feature
from bot.client.options import add_game_choices, usable_everywhere
from bot.features.guesses import GUESSERS, GuessersButton, show_guessers
from bot.features.match_search import page_of
from bot.features.profiles import PROVISIONAL, matches
from bot.gateway.message_queue import release_channel
from bot.interactions.limits import PICTURE_COST
from bot.interactions.replies import (
    guild_id_of,
    is_private,
    replace_with_picture,
    reply,
    reply_with_picture,
    request_of,
)
from bot.referee import formatting
from bot.referee.challenges.issue import parse_game
from bot.referee.formatting import visible_name
from bot.referee.guesses import has_table
from bot.referee.people.display import page_display
from bot.referee.ratings import load_standings
from games.translation import gettext as _, gettext_noop as N_, ngettext
from renderers.charts.standings import RatingRow, RatingTable, draw_rating_table, rating_table_text
from storage.queries.rows import Person

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.images.boards import Picture
    from bot.interactions.replies import Source
    from bot.referee.ratings import Standing, Standings

HIGHER, LOWER = N_("Higher"), N_("Lower")
_HIDDEN = N_("-# Only you see your line. Show it with `/me do:preferences standings=shown`.")


def standings_page(title: str, found: Standings, page: int, reader: int, *, here: bool) -> str:
    """Return a page of a game's table, from 0; `here` says that it's that of a server. The reader's line is marked."""
    if not found.people and not found.hidden:
        nobody = _("Nobody has a rating at **{game}** anywhere yet.")
        if here:
            nobody = _("Nobody has a rating at **{game}** on this server yet.")
        counts = _("A match between people counts once it has had two full rounds.")
        return f"{nobody.format(game=title)} {counts}"
    shown, own = found.page(page, reader)
    lines = [_line(one, own=one.user_id == reader) for one in shown]
    dots = ["..."] if own and own.place else []
    provisional = any(one.rating.provisional for one in (*shown, *([own] if own else [])))
    note = [f"-# {_(PROVISIONAL)}"] if provisional else []
    hidden = [_(_HIDDEN)] if found.hidden else []
    own_line = [_line(own, own=True)] if own else []
    return "\n".join([f"**{title}**, {_count(found, here=here)}:", *lines, *dots, *own_line, *note, *hidden])


def standings_table(title: str, found: Standings, page: int, reader: int, *, here: bool) -> RatingTable:
    """Return the same page as it is drawn. Its page number stands in the subtitle if there is more than one."""
    shown, own = found.page(page, reader)
    paging = f", {page_of(page, found.last_page)}" if found.last_page else ""
    rows = tuple(_row(one, own=one.user_id == reader) for one in shown)
    return RatingTable(title, f"{_count(found, here=here)}{paging}", rows, _row(own, own=True) if own else None)


def _count(found: Standings, *, here: bool) -> str:
    n = len(found.people)
    text = ngettext("{n} person rated on all servers", "{n} people rated on all servers", n)
    if here:
        text = ngettext("{n} person rated on this server", "{n} people rated on this server", n)
    return text.format(n=n)


def _line(one: Standing, *, own: bool) -> str:
    name = formatting.name(Person(one.user_id, one.name)) if one.name else formatting.mention(Person(one.user_id, ""))
    number = f"{one.rating.shown}{'?' if one.rating.provisional else ''}"
    you = " " + (_("(you)") if one.place else _("(you, hidden)")) if own else ""
    place = f"{one.place}." if one.place else "\u2013"
    return f"{place} {name}{you} **{number}** \u00b1 {one.rating.uncertainty}, {matches(one.played)}"


def _row(one: Standing, *, own: bool) -> RatingRow:
    rating = one.rating
    name = visible_name(one.name or "")
    return RatingRow(one.place, name, rating.shown, rating.uncertainty, rating.provisional, one.played, own)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of a table: what it says, its picture and its file's name, and its buttons; no picture if it's empty."""

    text: str
    picture: Picture | None
    filename: str
    view: View | None


async def show_standings(bot: Client, source: Source, game: str, *, everywhere: bool = False) -> None:
    """Reply with the first page of a game's table: of this server, or of all people."""
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _reply_with_page(source, await _load_page(bot, source, game, 0, everywhere=everywhere))


class StandingsPageButton(PersistentButton, template=r"standings:([a-z][a-z0-9-]*):(\d{1,6}):(here|all)"):
    """Turns to a page of a game's table. Its parts: the game, the page from 0, of this server or of all people."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public one, reply with the page, privately."""
        game, number, which = self.parts
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            page = await _load_page(bot, press, game, int(number), everywhere=which == "all")
            own = press.message is not None and press.message.flags.ephemeral
            if own and page.picture and page.view:
                await replace_with_picture(press, page.text, page.picture, page.filename, page.text, page.view)
            else:
                await _reply_with_page(press, page)


async def _reply_with_page(source: Source, page: _Page) -> None:
    if page.picture is None:
        await reply(source, page.text, view=page.view)
    else:
        await reply_with_picture(source, page.text, page.picture, page.filename, page.text, view=page.view)


async def _load_page(bot: Client, source: Source, game: str, page: int, *, everywhere: bool) -> _Page:
    guild_id, reader = None if everywhere else guild_id_of(source), request_of(source).user_id
    found = await load_standings(bot.context, game, guild_id, reader)
    if not is_private(source):  # what only the reader may see
        found = replace(found, hidden=None)
    release_channel()
    last = found.last_page
    page, which, here = min(page, last), "here" if guild_id else "all", bool(guild_id)
    title = bot.context.title(game)
    turns = {_(HIGHER): page - 1, _(LOWER): page + 1}
    buttons = [StandingsPageButton(label, game, to, which) for label, to in turns.items() if 0 <= to <= last]
    guessers = [GuessersButton(_(GUESSERS))] if guild_id and await has_table(bot.context, guild_id) else []
    view = row(*buttons, *guessers) if buttons or guessers else None
    picture = None
    if found.people or found.hidden:
        display = await page_display(bot.context, reader if is_private(source) else None)
        table = standings_table(title, found, page, reader, here=here)
        picture = await bot.chart_images.draw(draw_rating_table, rating_table_text, table, display)
    text = standings_page(title, found, page, reader, here=here)
    return _Page(text, picture, f"turnpost-standings-{game}-{page + 1}.png", view)


EVERYWHERE, GUESSES = "everywhere", "guesses"


class StandingsCog(Cog):
    """The command that shows the table of a game."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        add_game_choices(bot.context.games, self.standings_by_slash)

    @commands.command(name="standings")
    async def standings_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Show who is rated at a game here, or everywhere: `chomp [everywhere]`; `guesses`: who guesses well."""
        if rest.strip().lower() == GUESSES:
            await show_guessers(self.bot, ctx.message)
            return
        words = rest.split()
        everywhere = bool(words) and words[-1].lower() == EVERYWHERE
        game = parse_game(self.bot.context, " ".join(words[:-1] if everywhere else words)).key
        await show_standings(self.bot, ctx.message, game, everywhere=everywhere)

    @usable_everywhere
    @app_commands.command(name="standings", description="Who is rated at a game, the highest first")
    @app_commands.describe(game="The game", everywhere="All people, not only those who have played on this server")
    async def standings_by_slash(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        everywhere: bool = False,  # noqa: FBT001, FBT002 - the form's
    ) -> None:
        """Take the same from a form."""
        key = parse_game(self.bot.context, game).key
        await show_standings(self.bot, interaction, key, everywhere=everywhere)


FEATURE = Feature(cogs=[StandingsCog], buttons=[StandingsPageButton])
