"""Buttons that work after a restart, because their custom_id holds their whole state."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

import discord
from discord import ButtonStyle, Interaction
from discord.ui import Button, DynamicItem, View

from bot.interactions import text as wording
from bot.interactions.acknowledge import acknowledge_in_time
from bot.interactions.custom_ids import LARGEST_ID
from bot.interactions.error_replies import reply_with_error
from bot.referee.errors import RequestRejected

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from bot.client.client import Client

Press: TypeAlias = "Interaction[Any]"


class PersistentButton(DynamicItem[Button[View]], template=r"$^"):
    """A button whose custom_id is its action and some numbers, as in `accept:12`. Subclasses say what a press does."""

    action: ClassVar[str]
    style: ClassVar[ButtonStyle] = ButtonStyle.secondary

    def __init__(self, label: str, *parts: int | str) -> None:
        self.parts = tuple(str(part) for part in parts)
        custom_id = ":".join([self.action, *self.parts])
        super().__init__(Button(label=label[:80], style=self.style, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Press, item: discord.ui.Item[Any], match: re.Match[str], /) -> Self:
        """Return the button that was pressed, made from its custom_id."""
        del interaction
        label = item.label if isinstance(item, Button) and item.label else cls.action
        return cls(label, *match.groups())

    async def callback(self, interaction: Press) -> None:
        """Do what the button says, or reply with the error."""
        if not acknowledge_in_time(interaction):
            return
        try:
            self._check()
            await self.on_press(interaction.client, interaction)
        except Exception as error:  # noqa: BLE001 - every error of a press ends here: told and logged
            await reply_with_error(interaction, error)

    def _check(self) -> None:
        """Raise `RequestRejected` for a custom_id that this bot can't have made."""
        if any(int(part) > LARGEST_ID for part in self.parts if part.isdecimal()):
            raise RequestRejected(wording.FOREIGN_BUTTON)

    @abstractmethod
    async def on_press(self, bot: Client, press: Press) -> None:
        """Do what the button says. May raise `RequestRejected`."""


def row(*items: PersistentButton) -> View:
    """Return buttons as a view that discord.py doesn't keep in memory."""
    view = View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def rows(*lines: Sequence[PersistentButton]) -> View:
    """Return lines of at most five buttons as such a view; empty lines are left out."""
    for number, line in enumerate(filter(None, lines)):
        for item in line:
            item.row = number
    return row(*(item for line in lines for item in line))
