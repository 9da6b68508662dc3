"""Where each slash command stands, and what Discord shows of them in other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from games.translation import ENGLISH, find_language, gettext, in_language

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discord.app_commands import TranslationContextTypes, locale_str


PANELS: Mapping[str, Sequence[str]] = {
    "match": (
        *("agree", "refuse", "retract", "rules", "hint", "analyse", "plan", "draw", "takeback", "claim", "calloff"),
        *("rematch", "playon", "review", "replay", "view", "resign", "moves", "words", "catalogue", "history", "notes"),
        *("note", "guess", "givetime", "pause", "resume", "substitute", "export", "accept", "decline", "find"),
    ),
    "me": ("look", "preferences", "messages", "challenges", "vacation", "profile", "signout", "privacy"),
    "events": ("list", "show", "withdraw", "create", "start", "cancel", "remove", "correct"),
    "server": ("settings", "log", "doctor", "abandon", "blocks", "block", "unblock"),
}
"""The words for the option `do` of a slash command, by that command (`bot.client.panels`), in the order of its panel.

Most are text commands, too.
"""
SAME_AS = {
    "challenge": "play",
    "open": "play",
    "rules": "help",
    "profile": "profile",
    "preview": "move preview:True",
}
"""Text commands that are options of a slash command of the top level, or one, whatever panels have them, too."""


def slash_path(name: str) -> str:
    """Return how a text command is called as a slash command, without the slash.

    >>> slash_path("resign"), slash_path("move"), slash_path("moves")
    ('match do:resign', 'move', 'match do:moves')
    """
    if name in SAME_AS:
        return SAME_AS[name]
    panel = next((panel for panel, names in PANELS.items() if name in names), None)
    return f"{panel} do:{name}" if panel else name


NAMES = frozenset(
    {
        TranslationContextLocation.command_name,
        TranslationContextLocation.group_name,
        TranslationContextLocation.parameter_name,
    }
)
CHOICE_LIMIT = DESCRIPTION_LIMIT = 100
MENU_ENTRY_LIMIT = 32
"""Characters that Discord shows of a choice, a description, and an entry of the menu of a message."""


class CommandTranslator(app_commands.Translator):
    """Looks the texts of commands up in the catalogues of translations."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale, or None where Discord is to show the English one."""
        if context.location in NAMES and not isinstance(context.data, app_commands.ContextMenu):
            return None
        language = find_language(locale.value)
        if language == ENGLISH:  # so are most of Discord's locales, and all texts are asked for in each of them
            return None
        with in_language(language):
            found = gettext(string.message)
        return found if found != string.message else None


class CommandText(NamedTuple):
    """A text of a command: `where` it stands, as in `/move preview`, and how long it may be."""

    text: str
    where: str
    limit: int


def list_texts(tree: app_commands.CommandTree[Any]) -> Iterator[CommandText]:
    """Yield what Discord shows of the commands of a tree in people's languages."""
    for command in tree.get_commands():
        if isinstance(command, app_commands.ContextMenu):
            yield CommandText(command.name, "entry of a menu", MENU_ENTRY_LIMIT)
        else:
            yield from _list_texts(command.to_dict(tree), "/")


def _list_texts(part: Mapping[str, Any], before: str) -> Iterator[CommandText]:
    where = f"{before}{part['name']}"
    yield CommandText(part["description"], where, DESCRIPTION_LIMIT)
    for choice in part.get("choices", ()):
        yield CommandText(choice["name"], f"{where}, a choice", CHOICE_LIMIT)
    for option in part.get("options", ()):
        yield from _list_texts(option, f"{where} ")
