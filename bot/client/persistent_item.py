"""What buttons and selects share that work after a restart, because their custom_id holds their whole state."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar

from discord.ui import DynamicItem, Item, View

from bot.client.block_exemptions import check_action
from bot.interactions import text as wording
from bot.interactions.acknowledge import acknowledge_in_time
from bot.interactions.custom_ids import LARGEST_ID
from bot.interactions.error_replies import reply_with_error
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

    from discord import Interaction

    from bot.client.client import Client

Press: TypeAlias = "Interaction[Any]"
I = TypeVar("I", bound=Item[Any])  # noqa: E741 - the field's letter for it


class PersistentItem(DynamicItem[I], template=r"$^"):
    """An item whose custom_id is its action and some numbers, as in `accept:12`. Subclasses say what a press does."""

    action: ClassVar[str]
    parts: tuple[str, ...]

    @classmethod
    @abstractmethod
    def from_parts(cls, item: Item[Any], *parts: str) -> Self:
        """Return the item with the parts of its custom_id; `item` is as it stands under the message."""

    @classmethod
    async def from_custom_id(cls, interaction: Press, item: Item[Any], match: re.Match[str], /) -> Self:
        """Return the item that was pressed, made from its custom_id."""
        del interaction
        return cls.from_parts(item, *match.groups())

    async def callback(self, interaction: Press) -> None:
        """Do what the item says, or reply with the error."""
        if not acknowledge_in_time(interaction):
            return
        try:
            await interaction.client.languages.bind_reader(interaction)
            check_parts(self.parts)
            await check_action(interaction.client.context, interaction, self.action, self.parts)
            interaction.client.metrics.commands.labels("button", self.action).inc()
            await self.on_press(interaction.client, interaction)
        except Exception as error:  # noqa: BLE001 - every error of a press ends here: told and logged
            await reply_with_error(interaction, error)

    @abstractmethod
    async def on_press(self, bot: Client, press: Press) -> None:
        """Do what the item says. May raise `RequestRejected`."""


def make_custom_id(action: str, parts: Sequence[str]) -> str:
    """Return the custom_id of an action with its parts."""
    return ":".join([action, *parts])


def check_parts(parts: Sequence[str]) -> None:
    """Raise `RequestRejected` for parts of a custom_id that this bot can't have made."""
    if any(int(part) > LARGEST_ID for part in parts if part.isdecimal()):
        raise RequestRejected(_(wording.FOREIGN_BUTTON))


def row(*items: PersistentItem[Any]) -> View:
    """Return items as a view that discord.py doesn't keep in memory."""
    view = View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def rows(*lines: Sequence[PersistentItem[Any]]) -> View:
    """Return lines of at most five buttons, or of one select, as such a view; empty lines are left out."""
    for number, line in enumerate(filter(None, lines)):
        for item in line:
            item.row = number
    return row(*(item for line in lines for item in line))
