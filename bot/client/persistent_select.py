"""Select menus that work after a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from discord.ui import Item, Select, View

from bot.client.persistent_item import PersistentItem, Press, make_custom_id
from bot.interactions import text as wording
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discord import SelectOption

MAX_OPTIONS = 25
"""Options that Discord takes in one select menu."""


class PersistentSelect(PersistentItem[Select[View]], template=r"$^"):
    """A select menu for one option, whose custom_id is its action and some numbers."""

    def __init__(self, options: Sequence[SelectOption], placeholder: str, *parts: int | str) -> None:
        self.parts = tuple(str(part) for part in parts)
        super().__init__(
            Select(
                options=list(options), placeholder=placeholder[:150], custom_id=make_custom_id(self.action, self.parts)
            )
        )

    @classmethod
    def from_parts(cls, item: Item[Any], *parts: str) -> Self:
        """Return the menu with the options that it has under the message."""
        options = item.options if isinstance(item, Select) else []
        return cls(options, "", *parts)

    @staticmethod
    def chosen(press: Press) -> str:
        """Return the value of the option that was chosen. Raises `RequestRejected` if there isn't exactly one."""
        data: dict[str, Any] = dict(press.data or {})
        values: list[str] = data.get("values", [])
        if len(values) != 1:
            raise RequestRejected(_(wording.FOREIGN_BUTTON))
        return values[0]
