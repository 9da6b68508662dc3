"""Moves shown before they are played: the picture as it would be, and the buttons that play the move or leave it."""

from __future__ import annotations

from dataclasses import replace as replaced
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.errors import is_forbidden, is_permanent
from bot.features.moves import text as wording
from bot.gateway.message_queue import release_channel
from bot.images.board_images import ALT_LIMIT
from bot.interactions.cooldowns import PICTURE_COST, TooManyRequests
from bot.interactions.persistent_button import PersistentButton, row
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import is_private, replace_message, reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.offload import run_rules
from bot.referee.people.display import private_display, shared_display
from bot.referee.results import StaleBoard
from bot.referee.turns import preview as proposals

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client import Client
    from bot.interactions.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.results import MovePreview


async def preview(bot: Client, source: Source, plan: MovePreview) -> None:
    """Show a planned move to whoever asked for it, and to nobody else. Raises `RequestRejected` where that can't be."""
    if is_private(source):
        await _show(bot, source, plan)
        return
    try:
        await _show(bot, source, plan, by_direct_message=True)
    except discord.HTTPException as barred:
        if not is_permanent(barred):
            raise
        raise RequestRejected(
            "I can't write to you directly, and here all would see what you plan. `/preview` shows it to you alone."
        ) from None
    await reply(source, "The preview is in your direct messages. Nothing is played.")


async def ask(bot: Client, source: Source, plan: MovePreview) -> None:
    """Ask whether a planned move is what was meant, where it was sent; where that is barred, directly.

    Where its player has asked for too many pictures, they are asked in words.
    """
    try:
        with bot.cooldowns.admit(request_of(source), PICTURE_COST):
            await _ask(bot, source, plan)
    except TooManyRequests:
        head, small, buttons = await _words(bot, source, plan, asks=True)
        await reply(source, f"{head}\n{small}", view=buttons)


async def _ask(bot: Client, source: Source, plan: MovePreview) -> None:
    try:
        await _show(bot, source, plan, asks=True)
    except discord.Forbidden as barred:
        if is_private(source) or not is_forbidden(barred):
            raise
        await _show(bot, source, plan, asks=True, by_direct_message=True)


async def _show(
    bot: Client, source: Source, plan: MovePreview, *, asks: bool = False, by_direct_message: bool = False
) -> None:
    request, match, game = request_of(source), plan.match, bot.context.game(plan.match)
    now = proposals.snapshot_after(bot.context, plan)
    sight = shared_display(match, game, plan.before)
    if by_direct_message or is_private(source):
        sight = await private_display(bot.context, match, request.user_id)
    release_channel()
    picture = await bot.board_images.draw(game, now, sight)
    picture = replaced(picture, alt=f"Not played: {picture.alt}"[:ALT_LIMIT])
    head, small, buttons = await _words(bot, source, plan, asks=asks)
    await reply_with_picture(
        source,
        f"{head}\n{small}",
        picture,
        f"turnpost-preview-{match.id}-{match.seq}.png",
        f"{head}\n```\n{picture.text}\n```\n{small}",
        view=buttons,
        by_direct_message=by_direct_message,
    )


async def _words(bot: Client, source: Source, plan: MovePreview, *, asks: bool) -> tuple[str, str, View]:
    """Return what is said above and below the picture of a planned move, and the buttons."""
    match, user_id = plan.match, request_of(source).user_id
    now, game = proposals.snapshot_after(bot.context, plan), bot.context.game(match)
    buttons: list[PersistentButton] = [PlayIt("Play it", match.id, match.seq, user_id)]
    if asks:
        buttons.append(LeaveIt("Leave it", match.id, user_id))
    return (
        await run_rules(lambda: wording.head(now, game, asks=asks)),
        wording.small_print(now, plan.text),
        row(*buttons),
    )


class PlayIt(PersistentButton, template=r"play:(\d+):(\d+):(\d+)"):
    """Plays the move that is shown above it. Its parts: match, the event it was to follow, who may press."""

    action = "play"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Play it for that very turn; what becomes of it is said in the place of the question."""
        match_id, seq, user_id = map(int, self.parts)
        ply, text = _move_above(press, user_id)
        done = await proposals.confirm_move(bot.context, request_of(press), match_id, seq, text)
        said = done.note if isinstance(done, StaleBoard) else wording.played(done.match, ply, text)
        await replace_message(press, said)


class LeaveIt(PersistentButton, template=r"leave:(\d+):(\d+)"):
    """Leaves the move that is shown above it. Its parts: match, and who may press."""

    action = "leave"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Put the question away; nothing else was ever done about it."""
        del bot
        match_id, user_id = map(int, self.parts)
        ply, text = _move_above(press, user_id)
        await replace_message(press, wording.left(match_id, ply, text))


def _move_above(press: Press, user_id: int) -> tuple[int, str]:
    """Return number and text of the move that a button hangs under. Raises `RequestRejected`."""
    if press.user.id != user_id:
        raise RequestRejected("This move is for somebody else to play.")
    found = wording.move_in(press.message.content) if press.message else None
    if found is None:
        raise RequestRejected("I can't tell any more which move this was about. Please send it again.")
    return found
