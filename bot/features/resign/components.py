"""The button that confirms a resignation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton, row
from bot.features.resign.text import NOT_YOURS, resigned
from bot.interactions.replies import acknowledge_silently, replace_message, request_of
from bot.referee import resign
from bot.referee.errors import RequestRejected
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from storage.queries.rows import Match


class Resign(PersistentButton, template=r"resign:(\d+):(\d+)"):
    """Confirms a resignation. Its parts: match, id of the player."""

    action = "resign"
    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Resign the match."""
        match_id, user_id = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected(_(NOT_YOURS))
        result = await resign.resign(bot.context, request_of(press), match_id)
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(press)
        else:
            await replace_message(press, resigned(match_id))


def resign_button(match: Match, user_id: int) -> View:
    """Return the button under the question whether to resign."""
    return row(Resign(_("Resign #{match}").format(match=match.id), match.id, user_id))
