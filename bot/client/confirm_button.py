"""The button under a question that asks a person whether they are sure."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.client.persistent_button import PersistentButton
from bot.interactions import text as wording
from bot.interactions.replies import acknowledge_silently, replace_message
from bot.referee.errors import RequestRejected
from bot.referee.request_results import AlreadyDone
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_button import Press


class ConfirmButton(PersistentButton, template=r"$^"):
    """Does what a person asked for, once they confirm it. The last of its parts is the person's id."""

    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Do it, if the person who asked presses, and say so in place of the question."""
        if press.user.id != int(self.parts[-1]):
            raise RequestRejected(_(wording.NOT_WHO_ASKED))
        done = await self.confirm(bot, press)
        if isinstance(done, AlreadyDone):
            await acknowledge_silently(press)
        else:
            await replace_message(press, done)

    @abstractmethod
    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone:
        """Do what was asked for, and return what to say. May raise `RequestRejected`."""
