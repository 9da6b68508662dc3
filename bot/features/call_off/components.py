"""The buttons that call a match off: below its last board, and below the question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.confirm_button import ConfirmButton
from bot.client.persistent_button import PersistentButton, row
from bot.features.call_off import text
from bot.interactions.replies import reply, request_of
from bot.referee.call_off import call_off, find_match_to_call_off
from bot.referee.request_results import AlreadyDone

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source


class CallOffButton(PersistentButton, template=r"calloff:(\d+)"):
    """Asks the winner whether to call a match off. Its part: the match."""

    action = "calloff"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Ask, privately."""
        await ask_to_call_off(bot, press, int(self.parts[0]))


class ConfirmCallOffButton(ConfirmButton, template=r"calloff_sure:(\d+):(\d+)"):
    """Calls a match off. Its parts: match, id of the winner."""

    action = "calloff_sure"

    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone:
        """Call it off."""
        number = int(self.parts[0])
        result = await call_off(bot.context, request_of(press), number)
        return result if isinstance(result, AlreadyDone) else text.called_off(number)


async def ask_to_call_off(bot: Client, source: Source, number: int | None) -> None:
    """Ask the winner of a match whether to call it off. Raises `RequestRejected`."""
    request = request_of(source)
    match = await find_match_to_call_off(bot.context, request, number)
    question = text.call_off_question(match, bot.context.title(match.game), request.user_id)
    sure = ConfirmCallOffButton(text.sure(match.id), match.id, request.user_id)
    await reply(source, question, view=row(sure))
