"""Replays for one person's eyes: the answer to the slash command and to the button under a final board."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import discord

from bot.lasting import Lasting
from bot.referee import replays, words
from bot.referee.answers import Choose, Refused
from bot.replies import asked_by, reply

if TYPE_CHECKING:
    from bot.app import Turnpost
    from bot.lasting import Press
    from bot.referee.replays import Request
    from storage.records import Match


async def find(bot: Turnpost, source: discord.Message | discord.Interaction[Any], request: Request) -> Match:
    """Return the match whose replay somebody wants. Raises `Refused`."""
    found = await replays.find(bot.table, asked_by(source), request)
    if isinstance(found, Choose):
        numbers = words.listed((f"`#{match.id}`" for match in found.matches[:25]), "or")
        raise Refused(f"You play several matches. Name one: {numbers}.")
    return found


async def show_privately(bot: Turnpost, interaction: discord.Interaction[Any], request: Request) -> None:
    """Answer an interaction with a replay that only its person sees. Raises `Refused`."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    match = await find(bot, interaction, request)
    async with bot.table.database.read() as tx:
        reel = await replays.reel(bot.table, tx, match, match.seq, request.part)
    done = await bot.cinema.film(bot.table.game(match), reel, request.form)
    if done.data is None:
        await reply(interaction, done.text)
        return
    name = f"turnpost-replay-{match.id}-{match.seq}.{done.form}"
    await reply(interaction, done.text, file=discord.File(io.BytesIO(done.data), name, description=done.alt))


class ReplayButton(Lasting, template=r"replay:(\d+)"):
    """Shows a match as an animation. Its part: the match."""

    action = "replay"

    async def pressed(self, bot: Turnpost, press: Press) -> None:
        """Answer with the replay, privately."""
        await show_privately(bot, press, replays.Request(int(self.parts[0])))
