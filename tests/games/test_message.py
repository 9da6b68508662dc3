"""Messages of states: equal whatever the language, written in that of the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.history.rebuild import read_state, write_state
from games.contract import Result
from games.message import counted, message
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

FORMS = ("{n} engine, as many as {seats}", "{n} engines, as many as {seats}")
TRANSLATIONS = {
    "{seat} left the match": "{seat} hat die Partie verlassen",
    "Red": "Rot",
    "Blue": "Blau",
    "{names} and {last}": "{names} und {last}",
    "nobody can move": "niemand kann ziehen",
    FORMS: ("{n} Triebwerk, so viele wie {seats}", "{n} Triebwerke, so viele wie {seats}"),
}
LEFT = message("{seat} left the match", seat="Red")


def test_a_message_is_written_in_the_language_of_the_reader(tmp_path: Path) -> None:
    assert str(LEFT) == "Red left the match"
    with german(tmp_path, TRANSLATIONS):
        assert str(LEFT) == "Rot hat die Partie verlassen"


def test_a_counted_message_has_the_form_of_its_number_and_lists_in_the_language(tmp_path: Path) -> None:
    one, two = counted(FORMS, 1, seats=("Red",)), counted(FORMS, 2, seats=("Red", "Blue"))
    assert (str(one), str(two)) == ("1 engine, as many as Red", "2 engines, as many as Red and Blue")
    with german(tmp_path, TRANSLATIONS):
        assert (str(one), str(two)) == ("1 Triebwerk, so viele wie Rot", "2 Triebwerke, so viele wie Rot und Blau")


def test_a_reason_is_a_text_or_a_message(tmp_path: Path) -> None:
    plain, told = Result((1, 1), "nobody can move"), Result((2, 1), LEFT)
    assert (plain.clause, told.clause) == ("nobody can move", "Red left the match")
    with german(tmp_path, TRANSLATIONS):
        assert (plain.clause, told.clause) == ("niemand kann ziehen", "Rot hat die Partie verlassen")


def test_a_result_is_the_same_value_in_every_language(tmp_path: Path) -> None:
    with german(tmp_path, TRANSLATIONS):
        made = Result((2, 1), message("{seat} left the match", seat="Red"))
        kept = write_state("games", made)
    assert (made, hash(made)) == (Result((2, 1), LEFT), hash(Result((2, 1), LEFT)))
    assert kept == write_state("games", made)
    assert read_state("games", kept) == made
