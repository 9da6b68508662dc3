"""`turnpost translate`: the catalogues of translations, kept up to date with the code and checked."""

from __future__ import annotations

import re
import tempfile
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from bot import plugins
from bot.admin.command import CommandError, make_context
from bot.admin.sync import RestClient
from bot.client.commands import list_texts
from bot.features.registry import add_features
from bot.outbox.sender import Sender
from bot.plugins import OWN_PACKAGES
from games.help import split_help
from games.translation import language_name, measure_catalogue
from storage.engine.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from babel.messages.catalog import Message

    from bot.client.commands import CommandText
    from games.contract import Info


async def extract_all(packages: Sequence[str] | None, language: str | None, say: Callable[[str], None]) -> None:
    """Bring the catalogues of packages up to date, Turnpost's own if none are named. Raises `CommandError`."""
    lines = [
        line
        for name in packages or OWN_PACKAGES
        for line in update_catalogues(find_package(name), (await collect_messages(name)).catalogue, language)
    ]
    for line in lines or ["All catalogues are up to date."]:
        say(line)


async def check_all(packages: Sequence[str] | None, say: Callable[[str], None]) -> bool:
    """Check the catalogues of packages, and return whether they fit the code. Raises `CommandError`."""
    fits = True
    for name in packages or OWN_PACKAGES:
        folder, messages = find_package(name), await collect_messages(name)
        languages = read_languages(folder)
        catalogues = {"the template": read_template(folder), **languages}
        for wrong in check_catalogues(name, catalogues, *messages):
            fits = False
            say(wrong)
        for language, catalogue in languages.items():
            found = measure_catalogue(catalogue)
            say(f"{name}, {language_name(language)}: {found.translated:,} of {found.messages:,} messages translated.")
    return fits


def read_template(package: Path) -> Catalog:
    """Return the template of a package, empty if there is none."""
    return _read(_template_file(package))


def read_languages(package: Path) -> dict[str, Catalog]:
    """Return the catalogues of a package by language."""
    return {language: _read(file, language) for language, file in _language_files(package).items()}


def update_catalogues(package: Path, messages: Catalog, new_language: str | None = None) -> list[str]:
    """Bring the files of a package up to date with its messages, and begin a new language if one is given.

    Returns a line about each file that changed. Raises `CommandError` for a language that there isn't.
    """
    files = _language_files(package)
    if new_language is not None:
        _check_language(new_language)
        files.setdefault(new_language, package / "locale" / new_language / "LC_MESSAGES" / "messages.po")
    changed = [_template_file(package)] if _write(_template_file(package), messages, package.name) else []
    for language, file in files.items():
        catalogue = _read(file, language)
        catalogue.update(messages, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        if _write(file, catalogue, package.name):
            changed.append(file)
    return [f"{file.relative_to(package.parent)} is brought up to date." for file in changed]


def message_keys(catalogue: Catalog) -> set[tuple[Any, str | None]]:
    """Return what tells the messages of a catalogue apart: their English forms and their contexts."""
    return {(each.id, each.context) for each in catalogue if each.id}


def _template_file(package: Path) -> Path:
    return package / "locale" / "messages.pot"


def _language_files(package: Path) -> dict[str, Path]:
    found = sorted(package.glob("locale/*/LC_MESSAGES/messages.po"))
    return {file.parents[1].name: file for file in found}


def _read(file: Path, language: str | None = None) -> Catalog:
    if not file.exists():
        return Catalog(language)
    with file.open("rb") as stream:
        return read_po(stream, locale=language)


def _check_language(language: str) -> None:
    try:
        Locale.parse(language)
    except (ValueError, UnknownLocaleError):
        raise CommandError(f"`{language}` is no language: name one as in `fr` or `pt_BR`.") from None


def _write(file: Path, catalogue: Catalog, package: str) -> bool:
    """Write a catalogue if its messages differ from those of the file. Its header has a date, which doesn't count."""
    catalogue.project, catalogue.version, catalogue.fuzzy = package, "catalogue", False
    catalogue.header_comment = f"# Messages of {package}. `turnpost translate extract` keeps them up to date."
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = "none"
    written = BytesIO()
    write_po(written, catalogue, width=0, sort_by_file=True, include_lineno=False)
    new = written.getvalue()
    if file.exists() and _body(file.read_bytes()) == _body(new):
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(new)
    return True


def _body(written: bytes) -> bytes:
    return written.partition(b"\n\n")[2]


LIMITS = {"button": 80, "form": 45, "field": 45}
"""Characters that Discord shows, by the context of a message."""
TYPED = "typed"
"""The context of words that people type: they stand in code spans, and are others in each language."""
_CODE = re.compile(r"`+(?!\|\|)([^`]+)`+")
"""Commands and moves in code spans; what stands between spoiler marks is neither."""
_SHOWN = 60


def check_catalogues(
    name: str, catalogues: Mapping[str, Catalog], messages: Catalog, limits: Mapping[str, int]
) -> Iterator[str]:
    """Yield what is wrong with the catalogues of a package, as sentences.

    `catalogues` are the template and those of the languages, each by what it is called here, `messages` those that the
    code of the package has now, `limits` how long some of them may be.
    """
    wanted = message_keys(messages)
    for what, catalogue in catalogues.items():
        there = message_keys(catalogue)
        if lacking := len(wanted - there):
            yield f"{name}, {what}: {_count(lacking)} of the code missing. Run `turnpost translate extract`."
        if surplus := len(there - wanted):
            yield f"{name}, {what}: {_count(surplus)} that the code has no more. Run `turnpost translate extract`."
    for what, catalogue in catalogues.items():
        for message in catalogue:
            if message.id:
                for wrong in _check_message(message, limits):
                    yield f"{name}, {what}: {_quote(message)} {wrong}"


def _translations(message: Message) -> tuple[str, ...]:
    """Return the forms of a translation; empty ones where there is none."""
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string or "",)


def _check_message(message: Message, limits: Mapping[str, int]) -> Iterator[str]:
    """Yield what is wrong with a translation, as the ends of sentences. One that is missing isn't wrong."""
    english = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
    limit = LIMITS.get(message.context or "", limits.get(english[0]))
    number = {"n"} if len(english) > 1 else set[str]()  # which a form may say as a word
    fields, codes = [{*_fields(each)} - number for each in english], [{*_CODE.findall(each)} for each in english]
    for told in filter(None, _translations(message)):
        if not _is_readable(told):
            yield "has a brace that opens or closes no placeholder."
            continue
        if {*_fields(told)} - number not in fields:
            yield f"needs the placeholders {_list(fields[-1])}, and has {_list({*_fields(told)})}."
        if not any(code <= {*_CODE.findall(told)} for code in codes) and message.context != TYPED:
            yield "lacks a code span: commands and moves are typed alike in every language."
        if limit is not None and len(told) > limit:
            yield f"has {len(told)} characters, and Discord shows {limit}."


def _fields(text: str) -> Iterator[str]:
    return (name for _, name, _, _ in Formatter().parse(text) if name) if _is_readable(text) else iter(())


def _is_readable(text: str) -> bool:
    try:
        return bool([*Formatter().parse(text)]) or not text
    except ValueError:
        return False


def _quote(message: Message) -> str:
    text = message.id[0] if isinstance(message.id, (tuple, list)) else message.id
    shown = " ".join(text.split())
    return f'"{shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "..."}"'


def _list(names: Collection[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "none"


def _count(number: int) -> str:
    return f"{number} message{'' if number == 1 else 's'}"


VALUES: Mapping[str, str] = {
    # people and places
    "name": "**Ann**",
    "names": "**Ann** and **Bob**",
    "people": "**Ann** and **Bob**",
    "person": "<@1>",
    "subject": "<@2>",
    "who": "Ann (South)",
    "winner": "**Ann**",
    "winners": "**Ann**",
    "loser": "**Bob**",
    "losers": "**Bob**",
    "giver": "**Ann**",
    "receiver": "**Bob**",
    "challenger": "**Ann**",
    "mover": "<@1>",
    "newcomer": "**Cleo**",
    "opponents": "**Bob** (2 won, 1 lost)",
    "seat": "South",
    "seats": "Red and Blue",
    "channel": "<#7>",
    "channels": "<#7> and <#8>",
    "home": "<#7>",
    "forum": "7",
    "role": "@Turnpost",
    "others": "**Bob**",
    "players": "**Ann** (South) and **Bob** (North)",
    "tags": "`Over`",
    "permissions": "Send Messages",
    "link": "https://discord.com/channels/1/7/9",
    # matches and games
    "game": "Chomp",
    "games": "`chomp`, `hex`",
    "title": "Chomp",
    "titles": "Chomp and Hex",
    "status": "Ann to move",
    "dates": "March 1 to March 3",
    "heading": "**#42 Chomp** after 3 moves",
    "did": "places a small on c4",
    "does": "places a small on c4.",
    "note": "Watch e5",
    "kinds": "`draw` or `pause`",
    "theme": "dark",
    "nonce": "k3x9-17",
    "match": "42",
    "id": "42",
    "matches": "2 matches",
    "event": "3",
    "challenge": "12",
    "offer": "5",
    "puzzle": "Chomp 17",
    "version": "2",
    "option": "target",
    "options": "target 12",
    "level": "2",
    "pitch": "Place the piece you were given.",
    "reason": "16 points to 12",
    "outcome": "**Ann** won",
    "score": "3 won, 1 lost",
    "rating": "1500",
    "share": "95%",
    "points": "12",
    "tip": "Keep your ships near each other.",
    "task": "to place a small",
    # moves
    "move": "`c4`",
    "moves": "`c4` `d5`",
    "ply": "17",
    "played": "`d5`",
    "better": "`c4`",
    "line": "`c4` `d5`",
    "lines": "`c4`: `d5`",
    "example": "c4",
    "typed": "`zz9`",
    "text": "zz9",
    "word": "`zz9`",
    "choices": "`c4`, `d5` or `e6`",
    "cell": "d4",
    "cells": "d4, e5 and e6",
    "row": "e",
    "hexagon": "e5",
    "hexagons": "e5 and e6",
    "leg": "e5e",
    "legs": "e5e and e5ne",
    "walk": "FLR",
    "xoid": "`FLR`",
    "xoids": "`FLR` and `FRL`",
    "start": "d4",
    "landing": "e6",
    "between": "e5",
    "piece": "ship",
    "pieces": "small, large",
    "ships": "a small and a large",
    "engines": "2",
    "placement": "e5e e5ne",
    "placements": "`e5e e5ne` or `e5e e5nw`",
    "gifts": "`give F` or `give FL`",
    "action": "a small flies from d1 to e1",
    "sides": "`e` and `ne`",
    # numbers and times
    "n": "3",
    "most": "20",
    "least": "2",
    "number": "17",
    "count": "3",
    "total": "20",
    "page": "2",
    "pages": "5",
    "part": "1",
    "parts": "3",
    "first": "1",
    "last": "12",
    "low": "5",
    "high": "25",
    "days": "30",
    "left": "12",
    "year": "2026",
    "place": "3",
    "won": "3",
    "drawn": "0",
    "lost": "1",
    "limit": "10",
    "size": "5",
    "when": "<t:1795600000:R>",
    "until": "<t:1795600000:f>",
    "deadline": "<t:1795600000:f>",
    "length": "2 days",
    "duration": "in 3 days",
    "time": "09:30",
    "date": "24 November 2026",
    "zone": "Europe/Berlin",
    "day": "24 November",
    # what is typed and chosen
    "prefix": "!",
    "command": "`/board`",
    "commands": "`/match do:agree #42`",
    "topics": "`start` or `moving`",
    "language": "Deutsch",
    "languages": "`discord`, `en` or `de`",
    "nowhere": "none",
    "anywhere": "any",
    "me": "@Turnpost",
}
"""A value for each placeholder that isn't plain by its name."""


class _Values(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def write_example(message: str) -> str:
    """Return a message with values for its placeholders on one line; empty if it has none with a value.

    >>> write_example("{name} has {n} moves, {else}.")
    '**Ann** has 3 moves, {else}.'
    """
    names = {name for _, name, _, _ in Formatter().parse(message) if name} if "{" in message else set[str]()
    return " / ".join(message.format_map(_Values(VALUES)).split("\n")) if names & VALUES.keys() else ""


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
"""The package whose slash commands are translated, and with them the pages of the site."""
SITE = "web"
"""The folder of these pages, beside that package."""
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
    for part in (folder, folder.parent / SITE) if package == WITH_COMMANDS else (folder,):
        _add_marked(catalogue, part)
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


def _add_marked(catalogue: Catalog, folder: Path) -> None:
    """Add what the code and the templates of pages in a folder mark by `KEYWORDS`."""
    for pattern, method in (("*.py", "python"), ("*.html", "jinja2")):
        for file in _files(folder, pattern):
            with file.open("rb") as stream:
                for _, message, comments, context in extract(method, stream, KEYWORDS, ["Translators:"]):
                    _add(catalogue, message, folder, file, context, comments)


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
