"""The settings of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import ChannelType, SelectDefaultValue, SelectOption, app_commands
from discord.ext import commands
from discord.ui import ChannelSelect, Item, Label, RoleSelect, Select, TextInput

from bot.client.components import PersistentForm, PersistentSelect, row
from bot.client.feature import Cog, Feature
from bot.features.forum_posts import find_problem, list_forums, prepare_forum
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import MAX_LENGTH, replace_message, reply, request_of
from bot.interactions.text import FOREIGN_BUTTON
from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import (
    CHANNELS,
    HIGHLIGHTS,
    MANAGERS_ONLY,
    MENTIONS,
    ROLES,
    SETTINGS,
    THREADS,
    TIMEOUT,
    GuildResources,
    language_means,
    split_settings,
)
from bot.referee.guilds.settings import language_choices, load_settings
from bot.referee.servers import change_settings
from bot.referee.times.calendar import local_time
from games.translation import bind_language, gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press, Values
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.guilds.settings import GuildSettings

FORM_TITLE = N_("Change a setting")
SETTING_HELP = {
    "prefix": N_("What text commands begin with"),
    "channels": N_("Where matches may start; everywhere if you choose none"),
    "threads": N_("Whether each match gets its own thread"),
    "clock": N_("For challenges that name none: 3d, 3d+1d cap 6d, none"),
    "challengers": N_("Who may challenge; everyone if you choose no role"),
    "most": N_("How many matches a member may play at a time; any for no limit"),
    "mentions": N_("How I mention players"),
    "timeout": N_("What happens when a player's time is up"),
    "zone": N_("The time zone of days and weekends, for example Europe/Berlin"),
    "finished": N_("Where finished matches are shown"),
    "puzzles": N_("Where a puzzle is posted every day"),
    "forum": N_("The forum in which each match gets a post"),
    "highlights": N_("Whether the turning point of a match that ended is shown"),
    "organizers": N_("Who may set up events, besides managers of the server"),
    "weekly": N_("Where the match of the week is posted"),
    "open_challenges": N_("How many challenges a member may have open at a time; any for my usual limit"),
    "daily_challenges": N_("How many challenges a member may make in 24 hours; any for no limit"),
    "requests": N_("How many pictures and pages a member may ask for in a minute; any for my usual limit"),
    "language": N_("The language of my posts, for example en; discord for the one of the server"),
}
"""What each setting is for, in at most 100 characters."""
NO_SERVER = N_("That needs a server: ask in one of its channels.")


def rejected_note(reason: str) -> str:
    """Say why a setting wasn't changed."""
    return _("**Nothing was changed.** {reason}").format(reason=reason)


def add_note(settings: str, note: str) -> str:
    """Return what became of a form below all settings: next to the menu, as a phone shows only a part of the message.

    Where Discord doesn't take both in one message, return the note alone.
    """
    both = f"{settings}\n{note}"
    return both if len(both) <= MAX_LENGTH else note


def settings_post(server: GuildSettings, notes: Mapping[str, str]) -> str:
    """Return all settings of a server, each with its meaning, and how to change them if there is room.

    `notes` are sentences to stand below settings, by name: what is wrong with the forum, for example.
    """
    example = " ".join(f"{name}={SETTINGS[name].example}" for name in ("threads", "clock", "channels"))
    how = _("People with Manage Server can change them: `/server settings`, or as text {example}").format(
        example=f"`{server.prefix}settings {example}`"
    )
    lines = (_setting_line(name, server, notes) for name in SETTINGS)
    settings = "\n".join([_("Settings of this server:"), *lines])
    whole = f"{settings}\n-# {how}"
    return whole if len(whole) < MAX_LENGTH else settings


def changed_settings_post(server: GuildSettings, names: Iterable[str], notes: Mapping[str, str]) -> str:
    """Return settings that were changed, each with its meaning, and how to see all if there is room.

    `notes` are those of `settings_post`.
    """
    lines = (_setting_line(name, server, notes) for name in names)
    rest = _("{command} shows all settings.").format(command=f"`{server.prefix}settings`")
    settings = "\n".join([_("**Saved:**"), *lines])
    whole = f"{settings}\n-# {rest}"
    return whole if len(whole) < MAX_LENGTH else settings


def _setting_line(name: str, server: GuildSettings, notes: Mapping[str, str]) -> str:
    """Return a setting with its meaning, and below it a note, if there is one."""
    line = f"- {name} {SETTINGS[name].describe(getattr(server, name))}"
    return f"{line}\n  - {notes[name]}" if name in notes else line


async def describe_after_change(
    bot: Client, source: Source, changes: Mapping[str, str], *, only_changed: bool = False
) -> str:
    """Change the settings that are given by name, as people write them, and return the settings in words.

    These are all of them; with `only_changed` those that were given, if there are any. Raises `RequestRejected`, and
    then nothing was changed.
    """
    guild = source.guild
    if guild is None:
        raise RequestRejected(_(NO_SERVER))
    channels, me = guild.text_channels, guild.me
    resources = GuildResources(
        {each.id for each in channels},
        {each.id for each in guild.roles},
        {each.id for each in channels if not each.permissions_for(me).send_messages},
        list_forums(guild),
        bot.cooldowns.per_minute,
        bot.context.now(),
    )
    try:
        settings = await change_settings(
            bot.context, request_of(source), changes, resources, manager=can_manage_server(source)
        )
    finally:
        bot.guild_settings.forget(guild.id)
    if "language" in changes:
        bind_language(await bot.languages.of_reader(source))
    notes = {"zone": _("It's {time} there now.").format(time=local_time(bot.context.now(), settings.time_zone))}
    if settings.forum:
        infos = [game.info for game in bot.context.games.values()]
        if "forum" in changes:
            await prepare_forum(bot, settings.forum, infos)
        if problem := await find_problem(bot, settings.forum, infos):
            notes["forum"] = problem
    if only_changed and changes:
        return changed_settings_post(settings, changes, notes)
    return settings_post(settings, notes)


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

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form of the setting that was chosen."""
        _check_manager(press)
        name = self.chosen(press)
        if name not in SETTINGS or press.guild_id is None:
            raise RequestRejected(_(FOREIGN_BUTTON))
        async with bot.context.database.read() as tx:
            settings = await load_settings(tx, press.guild_id)
        field = Label(text=name, description=_(SETTING_HELP[name]), component=_field(name, settings))
        await SettingForm(name).open_with(press, [field])


class SettingForm(PersistentForm, template=rf"set:({'|'.join(SETTINGS)})"):
    """A form for one setting. Its part: the setting's name."""

    title = FORM_TITLE

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Change the setting, and show all of them in place of the message with the menu."""
        _check_manager(press)
        name = self.parts[0]
        try:
            content = await describe_after_change(bot, press, {name: _as_typed(name, values.get(VALUE, ()), press)})
            note = _("**Saved:** {name}.").format(name=name)
        except RequestRejected as rejected:
            content, note = await describe_after_change(bot, press, {}), rejected_note(rejected.reason)
        await replace_message(press, add_note(content, note), settings_menu())


def settings_menu() -> View:
    """Return the menu below the settings."""
    options = [SelectOption(label=name, description=_(SETTING_HELP[name])[:100], value=name) for name in SETTINGS]
    return row(SettingSelect(options, _("Change a setting...")))


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


class GuildSettingsCog(Cog):
    """The command that shows the settings of a server, and lets its managers change them."""

    @commands.command(name="settings")
    @commands.guild_only()
    async def settings_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `threads=no clock=3d+1d cap 6d`, or nothing to see the settings."""
        changes = split_settings(rest)
        await reply(ctx.message, await describe_after_change(self.bot, ctx.message, changes, only_changed=True))

    @app_commands.command(name="settings", description="See or change my settings on this server")
    async def settings_by_slash(self, interaction: discord.Interaction[Any]) -> None:
        """Show the settings, to managers with a menu that changes them."""
        content = await describe_after_change(self.bot, interaction, {})
        await reply(interaction, content, view=settings_menu() if can_manage_server(interaction) else None)


FEATURE = Feature(cogs=[GuildSettingsCog], buttons=[SettingSelect], forms=[SettingForm])
