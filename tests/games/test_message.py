"""Messages of states: equal whatever the language, written in that of the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.history.state_bytes import read_state, write_state
from games import translation
from games.contract import Result
from games.message import counted, message
from games.translation import in_language

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);"

msgid "{seat} left the match"
msgstr "{seat} hat die Partie verlassen"

msgid "Red"
msgstr "Rot"

msgid "Blue"
msgstr "Blau"

msgid "{names} and {last}"
msgstr "{names} und {last}"

msgid "nobody can move"
msgstr "niemand kann ziehen"

msgid "{n} engine, as many as {seats}"
msgid_plural "{n} engines, as many as {seats}"
msgstr[0] "{n} Triebwerk, so viele wie {seats}"
msgstr[1] "{n} Triebwerke, so viele wie {seats}"
"""
LEFT = message("{seat} left the match", seat="Red")
FORMS = ("{n} engine, as many as {seats}", "{n} engines, as many as {seats}")


@pytest.fixture(autouse=True)
def _german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text(_CATALOGUE.lstrip(), "utf-8")
    monkeypatch.setattr(translation, "_folders", [])
    translation.add_translations(tmp_path)
    yield
    (tmp_path / "none" / "locale").mkdir(parents=True)
    translation.add_translations(tmp_path / "none")  # drops what was read


def test_a_message_is_written_in_the_language_of_the_reader() -> None:
    assert str(LEFT) == "Red left the match"
    with in_language("de"):
        assert str(LEFT) == "Rot hat die Partie verlassen"


def test_a_counted_message_has_the_form_of_its_number_and_lists_in_the_language() -> None:
    one, two = counted(FORMS, 1, seats=("Red",)), counted(FORMS, 2, seats=("Red", "Blue"))
    assert (str(one), str(two)) == ("1 engine, as many as Red", "2 engines, as many as Red and Blue")
    with in_language("de"):
        assert (str(one), str(two)) == ("1 Triebwerk, so viele wie Rot", "2 Triebwerke, so viele wie Rot und Blau")


def test_a_reason_is_a_text_or_a_message() -> None:
    plain, told = Result((1, 1), "nobody can move"), Result((2, 1), LEFT)
    assert (plain.clause, told.clause) == ("nobody can move", "Red left the match")
    with in_language("de"):
        assert (plain.clause, told.clause) == ("niemand kann ziehen", "Rot hat die Partie verlassen")


def test_a_result_is_the_same_value_in_every_language() -> None:
    with in_language("de"):
        made = Result((2, 1), message("{seat} left the match", seat="Red"))
        kept = write_state("games", made)
    assert (made, hash(made)) == (Result((2, 1), LEFT), hash(Result((2, 1), LEFT)))
    assert kept == write_state("games", made)
    assert read_state("games", kept) == made
