"""Replays that one person sees: the reply to the slash command and to the button under a final board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.client.persistent_button import PersistentButton, row
from bot.features.board_replies.components import full_size_button
from bot.interactions.acknowledge import defer
from bot.interactions.replies import Attachment, reply, request_of
from bot.interactions.request_limits import REPLAY_COST
from bot.referee import replays
from bot.referee.people.display import private_display
from bot.referee.rules_thread import rules_outside_transaction
from bot.referee.view_counts import count_replay

if TYPE_CHECKING:
    import discord

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.referee.replays import ReplayRequest
    from storage.queries.rows import Match


async def show_replay(bot: Client, interaction: discord.Interaction[Any], wanted: ReplayRequest) -> None:
    """Reply to an interaction with a replay, privately. Raises `RequestRejected`."""
    async with bot.cooldowns.admit(request_of(interaction), REPLAY_COST):
        await defer(interaction, thinking=True)
        await _show(bot, interaction, wanted)


async def _show(bot: Client, interaction: discord.Interaction[Any], wanted: ReplayRequest) -> None:
    match = await replays.find_replay_match(bot.context, request_of(interaction), wanted)
    replay_source = await _load_source(bot, match, wanted)
    display = await private_display(bot.context, match, interaction.user.id)
    async with bot.replay_images.animate(replay_source, wanted.image_format, display) as replay:
        if replay.data is None:
            await reply(interaction, replay.text)
            return
        await count_replay(bot.context, match)
        file = Attachment(replay.data, f"turnpost-replay-{match.id}-{match.seq}.{replay.form}", replay.alt)
        await reply(interaction, replay.text, view=row(full_size_button(match, replay.seq, display)), files=[file])


@rules_outside_transaction
async def _load_source(bot: Client, match: Match, wanted: ReplayRequest) -> replays.ReplaySource:
    async with bot.context.database.read() as tx:
        return await replays.load_replay_source(bot.context, tx, match, match.seq, wanted.plies)


class ReplayButton(PersistentButton, template=r"replay:(\d+)"):
    """Shows a match as an animation. Its part: the match."""

    action = "replay"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the replay, privately."""
        await show_replay(bot, press, replays.ReplayRequest(int(self.parts[0])))
