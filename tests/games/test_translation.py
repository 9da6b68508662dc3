"""The catalogues of translations, and the language of a task."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from games import translation
from games.translation import (
    add_translations,
    bind_language,
    current_language,
    find_language,
    gettext,
    in_language,
    ngettext,
    offered_languages,
    pgettext,
    remove_translations,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
STEPS = 'msgid "{n} step"\nmsgid_plural "{n} steps"\nmsgstr[0] "{n} Schritt"\nmsgstr[1] "{n} Schritte"\n\n'
MOVE = 'msgctxt "button"\nmsgid "Move"\nmsgstr "Ziehen"\n\nmsgid "Move"\nmsgstr "Zug"\n\n'


def write_catalogue(package: Path, language: str, entries: str) -> Path:
    """Return the folder of a package with a catalogue."""
    file = package / "locale" / language / "LC_MESSAGES" / "messages.po"
    file.parent.mkdir(parents=True)
    file.write_text(HEADER + entries, encoding="utf-8")
    return package


@pytest.fixture(autouse=True)
def only_new_catalogues(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a test begin without catalogues, and leave those of the others as they were."""
    monkeypatch.setattr(translation, "_folders", [])
    _forget()
    yield
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    translation.offered_languages.cache_clear()
    translation._catalogues.cache_clear()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]


def test_messages_come_in_the_language_of_the_task_and_plurals_by_its_rules(tmp_path: Path) -> None:
    add_translations(write_catalogue(tmp_path, "de", STEPS + MOVE))
    assert [gettext("Move"), ngettext("{n} step", "{n} steps", 2)] == ["Move", "{n} steps"]
    with in_language("de"):
        assert [gettext("Move"), pgettext("button", "Move")] == ["Zug", "Ziehen"]
        assert [ngettext("{n} step", "{n} steps", n) for n in (1, 2, 0)] == [
            "{n} Schritt",
            "{n} Schritte",
            "{n} Schritte",
        ]
    assert current_language() == "en"


def test_what_a_catalogue_lacks_stays_english(tmp_path: Path) -> None:
    add_translations(
        write_catalogue(tmp_path, "de", 'msgid "Draw"\nmsgstr ""\n\n#, fuzzy\nmsgid "Seat"\nmsgstr "Sitz"\n')
    )
    with in_language("de"):
        assert [gettext("Draw"), gettext("Seat"), gettext("Never seen"), gettext("")] == [
            "Draw",
            "Seat",
            "Never seen",
            "",
        ]
        assert ngettext("{n} step", "{n} steps", 1) == "{n} step"
        assert pgettext("button", "Move") == "Move"


def test_of_two_packages_with_a_message_the_first_one_counts(tmp_path: Path) -> None:
    add_translations(write_catalogue(tmp_path / "first", "de", 'msgid "Red"\nmsgstr "Rot"\n'))
    add_translations(
        write_catalogue(tmp_path / "second", "de", 'msgid "Red"\nmsgstr "Rouge"\n\nmsgid "Bar"\nmsgstr "Tafel"\n')
    )
    with in_language("de"):
        assert [gettext("Red"), gettext("Bar")] == ["Rot", "Tafel"]


def test_a_package_that_is_added_twice_is_used_once_and_can_be_removed(tmp_path: Path) -> None:
    package = write_catalogue(tmp_path, "de", MOVE)
    add_translations(package)
    add_translations(package)
    with in_language("de"):
        assert gettext("Move") == "Zug"
        remove_translations(package)
        assert gettext("Move") == "Move"


def test_a_language_is_offered_once_nine_tenths_are_translated(tmp_path: Path) -> None:
    entries = [f'msgid "Sentence {number}"\nmsgstr "Satz {number}"\n' for number in range(9)]
    half = "".join([*entries[:8], *('msgid "A"\nmsgstr ""\n', 'msgid "B"\nmsgstr ""\n')])
    add_translations(write_catalogue(tmp_path / "a", "de", "".join([*entries, 'msgid "A"\nmsgstr ""\n'])))
    assert [*offered_languages()] == ["de"]
    assert (offered_languages()["de"].messages, offered_languages()["de"].translated) == (10, 9)
    add_translations(write_catalogue(tmp_path / "b", "fr", half))
    assert [*offered_languages()] == ["de"]
    assert translation.measure_languages()["fr"].share == pytest.approx(0.8)


def test_a_locale_finds_the_nearest_language_that_is_offered(tmp_path: Path) -> None:
    assert find_language("de") == "en"
    for language in ("de", "pt_BR"):
        add_translations(write_catalogue(tmp_path / language, language, 'msgid "Red"\nmsgstr "Rot"\n'))
    found = [find_language(locale) for locale in ("de", "de-AT", "pt-BR", "pt", "en-US", "fr", "", None)]
    assert found == ["de", "de", "pt_BR", "en", "en", "en", "en", "en"]


async def test_threads_and_tasks_have_the_language_of_the_task_that_starts_them(tmp_path: Path) -> None:
    add_translations(write_catalogue(tmp_path, "de", MOVE))

    async def answer(language: str) -> str:
        bind_language(language)
        await asyncio.sleep(0)
        return await asyncio.to_thread(gettext, "Move")

    assert await asyncio.gather(answer("de"), answer("en"), answer("de")) == ["Zug", "Move", "Zug"]
    assert gettext("Move") == "Move"


def test_english_reads_no_catalogue(tmp_path: Path) -> None:
    file = write_catalogue(tmp_path, "de", MOVE) / "locale" / "de" / "LC_MESSAGES" / "messages.po"
    add_translations(tmp_path)
    file.unlink()
    file.mkdir()  # which can't be read
    assert [find_language(locale) for locale in ("en-US", "en-GB", None)] == ["en"] * 3
    assert gettext("Move") == "Move"
    assert ngettext("{n} step", "{n} steps", 2) == "{n} steps"
    with pytest.raises(IsADirectoryError):
        find_language("de")
