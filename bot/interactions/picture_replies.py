"""Answers with a picture, and without it where it fails to draw or files may not be attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.discord_errors import is_barred
from bot.interactions.replies import Attached, reply

if TYPE_CHECKING:
    from bot.images.board_images import Picture
    from bot.interactions.replies import Source


async def show(
    source: Source,
    text: str,
    picture: Picture,
    filename: str,
    instead: str,
    *,
    view: discord.ui.View | None = None,
    directly: bool = False,
) -> None:
    """Answer a message or an interaction with words and a picture, or with the words `instead` of both.

    `view` hangs below either, `directly` is for `reply`.
    """
    if picture.png is None:
        await reply(source, instead, view=view, directly=directly)
        return
    try:
        await reply(source, text, files=[Attached(picture.png, filename, picture.alt)], view=view, directly=directly)
    except discord.Forbidden as barred:  # perhaps only files are; parts that went through are not posted twice
        if not is_barred(barred):
            raise
        await reply(source, instead, view=view, directly=directly)
