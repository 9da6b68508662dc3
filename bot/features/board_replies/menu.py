"""The command My view in the menu of a message."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.client.command_groups import ANYWHERE, BY_ANYONE
from bot.features.board_replies.components import show_my_view
from bot.interactions.custom_ids import find_shown_match
from bot.interactions.replies import request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.referee.find_match import find_shown

if TYPE_CHECKING:
    from bot.client.client import Client


def my_view_menu(bot: Client) -> app_commands.ContextMenu:
    """Return the command that shows the match of a message from one's own side."""

    async def show(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        async with bot.cooldowns.admit(request_of(interaction), PICTURE_COST):
            request = replace(request_of(interaction), replied_to=message.id)
            match, seq = await find_shown(bot.context, request, find_shown_match(message))
            await show_my_view(bot, interaction, match, seq)

    return app_commands.ContextMenu(
        name="My view", callback=show, allowed_contexts=ANYWHERE, allowed_installs=BY_ANYONE
    )
