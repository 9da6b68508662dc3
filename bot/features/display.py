"""What people choose for themselves: how boards look, what they prefer otherwise, and the panel `/me` with both."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import SelectOption, app_commands
from discord.app_commands import Choice

from bot.client.components import PersistentForm, PersistentSelect
from bot.client.feature import Cog, Feature
from bot.client.options import MAX_CHOICES, make_zone_choices, usable_everywhere
from bot.client.panels import (
    Field,
    PanelButton,
    PanelCommand,
    complete_words,
    layout,
    list_panel_commands,
    run_typed,
)
from bot.features.sign_in import end_chosen, sessions_text, sign_out_choices
from bot.features.vacations import VACATION, vacation_post
from bot.interactions.replies import reply, request_of, show_layout
from bot.interactions.text import FOREIGN_BUTTON
from bot.referee.clocks.vacations import load_vacation
from bot.referee.errors import RequestRejected
from bot.referee.guilds.settings import DISCORD, language_choices
from bot.referee.people.display import (
    DISPLAY_CHOICES,
    DISPLAY_WORDS,
    change_display,
    load_display,
    split_display,
)
from bot.referee.people.preferences import (
    CHOICES,
    MESSAGE_KINDS,
    WORDS,
    change_preferences,
    list_choices,
    load_person_zone,
    load_preferences,
    split_preferences,
)
from bot.referee.people.sign_in import list_sessions
from bot.referee.times.calendar import (
    COMMON_DIGEST_TIMES,
    COMMON_QUIET_HOURS,
    SERVER,
    local_time,
    parse_digest_time,
    parse_quiet_hours,
    parse_zone,
)
from games.translation import bind_language, gettext as _, gettext_noop as N_, language_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from bot.client.client import Client
    from bot.client.components import Press, Values
    from bot.interactions.replies import Source
    from bot.referee.people.display import DisplayPreferences
    from bot.referee.people.preferences import MessageKind, Preferences, Way


def look_post(look: DisplayPreferences) -> str:
    """Return the look that a person chose, and what it applies to."""
    if look.sides == "mover":
        chosen = _(
            "Your look: theme `{theme}`, size `{size}`, sides `{sides}` (your own side below; on boards that everyone "
            "sees, the side to move)."
        )
    else:
        chosen = _("Your look: theme `{theme}`, size `{size}`, sides `{sides}` (never turned, a1 at the lower left).")
    applies = _("It applies to boards that only you see, and to matches you start from now on.")
    return f"{chosen.format(theme=look.theme, size=look.size, sides=look.sides)}\n{applies}"


SERVER_ZONE = N_("server: the server's time zone")
"""How the time zone `server` is listed among the zones."""
TIMED = frozenset({"zone", "quiet", "digest"})
"""Preferences that are about times of day."""


def changed_preferences_post(chosen: Preferences, names: Iterable[str], zone: ZoneInfo, now: datetime) -> str:
    """Return the preferences of some names, which were changed, each with its meaning; `zone` is the one in effect."""
    changed = [name for name in CHOICES if name in names]
    return "\n".join(
        [
            _("**Saved:**"),
            *(_preference_line(name, chosen) for name in changed),
            *([_local_time(zone, now)] if TIMED & {*changed} else []),
            _("-# `/me` shows all of them."),
        ]
    )


def preferences_post(chosen: Preferences, zone: ZoneInfo, now: datetime) -> str:
    """Return a person's preferences, each with its meaning, and how to change them. `zone` is the one in effect."""
    lines = [
        _("Your preferences:"),
        *(_preference_line(name, chosen) for name in CHOICES),
        _local_time(zone, now),
        _("-# Change them with `/me`, or as text: `preferences` with any of {choices}").format(choices=list_choices()),
    ]
    return "\n".join(lines)


def _preference_line(name: str, chosen: Preferences) -> str:
    """Return a preference with its meaning."""
    word = getattr(chosen, name)
    return f"- {name} `{word}`: {CHOICES[name].describe(word)}"


def _look_line(name: str, word: str) -> str:
    """Return a word for how boards look with its meaning."""
    return f"- {name} `{word}`: {_(DISPLAY_WORDS[word])}" if name == "sides" else f"- {name} `{word}`"


def _local_time(zone: ZoneInfo, now: datetime) -> str:
    return _("Your local time is {time} ({zone}).").format(time=local_time(now, zone), zone=zone.key)


PREFERENCE_HELP: Mapping[str, str] = {
    "theme": N_("Dark or light"),
    "size": N_("How large pictures are"),
    "sides": N_("Whether boards turn"),
    "takebacks": N_("What happens when someone asks you for a takeback"),
    "turns": N_("How you learn that it's your turn"),
    "alarm": N_("How I warn you when your time is running out"),
    "offers": N_("How you learn of challenges, offers and other questions to you"),
    "results": N_("How you learn that your matches ended"),
    "events": N_("How you learn of your matches in events, and of warnings there"),
    "reminders": N_("How I remind you of matches without a clock"),
    "confirm": N_("Whether I ask before I play your move, wherever you make it"),
    "buttons": N_("Whether boards have buttons to move"),
    "net": N_("Whether I take a vacation day for you when your time runs out"),
    "remind_after": N_("How long a match without a clock waits before I remind you"),
    "site": N_("Whether a site of finished matches names you"),
    "standings": N_("Whether tables and your profile show others your ratings"),
    "zone": N_("Your time zone, for example Europe/Berlin; server for the server's"),
    "quiet": N_("Hours in which messages arrive silently, for example 22-7; none for never"),
    "digest": N_("When to send your daily list, for example 8 or 7:30; off for never"),
    "language": N_("The language in which I write to you; discord for the one of your Discord"),
}
"""What each preference is for, in at most 100 characters."""
SUBJECTS: Mapping[str, tuple[str, Sequence[str]]] = {
    "look": (N_("Boards"), ("theme", "size", "sides", "buttons")),
    "playing": (N_("Moves and time"), ("confirm", "takebacks", "net")),
    "messages": (N_("Messages"), MESSAGE_KINDS),
    "times": (N_("Reminders and language"), ("remind_after", "quiet", "digest", "zone", "language")),
    "others": (N_("What others see"), ("standings", "site")),
}
"""What is asked at a time: its title, and the names of preferences; of five at most by a form."""
KINDS: Mapping[MessageKind, str] = {
    "turns": N_("Your turn"),
    "alarm": N_("Your time runs out"),
    "offers": N_("Questions to you"),
    "results": N_("Your matches end"),
    "events": N_("Your events"),
    "reminders": N_("Reminders"),
}
"""How each kind of message is called beside its menu."""
WAYS: Mapping[Way, str] = {
    "mention": N_("Mention"),
    "silent": N_("Silent mention"),
    "direct": N_("Direct message"),
    "nothing": N_("Nothing"),
}
"""How each way to be told is called in a menu."""


async def change_look(bot: Client, source: Source, words: str) -> None:
    """Read `light large never`; without words, show what is chosen."""
    user_id = request_of(source).user_id
    await reply(source, look_post(await change_display(bot.context, user_id, split_display(words))))


async def look_fields(bot: Client, press: Press, *_about: object) -> Sequence[Field]:
    """Return the questions about how boards look."""
    async with bot.context.database.read() as tx:
        look = await load_display(tx, press.user.id)
    return [_look_field(name, look) for name in DISPLAY_CHOICES]


def _look_field(name: str, look: DisplayPreferences) -> Field:
    meanings = {word: _(DISPLAY_WORDS[word]) for word in DISPLAY_CHOICES[name]}
    return Field(
        label=name, key=name, hint=_(PREFERENCE_HELP[name]), value=getattr(look, name), choices=meanings, required=True
    )


async def change_by_words(bot: Client, source: Source, words: str) -> None:
    """Read `takebacks=never zone=Europe/Berlin`, or nothing to see the preferences."""
    context, request = bot.context, request_of(source)
    values = split_preferences(words)
    chosen = await _change(bot, source, values)
    zone = await load_person_zone(context, request.user_id, request.guild_id)
    now = context.now()
    post = changed_preferences_post(chosen, values, zone, now) if values else preferences_post(chosen, zone, now)
    await reply(source, post)


async def _change(bot: Client, source: Source, values: Mapping[str, str]) -> Preferences:
    """Change preferences; from a new language on, what this request says is in it. Raises `RequestRejected`."""
    user_id = request_of(source).user_id
    chosen = await change_preferences(bot.context, user_id, values)
    if values.get("language"):
        bot.languages.forget_person(user_id)
        bind_language(await bot.languages.of_reader(source))
    return chosen


async def change_messages(bot: Client, source: Source, words: str) -> None:
    """Read `turns=silent`; without words, show the menus for all kinds of messages, or in a message all preferences."""
    if isinstance(source, discord.Interaction) and not words:
        await show_messages(bot, source)
    else:
        await change_by_words(bot, source, words)


async def show_messages(bot: Client, press: Press, saved: str = "") -> None:
    """Show how a person is told of each kind of message, with a menu each; `saved` is the kind that was changed."""
    async with bot.context.database.read() as tx:
        chosen = await load_preferences(tx, press.user.id)
    quiet = _("-# How I tell you of each. In your quiet hours everything arrives silently.")
    parts: list[str | list[WaySelect]] = [f"**{_(SUBJECTS['messages'][0])}**\n{quiet}"]
    for kind, title in KINDS.items():
        way = getattr(chosen, kind)
        options = [
            SelectOption(label=_(label), value=each, description=_(WORDS[kind][each])[:100], default=each == way)
            for each, label in WAYS.items()
        ]
        parts += [
            f"{_(title)} \u00b7 `{kind}`",
            [WaySelect(options, _(PREFERENCE_HELP[kind]), kind)],
        ]
    note = _("**Saved:** {names}.").format(names=saved) if saved else ""
    await show_layout(press, layout(*parts, note))


class WaySelect(PersistentSelect, template=rf"tell:({'|'.join(MESSAGE_KINDS)})"):
    """The menu of ways to be told of a kind of message. Its part: the kind."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Keep what was chosen, and show all menus."""
        kind = self.parts[0]
        await change_preferences(bot.context, press.user.id, {kind: self.chosen(press)})
        await show_messages(bot, press, saved=kind)


async def suggest_preferences(bot: Client, _interaction: Press, typed: str) -> Sequence[Choice[str]]:
    """Return the preferences, or the values of the last one that is typed, behind those before it."""
    *before, last = typed.split(" ")
    name, equals, value = last.partition("=")
    if not equals:
        found = {f"{each}=": f"{each}: {_(PREFERENCE_HELP[each])}" for each in CHOICES if each.startswith(name.lower())}
    else:
        values = _suggest_values(bot, name.lower(), value)
        found = {f"{name}={word}": f"{name}={shown}" for word, shown in values.items()}
    return [Choice(name=shown[:100], value=" ".join([*before, word])) for word, shown in found.items()]


def _suggest_values(bot: Client, name: str, typed: str) -> dict[str, str]:
    """Return the values of a preference that begin with what is typed, each as it is shown."""
    match name:
        case "zone":
            server = {SERVER: _(SERVER_ZONE)} if SERVER.startswith(typed.lower()) else {}
            return server | {each.value: each.name for each in make_zone_choices(typed, bot.context.now())}
        case "quiet":
            return _suggest(COMMON_QUIET_HOURS, parse_quiet_hours, typed)
        case "digest":
            return _suggest(COMMON_DIGEST_TIMES, parse_digest_time, typed)
        case "language":
            named = {word: f"{word}: {_language(word)}" for word in language_choices()}
            return {word: shown for word, shown in named.items() if typed.casefold() in shown.casefold()}
        case _:
            meanings = {word: f"{word}: {_(means)}" for word, means in WORDS.get(name, {}).items()}
            return {word: shown for word, shown in meanings.items() if word.startswith(typed.lower())}


def _language(word: str) -> str:
    return _("the language of your Discord") if word == DISCORD else language_name(word)


def _suggest(usual: Sequence[str], read: Callable[[str], str], current: str) -> dict[str, str]:
    """Return the usual values that begin with what is typed, after that itself if it can be read."""
    typed = current.strip().lower()
    found = [each for each in usual if each.startswith(typed)]
    with suppress(RequestRejected):
        found = [read(typed), *(each for each in found if each != read(typed))]
    return {each: each for each in found[:MAX_CHOICES]}


class PreferencesSelect(PersistentSelect, template="preferences"):
    """The menu of the panel of a person, for what a form asks at a time."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form, or show the menus for messages."""
        subject = self.chosen(press)
        if subject not in SUBJECTS:
            raise RequestRejected(_(FOREIGN_BUTTON))
        if subject == "messages":
            await show_messages(bot, press)
            return
        title, names = SUBJECTS[subject]
        fields = await _fields(bot, press, names)
        await PreferencesForm(subject).open_with(press, [each.component(each.key) for each in fields], title=_(title))


class PreferencesForm(PersistentForm, template=rf"prefer:({'|'.join(SUBJECTS)})"):
    """A form for some preferences. Its part: what it asks."""

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Change what differs, and show all in the panel, with what can't be read."""
        before = {each.key: each for each in await _fields(bot, press, SUBJECTS[self.parts[0]][1])}
        answers = {name: "".join(values.get(name, ())).strip() or field.empty for name, field in before.items()}
        wanted = {name: answer for name, answer in answers.items() if answer and answer != before[name].value}
        reasons = {name: _why_not(bot, name, answer) for name, answer in wanted.items()}
        good = {name: answer for name, answer in wanted.items() if not reasons[name]}
        look = {name: answer for name, answer in good.items() if name in DISPLAY_CHOICES}
        if look:
            await change_display(bot.context, press.user.id, look)
        await _change(bot, press, {name: answer for name, answer in good.items() if name in CHOICES})
        await show_me(bot, press, saved=[*good], rejected=[*filter(None, reasons.values())])


async def _fields(bot: Client, press: Press, names: Sequence[str]) -> list[Field]:
    async with bot.context.database.read() as tx:
        look, chosen = await load_display(tx, press.user.id), await load_preferences(tx, press.user.id)
    return [_look_field(name, look) if name in DISPLAY_CHOICES else _preference_field(name, chosen) for name in names]


def _preference_field(name: str, chosen: Preferences) -> Field:
    choices: Mapping[str, str] | None = None
    if name in WORDS:
        choices = {word: _(means) for word, means in WORDS[name].items()}
    elif name == "language":
        choices = {word: _language(word) for word in language_choices()}
    example, empty = CHOICES[name].examples[0], "" if choices else CHOICES[name].examples[-1]
    return Field(
        label=name,
        key=name,
        hint=_(PREFERENCE_HELP[name]),
        example=example,
        value=getattr(chosen, name),
        empty=empty,
        choices=choices,
        required=choices is not None,
    )


def _why_not(bot: Client, name: str, answer: str) -> str:
    """Return why an answer can't be a preference, empty if it can."""
    try:
        if name == "zone":
            parse_zone(answer, bot.context.now())
        elif name in CHOICES:
            CHOICES[name].parse(answer)
    except RequestRejected as rejected:
        return rejected.reason
    return ""


class SignOutSelect(PersistentSelect, template="sign_out"):
    """The menu of a person's browsers, in their panel."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Sign out of what was chosen, and show the panel."""
        await show_me(bot, press, done=await end_chosen(bot, press.user.id, self.chosen(press)))


async def show_me(
    bot: Client, interaction: Press, saved: Sequence[str] = (), rejected: Sequence[str] = (), done: str = ""
) -> None:
    """Show the panel of a person: with what they `saved`, why answers were `rejected`, and what else was `done`."""
    request = request_of(interaction)
    async with bot.context.database.read() as tx:
        look, chosen = await load_display(tx, request.user_id), await load_preferences(tx, request.user_id)
    zone = await load_person_zone(bot.context, request.user_id, request.guild_id)
    vacation = await load_vacation(bot.context, request)
    lines = {name: _look_line(name, getattr(look, name)) for name in DISPLAY_CHOICES}
    lines |= {name: _preference_line(name, chosen) for name in CHOICES}
    lines["zone"] += f"\n-# {_local_time(zone, bot.context.now())}"
    subjects = ["\n".join([f"**{_(title)}**", *(lines[name] for name in names)]) for title, names in SUBJECTS.values()]
    notes = [_("**Saved:** {names}.").format(names=", ".join(saved))] if saved else []
    notes += [done] if done else []
    notes += [_("**Not changed:** {reason}").format(reason=reason) for reason in rejected]
    options = [
        SelectOption(label=_(title), value=subject, description=", ".join(names))
        for subject, (title, names) in SUBJECTS.items()
    ]
    offered = [PanelButton(_(one.label), one.name, 0) for one in list_panel_commands(bot, "me") if one.often]
    away = "\n".join([f"**{_(VACATION)}**", vacation_post(vacation, how=False)])
    change = PreferencesSelect(options, _("Change..."))
    sessions = await list_sessions(bot.context, request.user_id)
    on_web: list[str | list[SignOutSelect]] = []
    if sessions:
        browsers = [SelectOption(label=name[:100], value=word) for word, name in sign_out_choices(sessions).items()]
        on_web = [sessions_text(sessions), [SignOutSelect(browsers, _("Sign out..."))]]
    await show_layout(interaction, layout(*subjects, away, [change], offered, *on_web, "\n".join(notes)))


class MeCog(Cog):
    """The slash command about oneself."""

    @usable_everywhere
    @app_commands.command(name="me", description="Your look, preferences, vacation, challenges, profile and data")
    @app_commands.describe(do="For example vacation 10d, or look light; leave it empty to see and change everything")
    async def me(self, interaction: discord.Interaction[Any], do: str = "") -> None:
        """Carry out what was typed, or show the panel."""
        if do.strip():
            await run_typed(self.bot, interaction, "me", do, 0)
        else:
            await show_me(self.bot, interaction)

    @me.autocomplete("do")
    async def _complete(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return await complete_words(self.bot, interaction, list_panel_commands(self.bot, "me"), current)


FEATURE = Feature(
    cogs=[MeCog],
    panel_commands=[
        PanelCommand(
            name="look",
            panel="me",
            label=N_("Look of boards"),
            description=N_("Choose the look of boards that only you see, and of matches you start"),
            run=change_look,
            fields=look_fields,
            usage="light large never",
        ),
        PanelCommand(
            name="preferences",
            panel="me",
            label=N_("Preferences"),
            description=N_("See or change your preferences for all matches"),
            run=change_by_words,
            usage="quiet=22-7",
            complete=suggest_preferences,
        ),
        PanelCommand(
            name="messages",
            panel="me",
            label=N_("Messages"),
            description=N_("Choose a mention, a silent one, a direct message or nothing for each kind of message"),
            run=change_messages,
            usage="turns=silent",
            complete=suggest_preferences,
        ),
    ],
    buttons=[PreferencesSelect, WaySelect, SignOutSelect],
    forms=[PreferencesForm],
)
