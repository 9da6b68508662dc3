"""Replies with a picture, or with text if it can't be drawn or files can't be attached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.interactions.replies import MAX_LENGTH, Attachment, replace_message, reply
from bot.process.errors import is_forbidden
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.images.board_images import Picture
    from bot.interactions.replies import Source

    Press = discord.Interaction[Any]


def caption(text: str, picture: Picture) -> str:
    """Return the text of a post with a picture; below it stands what the alt text has no room for, if that fits."""
    overflow = _("-# For screen readers: {text}").format(text=picture.overflow)
    whole = f"{text}\n{overflow}"
    return whole if picture.overflow and len(whole) <= MAX_LENGTH else text


async def reply_with_picture(
    source: Source,
    text: str,
    picture: Picture,
    filename: str,
    fallback: str,
    *,
    view: discord.ui.View | None = None,
    by_direct_message: bool = False,
) -> None:
    """Reply to a message or an interaction with `text` and a picture, or with `fallback` instead of both.

    `view` is under either; `by_direct_message` is passed to `reply`.
    """
    if picture.png is None:
        await reply(source, fallback, view=view, by_direct_message=by_direct_message)
        return
    try:
        files = [Attachment(picture.png, filename, picture.alt)]
        await reply(source, caption(text, picture), files=files, view=view, by_direct_message=by_direct_message)
    except discord.Forbidden as error:  # perhaps only files are forbidden; parts that arrived are not sent twice
        if not is_forbidden(error):
            raise
        await reply(source, fallback, view=view, by_direct_message=by_direct_message)


async def replace_with_picture(
    press: Press, text: str, picture: Picture, filename: str, fallback: str, view: discord.ui.View
) -> None:
    """Reply to a press by replacing the message that it is under, as `reply_with_picture` sends a new one."""
    if picture.png is None:
        await replace_message(press, fallback, view)
        return
    try:
        await replace_message(press, caption(text, picture), view, [Attachment(picture.png, filename, picture.alt)])
    except discord.Forbidden as error:
        if not is_forbidden(error):
            raise
        await replace_message(press, fallback, view)
