"""Answers with a picture, and without it where it fails to draw or files may not be attached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.discord_errors import is_barred
from bot.interactions.cooldowns import PICTURE
from bot.interactions.replies import Attached, decide, reply, request_of, unshared
from bot.referee.people import display

if TYPE_CHECKING:
    from bot.client import Client
    from bot.images.board_images import Picture
    from bot.interactions.replies import Source
    from games.contract import Game


async def show_rules(bot: Client, source: Source, game: Game[Any, Any]) -> None:
    """Answer with the rules of a game, and with its diagrams if it has some. Raises `TooManyRequests`."""
    request = request_of(source)
    with bot.cooldowns.admit(request, PICTURE):
        sight = await display.page(bot.context, request.user_id if unshared(source) else None)
        decide()
        picture = await bot.board_images.diagrams(game, sight)
        if picture is None:
            await reply(source, game.info.help)
        else:
            await show(source, game.info.help, picture, f"turnpost-rules-{game.info.key}.png", game.info.help)


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
