"""Replays for one person's eyes: the answer to the slash command and to the button under a final board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.acknowledging import hold
from bot.cooldowns import REPLAY
from bot.lasting import Lasting, row
from bot.referee import looks, replays
from bot.referee.thought import think_between
from bot.replies import Attached, asked_by, reply
from bot.viewing import still

if TYPE_CHECKING:
    import discord

    from bot.host import Host
    from bot.lasting import Press
    from bot.referee.replays import Request
    from storage.records import Match


async def show_privately(bot: Host, interaction: discord.Interaction[Any], request: Request) -> None:
    """Answer an interaction with a replay that only its person sees. Raises `Refused`."""
    with bot.cooldowns.admit(asked_by(interaction), REPLAY):
        await hold(interaction, thinking=True)
        await _show(bot, interaction, request)


async def _show(bot: Host, interaction: discord.Interaction[Any], request: Request) -> None:
    match = await replays.find(bot.table, asked_by(interaction), request)
    wanted = await _stretch(bot, match, request)
    sight = await looks.private(bot.table, match, interaction.user.id)
    async with bot.cinema.film(wanted, request.form, sight) as done:
        if done.data is None:
            await reply(interaction, done.text)
            return
        file = Attached(done.data, f"turnpost-replay-{match.id}-{match.seq}.{done.form}", done.alt)
        await reply(interaction, done.text, view=row(still(match, done.seq, sight)), files=[file])


@think_between
async def _stretch(bot: Host, match: Match, request: Request) -> replays.Stretch:
    async with bot.table.database.read() as tx:
        return await replays.stretch(bot.table, tx, match, match.seq, request.part)


class ReplayButton(Lasting, template=r"replay:(\d+)"):
    """Shows a match as an animation. Its part: the match."""

    action = "replay"

    async def pressed(self, bot: Host, press: Press) -> None:
        """Answer with the replay, privately."""
        await show_privately(bot, press, replays.Request(int(self.parts[0])))
