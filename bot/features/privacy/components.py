"""The button that confirms a deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.confirm_button import ConfirmButton
from bot.client.persistent_button import row
from bot.features.privacy import text
from bot.referee.privacy.deletion import delete_person
from games.translation import gettext as _

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press


class DeletePerson(ConfirmButton, template=r"delete_person:(\d+)"):
    """Confirms a deletion. Its part: id of the person."""

    action = "delete_person"

    async def confirm(self, bot: Client, press: Press) -> str:
        """Delete what is kept of the person."""
        done = await delete_person(bot.context, press.user.id)
        sentence = text.DELETED if done else text.NEARLY_DELETED
        return _(sentence)


def delete_button(user_id: int) -> View:
    """Return the button under the question whether to delete what is kept of a person."""
    return row(DeletePerson(_("Delete everything"), user_id))
