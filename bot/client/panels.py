"""Commands that a panel offers: each is a text command, an entry of the panel, and a word for its option `do`.

`/match`, `/me`, `/events` and `/server` open a panel each. `!givetime #42 1d`, `/match do:givetime 1d` and *Give time*
in the panel of a match do the same, by one function that reads the words behind the command's name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import discord
from discord import RadioGroupOption, SelectOption
from discord.app_commands import Choice
from discord.ext import commands
from discord.ui import ActionRow, Container, Label, LayoutView, RadioGroup, Select, TextDisplay, TextInput, UserSelect

from bot.client.block_exemptions import check_panel_command
from bot.client.commands import PANELS
from bot.client.components import (
    MAX_OPTIONS,
    PersistentButton,
    PersistentForm,
    PersistentItem,
    PersistentSelect,
)
from bot.client.options import MAX_CHOICES
from bot.interactions import text as wording
from bot.interactions.replies import guild_id_of
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from discord import Interaction

    from bot.client.client import Client
    from bot.client.components import Press, Values
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.situation import Situation

PanelName = Literal["match", "me", "events", "server"]
Run: TypeAlias = "Callable[[Client, Source, str], Awaitable[None]]"
"""Carries a command out, given the words behind its name, as a message or an interaction asked. May raise
`RequestRejected`."""
LONGEST_WORDS = 1000
"""Characters of a field of a form."""
MAX_CHOICE = 100
"""Characters of a choice for an option."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A question in the form of a command. The answer becomes words of it: `key=answer`, or the answer alone.

    With `choices` one of them is chosen: words with their meanings. With `is_person` it's a person, who is mentioned.
    `value` is the answer that it has now, `empty` the one that nothing filled in stands for. `label` has at most 45
    characters, `hint` 100; both are translated already.
    """

    label: str
    key: str = ""
    hint: str = ""
    example: str = ""
    value: str = ""
    empty: str = ""
    choices: Mapping[str, str] | None = None
    is_person: bool = False
    required: bool = False
    is_long: bool = False

    def component(self, custom_id: str) -> Label[Any]:
        """Return the field as discord.py has it."""
        return Label(text=self.label[:45], description=self.hint[:100] or None, component=self.item(custom_id))

    def item(self, custom_id: str) -> discord.ui.Item[Any]:
        """Return what is filled in."""
        if self.is_person:
            return UserSelect(custom_id=custom_id, required=self.required)
        if self.choices is not None:
            return _choice(custom_id, self.choices, self.value, required=self.required)
        return TextInput(
            custom_id=custom_id,
            default=self.value or None,
            placeholder=self.example[:100] or None,
            required=self.required,
            style=discord.TextStyle.paragraph if self.is_long else discord.TextStyle.short,
            max_length=LONGEST_WORDS,
        )

    def words(self, answer: str) -> str:
        """Return the words that an answer stands for; none for an empty one."""
        word = f"<@{answer}>" if self.is_person and answer else answer.strip() or self.empty
        return f"{self.key}={word}" if self.key and word else word


MOST_RADIO_BUTTONS = 10
"""Choices that Discord shows beneath each other; with more it takes a menu."""


def _choice(custom_id: str, choices: Mapping[str, str], value: str, *, required: bool) -> RadioGroup[Any] | Select[Any]:
    if len(choices) > MOST_RADIO_BUTTONS:
        options = [
            SelectOption(label=word, value=word, description=_described(word, meaning), default=word == value)
            for word, meaning in choices.items()
        ]
        return Select(custom_id=custom_id, options=options, required=required)
    buttons = [
        RadioGroupOption(label=word, value=word, description=_described(word, meaning), default=word == value)
        for word, meaning in choices.items()
    ]
    return RadioGroup(custom_id=custom_id, options=buttons, required=required)


def _described(word: str, meaning: str) -> str | None:
    """Return what stands below a choice: nothing for a word that says it all."""
    return meaning[:100] if meaning != word else None


async def whom(*_about: object) -> list[Field]:
    """Return the question about whom a command is."""
    return [Field(label=_("Who?"), is_person=True, required=True)]


Fields: TypeAlias = "Callable[[Client, Interaction[Any], int], Awaitable[Sequence[Field]]]"
"""Returns the fields of a command's form, with what they hold now: at most five, none if there is nothing to ask.

The number is that of the match that the panel is about, or 0. May raise `RequestRejected`.
"""


Complete: TypeAlias = "Callable[[Client, Interaction[Any], str], Awaitable[Sequence[Choice[str]]]]"
"""Returns choices for the words behind a command's name, of which some are typed already."""


def is_always(_situation: Situation) -> bool:
    """Say that a command applies to any match."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelCommand:
    """A command of a panel.

    `name` is that of the text command and the word for `do`, `label` what the panel shows (at most 45 characters) and
    `description` what it does (at most 100); both are translated when they are shown. With `fields` the panel asks for
    words by a form; `needs_words` says that there is nothing to do without any, `usage` shows such words, and
    `complete` suggests some. In the panel of a match it stands where it `applies`, `often` as a button, else in the
    menu; with `needs_no_match` beside the question which match instead. `guild_only` commands need a server. Without
    `as_text` there is no text command of this name.
    """

    name: str
    panel: PanelName
    label: str
    description: str
    run: Run
    aliases: Sequence[str] = ()
    fields: Fields | None = None
    needs_words: bool = False
    usage: str = ""
    complete: Complete | None = None
    applies: Callable[[Situation], bool] = is_always
    often: bool = False
    needs_no_match: bool = False
    guild_only: bool = False
    as_text: bool = True

    def text_command(self) -> commands.Command[Any, ..., None]:
        """Return the same as a text command."""

        async def read(ctx: CommandContext, *, rest: str = "") -> None:
            await self.run(ctx.bot, ctx.message, rest.strip())

        command: commands.Command[Any, ..., None] = commands.Command(read, name=self.name, aliases=list(self.aliases))
        return commands.guild_only()(command) if self.guild_only else command


def add_panel_command(bot: Client, command: PanelCommand) -> None:
    """Add a command of a panel to a client, and the same as a text command."""
    bot.panel_commands[command.name] = command
    if command.as_text:
        bot.add_command(command.text_command())


def list_panel_commands(bot: Client, panel: PanelName) -> list[PanelCommand]:
    """Return the commands of a panel, in the order of `PANELS`."""
    return [_commands(bot)[name] for name in PANELS[panel] if name in _commands(bot)]


def _commands(bot: Client) -> dict[str, PanelCommand]:
    return bot.panel_commands


async def run_panel_command(bot: Client, interaction: Interaction[Any], command: PanelCommand, words: str) -> None:
    """Carry out a command of a panel as an interaction asked. Raises `RequestRejected`."""
    await check_panel_command(bot.context, interaction, command.name)
    if command.guild_only and interaction.guild_id is None:
        raise RequestRejected(_(wording.SERVER_ONLY))
    await command.run(bot, interaction, words)
    bot.metrics.commands.labels("slash", f"{command.panel} {command.name}").inc()


async def choose_panel_command(bot: Client, interaction: Interaction[Any], command: PanelCommand, number: int) -> None:
    """Carry out a command that was chosen in a panel, or open its form. `number` is that of the match, or 0.

    Raises `RequestRejected`.
    """
    if command.panel in {"me", "server"}:  # the panel of a match has entries of `/me`, too
        number = 0
    await check_panel_command(bot.context, interaction, command.name)
    fields = await command.fields(bot, interaction, number) if command.fields else ()
    if not fields:
        await run_panel_command(bot, interaction, command, _about(number))
        return
    shown = [field.component(str(place)) for place, field in enumerate(fields)]
    await PanelForm(command.name, number).open_with(interaction, shown, title=_(command.label))


async def run_typed(bot: Client, interaction: Interaction[Any], panel: PanelName, typed: str, number: int) -> None:
    """Carry out what was typed for `do`: a command's name and its words. Without the words it needs, open its form.

    Raises `RequestRejected`.
    """
    name, __, words = typed.strip().partition(" ")
    command = find_panel_command(bot, panel, name)
    if command.needs_words and command.fields and not words.strip():
        await choose_panel_command(bot, interaction, command, number)
    else:
        await run_panel_command(bot, interaction, command, f"{_about(number)} {words}".strip())


def find_panel_command(bot: Client, panel: PanelName, name: str) -> PanelCommand:
    """Return the command of a panel by its name or an alias. Raises `RequestRejected`."""
    word = name.lower().lstrip("/!")
    for command in list_panel_commands(bot, panel):
        if word in {command.name, *command.aliases}:
            return command
    unknown = _("`/{panel}` has nothing called {name}. Leave `do` empty to see what it can do.")
    raise RequestRejected(unknown.format(panel=panel, name=formatting.code(name)))


def complete_do(found: Iterable[PanelCommand], current: str) -> list[Choice[str]]:
    """Return the choices for the option `do`: the commands that what is typed begins, or the one that it names."""
    typed = current.strip().lower()
    word, __, words = typed.partition(" ")
    choices = list[Choice[str]]()
    if len(typed) > MAX_CHOICE:  # a choice would cut it
        return choices
    for command in found:
        shown = f"{command.name} {command.usage}".strip()
        if words and word in {command.name, *command.aliases}:
            return [Choice(name=f"{current.strip()}: {_(command.description)}"[:100], value=current.strip())]
        if typed in command.name or typed in _(command.label).lower():
            choices.append(Choice(name=f"{shown}: {_(command.description)}"[:100], value=command.name))
    choices.sort(key=lambda choice: (choice.value != typed, not choice.value.startswith(typed)))
    return choices[:MAX_CHOICES]


async def complete_words(
    bot: Client, interaction: Interaction[Any], found: Sequence[PanelCommand], current: str
) -> list[Choice[str]]:
    """Return the choices for the option `do`: commands, and behind the name of one the words that it suggests."""
    name, space, words = current.lstrip().partition(" ")
    named = next((one for one in found if name.lower() in {one.name, *one.aliases}), None)
    if named is None or named.complete is None:
        return complete_do(found, current)
    suggested = await named.complete(bot, interaction, words.strip())
    with_name = [Choice(name=one.name, value=f"{named.name} {one.value}") for one in suggested]
    with_name = [choice for choice in with_name if len(choice.value) <= MAX_CHOICE]
    return with_name[:MAX_CHOICES] if space else [*complete_do(found, current), *with_name][:MAX_CHOICES]


_MENTION = re.compile(r"<@!?(\d{1,20})>", re.ASCII)


async def split_mentions(bot: Client, source: Source, words: str) -> tuple[list[discord.abc.User], str]:
    """Return the people whom words mention, as they are called there, and the words without mentions.

    Of a message they are those whom Discord found. Raises `RequestRejected` for a person who isn't there any more.
    """
    ids, rest = [int(found) for found in dict.fromkeys(_MENTION.findall(words))], _MENTION.sub(" ", words).strip()
    if isinstance(source, discord.Interaction):
        return [await find_user(bot, source, each) for each in ids], rest
    known = {user.id: user for user in source.mentions}
    return [known[each] for each in ids if each in known], rest


async def find_user(bot: Client, interaction: Interaction[Any], user_id: int) -> discord.abc.User:
    """Return a person as they are called where an interaction comes from. Raises `RequestRejected` for one who left."""
    if bot.user and user_id == bot.user.id:
        return bot.user
    guild = interaction.guild if guild_id_of(interaction) else None
    try:
        return await (guild.fetch_member(user_id) if guild else bot.fetch_user(user_id))
    except discord.NotFound:
        gone = _("{name} isn't here any more. Choose somebody else.").format(name=f"<@{user_id}>")
        raise RequestRejected(gone) from None


def _about(number: int) -> str:
    return f"#{number}" if number else ""


class PanelSelect(PersistentSelect, template=r"panel:(match|me|events|server):(\d+)"):
    """The menu of a panel. Its parts: the panel, and the number of the match, or 0."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Carry out the command that was chosen, or open its form."""
        await choose_panel_command(bot, press, _known(bot, self.chosen(press)), int(self.parts[1]))


class PanelButton(PersistentButton, template=r"do:([a-z]+):(\d+)"):
    """A command of a panel as a button. Its parts: the command, and the number of the match, or 0."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Carry out the command, or open its form."""
        await choose_panel_command(bot, press, _known(bot, self.parts[0]), int(self.parts[1]))


class PanelForm(PersistentForm, template=r"do_with:([a-z]+):(\d+)"):
    """The form of a command. Its parts: the command, and the number of the match, or 0."""

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Carry out the command with what was filled in."""
        command = _known(bot, self.parts[0])
        number = int(self.parts[1])
        fields = await command.fields(bot, press, number) if command.fields else ()
        answers = [(field, values.get(str(place), ())) for place, field in enumerate(fields)]
        words = [field.words(answer) for field, given in answers for answer in given]
        await run_panel_command(bot, press, command, " ".join(filter(None, [_about(number), *words])))


def _known(bot: Client, name: str) -> PanelCommand:
    command = _commands(bot).get(name)
    if command is None:
        raise RequestRejected(_(wording.FOREIGN_BUTTON))
    return command


def panel_select(found: Sequence[PanelCommand], panel: PanelName, number: int = 0) -> PanelSelect:
    """Return the menu of a panel with these commands: at most 25."""
    options = [
        SelectOption(label=_(command.label), value=command.name, description=_(command.description)[:100])
        for command in found[:MAX_OPTIONS]
    ]
    return PanelSelect(options, _("What would you like to do?"), panel, number)


def layout(*parts: str | Sequence[PersistentItem[Any]]) -> LayoutView:
    """Return texts and rows of items as a message of components alone, which discord.py doesn't keep in memory.

    A row has five buttons or one menu at most; all texts together have 4,000 characters at most.
    """
    box = Container[Any]()
    for part in filter(None, parts):
        if isinstance(part, str):
            box.add_item(TextDisplay[Any](part))
        else:
            line = ActionRow[Any]()
            for item in part:
                line.add_item(item)
            box.add_item(line)
    view = LayoutView(timeout=None)
    view.add_item(box)
    view.stop()
    return view
