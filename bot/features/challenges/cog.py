"""Challenge and open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.challenges.terms import (
    clocks_offered,
    offer_of,
    options_offered,
    read_options,
    read_terms,
    said,
    seats_offered,
)
from bot.interactions.options import MOST_CHOICES, offer_games, offer_looks
from bot.interactions.permissions import permissions_of
from bot.interactions.replies import reply
from bot.referee.challenges import create
from bot.referee.challenges.create import MOST_TIMES
from bot.referee.challenges.naming import named_game
from bot.referee.clocks import time_control as clock_of
from bot.referee.errors import RequestRejected
from storage.tables.models import Challenge, Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.client import Client
    from bot.interactions.options import CommandContext
    from bot.interactions.replies import Source
    from games.contract import Info

_MENTION = re.compile(r"<@!?(\d+)>")
LOOK_OPTIONS = {
    "sides": "Whether the boards turn; as you chose with /look unless you say",
    "theme": "Dark or light; as you chose with /look unless you say",
    "size": "How large the boards are; as you chose with /look unless you say",
}
CLOCK = "3d is 3 days a move, 3d+1d a bank that each move adds to; the server's clock unless you choose"
SEAT = "Your seat, or theirs: those who accept choose; drawn by lot unless you say"
OPTIONS = "Options of the game, for example target=12"


class ChallengesCog(commands.Cog):
    """How matches begin."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        offer_games(bot.context.games, self.challenge_by_slash, self.open_by_slash)

    @commands.command(name="challenge")
    @commands.guild_only()
    async def challenge_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `@Bob martian-life [3d+1d] [seat=theirs] [option=value ...] [sides=...]`, in any order."""
        people = {user.id: user for user in ctx.message.mentions}
        mentioned = [people[int(found)] for found in _MENTION.findall(rest) if int(found) in people]
        game, named = read_terms(_MENTION.sub(" ", rest))
        info = named_game(self.bot.context, game)
        if not mentioned:
            raise RequestRejected(
                f"Mention whom you challenge, for example `{ctx.clean_prefix}challenge @Bob {info.key}`."
            )
        await self._issue(ctx.message, info, mentioned, named, players=len(mentioned) + 1)

    @app_commands.command(name="challenge", description="Challenge somebody to a match")
    @app_commands.guild_only()
    @app_commands.describe(
        opponent="Who shall play against you",
        game="Which game",
        opponent2="Another opponent, in games for three and more",
        opponent3="Another opponent",
        opponent4="Another opponent",
        seat=SEAT,
        options=OPTIONS,
        clock=CLOCK,
        **LOOK_OPTIONS,
    )
    @offer_looks("sides", "theme", "size")
    async def challenge_by_slash(  # noqa: PLR0913, PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        opponent: discord.Member,
        game: str,
        opponent2: discord.Member | None = None,
        opponent3: discord.Member | None = None,
        opponent4: discord.Member | None = None,
        seat: str | None = None,
        options: str = "",
        clock: str | None = None,
        sides: str | None = None,
        theme: str | None = None,
        size: str | None = None,
    ) -> None:
        """Take the same things from a form."""
        people = [person for person in (opponent, opponent2, opponent3, opponent4) if person]
        info = named_game(self.bot.context, game)
        named = read_options(options) | said(seat=seat, clock=clock, sides=sides, theme=theme, size=size)
        await self._issue(interaction, info, people, named, players=len(people) + 1)

    @commands.command(name="open")
    @commands.guild_only()
    async def open_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `zyrcan 4 [3d+1d] [standing=5] [seat=...] [option=value ...]`."""
        game, named = read_terms(rest)
        name, _, players = game.rpartition(" ")
        if not players.isdecimal():
            name, players = game, ""
        info = named_game(self.bot.context, name)
        size = int(players[:3]) if players else info.min_players
        if not players and info.min_players != info.max_players:
            raise RequestRejected(
                f"Say for how many, {info.min_players} to {info.max_players}: `{ctx.clean_prefix}open {info.key} 4`."
            )
        await self._issue(ctx.message, info, [], named, players=size)

    @app_commands.command(name="open", description="Open a table that anybody here can join")
    @app_commands.guild_only()
    @app_commands.describe(
        game="Which game",
        players="For how many; the fewest the game takes unless you choose",
        standing=f"To how many matches it may lead, one after the other, up to {MOST_TIMES}; to one unless you say",
        seat=SEAT,
        options=OPTIONS,
        clock=CLOCK,
        **LOOK_OPTIONS,
    )
    @offer_looks("sides", "theme", "size")
    async def open_by_slash(  # noqa: PLR0913, PLR0917 - as above
        self,
        interaction: discord.Interaction[Any],
        game: str,
        players: int | None = None,
        standing: app_commands.Range[int, 1, MOST_TIMES] | None = None,
        seat: str | None = None,
        options: str = "",
        clock: str | None = None,
        sides: str | None = None,
        theme: str | None = None,
        size: str | None = None,
    ) -> None:
        """Take the same things from a form."""
        info = named_game(self.bot.context, game)
        named = read_options(options) | said(seat=seat, clock=clock, sides=sides, theme=theme, size=size)
        named |= said(standing=str(standing) if standing else None)
        await self._issue(interaction, info, [], named, players=players or info.min_players)

    @open_by_slash.autocomplete("seat")
    @challenge_by_slash.autocomplete("seat")
    async def _seats(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        info = self._game(interaction)
        return _choices(seats_offered(info, _size(interaction, info), current))

    @open_by_slash.autocomplete("clock")
    @challenge_by_slash.autocomplete("clock")
    async def _clocks(self, _: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return [Choice(name=clock_of.offered(each), value=each) for each in clocks_offered(current)[:MOST_CHOICES]]

    @open_by_slash.autocomplete("options")
    @challenge_by_slash.autocomplete("options")
    async def _options(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return _choices(options_offered(self._game(interaction), current))

    def _game(self, interaction: discord.Interaction[Any]) -> Info | None:
        game = self.bot.context.games.get(str(interaction.namespace.game or ""))
        return game.info if game else None

    async def _issue(
        self,
        source: Source,
        info: Info,
        opponents: Sequence[discord.User | discord.Member],
        named: Mapping[str, str],
        *,
        players: int,
    ) -> None:
        if any(user.bot for user in opponents):
            raise RequestRejected("Bots don't play here: challenge a person.")
        author = source.user if isinstance(source, discord.Interaction) else source.author
        channel_id = _channel_for_posts(source)
        done = await create.issue(
            self.bot.context,
            offer_of(info, named, players),
            [Person(user.id, user.display_name) for user in (author, *opponents)],
            guild_id=source.guild.id if source.guild else 0,
            channel_id=channel_id,
            source_id=source.id,
            rights=permissions_of(source),
        )
        if isinstance(done, Challenge) and (isinstance(source, discord.Interaction) or source.channel.id != channel_id):
            await reply(source, f"Challenge {done.id} is posted in <#{channel_id}>.")


def _choices(texts: Sequence[str]) -> list[Choice[str]]:
    return [Choice(name=text[:100], value=text[:100]) for text in texts[:MOST_CHOICES]]


def _size(interaction: discord.Interaction[Any], info: Info | None) -> int:
    """Return how many play by what the form holds so far."""
    form = vars(interaction.namespace)
    if "opponent" in form:
        return 1 + sum(name.startswith("opponent") for name in form)
    players = form.get("players")
    return players if isinstance(players, int) else info.min_players if info else 0


def _channel_for_posts(source: Source) -> int:
    """Return the channel a challenge is posted in: threads can't have threads, so there it's the channel around.

    Where that takes no messages, as a forum doesn't, or none of the bot's, it is the thread itself.
    """
    channel = source.channel
    if isinstance(channel, discord.Thread):
        around = channel.parent
        takes = isinstance(around, discord.TextChannel) and around.permissions_for(channel.guild.me).send_messages
        return channel.parent_id if takes else channel.id
    return channel.id if channel else 0
