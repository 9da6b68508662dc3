"""The button that confirms a resignation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.confirm_button import ConfirmButton
from bot.client.persistent_button import row
from bot.features.resign.text import resigned
from bot.interactions.replies import request_of
from bot.referee import resign
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press
    from storage.queries.rows import Match


class Resign(ConfirmButton, template=r"resign:(\d+):(\d+)"):
    """Confirms a resignation. Its parts: match, id of the player."""

    action = "resign"

    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone:
        """Resign the match."""
        number = int(self.parts[0])
        result = await resign.resign(bot.context, request_of(press), number)
        return result if isinstance(result, AlreadyDone) else resigned(number)


def resign_button(match: Match, user_id: int) -> View:
    """Return the button under the question whether to resign."""
    return row(Resign(_("Resign #{match}").format(match=match.id), match.id, user_id))
