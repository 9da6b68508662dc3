"""Modals that work after a restart, because their custom_id holds their whole state.

discord.py keeps a modal in memory until it is sent back. Ours is sent as finished, so that it isn't kept, and what
people send back is told by its custom_id.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import discord
from discord.ui import Label, Modal, TextInput

from bot.client.persistent_item import check_parts, make_custom_id
from bot.interactions.acknowledge import acknowledge_in_time, lock_response
from bot.interactions.error_replies import reply_with_error

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

    from bot.client.client import Client
    from bot.client.persistent_item import Press

_FIELD = "text"


class PersistentModal(ABC):
    """A modal with one line of text, whose custom_id is its action and some numbers.

    Subclasses say what becomes of the text. `template` matches the custom_ids of the class, with a group for each part.
    """

    action: ClassVar[str]
    template: ClassVar[re.Pattern[str]]
    title: ClassVar[str]
    label: ClassVar[str]
    longest: ClassVar[int] = 1000

    def __init__(self, *parts: int | str) -> None:
        self.parts = tuple(str(part) for part in parts)

    async def open(self, press: Press, typed: str) -> None:
        """Open the modal as the response to a press, with `typed` in its line. A modal can't answer a modal."""
        line: TextInput[Any] = TextInput(custom_id=_FIELD, default=typed[: self.longest], max_length=self.longest)
        modal = Modal(title=self.title, custom_id=make_custom_id(self.action, self.parts))
        modal.add_item(Label(text=self.label, component=line))
        modal.stop()
        async with lock_response(press):
            await press.response.send_modal(modal)

    @classmethod
    async def receive(cls, interaction: Press) -> None:
        """Take a modal of this class that was sent back, or reply with the error. Other interactions are left alone.

        It listens to the event `on_interaction`.
        """
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        found = cls.template.fullmatch(str(data["custom_id"]))
        if found is None or not acknowledge_in_time(interaction):
            return
        try:
            check_parts(found.groups())
            await cls(*found.groups()).on_submit(interaction.client, interaction, _typed_text(data))
        except Exception as error:  # noqa: BLE001 - every error of a modal ends here: told and logged
            await reply_with_error(interaction, error)

    @abstractmethod
    async def on_submit(self, bot: Client, press: Press, text: str) -> None:
        """Do what the modal is for. May raise `RequestRejected`."""


def _typed_text(data: Mapping[str, Any]) -> str:
    lines = (part.get("component", {}) for part in data.get("components", []))
    return next((str(line["value"]) for line in lines if line.get("custom_id") == _FIELD), "")
