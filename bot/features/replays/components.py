"""Replays for one person's eyes: the answer to the slash command and to the button under a final board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.boards.components import still
from bot.interactions.acknowledge import defer
from bot.interactions.cooldowns import REPLAY_COST
from bot.interactions.persistent_button import PersistentButton, row
from bot.interactions.replies import Attachment, reply, request_of
from bot.referee import replays
from bot.referee.offload import rules_outside_transaction
from bot.referee.people.display import private_display

if TYPE_CHECKING:
    import discord

    from bot.client import Client
    from bot.interactions.persistent_button import Press
    from bot.referee.replays import ReplayRequest
    from storage.tables.models import Match


async def show_privately(bot: Client, interaction: discord.Interaction[Any], request: ReplayRequest) -> None:
    """Answer an interaction with a replay that only its person sees. Raises `RequestRejected`."""
    with bot.cooldowns.admit(request_of(interaction), REPLAY_COST):
        await defer(interaction, thinking=True)
        await _show(bot, interaction, request)


async def _show(bot: Client, interaction: discord.Interaction[Any], request: ReplayRequest) -> None:
    match = await replays.find_replay_match(bot.context, request_of(interaction), request)
    wanted = await _stretch(bot, match, request)
    sight = await private_display(bot.context, match, interaction.user.id)
    async with bot.animations.animate(wanted, request.image_format, sight) as done:
        if done.data is None:
            await reply(interaction, done.text)
            return
        file = Attachment(done.data, f"turnpost-replay-{match.id}-{match.seq}.{done.form}", done.alt)
        await reply(interaction, done.text, view=row(still(match, done.seq, sight)), files=[file])


@rules_outside_transaction
async def _stretch(bot: Client, match: Match, request: ReplayRequest) -> replays.ReplaySource:
    async with bot.context.database.read() as tx:
        return await replays.load_replay_source(bot.context, tx, match, match.seq, request.plies)


class ReplayButton(PersistentButton, template=r"replay:(\d+)"):
    """Shows a match as an animation. Its part: the match."""

    action = "replay"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Answer with the replay, privately."""
        await show_privately(bot, press, replays.ReplayRequest(int(self.parts[0])))
