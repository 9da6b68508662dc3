"""What players are called in the language of a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.formatting import is_visible, shown_name
from storage.queries.rows import FORMER_IDS, FORMER_NAME, Person
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

BOB = Person(2, "Bob")
UNSEEN = Person(4, "\u200b\u3164")
GERMAN = {
    "Turnpost for {name} (level {level})": "Turnpost für {name} (Stufe {level})",
    "Turnpost {number} (level {level})": "Turnpost {number} (Stufe {level})",
    "Turnpost (level {level})": "Turnpost (Stufe {level})",
    "A former player": "Jemand von früher",
    "somebody": "jemand",
}


@pytest.mark.parametrize(
    ("person", "english", "translated"),
    [
        (BOB, "Bob", "Bob"),
        (Person(3, "Turnpost (level 9)"), "Turnpost (level 9)", "Turnpost (level 9)"),
        (Person.computer(2), "Turnpost (level 2)", "Turnpost (Stufe 2)"),
        (Person.computer(3, 4), "Turnpost 4 (level 3)", "Turnpost 4 (Stufe 3)"),
        (BOB.substitute(1, 5), "Turnpost for Bob (level 1)", "Turnpost für Bob (Stufe 1)"),
        (Person(-201, "Deep Thought"), "Deep Thought", "Deep Thought"),
        (Person(FORMER_IDS.start, FORMER_NAME), "A former player", "Jemand von früher"),
        (UNSEEN, "somebody", "jemand"),
        (UNSEEN.substitute(1, 5), "Turnpost for somebody (level 1)", "Turnpost für jemand (Stufe 1)"),
    ],
)
def test_the_bots_own_names_are_translated_and_those_of_people_are_not(
    tmp_path: Path, person: Person, english: str, translated: str
) -> None:
    assert shown_name(person) == english
    with german(tmp_path, GERMAN):
        assert shown_name(person) == translated


@pytest.mark.parametrize("text", ["Spring", "7", "冬", "🏆", "\U0001fadc", "!", "+", "\u200bx", "é"])
def test_a_name_with_a_letter_digit_sign_or_emoji_can_be_seen(text: str) -> None:
    assert is_visible(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\u200b",
        "\u00ad",
        "\u2060\ufeff",
        "\u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u2800",
        "\u0301",
        "\ufe0f",
        "\u180e",
    ],
)
def test_a_name_of_nothing_but_blanks_can_not(text: str) -> None:
    assert not is_visible(text)
