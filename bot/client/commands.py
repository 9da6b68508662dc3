"""The slash commands: where each stands, options that several share, translations, and their registration."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import Counter
from datetime import datetime, timedelta
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, cast
from zoneinfo import ZoneInfo

import discord
from discord import Permissions, app_commands
from discord.app_commands import Choice, TranslationContextLocation

from bot.process import cancel_and_wait, log_error
from bot.referee.times.calendar import local_time, search_zones
from games.translation import ENGLISH, catalogue_files, find_language, gettext, in_language
from games.translation import gettext as _
from storage.queries import key_value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from discord.app_commands import TranslationContextTypes, locale_str
    from discord.ext import commands

    from bot.client.client import Client
    from bot.interactions.replies import Source
    from games.contract import Game
    from storage.engine.database import Database

log = logging.getLogger(__name__)
CommandContext: TypeAlias = "commands.Context[Client]"
C = TypeVar("C")
MAX_CHOICES = 25
LOOKS = {
    "theme": {"dark": "Dark", "light": "Light"},
    "size": {"small": "Small", "normal": "Normal", "large": "Large"},
    "sides": {"mover": "From the side of the player to move; from mine where only I see it", "never": "Never turned"},
}
"""What can be chosen for a board's look, by the words that the referee accepts."""
RESULT_CHOICES = [
    Choice(name="Won, by the person you name", value="won"),
    Choice(name="Lost, by the person you name", value="lost"),
    Choice(name="Drawn", value="drawn"),
    Choice(name="Ended by the rules", value="rules"),
    Choice(name="Ended with a resignation", value="resigned"),
    Choice(name="Ended with a draw agreed", value="agreed"),
    Choice(name="Lost on time", value="time"),
    Choice(name="Ended without a winner", value="none"),
]
"""The results that matches can be searched by, by the words that the referee accepts."""


def source_of(ctx: CommandContext) -> Source:
    """Return the interaction or the message that invoked a hybrid command."""
    return ctx.interaction or ctx.message


def usable_everywhere(command: C) -> C:
    """Allow a slash command of the top level wherever people talk: servers, messages with the bot, group messages."""
    wrapped: Any = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)  # type: ignore[arg-type]
    return app_commands.allowed_installs(guilds=True, users=True)(wrapped)


def add_look_choices(*names: str) -> Callable[[C], C]:
    """Add the choices to the options of a slash command that say how boards look."""
    choices = {name: [Choice(name=text, value=word) for word, text in LOOKS[name].items()] for name in names}
    return app_commands.choices(**choices)


def add_game_choices(games: Mapping[str, Game[Any, Any]], *slash: object) -> None:
    """Add the games as choices to the option `game` of slash commands: as many as Discord allows."""
    titles = Counter(game.info.title for game in games.values())
    choices = [  # Discord refuses all commands for two choices of one name
        Choice(name=title if titles[title] == 1 else f"{title} ({key})", value=key)
        for key, title in ((key, game.info.title) for key, game in games.items())
    ]
    for command in slash:
        app_commands.choices(game=choices[:MAX_CHOICES])(command)


def make_zone_choices(current: str, now: datetime) -> list[Choice[str]]:
    """Return the time zones whose names contain what is typed, each with its present time."""
    return [
        Choice(name=_("{zone}, where it is {time}").format(zone=zone, time=local_time(now, ZoneInfo(zone))), value=zone)
        for zone in search_zones(current)[:MAX_CHOICES]
    ]


MATCH = {
    name: name
    for name in (
        "accept",
        "decline",
        "resign",
        "draw",
        "takeback",
        "agree",
        "refuse",
        "substitute",
        "claim",
        "calloff",
        "givetime",
        "pause",
        "resume",
        "hint",
        "catalogue",
        "history",
        "export",
        "replay",
        "review",
        "rematch",
        "note",
        "notes",
        "plan",
        "analyse",
    )
} | {"moves": "where"}
MY = {name: name for name in ("challenges", "look", "preferences", "vacation", "puzzle")}
SERVER = {name: name for name in ("settings", "abandon", "block", "unblock", "blocks", "log")}
GROUPS: Mapping[str, Mapping[str, str]] = {"match": MATCH, "my": MY, "server": SERVER}
"""The names of the slash commands of each group, by the names of the same commands as text."""
SAME_AS = {"open": "challenge", "rules": "help"}
"""Text commands that are options of another command as a slash command: who plays, which game."""

ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BY_ANYONE = app_commands.AppInstallationType(guild=True, user=True)


def slash_path(name: str) -> str:
    """Return how a text command is called as a slash command, without the slash.

    >>> slash_path("resign"), slash_path("move"), slash_path("moves")
    ('match resign', 'move', 'match where')
    """
    for group, names in GROUPS.items():
        if name in names:
            return f"{group} {names[name]}"
    return SAME_AS.get(name, name)


def group_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Move the commands that features have added to the tree into their groups.

    Commands of people stand wherever people can install the bot; those of managers are hidden from all others unless a
    server decides otherwise.
    """
    groups = (
        _public_group("match", "Resign, offer, look back: all about one match"),
        _public_group("my", "Your challenges, preferences and puzzles"),
        app_commands.Group(
            name="server",
            description="Settings, blocks and log of this server",
            default_permissions=Permissions(manage_guild=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        ),
    )
    for group in groups:
        for text_name, name in GROUPS[group.name].items():
            command = tree.remove_command(text_name)
            if isinstance(command, app_commands.Command):
                command.name = name
                group.add_command(command)
        tree.add_command(group)


def _public_group(name: str, description: str) -> app_commands.Group:
    return app_commands.Group(name=name, description=description, allowed_contexts=ANYWHERE, allowed_installs=BY_ANYONE)


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
    """A text of a command: `where` it stands, as in `/match agree what`, and how long it may be."""

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


HEAD_START = 5.0
"""Seconds that the bot waits for the first try before it connects."""
WAITS = (5.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds before each next try; the last one repeats."""
COMPARED_FOR = timedelta(days=1)
"""How long a comparison with Discord's list of commands holds."""


class CommandRegistration:
    """Registers the commands of a bot if they have changed or Discord has others, and tries until that succeeds."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start, and return after the first try or after `HEAD_START`."""
        tried = asyncio.Event()
        self._running = asyncio.create_task(self._run(tried))
        try:
            async with asyncio.timeout(HEAD_START):
                await tried.wait()
        except TimeoutError:
            log.warning("Registering the slash commands takes long; it goes on beside")

    async def stop(self) -> None:
        """Stop at any point: the next start tries again."""
        await cancel_and_wait([self._running])

    async def _run(self, tried: asyncio.Event) -> None:
        bot = self._bot
        for wait in chain(WAITS, repeat(WAITS[-1])):
            try:
                await register(bot.tree, bot.application_id or 0, bot.context.database, bot.context.now())
            except Exception as error:  # noqa: BLE001 - logged; it is tried again
                seconds = max(wait, error.retry_after) if isinstance(error, discord.RateLimited) else wait
                log_error(log, f"The slash commands could not be registered; trying again in {seconds:.0f} s", error)
                tried.set()
                await asyncio.sleep(seconds)
            else:
                tried.set()
                return


async def register(tree: app_commands.CommandTree[Any], application_id: int, database: Database, now: datetime) -> bool:
    """Register the commands with Discord if they differ from the last ones or from Discord's list.

    That list is fetched at most once a day. Returns whether they were registered. Raises discord.py's errors and
    `StorageError`.
    """
    keys = _Keys.of(application_id)
    async with database.read() as tx:
        last = await key_value.read(tx, keys.compared)
    changed = not await is_last_registered(tree, application_id, database)
    if not changed and last and timedelta() <= now - datetime.fromisoformat(last) < COMPARED_FOR:
        return False
    wanted = changed or await _differ(tree)
    if wanted:
        await tree.sync()
        log.info("Registered %d slash commands", len(tree.get_commands()))
    await _note_registered(tree, keys, database, now)
    return wanted


async def is_last_registered(tree: app_commands.CommandTree[Any], application_id: int, database: Database) -> bool:
    """Return whether the commands are those that were registered last. Raises `StorageError`."""
    async with database.read() as tx:
        return await key_value.read(tx, _Keys.of(application_id).digest) == _digest(tree)


async def find_differing(tree: app_commands.CommandTree[Any]) -> list[str]:
    """Return the names of the commands that only Discord has, or only the bot. Raises discord.py's errors."""
    there = {(command.type.value, command.name) for command in await tree.fetch_commands()}
    here = {(command["type"], command["name"]) for command in _payload(tree)}
    return sorted(name for _, name in there ^ here)


class Registered(NamedTuple):
    """What a registration changed: the commands by name, and how many there are now."""

    added: list[str]
    changed: list[str]
    removed: list[str]
    total: int


async def register_now(
    tree: app_commands.CommandTree[Any], application_id: int, database: Database, now: datetime
) -> Registered:
    """Register the commands with Discord, changed or not. Raises discord.py's errors and `StorageError`."""
    before, after = _by_name(await tree.fetch_commands()), _by_name(await tree.sync())
    await _note_registered(tree, _Keys.of(application_id), database, now)
    return Registered(
        sorted(name for _, name in after.keys() - before.keys()),
        sorted(key[1] for key in after.keys() & before.keys() if after[key] != before[key]),
        sorted(name for _, name in before.keys() - after.keys()),
        len(after),
    )


def _by_name(commands: Iterable[app_commands.AppCommand]) -> dict[tuple[discord.AppCommandType, str], Any]:
    """Return what Discord says of commands, by their kinds and names; it lists them without their translations."""
    return {
        (each.type, each.name): (_without_translations(each.to_dict()), each.default_member_permissions)
        for each in commands
    }


def _without_translations(said: Any) -> Any:
    """Return what Discord says of a command, an option or a choice, or a list of such, in English alone."""
    if isinstance(said, list):
        return [_without_translations(each) for each in cast("list[Any]", said)]
    if isinstance(said, dict):
        parts = cast("dict[str, Any]", said).items()
        return {name: _without_translations(part) for name, part in parts if not name.endswith("_localizations")}
    return said


class _Keys(NamedTuple):
    """Where the digest of the last commands is stored, and when they were compared with Discord's list."""

    digest: str
    compared: str

    @classmethod
    def of(cls, application_id: int) -> _Keys:
        return cls(f"commands of {application_id}", f"commands of {application_id} compared")


async def _note_registered(tree: app_commands.CommandTree[Any], keys: _Keys, database: Database, now: datetime) -> None:
    async with database.write() as tx:
        await key_value.write(tx, keys.digest, _digest(tree))
        await key_value.write(tx, keys.compared, now.isoformat())


def _payload(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    return [command.to_dict(tree) for command in tree.get_commands()]


def _digest(tree: app_commands.CommandTree[Any]) -> str:
    commands = json.dumps(_payload(tree), sort_keys=True).encode()
    return hashlib.sha256(b"".join([commands, *(file.read_bytes() for file in catalogue_files())])).hexdigest()


async def _differ(tree: app_commands.CommandTree[Any]) -> bool:
    """Return whether Discord has other commands than these."""
    names = await find_differing(tree)
    if names:
        log.warning("Discord's list of slash commands was changed by somebody else (%s)", ", ".join(names))
    return bool(names)
