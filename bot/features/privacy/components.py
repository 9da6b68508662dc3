"""The button that confirms a deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton, row
from bot.features.privacy import text
from bot.interactions import text as wording
from bot.interactions.replies import replace_message
from bot.referee.errors import RequestRejected
from bot.referee.privacy.deletion import delete_person
from games.translation import gettext as _

if TYPE_CHECKING:
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_button import Press


class DeletePerson(PersistentButton, template=r"delete_person:(\d+)"):
    """Confirms a deletion. Its part: id of the person."""

    action = "delete_person"
    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Delete what is kept of the person."""
        (user_id,) = map(int, self.parts)
        if press.user.id != user_id:
            raise RequestRejected(_(wording.NOT_WHO_ASKED))
        done = await delete_person(bot.context, user_id)
        await replace_message(press, _(text.DELETED if done else text.NEARLY_DELETED))


def delete_button(user_id: int) -> View:
    """Return the button under the question whether to delete what is kept of a person."""
    return row(DeletePerson(_("Delete everything"), user_id))
