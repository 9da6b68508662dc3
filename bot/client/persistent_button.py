"""Buttons that work after a restart."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from discord import ButtonStyle
from discord.ui import Button, Item, View

from bot.client.persistent_item import PersistentItem, Press, make_custom_id, row, rows

__all__ = ["PersistentButton", "Press", "row", "rows"]


class PersistentButton(PersistentItem[Button[View]], template=r"$^"):
    """A button whose custom_id is its action and some numbers, as in `accept:12`. Subclasses say what a press does."""

    style: ClassVar[ButtonStyle] = ButtonStyle.secondary

    def __init__(self, label: str, *parts: int | str) -> None:
        self.parts = tuple(str(part) for part in parts)
        super().__init__(Button(label=label[:80], style=self.style, custom_id=make_custom_id(self.action, self.parts)))

    @classmethod
    def from_parts(cls, item: Item[Any], *parts: str) -> Self:
        """Return the button with the label that it has under the message."""
        return cls(item.label if isinstance(item, Button) and item.label else cls.action, *parts)
