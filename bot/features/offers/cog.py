"""The commands draw, takeback, substitute, agree and refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.options import source_of
from bot.features.offers.components import answer_offer, make_offer
from bot.features.offers.text import BY, BY_LABELS, KINDS, parse_substitute, unknown_kind
from bot.referee.errors import RequestRejected
from bot.referee.requests import parse_match_number

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.options import CommandContext
    from storage.queries.rows import OfferKind

MATCH = "Its number, for example #42"
WHICH = "Which one, if there are several"


class OffersCog(commands.Cog):
    """The commands that make and answer offers."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Offer a draw, or agree to one")
    @app_commands.describe(match=MATCH)
    async def draw(self, ctx: CommandContext, match: str | None = None) -> None:
        """Offer a draw: `[#42]`."""
        await make_offer(self.bot, source_of(ctx), "draw", parse_match_number(match))

    @commands.hybrid_command(description="Ask to take back your last move", aliases=["undo"])
    @app_commands.describe(match=MATCH)
    async def takeback(self, ctx: CommandContext, match: str | None = None) -> None:
        """Ask for a takeback: `[#42]`."""
        await make_offer(self.bot, source_of(ctx), "takeback", parse_match_number(match))

    @commands.hybrid_command(description="Let somebody play on for you, or for a player who is late or just left")
    @app_commands.describe(match=MATCH, by="Who plays on", seat="Its number, if it isn't clear which one")
    @app_commands.choices(by=[Choice(name=BY_LABELS[word], value=word) for word in BY])
    async def substitute(
        self, ctx: CommandContext, match: str | None = None, by: str | None = None, seat: str | None = None
    ) -> None:
        """Ask that somebody plays on in a seat, in a match of three or more: `[#42] [turnpost|anyone] [2]`."""
        number, kind, seat_number = parse_substitute(match, by, seat)
        await make_offer(self.bot, source_of(ctx), kind, parse_match_number(number), seat=seat_number)

    @commands.hybrid_command(description="Agree to what another player offers or asks")
    @app_commands.describe(match=MATCH, what=WHICH)
    @app_commands.choices(what=[Choice(name=name, value=kind) for kind, name in KINDS.items()])
    async def agree(self, ctx: CommandContext, match: str | None = None, what: str | None = None) -> None:
        """Agree: `[#42] [draw]`."""
        await self._answer(ctx, match, what, agrees=True)

    @commands.hybrid_command(description="Decline what another player offers or asks, or withdraw your own offer")
    @app_commands.describe(match=MATCH, what=WHICH)
    @app_commands.choices(what=[Choice(name=name, value=kind) for kind, name in KINDS.items()])
    async def refuse(self, ctx: CommandContext, match: str | None = None, what: str | None = None) -> None:
        """Decline: `[#42] [draw]`."""
        await self._answer(ctx, match, what, agrees=False)

    async def _answer(self, ctx: CommandContext, match: str | None, what: str | None, *, agrees: bool) -> None:
        if match is not None and what is None and match.lower() in KINDS:
            match, what = None, match
        await answer_offer(self.bot, source_of(ctx), parse_match_number(match), _kind(what), agrees=agrees)


def _kind(word: str | None) -> OfferKind | None:
    if word is None:
        return None
    kinds: dict[str, OfferKind] = {each: each for each in KINDS}
    if word.lower() not in kinds:
        raise RequestRejected(unknown_kind(word))
    return kinds[word.lower()]
