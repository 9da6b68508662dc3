"""Words of moves in the language of the player who types them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot import plugins
from bot.referee.find_match import reads_as_move
from games import GAMES
from games.contract import IllegalMove
from games.random_play import play_random_match
from games.translation import in_language, offered_languages
from games.typed_words import in_english, translated_words
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

WORDS = {
    "place": "setze",
    "give": "gib",
    "on": "auf",
    "to": "nach",
    "north": "nord",
    "north-east": "nordost",
    "red": "rot",
    "promote": "vergrößere",
    "then": "place",
    "plus": "+",
}


@pytest.mark.parametrize(
    ("key", "typed", "english"),
    [
        ("xong", "setze e5e gib F", "place e5e give F"),
        ("xong", "SETZE e5e Gib F", "place e5e give F"),
        ("xong", "place e5e give F", "place e5e give F"),
        ("xong", "setzen e5e gibt F", "setzen e5e gibt F"),
        ("martian-life", "setze auf c4", "place on c4"),
        ("martian-life", "Vergrößere d5", "promote d5"),
        ("xero-g", "f1 nach f4", "f1 to f4"),
        ("force-field-factions", "c1: -rot nord x>nordost", "c1: -red north x>north-east"),
        ("force-field-factions", "c1: nord-ost", "c1: nord-ost"),
    ],
)
def test_words_of_the_notation_are_read_in_the_language(tmp_path: Path, key: str, typed: str, english: str) -> None:
    with german(tmp_path, WORDS, "typed"):
        assert in_english(GAMES[key].info, typed) == english


def test_a_word_of_the_notation_keeps_its_own_meaning(tmp_path: Path) -> None:
    with german(tmp_path, WORDS, "typed"):
        assert "place" not in translated_words(GAMES["xong"].info)


def test_a_typed_move_in_german_is_the_move_in_english(tmp_path: Path) -> None:
    game = GAMES["xong"]
    state = game.play(game.start(2, {}, 0), game.parse(game.start(2, {}, 0), "give F"))
    move = game.parse(state, "place e5e give FL")
    with german(tmp_path, WORDS, "typed"):
        assert game.parse(state, in_english(game.info, "setze e5e gib FL")) == move
        assert game.parse(state, in_english(game.info, "place e5e give FL")) == move


def test_the_referee_takes_a_german_text_for_a_move_in_german_alone(tmp_path: Path) -> None:
    game = GAMES["xong"]
    state = game.start(2, {}, 0)
    assert not reads_as_move(game, state, "gib F")
    with german(tmp_path, WORDS, "typed"):
        assert reads_as_move(game, state, "gib F")
        assert reads_as_move(game, state, "give F")
        assert not reads_as_move(game, state, "gib mir fünf")


def test_without_a_translation_a_text_stays_as_it_is() -> None:
    assert in_english(GAMES["xong"].info, "setze e5e") == "setze e5e"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_translated_word_is_notation_of_its_game(key: str) -> None:
    plugins.read()
    game = GAMES[key]
    for language in offered_languages():
        with in_language(language):
            words = translated_words(game.info)
        for word in words:
            assert word not in game.info.typed_words
            for state in play_random_match(game, 1, 8).states[:-1]:
                with pytest.raises(IllegalMove) as rejected:
                    game.parse(state, word)
                assert rejected.value.kind == "not_a_move", (language, word)
