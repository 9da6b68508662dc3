"""The command Where can it go? in the menu of a message."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.client.command_groups import ANYWHERE, BY_ANYONE
from bot.features.destinations.components import show_destinations
from bot.interactions.custom_ids import find_shown_match
from bot.interactions.replies import request_of
from bot.referee.find_match import find_shown
from bot.referee.requests import MoveText

if TYPE_CHECKING:
    from bot.client.client import Client


def where_menu(bot: Client) -> app_commands.ContextMenu:
    """Return the command that marks which pieces can move in the match of a message, with menus of them."""

    async def show(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        request = replace(request_of(interaction), replied_to=message.id)
        match, _ = await find_shown(bot.context, request, find_shown_match(message))
        await show_destinations(bot, interaction, MoveText("", match.id))

    return app_commands.ContextMenu(
        name="Where can it go?", callback=show, allowed_contexts=ANYWHERE, allowed_installs=BY_ANYONE
    )
