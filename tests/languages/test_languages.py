"""One person plays in one language and one in another, in the same thread, and nothing is left in English."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import bot
from bot.admin.translate import check_all, find_package, list_command_texts, read_languages, read_template
from bot.plugins import OWN_PACKAGES
from bot.referee.guilds.setting_values import SETTINGS
from bot.referee.people.display import DISPLAY_CHOICES
from bot.referee.people.preferences import CHOICES
from games import GAMES, translation
from games.translation import add_translations, measure_catalogue
from tests.languages.seen import CLOSE, OPEN, PSEUDO, find_untranslated, write_pseudo_catalogue
from tests.languages.tour import Tour, take_tour
from tests.wire.timed_environment import start_timed_env

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

PEOPLE = ("Ann", "Bob", "Cleo")
TITLES = [game.info.title for game in GAMES.values()]
TYPED = {
    *("none", "no weekends", "ne", "nw", "base", "red", "blue", "challenge", "event", "signup"),
    *(word for game in GAMES.values() for word in game.info.typed_words),
    *CHOICES,
    *DISPLAY_CHOICES,
    *SETTINGS,
}
"""Words that are typed: values of a clock, notation, options of commands, preferences and settings."""
NAMES = (*PEOPLE, "Turnpost", "Autumn", *TITLES, *(title.replace("-", r"\-") for title in TITLES), *TYPED)
"""What is the same in every language."""


LANGUAGES = "suggestion for /me preferences language="
"""Where each language is called what it's called in itself."""


@pytest.fixture
async def pseudo(tmp_path: Path) -> AsyncGenerator[None]:
    """Let the bot speak the pseudo-locale, too."""
    folder = tmp_path / "pseudo"
    limits = {each.text: each.limit for each in await list_command_texts()}
    templates = [read_template(find_package(name)) for name in OWN_PACKAGES]
    write_pseudo_catalogue(folder, templates, limits)
    add_translations(folder)
    yield
    translation.remove_translations(folder)


ENGLISH_WORDS = {"the", "is", "are", "you", "your", "with", "and", "of", "to", "it", "has", "from", "moves", "match"}
GERMAN_WORDS = {"der", "die", "das", "ist", "du", "dein", "deine", "mit", "und", "von", "zu", "hat", "nicht", "Zug"}
"""Common words that the other language doesn't have."""


@pytest.mark.thorough
async def test_one_person_plays_in_german_and_one_in_english_in_the_same_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *PEOPLE, limited=False) as env:
        tour = Tour(env)
        await env["Ann"].change_settings(locale="de")
        await env["Ann"].ask_by_text("!settings language=de")
        await take_tour(tour, [*GAMES])
    for reader, foreign in (("Ann", ENGLISH_WORDS), ("posts", ENGLISH_WORDS), ("Bob", GERMAN_WORDS)):
        texts = [text for where, text in tour.read[reader] if where != LANGUAGES]
        mixed = {text: found for text in texts if (found := foreign & {*find_untranslated(text, NAMES)})}
        assert len(texts) > 100
        assert not mixed, "\n".join(f"{reader} reads {words} in {text!r}" for text, words in mixed.items())


@pytest.mark.thorough
@pytest.mark.usefixtures("pseudo")
async def test_nothing_that_anybody_reads_is_left_untranslated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with start_timed_env(tmp_path, monkeypatch, *PEOPLE, limited=False) as env:
        tour = Tour(env)
        await env["Ann"].change_settings(locale=PSEUDO)
        await env["Ann"].ask_by_text(f"!settings language={PSEUDO}")
        await take_tour(tour, [*GAMES])
    untranslated = {
        f"{where}: {text}": words
        for reader in ("Ann", "posts")
        for where, text in tour.read[reader]
        if where != LANGUAGES
        if (words := find_untranslated(text, NAMES))
    }
    assert not untranslated, "\n".join(f"{words} in {text!r}" for text, words in untranslated.items())
    assert not [text for text in tour.read["Bob"] if OPEN in text.text or CLOSE in text.text]


async def test_every_message_of_the_code_is_in_the_catalogues_and_each_translation_fits() -> None:
    said: list[str] = []
    assert await check_all(None, said.append), "\n".join(said)


def test_german_is_complete() -> None:
    for name in OWN_PACKAGES:
        assert measure_catalogue(read_languages(find_package(name))["de"]).missing == 0


def test_no_sentence_is_sent_as_it_stands_in_the_code() -> None:
    """A constant in capitals is a message, to be translated where it is used; an emoji alone needs no translation."""
    sent = re.compile(r"(RequestRejected|reply|replace_message)\(([\w.]+, )?(\w+\.)?(?!HOURGLASS)[A-Z][A-Z_]{3,}[,)]")
    lines = {path: path.read_text("utf-8").splitlines() for path in Path(bot.__file__).parent.rglob("*.py")}
    assert [(path.name, line) for path, text in lines.items() for line in text if sent.search(line)] == []
