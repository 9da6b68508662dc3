"""The commands that show the history of a match, and its record as files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.options import RESULT_CHOICES, add_game_choices, source_of
from bot.features.history.components import show_history, show_record
from bot.features.history.search import HistorySearch
from bot.features.match_search.words import split_person
from bot.interactions.replies import request_of
from bot.referee.errors import RequestRejected
from bot.referee.find_match import find_single_match
from bot.referee.match_search.query import make_query, parse_query
from bot.referee.match_search.rejections import NUMBER_OR_SEARCH
from bot.referee.requests import parse_match_number
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.match_search.query import MatchQuery


class HistoryCog(commands.Cog):
    """The commands that show the history of a match, and its record as files."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        add_game_choices(bot.context.games, self.history_by_slash)

    @commands.command(name="history")
    async def history_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """List the moves of a match, or find matches: `[#42]`, or `[@Bob] [chomp c4 d5] [won]`."""
        person, words = split_person(ctx.message, rest)
        await self._answer(ctx.message, words, person, parse_query(self.bot.context, words))

    @app_commands.command(name="history", description="The moves of a match with their times; or find matches")
    @app_commands.describe(
        match="Its number, for example #42",
        person="Find ended matches of this person",
        game="Find ended matches of this game",
        opening="Find matches that began like this: the first one to three moves",
        result="Find matches that ended like this, for the person if you name one",
    )
    @app_commands.choices(result=RESULT_CHOICES)
    async def history_by_slash(
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        person: discord.User | None = None,
        game: str | None = None,
        opening: str | None = None,
        result: str | None = None,
    ) -> None:
        """Show the same to one person."""
        query = make_query(self.bot.context, game, opening, result)
        await self._answer(interaction, match or "", person.id if person else None, query)

    async def _answer(self, source: Source, words: str, person: int | None, query: MatchQuery) -> None:
        """Search if there is something to search by, else show the match that the words name."""
        if person is None and query.is_empty:
            number = parse_match_number(words)
            found = await find_single_match(self.bot.context, request_of(source), number, "match history")
            await show_history(self.bot, source, found)
            return
        if words and (isinstance(source, discord.Interaction) or query.is_empty):
            raise RequestRejected(_(NUMBER_OR_SEARCH))
        await HistorySearch().search(self.bot, source, person, query)

    @commands.hybrid_command(description="The record of a match as files: JSON and plain text")
    @app_commands.describe(match="Its number, for example #42")
    async def export(self, ctx: CommandContext, *, match: str | None = None) -> None:
        """Show the record: `[#42]`."""
        source = source_of(ctx)
        found = await find_single_match(self.bot.context, request_of(source), parse_match_number(match), "match export")
        await show_record(self.bot, source, found)
