"""A catalogue of translations for one test."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from games import translation
from games.translation import in_language

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from pathlib import Path

Translations: TypeAlias = "Mapping[Any, Any]"
"""Messages, or the forms of those that go with a number, and the same translated."""


@contextmanager
def german(folder: Path, translations: Translations, context: str | None = None) -> Generator[None]:
    """Let German have these translations alone, all of one context, and be the language while the block runs."""
    catalogue = Catalog(locale="de")
    for message, translated in translations.items():
        catalogue.add(message, translated, context=context)
    package, empty = folder / "package", folder / "empty"
    messages = package / "locale" / "de" / "LC_MESSAGES" / "messages.po"
    for made in (messages.parent, empty / "locale"):
        made.mkdir(parents=True)
    with messages.open("wb") as stream:
        write_po(stream, catalogue)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translation, "_folders", [])
        translation.add_translations(package)
        with in_language("de"):
            yield
        translation.add_translations(empty)  # another folder: what was read is forgotten
