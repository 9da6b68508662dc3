"""What a message says is read back in whichever language it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.endings import reason_in
from bot.features.guide.turns import chosen_labels, typed_text
from bot.features.moves.text import move_in_preview, text_in_question, which_match
from bot.interactions.own_messages import ends_with
from games.translation import ENGLISH, gettext, in_language
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

GERMAN = {
    "Which match is {move} for?": "Für welche Partie ist {move}?",
    "So far: {choices}": "Bisher {choices}",
    "You typed {move}.": "{move} hast du getippt.",
    "The reason: {reason}": "Der Grund: {reason}",
    "-# #{number} \u00b7 move {ply} \u00b7 {move}": "-# #{number} \u00b7 {ply}. Zug \u00b7 {move}",
    "-# open seat {number}": "-# freier Platz {number}",
}


def test_what_was_written_in_german_is_read_in_english_and_the_other_way(tmp_path: Path) -> None:
    english = which_match("c4")
    with german(tmp_path, GERMAN):
        asked = which_match("c4")
        assert asked == "Für welche Partie ist `c4`?"
        assert text_in_question(english) == "c4"
        with in_language(ENGLISH):
            assert text_in_question(asked) == "c4"
            assert chosen_labels("Wohin?\nBisher `c1` `onto c2`\nUnd?") == ("c1", "onto c2")
            assert typed_text("c9 gibt es nicht.\n`c9` hast du getippt.") == "c9"
            assert reason_in("Partie beenden?\nDer Grund: `Streit`") == "Streit"
            assert move_in_preview("Vorschau.\n-# #42 \u00b7 17. Zug \u00b7 `c4`") == (17, "c4")


def test_small_print_is_recognized_in_any_language(tmp_path: Path) -> None:
    mark = "-# open seat {number}"
    with german(tmp_path, GERMAN):
        assert gettext(mark) == "-# freier Platz {number}"
        for small_print in ("-# open seat 3", "-# freier Platz 3"):
            assert ends_with(mark, f"Der Platz ist frei.\n{small_print}", number=3)
            assert not ends_with(mark, f"Der Platz ist frei.\n{small_print}", number=4)
