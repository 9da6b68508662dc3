"""A match can be played to its end by choices alone, in every game: the built-in ones and those of packages."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from bot import plugins
from bot.game_checks.rules import walk
from games.guide import LONGEST_WORDS, shorten_words

if TYPE_CHECKING:
    from games.contract import Game

GAMES = plugins.read().games
LONG_AT_RANDOM = {"force-field-factions"}
"""Games of which a random match takes thousands of moves."""


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=key, marks=[pytest.mark.thorough] * (key in LONG_AT_RANDOM)) for key, game in GAMES.items()],
)
def test_a_match_is_played_to_its_end_by_choices_alone(game: Game[Any, Any]) -> None:
    chance, state = Random(7), game.start(game.info.min_players, {}, 7)
    for _ in range(4000):
        if game.to_move(state) is None:
            break
        move, _, flaws = walk(game, state, chance)
        assert flaws == []
        state = game.play(state, game.parse(state, move))
    assert game.result(state) is not None


def test_long_words_are_cut_behind_a_whole_word() -> None:
    assert shorten_words("d4 dies") == "d4 dies"
    cut = shorten_words("pushes " + "pieces to c3, " * 10)
    assert len(cut) <= LONGEST_WORDS
    assert cut.endswith("c3, pieces \u2026")
