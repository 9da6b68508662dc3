"""The question whether to end a match, and the button that confirms it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.confirm_button import ConfirmButton
from bot.client.persistent_button import row
from bot.features.abandon import text
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import reply, request_of
from bot.referee import abandon
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from bot.interactions.replies import Source


async def ask_to_confirm(bot: Client, source: Source, number: int, reason: str) -> None:
    """Ask a manager to confirm the end of a match. The question holds the reason: its button has no room for it."""
    request = request_of(source)
    match, why = await abandon.check_abandon(bot.context, request, number, reason, manager=can_manage_server(source))
    button = Abandon(_("End #{match}").format(match=match.id), match.id, request.user_id)
    await reply(source, text.abandon_question(match, bot.context.title(match.game), why), view=row(button))


class Abandon(ConfirmButton, template=r"abandon:(\d+):(\d+)"):
    """Confirms that a match is ended. Its parts: match, id of the manager."""

    action = "abandon"

    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone:
        """End the match, if the manager still may."""
        number = int(self.parts[0])
        why = text.reason_in(press.message.content if press.message else "")
        result = await abandon.abandon_match(
            bot.context, request_of(press), number, why, manager=can_manage_server(press)
        )
        return result if isinstance(result, AlreadyDone) else text.abandoned(number)
