"""What people read, in their own language: gettext's catalogues, and the language of the task that is under way.

The source language is English. Each package keeps its translations in a folder `locale` beside its code, as gettext's
tools expect them: `locale/de/LC_MESSAGES/messages.po`. They are read when a language is first used (docs: Python's
`gettext`, Babel's "Working with Message Catalogs"), so no build step is needed.

The language is a context variable: a task that answers somebody binds it once, and every function below it, also one
that runs in a thread of `asyncio.to_thread`, finds it there. Without a binding it is English.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from babel.messages.catalog import Catalog

ENGLISH = "en"
"""The language of the sources."""
OFFERED_FROM = 0.9
"""The share of its messages that a catalogue must have for its language to be offered."""

_CATALOGUE = Path("LC_MESSAGES", "messages.po")
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_folders: list[Path] = []


def current_language() -> str:
    """Return the language of this task, as the name of its catalogues: `en`, `de`, `pt_BR`."""
    return _language.get()


def bind_language(language: str) -> None:
    """Set the language of this task, and of the tasks that it starts from now on."""
    _language.set(language)


@contextmanager
def in_language(language: str) -> Generator[None]:
    """Set the language of this task while the block runs.

    >>> with in_language("de"):
    ...     current_language()
    'de'
    """
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def gettext(message: str) -> str:
    """Return a message in the language of this task, or as it is where its catalogues don't have it."""
    return (
        message
        if _language.get() == ENGLISH or not message
        else _catalogues(_language.get()).translations.gettext(message)
    )


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the form of a message that goes with a number. It still has its placeholders.

    >>> ngettext("{n} step", "{n} steps", 2).format(n=2)
    '2 steps'
    """
    return _catalogues(_language.get()).translations.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return a message that means several things in English; `context` tells translators which one this is.

    >>> pgettext("button", "Move")
    'Move'
    """
    return _catalogues(_language.get()).translations.pgettext(context, message)


def gettext_noop(message: str) -> str:
    """Return a constant as it is, marked for the catalogues. `gettext` translates it where it is used."""
    return message


def ngettext_noop(singular: str, plural: str) -> tuple[str, str]:
    """Return the forms of a message that goes with a number, marked for the catalogues as `gettext_noop` does."""
    return singular, plural


def pgettext_noop(context: str, message: str) -> str:
    """Return a constant as it is, marked for `pgettext` with this context."""
    del context
    return message


def add_translations(package: Path) -> None:
    """Use the catalogues of a package, given by the folder of its code, after those of the packages before it."""
    folder = package / "locale"
    if folder not in _folders and folder.is_dir():
        _folders.append(folder)
        _forget_catalogues()


def remove_translations(package: Path) -> None:
    """Use the catalogues of a package no more."""
    _folders.remove(package / "locale")
    _forget_catalogues()


def _forget_catalogues() -> None:
    _catalogues.cache_clear()
    offered_languages.cache_clear()
    find_language.cache_clear()


@dataclass(frozen=True, slots=True)
class Completeness:
    """How many messages a language's catalogues have, and how many of these are translated."""

    messages: int
    translated: int

    @property
    def share(self) -> float:
        """The share of the messages that are translated, 0 to 1."""
        return self.translated / self.messages if self.messages else 0.0

    @property
    def is_offered(self) -> bool:
        """Whether people can choose the language."""
        return self.share >= OFFERED_FROM

    @property
    def missing(self) -> int:
        """How many messages are shown in English."""
        return self.messages - self.translated


@cache
def offered_languages() -> Mapping[str, Completeness]:
    """Return the languages that people can choose beside English: those whose catalogues are nearly complete."""
    return {language: each for language, each in measure_languages().items() if each.is_offered}


def measure_languages() -> dict[str, Completeness]:
    """Return all languages that have catalogues, and how complete these are."""
    return {
        language: _catalogues(language).completeness for language in sorted({*map(_language_of, catalogue_files())})
    }


def catalogue_files() -> list[Path]:
    """Return the catalogues of all languages, in the order of their packages."""
    return [file for folder in _folders for file in sorted(folder.glob(f"*/{_CATALOGUE}"))]


@cache
def find_language(locale: str | None) -> str:
    """Return the offered language that is nearest to a locale of Discord's, English if there is none.

    >>> find_language("en-GB"), find_language(None)
    ('en', 'en')
    """
    name = (locale or ENGLISH).replace("-", "_")
    language = name.partition("_")[0]
    if language == ENGLISH:  # so that a bot that nobody uses in another language reads no catalogue
        return ENGLISH
    return next((each for each in (name, language) if each in offered_languages()), ENGLISH)


def language_name(language: str) -> str:
    """Return what a language is called in itself.

    >>> language_name("en"), language_name("de")
    ('English', 'Deutsch')
    """
    from babel import Locale  # noqa: PLC0415 - English needs no Babel

    return Locale.parse(language).get_display_name() or language


def measure_catalogue(catalogue: Catalog) -> Completeness:
    """Return how much of a catalogue is translated."""
    entries = [each for each in catalogue if each.id]
    translated = sum(1 for each in entries if each.string and all(each.string) and not each.fuzzy)
    return Completeness(len(entries), translated)


class _Catalogues(NamedTuple):
    """The catalogues of a language, chained in the order of their packages."""

    translations: NullTranslations
    completeness: Completeness


@cache
def _catalogues(language: str) -> _Catalogues:
    translations, messages, translated = NullTranslations(), 0, 0
    for file in reversed([each for each in catalogue_files() if _language_of(each) == language]):
        read, found = _read(file, language)
        read.add_fallback(translations)
        translations = read
        messages, translated = messages + found.messages, translated + found.translated
    return _Catalogues(translations, Completeness(messages, translated))


def _read(file: Path, language: str) -> tuple[GNUTranslations, Completeness]:
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - as above
    from babel.messages.pofile import read_po  # noqa: PLC0415 - as above

    compiled = BytesIO()
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=language, ignore_obsolete=True)
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled), measure_catalogue(catalogue)


def _language_of(file: Path) -> str:
    return file.parents[1].name
