"""The settings of a server as a form: a menu of all, and a form for the one that is chosen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord
from discord import ChannelType, SelectDefaultValue, SelectOption
from discord.ui import ChannelSelect, Item, Label, RoleSelect, Select, TextInput

from bot.client.persistent_button import row
from bot.client.persistent_form import PersistentForm
from bot.client.persistent_select import PersistentSelect
from bot.features.guild_settings import text
from bot.features.guild_settings.change import describe_after_change
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import replace_message
from bot.interactions.text import FOREIGN_BUTTON
from bot.referee.errors import RequestRejected
from bot.referee.guilds.rejections import MANAGERS_ONLY
from bot.referee.guilds.setting_descriptions import HIGHLIGHTS, MENTIONS, THREADS, TIMEOUT, language_means
from bot.referee.guilds.setting_values import CHANNELS, ROLES, SETTINGS
from bot.referee.guilds.settings import load_settings
from bot.referee.languages import language_choices
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.persistent_form import Values
    from bot.client.persistent_item import Press
    from bot.referee.guilds.settings import GuildSettings

VALUE = "value"
"""The custom id of the field."""
WORDS: Mapping[str, Mapping[str, str]] = {
    "threads": THREADS,
    "mentions": MENTIONS,
    "timeout": TIMEOUT,
    "highlights": HIGHLIGHTS,
}
SWITCH = {True: "yes", False: "no"}


class SettingSelect(PersistentSelect, template=r"setting"):
    """A menu of all settings."""

    action = "setting"

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form of the setting that was chosen."""
        _check_manager(press)
        name = self.chosen(press)
        if name not in SETTINGS or press.guild_id is None:
            raise RequestRejected(_(FOREIGN_BUTTON))
        async with bot.context.database.read() as tx:
            settings = await load_settings(tx, press.guild_id)
        field = Label(text=name, description=_(text.SETTING_HELP[name]), component=_field(name, settings))
        await SettingForm(name).open_with(press, [field])


class SettingForm(PersistentForm):
    """A form for one setting. Its part: the setting's name."""

    action = "set"
    template = re.compile(rf"set:({'|'.join(SETTINGS)})")
    title = text.FORM_TITLE

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Change the setting, and show all of them in place of the message with the menu."""
        _check_manager(press)
        name = self.parts[0]
        try:
            content = await describe_after_change(bot, press, {name: _as_typed(name, values.get(VALUE, ()), press)})
            note = text.saved_note(name)
        except RequestRejected as rejected:
            content, note = await describe_after_change(bot, press, {}), text.rejected_note(rejected.reason)
        await replace_message(press, text.add_note(content, note), settings_menu())


def settings_menu() -> View:
    """Return the menu below the settings."""
    options = [SelectOption(label=name, description=_(text.SETTING_HELP[name])[:100], value=name) for name in SETTINGS]
    return row(SettingSelect(options, _(text.CHANGE_ONE)))


def _check_manager(press: Press) -> None:
    if not can_manage_server(press):
        raise RequestRejected(_(MANAGERS_ONLY))


def _field(name: str, settings: GuildSettings) -> Item[Any]:
    """Return the field of a setting, with its present value."""
    stored: Any = getattr(settings, name)
    field: Item[Any]
    if name in WORDS:
        field = _word_menu(
            {word: _(means) for word, means in WORDS[name].items()},
            SWITCH[stored] if isinstance(stored, bool) else stored,
        )
    elif name == "language":
        field = _word_menu({word: language_means(word) for word in language_choices()}, stored)
    elif name in CHANNELS:
        field = _channel_menu(name, list(stored) if name == "channels" else [stored] if stored else [])
    elif name in ROLES:
        roles = [SelectDefaultValue.from_role(discord.Object(stored))] if stored else []
        field = RoleSelect(custom_id=VALUE, min_values=0, required=False, default_values=roles)
    else:
        typed = SETTINGS[name].default if stored is None else str(stored)
        field = TextInput(custom_id=VALUE, default=typed, required=False, max_length=100)
    return field


def _word_menu(meanings: Mapping[str, str], chosen: str) -> Select[Any]:
    options = [
        SelectOption(label=word, description=meaning[:100], value=word, default=word == chosen)
        for word, meaning in meanings.items()
    ]
    return Select(custom_id=VALUE, options=options)


def _channel_menu(name: str, chosen: Sequence[int]) -> ChannelSelect[Any]:
    return ChannelSelect(
        custom_id=VALUE,
        channel_types=[ChannelType.forum] if name == "forum" else [ChannelType.text, ChannelType.news],
        min_values=0,
        max_values=CHANNELS[name],
        required=False,
        default_values=[SelectDefaultValue.from_channel(discord.Object(each)) for each in chosen],
    )


def _as_typed(name: str, values: Sequence[str], press: Press) -> str:
    """Return what was filled in as people write it; nothing stands for the default."""
    chosen = [each for each in values if each.strip()]
    if not chosen:
        return SETTINGS[name].default
    if name in CHANNELS:
        return " ".join(f"<#{each}>" for each in chosen)
    if name in ROLES:
        return SETTINGS[name].default if int(chosen[0]) == press.guild_id else f"<@&{chosen[0]}>"
    return chosen[0]
