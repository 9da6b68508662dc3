"""Languages as people choose them: what a choice stands for, and how it can be typed."""

from __future__ import annotations

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.guilds.settings import DISCORD, language_choices, parse_language, resolve_language
from games.translation import ENGLISH, language_name, offered_languages


def test_a_choice_stands_for_itself_or_for_what_discord_says() -> None:
    assert language_choices() == (DISCORD, ENGLISH, *offered_languages())
    for language in (ENGLISH, *offered_languages()):
        assert resolve_language(DISCORD, language) == language
        for locale in ("en-US", *offered_languages()):
            assert resolve_language(language, locale) == language


def test_a_language_is_named_by_its_code_or_in_itself() -> None:
    assert parse_language(" Discord ") == DISCORD
    for language in (ENGLISH, *offered_languages()):
        for typed in (language, language.upper(), language_name(language), f" {language_name(language).upper()} "):
            assert parse_language(typed) == language
    with pytest.raises(RequestRejected, match="not `klingon`"):
        parse_language("klingon")
    with pytest.raises(RequestRejected, match="`discord`"):
        parse_language("")
