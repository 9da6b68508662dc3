"""Hints as replies, and the button under a rejected move that shows one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton
from bot.features.boards.components import choose_board_display
from bot.features.hints.text import hint_text, name_one_match
from bot.gateway.message_queue import release_channel
from bot.interactions.cooldowns import PICTURE_COST
from bot.interactions.picture_replies import reply_with_picture
from bot.interactions.replies import request_of
from bot.referee.errors import RequestRejected
from bot.referee.requests import MoveText
from bot.referee.results import AmbiguousMatch
from bot.referee.turns.hints import get_hint

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source


async def show_hint(bot: Client, source: Source, move_text: MoveText) -> None:
    """Reply where a piece can go, in words and on a marked picture. Raises `RequestRejected`.

    A private reply is drawn from the player's own side. It doesn't count as a board of the match: a reply to it is
    read as a message without one.
    """
    with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        await _show_hint(bot, source, move_text)


async def _show_hint(bot: Client, source: Source, move_text: MoveText) -> None:
    hint = await get_hint(bot.context, request_of(source), move_text)
    if isinstance(hint, AmbiguousMatch):
        raise RequestRejected(name_one_match(hint.matches, move_text.text))
    snapshot, match = hint.snapshot, hint.snapshot.match
    display = await choose_board_display(bot, source, snapshot)
    release_channel()
    picture = await bot.board_images.draw(bot.context.game(match), snapshot, display, hint.destinations)
    text = hint_text(hint)
    await reply_with_picture(source, text, picture, f"turnpost-hint-{match.id}-{match.seq}.png", text)


class ShowHintButton(PersistentButton, template=r"hint:(\d{1,9}):(\d{1,5}):(.{1,60})"):
    """Shows where a piece can go, under a move that it can't make. Its parts: match, ply, the piece."""

    action = "hint"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the hint, privately."""
        match, ply, piece = self.parts
        await show_hint(bot, press, MoveText(piece, int(match), int(ply)))
