"""Buttons, menus and forms that work after a restart, because their custom_id holds their whole state."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar

import discord
from discord import ButtonStyle
from discord.ui import Button, DynamicItem, Item, Label, Modal, Select, TextInput, View

from bot.client.block_exemptions import check_action
from bot.interactions import text as wording
from bot.interactions.errors import reply_with_error
from bot.interactions.own_messages import LARGEST_ID
from bot.interactions.replies import (
    acknowledge_in_time,
    acknowledge_silently,
    is_acknowledged,
    lock_response,
    remove_answer,
    replace_message,
    reply,
    send_directly,
)
from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone
from games.text import fold
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discord import Interaction, SelectOption

    from bot.client.client import Client
    from bot.interactions.replies import Source

    Values = Mapping[str, Sequence[str]]

Press: TypeAlias = "Interaction[Any]"
I = TypeVar("I", bound=Item[Any])  # noqa: E741 - the field's letter for it


class PersistentItem(DynamicItem[I], template=r"$^"):
    """An item whose custom_id is its action and some numbers, as in `accept:12`. Subclasses say what a press does."""

    action: ClassVar[str]
    parts: tuple[str, ...]

    def __init_subclass__(cls, *, template: str) -> None:
        super().__init_subclass__(template=template)
        cls.action = template.partition(":")[0]

    @classmethod
    @abstractmethod
    def from_parts(cls, item: Item[Any], *parts: str) -> Self:
        """Return the item with the parts of its custom_id; `item` is as it stands under the message."""

    @classmethod
    async def from_custom_id(cls, interaction: Press, item: Item[Any], match: re.Match[str], /) -> Self:
        """Return the item that was pressed, made from its custom_id."""
        del interaction
        return cls.from_parts(item, *(part for part in match.groups() if part is not None))

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


def row(*items: Item[Any]) -> View:
    """Return items as a view that discord.py doesn't keep in memory."""
    view = View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def rows(*lines: Sequence[Item[Any]]) -> View:
    """Return lines of at most five buttons, or of one select, as such a view; empty lines are left out."""
    for number, line in enumerate(filter(None, lines)):
        for item in line:
            item.row = number
    return row(*(item for line in lines for item in line))


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

    def chosen_number(self, press: Press) -> int:
        """Return the number that was chosen, 0 for a value that is none; raises as `chosen` does."""
        value = self.chosen(press)
        return int(value) if value.isdecimal() else 0


class PersistentForm(ABC):
    """A form whose custom_id is its action and some numbers. Subclasses say what becomes of what was filled in.

    `template` matches the custom_ids of the class, with a group for each part. `title` is translated when it is opened,
    unless the form is opened with another one.
    """

    action: ClassVar[str]
    template: ClassVar[re.Pattern[str]]
    title: ClassVar[str] = "Turnpost"

    def __init_subclass__(cls, *, template: str = "$^") -> None:
        super().__init_subclass__()
        cls.action, cls.template = template.partition(":")[0], re.compile(template)

    def __init__(self, *parts: int | str) -> None:
        self.parts = tuple(str(part) for part in parts)

    async def open_with(self, interaction: Press, fields: Sequence[Label[Any]], title: str = "") -> None:
        """Open the form as the response to an interaction, under its own title or `title`. A form can't answer a form.

        Raises `RequestRejected` if the interaction was acknowledged meanwhile: a form can only be the first response.
        """
        if is_acknowledged(interaction):
            raise RequestRejected(_(wording.PRESS_AGAIN))
        modal = Modal(title=title or _(self.title), custom_id=make_custom_id(self.action, self.parts))
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
    """Return what was filled in: of a line its folded text, of a menu the values that were chosen.

    A radio group of which nothing is chosen has the value null.
    """
    fields = [part.get("component", {}) for part in data.get("components", [])]
    return {
        str(field["custom_id"]): [fold(str(each)) for each in field.get("values", [field.get("value") or ""])]
        for field in fields
        if "custom_id" in field
    }


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


class ConfirmButton(PersistentButton, template=r"$^"):
    """Does what a person asked for, once they confirm it. The last of its parts is the person's id."""

    style = ButtonStyle.danger

    async def on_press(self, bot: Client, press: Press) -> None:
        """Do it, if the person who asked presses, and say so in place of the question, or remove that."""
        if press.user.id != int(self.parts[-1]):
            raise RequestRejected(_(wording.NOT_WHO_ASKED))
        done = await self.confirm(bot, press)
        if isinstance(done, AlreadyDone):
            await acknowledge_silently(press)
        elif done is None:
            await remove_answer(press)
        else:
            await replace_message(press, done)

    @abstractmethod
    async def confirm(self, bot: Client, press: Press) -> str | AlreadyDone | None:
        """Do what was asked for, and return what to say, None where a post says it. May raise `RequestRejected`."""


class CancelButton(ConfirmButton, template=r"cancel:(\d+)"):
    """Does nothing of what a person asked for. Its part: the person's id."""

    style = ButtonStyle.secondary

    async def confirm(self, bot: Client, press: Press) -> str:
        """Say so."""
        del bot, press
        return _("Cancelled: nothing was changed.")


async def ask_to_confirm(source: Source, question: str, button: ConfirmButton, *, directly: bool = False) -> None:
    """Ask a person whether to do what a button does, or nothing.

    With `directly` a text in a channel is answered by direct message, in the channel only where those are barred.
    """
    view = row(button, CancelButton(_("Cancel"), button.parts[-1]))
    ask = partial(reply, source, question, view=view)
    if directly:
        await send_directly(source, ask, _("Nothing is done yet: please confirm it in your direct messages."))
    else:
        await ask()
