"""What is said about languages: how many of their messages are missing."""

from __future__ import annotations

import pytest

from bot.admin.doctor import check_languages
from bot.features.doctor import describe_language
from games.translation import Completeness


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Completeness(1200, 1200), "Deutsch: all messages are translated."),
        (Completeness(1200, 1199), "Deutsch: 1 of 1,200 messages is missing and shown in English."),
        (Completeness(1200, 1080), "Deutsch: 120 of 1,200 messages are missing and shown in English."),
        (Completeness(1200, 1079), "Deutsch: 121 of 1,200 messages are missing, too many to offer the language."),
    ],
)
def test_a_language_is_offered_with_a_few_missing_messages_and_their_number_is_told(
    found: Completeness, said: str
) -> None:
    assert describe_language("de", found) == said


def test_the_operator_is_warned_of_a_language_that_is_too_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = {"de": Completeness(10, 9), "fr": Completeness(10, 8)}
    monkeypatch.setattr("bot.admin.doctor.measure_languages", lambda: measured)
    assert [str(check) for check in check_languages()] == [
        "ok       language de: Deutsch: 1 of 10 messages is missing and shown in English.",
        "warning  language fr: fran\u00e7ais: 2 of 10 messages are missing, too many to offer the language.",
    ]
