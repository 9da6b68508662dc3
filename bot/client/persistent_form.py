"""Forms (modals of several fields) that work after a restart, because their custom_id holds their whole state.

discord.py keeps a modal in memory until it is sent back. Ours is sent as finished, so that it isn't kept, and what
people send back is told by its custom_id.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import discord
from discord.ui import Label, Modal

from bot.client.block_exemptions import check_action
from bot.client.persistent_item import check_parts, make_custom_id
from bot.interactions import text as wording
from bot.interactions.acknowledge import acknowledge_in_time, is_acknowledged, lock_response
from bot.interactions.error_replies import reply_with_error
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from bot.client.client import Client
    from bot.client.persistent_item import Press

    Values = Mapping[str, Sequence[str]]


class PersistentForm(ABC):
    """A form whose custom_id is its action and some numbers. Subclasses say what becomes of what was filled in.

    `template` matches the custom_ids of the class, with a group for each part. `title` is translated when it is opened.
    """

    action: ClassVar[str]
    template: ClassVar[re.Pattern[str]]
    title: ClassVar[str]

    def __init__(self, *parts: int | str) -> None:
        self.parts = tuple(str(part) for part in parts)

    async def open_with(self, interaction: Press, fields: Sequence[Label[Any]]) -> None:
        """Open the form as the response to an interaction. A form can't answer a form.

        Raises `RequestRejected` if the interaction was acknowledged meanwhile: a form can only be the first response.
        """
        if is_acknowledged(interaction):
            raise RequestRejected(_(wording.PRESS_AGAIN))
        modal = Modal(title=_(self.title), custom_id=make_custom_id(self.action, self.parts))
        for field in fields:
            modal.add_item(field)
        modal.stop()
        async with lock_response(interaction):
            await interaction.response.send_modal(modal)

    @classmethod
    async def receive(cls, interaction: Press) -> None:
        """Take a form of this class that was sent back, or reply with the error. Other interactions are left alone.

        It listens to the event `on_interaction`.
        """
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        found = cls.template.fullmatch(str(data["custom_id"]))
        if found is None or not acknowledge_in_time(interaction):
            return
        try:
            await interaction.client.languages.bind_reader(interaction)
            check_parts(found.groups())
            await check_action(interaction.client.context, interaction, cls.action, found.groups())
            await cls(*found.groups()).on_values(interaction.client, interaction, _values(data))
        except Exception as error:  # noqa: BLE001 - every error of a form ends here: told and logged
            await reply_with_error(interaction, error)

    @abstractmethod
    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Do what the form is for, with the values of its fields by custom id. May raise `RequestRejected`."""


def _values(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what was filled in: of a line its text, of a menu the values that were chosen."""
    fields = [part.get("component", {}) for part in data.get("components", [])]
    return {
        str(field["custom_id"]): [str(each) for each in field.get("values", [field.get("value", "")])]
        for field in fields
        if "custom_id" in field
    }
