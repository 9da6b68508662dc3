"""Show a move before it is played: the board as it would be, and the buttons that play the move or drop it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.client.persistent_button import row
from bot.features.moves.components import DropPreviewButton, PlayPreviewButton
from bot.features.moves.text import (
    DROP,
    PLAY,
    PREVIEW_BARRED,
    PREVIEW_SENT,
    QUESTION_SENT,
    preview_headline,
    preview_small_print,
)
from bot.gateway.message_queue import release_channel
from bot.interactions.cooldowns import TooManyRequests
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import is_private, reply, request_of
from bot.interactions.request_limits import PICTURE_COST
from bot.process.errors import is_permanent
from bot.referee.errors import RequestRejected
from bot.referee.people.display import private_display, shared_display
from bot.referee.rules_thread import run_rules
from bot.referee.turns.preview import take_snapshot_after
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import PersistentButton
    from bot.interactions.replies import Source
    from bot.referee.request_results import MovePreview

    SendPreview = Callable[..., Awaitable[None]]


async def show_preview(bot: Client, source: Source, preview: MovePreview) -> None:
    """Show a preview only to the player who asked for it.

    Raises `RequestRejected` where the bot may not write to the player directly.
    """
    if is_private(source):
        await _show(bot, source, preview)
        return
    try:
        await _show(bot, source, preview, by_direct_message=True)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        raise RequestRejected(_(PREVIEW_BARRED)) from None
    await reply(source, _(PREVIEW_SENT))


async def ask_to_confirm(bot: Client, source: Source, preview: MovePreview) -> None:
    """Ask a player privately whether to play a move; where direct messages are barred, where they sent it.

    A player who has asked for too many pictures is asked in words.
    """
    try:
        async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
            await _ask(bot, source, preview, _show)
    except TooManyRequests:
        await _ask(bot, source, preview, _say)


async def _ask(bot: Client, source: Source, preview: MovePreview, send: SendPreview) -> None:
    if is_private(source):
        await send(bot, source, preview, confirm=True)
        return
    try:
        await send(bot, source, preview, confirm=True, by_direct_message=True)
    except discord.HTTPException as error:
        if not is_permanent(error):
            raise
        await send(bot, source, preview, confirm=True)
        return
    await reply(source, _(QUESTION_SENT))


async def _show(
    bot: Client, source: Source, preview: MovePreview, *, confirm: bool = False, by_direct_message: bool = False
) -> None:
    match, game = preview.match, bot.context.game(preview.match)
    display = shared_display(match, game, preview.before)
    if by_direct_message or is_private(source):
        display = await private_display(bot.context, match, request_of(source).user_id)
    release_channel()
    picture = await bot.board_images.draw(game, take_snapshot_after(bot.context, preview), display, preview=True)
    headline, small_print, buttons = await _content(bot, source, preview, confirm=confirm)
    await reply_with_picture(
        source,
        f"{headline}\n{small_print}",
        picture,
        f"turnpost-preview-{match.id}-{match.seq}.png",
        f"{headline}\n```\n{picture.text}\n```\n{small_print}",
        view=buttons,
        by_direct_message=by_direct_message,
    )


async def _say(
    bot: Client, source: Source, preview: MovePreview, *, confirm: bool = False, by_direct_message: bool = False
) -> None:
    headline, small_print, buttons = await _content(bot, source, preview, confirm=confirm)
    await reply(source, f"{headline}\n{small_print}", view=buttons, by_direct_message=by_direct_message)


async def _content(bot: Client, source: Source, preview: MovePreview, *, confirm: bool) -> tuple[str, str, View]:
    """Return the text above the picture of a preview, the small print below it, and the buttons."""
    match, user_id = preview.match, request_of(source).user_id
    snapshot, game = take_snapshot_after(bot.context, preview), bot.context.game(match)
    buttons: list[PersistentButton] = [PlayPreviewButton(_(PLAY), match.id, match.seq, user_id)]
    if confirm:
        buttons.append(DropPreviewButton(_(DROP), match.id, user_id))
    headline = await run_rules(lambda: preview_headline(snapshot, game, confirm=confirm))
    return headline, preview_small_print(snapshot, preview.text), row(*buttons)
