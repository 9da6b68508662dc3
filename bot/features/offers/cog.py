"""Draw, takeback, agree, refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.offers.components import answer, propose
from bot.interactions.options import everywhere, source_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.client import Client
    from bot.interactions.options import CommandContext
    from storage.tables.models import OfferKind

WHICH: Mapping[OfferKind, str] = {"draw": "The draw", "takeback": "The takeback", "pause": "The pause"}
MATCH = "Its number, for example #42"


class OffersCog(commands.Cog):
    """What the players of a match settle among themselves."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Offer a draw, or agree to the one that is offered")
    @app_commands.describe(match=MATCH)
    @everywhere
    async def draw(self, ctx: CommandContext, match: str | None = None) -> None:
        """Offer a draw: `[#42]`."""
        await propose(self.bot, source_of(ctx), "draw", parse_match_number(match))

    @commands.hybrid_command(description="Ask to take back my last move")
    @app_commands.describe(match=MATCH)
    @everywhere
    async def takeback(self, ctx: CommandContext, match: str | None = None) -> None:
        """Ask for a takeback: `[#42]`."""
        await propose(self.bot, source_of(ctx), "takeback", parse_match_number(match))

    @commands.hybrid_command(description="Agree to the draw, takeback or pause that another player proposes")
    @app_commands.describe(match=MATCH, what="Which, where several are proposed")
    @app_commands.choices(what=[Choice(name=name, value=kind) for kind, name in WHICH.items()])
    @everywhere
    async def agree(self, ctx: CommandContext, match: str | None = None, what: str | None = None) -> None:
        """Agree: `[#42] [draw]`."""
        await self._answer(ctx, match, what, agrees=True)

    @commands.hybrid_command(description="Turn down a draw, takeback or pause, or withdraw my own offer")
    @app_commands.describe(match=MATCH, what="Which, where several are proposed")
    @app_commands.choices(what=[Choice(name=name, value=kind) for kind, name in WHICH.items()])
    @everywhere
    async def refuse(self, ctx: CommandContext, match: str | None = None, what: str | None = None) -> None:
        """Turn down: `[#42] [draw]`."""
        await self._answer(ctx, match, what, agrees=False)

    async def _answer(self, ctx: CommandContext, match: str | None, what: str | None, *, agrees: bool) -> None:
        if match is not None and what is None and match.lower() in WHICH:
            match, what = None, match
        await answer(self.bot, source_of(ctx), parse_match_number(match), _kind(what), agrees=agrees)


def _kind(word: str | None) -> OfferKind | None:
    if word is None:
        return None
    kinds: dict[str, OfferKind] = {each: each for each in WHICH}
    if word.lower() not in kinds:
        raise RequestRejected(
            f"It's {formatting.listed(map(formatting.code, WHICH), 'or')}, not {formatting.code(word)}."
        )
    return kinds[word.lower()]
