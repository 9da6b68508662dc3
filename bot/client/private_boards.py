"""Boards in private replies: who has asked for too many pictures goes on without one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.images.boards import Picture
from bot.interactions.limits import PICTURE_COST, TooManyRequests
from bot.interactions.replies import replace_with_picture, reply_with_picture, request_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.client.client import Client
    from bot.interactions.replies import Source


async def draw_private_board(bot: Client, source: Source, draw: Callable[[], Awaitable[Picture]]) -> Picture:
    """Return the picture of a board for the person of a request, an empty one if they have asked for too many.

    `draw` is called only if they may have it, so whatever it loads for the picture costs nothing either.
    """
    try:
        async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
            return await draw()
    except TooManyRequests:
        return Picture(None, "", "")


async def show_private_board(
    source: Source,
    text: str,
    picture: Picture,
    filename: str,
    fallback: str,
    view: discord.ui.View,
    *,
    replace: bool,
) -> None:
    """Reply with `text` and a picture, or with `fallback`; `replace` puts it in place of what was pressed."""
    if replace and isinstance(source, discord.Interaction) and source.message:
        await replace_with_picture(source, text, picture, filename, fallback, view)
    else:
        await reply_with_picture(source, text, picture, filename, fallback, view=view)
