"""Forms with one line of text that work after a restart."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from discord.ui import Label, TextInput

from bot.client.persistent_form import PersistentForm
from games.translation import gettext as _

if TYPE_CHECKING:
    from bot.client.client import Client
    from bot.client.persistent_form import Values
    from bot.client.persistent_item import Press

_FIELD = "text"


class PersistentModal(PersistentForm):
    """A form with one line of text. Subclasses say what becomes of the text.

    `label` names the line; it is translated when the form is opened.
    """

    label: ClassVar[str]
    longest: ClassVar[int] = 1000

    async def open(self, press: Press, typed: str) -> None:
        """Open it as the response to a press, with `typed` in its line."""
        line: TextInput[Any] = TextInput(custom_id=_FIELD, default=typed[: self.longest], max_length=self.longest)
        await self.open_with(press, [Label(text=_(self.label), component=line)])

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Take the text of the line."""
        await self.on_submit(bot, press, next(iter(values.get(_FIELD, ())), ""))

    @abstractmethod
    async def on_submit(self, bot: Client, press: Press, text: str) -> None:
        """Do what the form is for. May raise `RequestRejected`."""
