"""The reply to moves that were queued, and the button that cancels them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.persistent_button import PersistentButton, row
from bot.features.moves.text import CANCEL_QUEUE, NOT_YOUR_QUEUE, moves_queued, queue_cancelled
from bot.interactions.replies import acknowledge_silently, is_private, replace_message, reply, request_of
from bot.referee.errors import RequestRejected
from bot.referee.request_results import AlreadyDone
from bot.referee.turns.queue import cancel_queue
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source
    from bot.referee.request_results import MovesQueued


async def confirm_queue(source: Source, queued: MovesQueued | AlreadyDone) -> None:
    """Reply what waits, with a button that cancels it; others who can read the reply see only how many moves."""
    if isinstance(queued, AlreadyDone):
        await acknowledge_silently(source)
        return
    text = moves_queued(queued.match, queued.played, queued.waiting, private=is_private(source))
    button = CancelQueueButton(_(CANCEL_QUEUE), queued.match.id, request_of(source).user_id)
    await reply(source, text, view=row(button) if queued.waiting else None)


class CancelQueueButton(PersistentButton, template=r"unqueue:(\d+):(\d+)"):
    """Cancels what a player queued. Its parts: match, id of the player."""

    action = "unqueue"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Drop what waits, and replace the message."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected(_(NOT_YOUR_QUEUE))
        waited = await cancel_queue(bot.context, request_of(press), match_id)
        await replace_message(press, queue_cancelled(match_id, waited=waited))
