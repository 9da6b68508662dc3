"""The buttons under a preview: play its move, or drop it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton
from bot.features.moves.text import MOVE_UNKNOWN, NOT_YOUR_MOVE, move_dropped, move_in_preview, move_played
from bot.interactions.replies import replace_message, request_of
from bot.referee.errors import RequestRejected
from bot.referee.request_results import StaleBoard
from bot.referee.turns.preview import confirm_move
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press


class PlayPreviewButton(PersistentButton, template=r"play:(\d+):(\d+):(\d+)"):
    """Plays the previewed move. Its parts: match, event that the move follows, id of the player."""

    action = "play"
    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Play the move in the turn it was previewed in, and replace the preview with the result."""
        match_id, seq, user_id = map(int, self.parts)
        ply, text = _previewed_move(press, user_id)
        result = await confirm_move(bot.context, request_of(press), match_id, seq, text)
        note = result.note if isinstance(result, StaleBoard) else move_played(result.match, ply, text)
        await replace_message(press, note)


class DropPreviewButton(PersistentButton, template=r"leave:(\d+):(\d+)"):
    """Drops the previewed move. Its parts: match, id of the player."""

    action = "leave"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Replace the preview; nothing was stored for it."""
        del bot
        match_id, user_id = map(int, self.parts)
        ply, text = _previewed_move(press, user_id)
        await replace_message(press, move_dropped(match_id, ply, text))


def _previewed_move(press: Press, user_id: int) -> tuple[int, str]:
    """Return ply and text of the move that a button hangs under. Raises `RequestRejected`."""
    if press.user.id != user_id:
        raise RequestRejected(_(NOT_YOUR_MOVE))
    found = move_in_preview(press.message.content) if press.message else None
    if found is None:
        raise RequestRejected(_(MOVE_UNKNOWN))
    return found
