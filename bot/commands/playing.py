"""Move and resign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.commands.context import everywhere, source_of
from bot.pressing import resign_button
from bot.referee import leaving, words
from bot.referee.asked import read_names, read_number
from bot.referee.completion import completions
from bot.replies import asked_by, reply
from bot.taking import preview, take

if TYPE_CHECKING:
    from bot.commands.context import Context
    from bot.host import Host
    from bot.referee.completion import Completion

MOST_CHOICES = 25
LONGEST_CHOICE = 100


class Playing(commands.Cog):
    """What players do in a match."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot

    @commands.hybrid_command(description="Play a move", aliases=["m"])
    @app_commands.describe(text="Your move, for example c4; or #42 17. c4")
    @everywhere
    async def move(self, ctx: Context, *, text: str) -> None:
        """Play a move: `[#42] [17.] TEXT`."""
        await take(self.bot, source_of(ctx), read_names(text), bare=False)

    @commands.hybrid_command(name="preview", description="Show me the board as it would be after a move of mine")
    @app_commands.describe(text="Your move, for example c4; or #42 17. c4")
    @everywhere
    async def preview_by_command(self, ctx: Context, *, text: str) -> None:
        """Show the board after a move and play nothing: `[#42] [17.] TEXT`."""
        await preview(self.bot, source_of(ctx), read_names(text))

    @preview_by_command.autocomplete("text")
    @move.autocomplete("text")
    async def _completions(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        asked = asked_by(interaction)
        found = await completions(self.bot.table, asked, read_names(current), MOST_CHOICES)
        return [Choice(name=_shown(one), value=one.text) for one in found if len(one.text) <= LONGEST_CHOICE]

    @commands.hybrid_command(description="Resign a match")
    @app_commands.describe(match="Its number, for example #42")
    @everywhere
    async def resign(self, ctx: Context, match: str | None = None) -> None:
        """Resign a match, after a confirmation."""
        source = source_of(ctx)
        asked = asked_by(source)
        found = await leaving.about_to_resign(self.bot.table, asked, read_number(match))
        title = self.bot.table.title(found.game)
        rest = words.listed(words.name(person) for person in found.seats if person.id != asked.user_id)
        question = f"Do you resign {title} #{found.id} against {rest}? It can't be taken back."
        await reply(source, question, view=resign_button(found, asked.user_id))


def _shown(completion: Completion) -> str:
    """Return the words of a choice: "e5+: promotes e5 to a medium, where it dies", cut where they are too long."""
    if not completion.words:
        return completion.text
    whole = f"{completion.text.rstrip(' :')}: {completion.words}"
    return whole if len(whole) <= LONGEST_CHOICE else f"{whole[: LONGEST_CHOICE - 1].rstrip()}\u2026"
