"""Names, code spans and times in Discord's Markdown, and what players are called in the language of a task."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from bot.referee import formatting
from bot.referee.formatting import is_visible, shown_name
from storage.queries.rows import DIRECT, FORMER_IDS, FORMER_NAME, Challenge, Match, Person, Post
from tests.deleted_channels import with_deleted_channels
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECONDS = 1_772_366_400


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("@everyone *hi*", "**\\@everyone \\*hi\\***"),
        ("x" * 40, f"**{'x' * 32}**"),
        ("\u200b\n", "**somebody**"),
        ("A\u202eB  C", "**A B C**"),
    ],
)
def test_a_name_is_bold_short_and_without_markup(typed: str, shown: str) -> None:
    assert formatting.name(Person(1, typed)) == shown


@pytest.mark.parametrize(
    ("text", "limit", "shown"),
    [
        ("c4", 100, "`c4`"),
        ("a`b", 100, "`a'b`"),
        ("12345", 5, "`12345`"),
        ("123456", 5, "`1234\u2026`"),
        ("a\nb", 100, "`a b`"),
    ],
)
def test_a_code_span_is_cut_and_cannot_be_left(text: str, limit: int, shown: str) -> None:
    assert formatting.code(text, limit) == shown


def test_a_code_span_has_at_most_100_characters_unless_told() -> None:
    assert formatting.code("x" * 100) == f"`{'x' * 100}`"
    assert formatting.code("x" * 101) == f"`{'x' * 99}\u2026`"


def test_times_and_mentions_are_written_for_discord() -> None:
    assert formatting.ago(NOON) == f"<t:{SECONDS}:R>"
    assert formatting.until(NOON) == f"<t:{SECONDS}:f> (<t:{SECONDS}:R>)"
    assert formatting.time_until(NOON) == f" Time runs out <t:{SECONDS}:R>."
    assert formatting.time_until(None) == ""
    assert formatting.mention(Person(7, "Ann")) == "<@7>"


ANN, BOB = Person(1, "Ann"), Person(2, "Bob")
MATCH = Match(5, "xero-g", 1, {}, 1, 11, 22, 33, (ANN, BOB), 0, "", 1, NOON, NOON, None, 1, {}, frozenset())
CHALLENGE = Challenge(
    6, "xero-g", {}, 11, 22, (ANN, BOB), frozenset({1}), None, 2, {}, "open", 9, NOON, NOON, None
)  # fmt: skip
BOARD = Post(1, "m5", "board", {}, 5, None, 1, NOON, 1, NOON, 33, 44)
ISSUED = Post(2, "c6", "challenge", {}, None, 6, None, NOON, 1, NOON, 22, 45)
SITE = "https://discord.com/channels"


def test_places_that_are_there_are_linked() -> None:
    with with_deleted_channels({77}):
        assert formatting.channel(22) == "<#22>"
        assert formatting.home(MATCH) == "<#33>"
        assert formatting.home(replace(MATCH, thread_id=None)) == "<#22>"
        assert formatting.place(MATCH, BOARD) == f"{SITE}/11/33/44"
        assert formatting.place(MATCH, None) == "<#33>"
        assert formatting.linked_number(MATCH, BOARD) == f"[#5]({SITE}/11/33/44)"
        assert formatting.linked_number(MATCH, None) == f"[#5]({SITE}/11/33)"
        assert formatting.linked_number(replace(MATCH, guild_id=DIRECT), None) == f"[#5]({SITE}/@me/33)"
        assert formatting.challenge_place(CHALLENGE, ISSUED) == f"{SITE}/11/22/45"
        assert formatting.challenge_place(CHALLENGE, replace(ISSUED, message_id=None)) == "<#22>"


def test_a_deleted_thread_is_not_linked_and_its_match_goes_on_by_direct_message() -> None:
    with with_deleted_channels({33}):
        assert formatting.home(MATCH) == "our direct messages"
        assert formatting.home(replace(MATCH, thread_id=None)) == "<#22>"
        for board in (BOARD, None):
            assert formatting.place(MATCH, board) is None
            assert formatting.linked_number(MATCH, board) == "#5"
        assert formatting.place(MATCH, replace(BOARD, channel_id=34)) == f"{SITE}/11/34/44"
        assert formatting.challenge_place(CHALLENGE, ISSUED) == f"{SITE}/11/22/45"


def test_a_deleted_channel_is_not_linked() -> None:
    with with_deleted_channels({22}):
        assert formatting.channel(22) == "a channel that was deleted"
        for post in (ISSUED, None):
            assert formatting.challenge_place(CHALLENGE, post) is None
        assert formatting.home(MATCH) == "<#33>"


def test_a_clause_becomes_a_sentence_once() -> None:
    assert [formatting.sentence(each) for each in ("it ended", "Go!", "Why?", "So.")] == [
        "it ended.",
        "Go!",
        "Why?",
        "So.",
    ]


def test_the_names_of_computer_and_former_players_are_translated_and_no_others(tmp_path: Path) -> None:
    ann = Person(1, "Turnpost (level 2)")
    names = {
        "Turnpost (level {level})": "Turnpost (Stufe {level})",
        "Turnpost {number} (level {level})": "Turnpost {number} (Stufe {level})",
        "Turnpost for {name} (level {level})": "Turnpost für {name} (Stufe {level})",
        "A former player": "Jemand von früher",
        "somebody": "jemand",
    }
    people = [
        Person.computer(2),
        Person.computer(3, 4),
        ann.substitute(2, 1),
        Person(FORMER_IDS[0], FORMER_NAME),
        Person(1, "\u200b"),
        ann,
    ]
    with german(tmp_path, names):
        assert [formatting.plain_name(person, 60) for person in people] == [
            "Turnpost (Stufe 2)",
            "Turnpost 4 (Stufe 3)",
            "Turnpost für Turnpost (level 2) (Stufe 2)",
            "Jemand von früher",
            "jemand",
            "Turnpost (level 2)",
        ]


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
        "\ufffc",
        "\U0001d159",
        "\u2064\U000e0041\u034f",
    ],
)
def test_a_name_of_nothing_but_blanks_can_not(text: str) -> None:
    assert not is_visible(text)
