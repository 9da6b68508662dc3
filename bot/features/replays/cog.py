"""The command that shows a match as an animation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.options import RESULT_CHOICES, add_game_choices
from bot.features.match_search.words import split_person
from bot.features.replays.search import ReplaySearch, answer_with_replay
from bot.referee.errors import RequestRejected
from bot.referee.match_search.query import make_query, parse_query
from bot.referee.match_search.rejections import NUMBER_OR_SEARCH
from bot.referee.replays import parse_replay_request
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext

FORMATS = ("webp", "gif")


class ReplaysCog(commands.Cog):
    """The command that shows a match as an animation."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        add_game_choices(bot.context.games, self.replay_by_slash)

    @commands.command(name="replay")
    async def replay_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Show a replay, or find matches: `[#42] [10-20] [gif]`, or `[@Bob] [chomp c4 d5] [won] [gif]`."""
        person, words = split_person(ctx.message, rest)
        form, terms = _split_format(words)
        query = parse_query(self.bot.context, terms)
        if person is None and query.is_empty:
            await answer_with_replay(self.bot, ctx.message, parse_replay_request(words))
            return
        if terms and query.is_empty:
            raise RequestRejected(_(NUMBER_OR_SEARCH))
        await ReplaySearch().search(self.bot, ctx.message, person, query, form)

    @app_commands.command(name="replay", description="Show a match as an animation, turn by turn; or find matches")
    @app_commands.describe(
        match="Its number, for example #42",
        part="Which moves, for example 10-20; all by default",
        format="WebP (the default) or GIF",
        person="Find ended matches of this person",
        game="Find ended matches of this game",
        opening="Find matches that began like this: the first one to three moves",
        result="Find matches that ended like this, for the person if you name one",
    )
    @app_commands.choices(format=[Choice(name="WebP", value="webp"), Choice(name="GIF", value="gif")])
    @app_commands.choices(result=RESULT_CHOICES)
    async def replay_by_slash(  # noqa: PLR0917 - the form's
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        part: str | None = None,
        format: str | None = None,  # noqa: A002 - the name that people see
        person: discord.User | None = None,
        game: str | None = None,
        opening: str | None = None,
        result: str | None = None,
    ) -> None:
        """Show the same to one person."""
        query = make_query(self.bot.context, game, opening, result)
        if person is None and query.is_empty:
            await answer_with_replay(self.bot, interaction, parse_replay_request(match, part, format))
            return
        if match or part:
            raise RequestRejected(_(NUMBER_OR_SEARCH))
        form = parse_replay_request(format).image_format
        await ReplaySearch().search(self.bot, interaction, person.id if person else None, query, form)


def _split_format(words: str) -> tuple[str, str]:
    """Return the format that is named among words, WebP by default, and the words without it."""
    formats = [word for word in words.lower().split() if word in FORMATS]
    return formats[-1] if formats else "webp", " ".join(word for word in words.split() if word.lower() not in FORMATS)
