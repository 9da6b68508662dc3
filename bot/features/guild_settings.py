"""The settings of a server, and the panel `/server` for those who manage it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import discord
from discord import ChannelType, SelectDefaultValue, SelectOption, app_commands
from discord.app_commands import Choice
from discord.ui import ChannelSelect, Item, Label, RoleSelect, TextInput

from bot.client.components import PersistentForm, PersistentSelect
from bot.client.feature import Cog, Feature
from bot.client.panels import (
    Field,
    PanelButton,
    PanelCommand,
    complete_words,
    layout,
    list_panel_commands,
    run_typed,
)
from bot.features.forum_posts import find_problem, list_forums, prepare_forum
from bot.interactions.member_permissions import can_manage_server
from bot.interactions.replies import MAX_LENGTH, reply, request_of, show_layout
from bot.interactions.text import FOREIGN_BUTTON
from bot.referee.errors import RequestRejected
from bot.referee.guilds.setting_values import (
    CHANNELS,
    GUESSES,
    HIGHLIGHTS,
    MANAGERS_ONLY,
    MENTIONS,
    ROLES,
    SETTINGS,
    THREADS,
    TIMEOUT,
    GuildResources,
    language_means,
    parse_setting,
    split_settings,
    write_setting,
)
from bot.referee.guilds.settings import language_choices, load_settings
from bot.referee.servers import change_settings
from bot.referee.times.calendar import local_time
from games.translation import bind_language, gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.client.client import Client
    from bot.client.components import Press, Values
    from bot.interactions.replies import Source
    from bot.referee.guilds.settings import GuildSettings

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
    "overview": N_("Where one post always shows what is played, with buttons to begin or join"),
    "open_challenges": N_("How many challenges a member may have open at a time; any for my usual limit"),
    "daily_challenges": N_("How many challenges a member may make in 24 hours; any for no limit"),
    "requests": N_("How many pictures and pages a member may ask for in a minute; any for my usual limit"),
    "language": N_("The language of my posts, for example en; discord for the one of the server"),
    "guesses": N_("Whether spectators can guess who wins"),
}
"""What each setting is for, in at most 100 characters."""
SUBJECTS: Mapping[str, tuple[str, Sequence[str]]] = {
    "matches": (N_("Matches"), ("channels", "threads", "forum", "clock", "timeout")),
    "members": (N_("Members"), ("challengers", "most", "open_challenges", "daily_challenges", "requests")),
    "posts": (N_("Posts"), ("mentions", "overview", "finished", "puzzles", "weekly")),
    "spectators": (N_("Spectators"), ("highlights", "guesses")),
    "server": (N_("Server"), ("prefix", "language", "zone", "organizers")),
}
"""What a form asks at a time: its title, and the names of at most five settings."""
NO_SERVER = N_("That needs a server: ask in one of its channels.")


def settings_post(server: GuildSettings, notes: Mapping[str, str]) -> str:
    """Return all settings of a server, each with its meaning, and how to change them if there is room.

    `notes` are sentences to stand below settings, by name: what is wrong with the forum, for example.
    """
    example = " ".join(f"{name}={SETTINGS[name].example}" for name in ("threads", "clock", "channels"))
    how = _("People with Manage Server can change them: `/server`, or as text {example}").format(
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


async def describe_after_change(bot: Client, source: Source, changes: Mapping[str, str]) -> str:
    """Change the settings that are given by name, as people write them, and return in words what was changed.

    Without any return all settings. Raises `RequestRejected`, and then nothing was changed.
    """
    settings, notes = await _change(bot, source, changes)
    return changed_settings_post(settings, changes, notes) if changes else settings_post(settings, notes)


def _resources(bot: Client, guild: discord.Guild | None) -> GuildResources:
    if guild is None:
        raise RequestRejected(_(NO_SERVER))
    channels, me = guild.text_channels, guild.me
    return GuildResources(
        {each.id for each in channels},
        {each.id for each in guild.roles},
        {each.id for each in channels if not each.permissions_for(me).send_messages},
        list_forums(guild),
        bot.cooldowns.per_minute,
        bot.context.now(),
    )


async def _change(bot: Client, source: Source, changes: Mapping[str, str]) -> tuple[GuildSettings, dict[str, str]]:
    """Change settings, and return all with sentences to stand below some, by name. Raises `RequestRejected`."""
    resources = _resources(bot, source.guild)
    try:
        settings = await change_settings(
            bot.context, request_of(source), changes, resources, manager=can_manage_server(source)
        )
    finally:
        bot.guild_settings.forget(request_of(source).guild_id or 0)
    if "language" in changes:
        bind_language(await bot.languages.of_reader(source))
    notes = {"zone": _("It's {time} there now.").format(time=local_time(bot.context.now(), settings.time_zone))}
    if settings.forum:
        infos = [game.info for game in bot.context.games.values()]
        if "forum" in changes:
            await prepare_forum(bot, settings.forum, infos)
        if problem := await find_problem(bot, settings.forum, infos):
            notes["forum"] = problem
    return settings, notes


WORDS: Mapping[str, Mapping[str, str]] = {
    "threads": THREADS,
    "mentions": MENTIONS,
    "timeout": TIMEOUT,
    "highlights": HIGHLIGHTS,
    "guesses": GUESSES,
}
SWITCH = {True: "yes", False: "no"}
NOTHING: Mapping[str, str] = MappingProxyType({})


class SettingSelect(PersistentSelect, template=r"setting"):
    """The menu of the panel of a server, for what a form asks at a time."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form. A menu from before there were panels names a setting."""
        _check_manager(press)
        chosen = self.chosen(press)
        subject = next((each for each, (_title, names) in SUBJECTS.items() if chosen in {each, *names}), None)
        if subject is None or press.guild_id is None:
            raise RequestRejected(_(FOREIGN_BUTTON))
        async with bot.context.database.read() as tx:
            settings = await load_settings(tx, press.guild_id)
        title, names = SUBJECTS[subject]
        fields = [
            Label(text=name, description=_(SETTING_HELP[name])[:100], component=_field(name, settings))
            for name in names
        ]
        await SettingForm(subject).open_with(press, fields, title=_(title))


class SettingForm(PersistentForm, template=rf"set:({'|'.join(SUBJECTS)})"):
    """A form for some settings. Its part: what it asks."""

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Change what differs, and show all in the panel, with what can't be read."""
        _check_manager(press)
        resources = _resources(bot, press.guild)
        async with bot.context.database.read() as tx:
            before = await load_settings(tx, press.guild_id or 0)
        typed = {name: _as_typed(name, values.get(name, ()), press) for name in SUBJECTS[self.parts[0]][1]}
        wanted = {name: text for name, text in typed.items() if text != write_setting(name, getattr(before, name))}
        reasons = {name: _why_not(name, text, resources) for name, text in wanted.items()}
        good = {name: text for name, text in wanted.items() if not reasons[name]}
        await show_server(bot, press, good, [*filter(None, reasons.values())])


def _why_not(name: str, typed: str, resources: GuildResources) -> str:
    """Return why a text can't be the value of a setting, empty if it can."""
    try:
        parse_setting(name, typed, resources)
    except RequestRejected as rejected:
        return rejected.reason
    return ""


async def show_server(
    bot: Client, interaction: Press, changes: Mapping[str, str] = NOTHING, rejected: Sequence[str] = ()
) -> None:
    """Change settings, and show the panel of a server, which says why others were `rejected`.

    Only managers see what they can do there. Raises `RequestRejected`.
    """
    settings, notes = await _change(bot, interaction, changes)
    subjects = [
        "\n".join([f"**{_(title)}**", *(_setting_line(name, settings, notes) for name in names)])
        for title, names in SUBJECTS.values()
    ]
    said = [_("**Saved:** {names}.").format(names=", ".join(changes))] if changes else []
    said += [_("**Not changed:** {reason}").format(reason=reason) for reason in rejected]
    if not can_manage_server(interaction):
        await show_layout(interaction, layout(*subjects))
        return
    options = [
        SelectOption(label=_(title), description=", ".join(names), value=subject)
        for subject, (title, names) in SUBJECTS.items()
    ]
    offered = [PanelButton(_(one.label), one.name, 0) for one in list_panel_commands(bot, "server") if one.often]
    change = SettingSelect(options, _("Change..."))
    await show_layout(interaction, layout(*subjects, [change], offered[:3], offered[3:], "\n".join(said)))


def _check_manager(press: Press) -> None:
    if not can_manage_server(press):
        raise RequestRejected(_(MANAGERS_ONLY))


def _field(name: str, settings: GuildSettings) -> Item[Any]:
    """Return the field of a setting, with its present value."""
    stored: Any = getattr(settings, name)
    field: Item[Any]
    if name in WORDS:
        chosen = SWITCH[stored] if isinstance(stored, bool) else stored
        field = _word_menu(name, {word: _(means) for word, means in WORDS[name].items()}, chosen)
    elif name == "language":
        field = _word_menu(name, {word: language_means(word) for word in language_choices()}, stored)
    elif name in CHANNELS:
        field = _channel_menu(name, list(stored) if name == "channels" else [stored] if stored else [])
    elif name in ROLES:
        roles = [SelectDefaultValue.from_role(discord.Object(stored))] if stored else []
        field = RoleSelect(custom_id=name, min_values=0, required=False, default_values=roles)
    else:
        typed = SETTINGS[name].default if stored is None else str(stored)
        example = SETTINGS[name].example
        field = TextInput(custom_id=name, default=typed, placeholder=example, required=False, max_length=100)
    return field


def _word_menu(name: str, meanings: Mapping[str, str], chosen: str) -> Item[Any]:
    return Field(label=name, choices=meanings, value=chosen, required=True).item(name)


def _channel_menu(name: str, chosen: Sequence[int]) -> ChannelSelect[Any]:
    return ChannelSelect(
        custom_id=name,
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


async def show_or_change(bot: Client, source: Source, words: str) -> None:
    """Read `threads=no clock=3d+1d cap 6d`; without words show all settings, to an interaction in the panel."""
    if isinstance(source, discord.Interaction) and not words:
        await show_server(bot, source)
        return
    await reply(source, await describe_after_change(bot, source, split_settings(words)))


async def suggest_settings(_bot: Client, _interaction: Press, typed: str) -> Sequence[Choice[str]]:
    """Return the settings, or the words for the last one that is typed, behind those before it."""
    *before, last = typed.split(" ")
    name, equals, value = last.partition("=")
    found = {f"{each}=": _(SETTING_HELP[each]) for each in SETTINGS if each.startswith(name.lower())}
    if equals:
        meanings = {word: _(means) for word, means in WORDS.get(name.lower(), {}).items()}
        if name.lower() == "language":
            meanings = {word: language_means(word) for word in language_choices()}
        found = {f"{name}={word}": means for word, means in meanings.items() if word.startswith(value.lower())}
    return [Choice(name=f"{word} {means}"[:100], value=" ".join([*before, word])) for word, means in found.items()]


class ServerCog(Cog):
    """The slash command for people who manage a server."""

    @app_commands.command(name="server", description="Settings, blocked people, log and permissions of this server")
    @app_commands.describe(do="For example settings threads=no, or log; leave it empty to see and change everything")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def server(self, interaction: discord.Interaction[Any], do: str = "") -> None:
        """Carry out what was typed, or show the panel."""
        if do.strip():
            await run_typed(self.bot, interaction, "server", do, 0)
        else:
            await show_server(self.bot, interaction)

    @server.autocomplete("do")
    async def _complete(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return await complete_words(self.bot, interaction, list_panel_commands(self.bot, "server"), current)


FEATURE = Feature(
    cogs=[ServerCog],
    panel_commands=[
        PanelCommand(
            name="settings",
            panel="server",
            label=N_("Settings"),
            description=N_("See or change my settings on this server"),
            run=show_or_change,
            usage="threads=no",
            complete=suggest_settings,
            guild_only=True,
        )
    ],
    buttons=[SettingSelect],
    forms=[SettingForm],
)
