"""Replies that only the person who asked may read, also where they asked in a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.interactions import text as wording
from bot.interactions.replies import is_private, reply
from bot.process.errors import is_permanent
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.interactions.replies import Source


async def reply_privately(source: Source, text: str, *, view: discord.ui.View | None = None) -> None:
    """Reply privately; to a message in a channel by direct message, and say so there.

    `view` isn't sent by direct message: its buttons are about a server. Raises `RequestRejected` where the bot may not
    write to the person.
    """
    if is_private(source):
        await reply(source, text, view=view)
        return
    try:
        await reply(source, text, by_direct_message=True)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        raise RequestRejected(_(wording.DIRECT_MESSAGES_BARRED)) from None
    await reply(source, _(wording.SENT_DIRECTLY))
