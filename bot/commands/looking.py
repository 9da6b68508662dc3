"""Board, games, rules, help."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.commands.context import everywhere, offer_games, source_of
from bot.commands.playing import which_of
from bot.posting import wording
from bot.posting.boards import in_letters
from bot.referee import challenges, views, words
from bot.referee.answers import Choose, Refused
from bot.referee.asked import read_number
from bot.replies import asked_by, reply

if TYPE_CHECKING:
    from bot.app import Turnpost
    from bot.commands.context import Context
    from bot.referee.views import Sight
    from storage.records import Match

MOST_LISTED = 25


class Looking(commands.Cog):
    """What anybody can look up."""

    def __init__(self, bot: Turnpost) -> None:
        self.bot = bot
        offer_games(bot.table.games, self.rules)

    @commands.hybrid_command(description="Show the board of a match")
    @app_commands.describe(
        match="Its number, for example #42",
        side="From whose side: mine (unless you say), or a seat's name, for example north",
        theme="Dark (unless you say) or light",
    )
    @app_commands.choices(theme=[Choice(name="Dark", value="dark"), Choice(name="Light", value="light")])
    @everywhere
    async def board(
        self, ctx: Context, match: str | None = None, side: str | None = None, theme: str | None = None
    ) -> None:
        """Show a board: the match named, replied to, of this thread, or my only one."""
        source = source_of(ctx)
        asked = asked_by(source)
        found = await views.board(self.bot.table, asked, read_number(match))
        if isinstance(found, Choose):
            raise Refused(which_of(found, "board"))
        if isinstance(source, discord.Interaction):
            wanted = views.sight(self.bot.table.game(found).info, found, asked.user_id, side, theme)
            await self._show_privately(source, found, wanted)
        elif side or theme:
            raise Refused("Everybody sees this board, so side and theme are as always. `/board` shows you your own.")
        else:
            await views.show(self.bot.table, asked, found)

    @commands.hybrid_command(description="List my matches, mine to move first")
    @everywhere
    async def games(self, ctx: Context) -> None:
        """List the matches of whoever asks."""
        source = source_of(ctx)
        asked = asked_by(source)
        waiting, others = await views.mine(self.bot.table, asked.user_id, asked.guild_id)
        await reply(source, self._listing(asked.user_id, waiting, others))

    @commands.hybrid_command(description="How a game is played")
    @app_commands.describe(game="Which game")
    @everywhere
    async def rules(self, ctx: Context, *, game: str) -> None:
        """Show the rules of a game."""
        await reply(source_of(ctx), challenges.named_game(self.bot.table, game).help)

    @commands.hybrid_command(description="What I can do")
    @everywhere
    async def help(self, ctx: Context) -> None:
        """Show the help."""
        await reply(source_of(ctx), self.bot.help_text())

    async def _show_privately(self, interaction: discord.Interaction[Any], match: Match, sight: Sight) -> None:
        game = self.bot.table.game(match)
        async with self.bot.table.database.read() as tx:
            now = await views.moment(self.bot.table, tx, match, match.seq)
        picture = await self.bot.studio.draw(game, now, sight)
        text = wording.show_post(now, game, "")
        if picture.png is None:
            await reply(interaction, in_letters(text, picture))
        else:
            filename = f"turnpost-{match.id}-{match.seq}.png"
            await reply(
                interaction, text, file=discord.File(io.BytesIO(picture.png), filename, description=picture.alt)
            )

    def _listing(self, user_id: int, waiting: list[Match], others: list[Match]) -> str:
        if not waiting and not others:
            return "You play no match here yet. `/challenge` starts one."
        total = len(waiting) + len(others)
        lines = [f"Your move in {len(waiting)} of {total}:" if waiting else "No match waits for you."]
        lines += [f"- {self._line(match, user_id)}" for match in waiting[:MOST_LISTED]]
        if others:
            lines.append("Waiting for others:")
            lines += [f"- {self._line(match, user_id)}" for match in others[:MOST_LISTED]]
        return "\n".join(lines)

    def _line(self, match: Match, user_id: int) -> str:
        title = self.bot.table.title(match.game)
        with_whom = words.listed(words.name(person) for person in match.seats if person.id != user_id)
        return f"**#{match.id} {title}** with {with_whom}, since {words.ago(match.since)}: <#{match.home}>"
