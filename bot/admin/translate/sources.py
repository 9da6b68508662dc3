"""The messages of a package: those that its code marks, its games' rules, and what Discord shows of slash commands."""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract

from bot import plugins
from bot.admin.database import make_context
from bot.admin.errors import CommandError
from bot.admin.rest_client import RestClient
from bot.admin.translate.check import TYPED
from bot.admin.translate.examples import write_example
from bot.client.command_translator import list_texts
from bot.features.registry import add_features
from bot.outbox.sender import Sender
from games.help import split_help
from storage.engine.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.client.command_translator import CommandText
    from games.contract import Info

KEYWORDS = {
    "_": None,
    "gettext": None,
    "N_": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_noop": (1, 2),
    "message": None,
    "pgettext": ((1, "c"), 2),
    "pgettext_noop": ((1, "c"), 2),
}
"""The functions that mark messages (docs: Babel's "Message Extraction")."""
WITH_COMMANDS = "bot"
"""The package whose slash commands are translated."""
_MOST_PLACES = 3
"""Commands that are named beside a text; there are others with the same one."""
_TEMPLATES = "template"
"""Folders of this name hold code of packages that are yet to be written."""


def find_package(name: str) -> Path:
    """Return the folder of an installed package. Raises `CommandError`."""
    spec = find_spec(name) if name.isidentifier() else None
    if spec is None or not spec.submodule_search_locations:
        raise CommandError(f"There is no package `{name}` here, with a folder of its own.")
    return Path(next(iter(spec.submodule_search_locations)))


class Messages(NamedTuple):
    """The messages of a package, each with an example, and how many characters Discord shows of some of them."""

    catalogue: Catalog
    limits: Mapping[str, int]


async def collect_messages(package: str) -> Messages:
    """Return all messages of a package. Raises `CommandError`."""
    folder, catalogue, limits = find_package(package), Catalog(), dict[str, int]()
    for file in _files(folder, "*.py"):
        with file.open("rb") as stream:
            for _, message, comments, context in extract("python", stream, KEYWORDS, ["Translators:"]):
                _add(catalogue, message, folder, file, context, comments)
    for file in _files(folder, "help.md"):
        for block in split_help(file.read_text(encoding="utf-8")):
            _add(catalogue, block, folder, file)
    for game in plugins.read().games.values():
        if plugins.package_folder(type(game).__module__) == folder:
            _add_game(catalogue, game.info)
    if package == WITH_COMMANDS:
        places = dict[tuple[str, int], list[str]]()
        for each in await list_command_texts():
            places.setdefault((each.text, each.limit), []).append(each.where)
        for (text, limit), found in places.items():
            where = ", ".join(found[:_MOST_PLACES]) + (" and others" if len(found) > _MOST_PLACES else "")
            catalogue.add(text, auto_comments=[f"{where}: at most {limit} characters"])
            limits[text] = limit
    return Messages(catalogue, limits)


async def list_command_texts() -> list[CommandText]:
    """Return what Discord shows of the slash commands of all features."""
    with tempfile.TemporaryDirectory() as folder:
        database = await Database.open(f"sqlite+aiosqlite:///{folder}/empty.db")
        try:
            client = RestClient(make_context(database), plugins.read().renderers, content=False)
            client.sender = Sender(client, "", client.rate_limits, database)
            await add_features(client)
            titles = {game.info.title for game in client.context.games.values()}
            texts = [each for each in list_texts(client.tree) if each.text not in titles]
            await client.close()
        finally:
            await database.close()
    return texts


def _add_game(catalogue: Catalog, info: Info) -> None:
    """Add what a game's facts hold: the blocks of its help, and the words that people also type in their language."""
    for block in split_help(info.help):
        catalogue.add(block)
    for word in info.typed_words:
        catalogue.add(word, context=TYPED, auto_comments=[f"A word that is typed in moves of {info.title}"])
    for earlier in info.earlier:
        _add_game(catalogue, earlier.info)


def _files(folder: Path, pattern: str) -> Iterator[Path]:
    return (file for file in sorted(folder.rglob(pattern)) if _TEMPLATES not in file.relative_to(folder).parts)


def _add(
    catalogue: Catalog,
    message: str | tuple[str, ...],
    folder: Path,
    file: Path,
    context: str | None = None,
    comments: Iterable[str] = (),
) -> None:
    example = write_example(message[-1] if isinstance(message, tuple) else message)
    notes = [*comments, *([f"Example: {example}"] if example else [])]
    where = file.relative_to(folder.parent).as_posix()
    catalogue.add(message, locations=[(where, 0)], auto_comments=notes, context=context)
