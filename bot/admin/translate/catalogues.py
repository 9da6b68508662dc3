"""The files of a package's catalogues: the template of all messages, and one file for each language."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.admin.errors import CommandError

if TYPE_CHECKING:
    from pathlib import Path


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
    if new_language is not None:
        _check_language(new_language)
    files = _language_files(package)
    if new_language is not None:
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
