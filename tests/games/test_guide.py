"""Moves put together from choices alone, in every game: the built-in ones and those of installed packages."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import IllegalMove
from games.guide import LONGEST_LABEL, LONGEST_WORDS, shorten_words
from games.random_play import choices
from tests.games.test_contract import GAMES, NOTATION, SEEDS, listable, played, random_matches, sample

if TYPE_CHECKING:
    from games.contract import Game, Step

    AnyGame = Game[Any, Any]

LONG_AT_RANDOM = {"force-field-factions"}
"""Games of which a random match takes thousands of moves."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
MOST_CHOICES = 100
"""What the menus of one message hold; more are shown page by page."""
USUAL_CHOICES = 4
"""Choices of a usual move: with Move and Play that makes six presses."""


def check_step(step: Step) -> Step:
    """Check a step as the contract describes it, and return it."""
    labels = [choice.label for choice in step.choices]
    assert len(set(labels)) == len(labels)
    assert all(0 < len(label) <= LONGEST_LABEL and "`" not in label for label in labels)
    assert all(len(choice.words) <= LONGEST_WORDS for choice in step.choices)
    assert len({choice.text for choice in step.choices}) == len(labels)
    assert bool(step.question) == bool(labels)
    assert len(labels) < MOST_CHOICES
    assert labels or step.move
    return step


def walk(game: AnyGame, state: Any, chance: Random, text: str = "") -> tuple[str, int]:
    """Choose at random until a move is whole; return the move and how many choices it took."""
    count = 0
    while True:
        step = check_step(game.guide(state, text))
        if step.move and (not step.choices or chance.random() < 0.5):
            assert step.move == text
            return step.move, count
        text, count = chance.choice(step.choices).text, count + 1


def reaches(game: AnyGame, state: Any, move: str, text: str = "") -> bool:
    """Return whether some choices lead to a move, of which every step's text is a beginning."""
    step = game.guide(state, text)
    return step.move == move or any(
        reaches(game, state, move, choice.text) for choice in step.choices if move.startswith(choice.text)
    )


@every_game
class TestGuide:
    @random_matches
    @given(seed=SEEDS)
    def test_choices_alone_lead_to_a_move_that_can_be_played(self, game: AnyGame, seed: int) -> None:
        match = played(game, seed)
        if game.to_move(match.last) is None:
            return
        for again in range(5):
            move, count = walk(game, match.last, Random(seed + again))
            assert game.format(match.last, game.parse(match.last, move)) == move
            assert count <= USUAL_CHOICES or game.guide(match.last, move).choices

    @random_matches
    @given(seed=SEEDS)
    def test_every_legal_move_can_be_chosen(self, game: AnyGame, seed: int) -> None:
        state = played(game, seed).last
        for move in sample(Random(seed), choices(game, state))[:12] if listable(game, state) else ():
            assert reaches(game, state, game.format(state, move)), game.format(state, move)

    @random_matches
    @given(seed=SEEDS, text=st.text(max_size=60) | st.text(alphabet=NOTATION, max_size=12))
    def test_any_other_text_is_rejected_as_the_contract_says(self, game: AnyGame, seed: int, text: str) -> None:
        state = played(game, seed).last
        before = repr(state)
        with suppress(IllegalMove):
            check_step(game.guide(state, text))
        assert repr(state) == before

    def test_there_is_nothing_to_choose_once_the_match_is_over(self, game: AnyGame) -> None:
        state = game.start(game.info.min_players, {}, 0)
        for seat in range(1, game.info.min_players):
            state = game.leave(state, seat)
        assert game.to_move(state) is None
        with pytest.raises(IllegalMove, match="The match is over"):
            game.guide(state, "")

    def test_places_are_offered_in_the_order_of_the_board(self, game: AnyGame) -> None:
        state = played(game, 1).last
        offered = [choice.text for choice in game.guide(state, "").choices]
        suggested = [text for text in game.suggest(state, "", 1000) if text in offered]
        for one, other in pairwise(suggested):
            assert offered.index(one) < offered.index(other)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=key, marks=[pytest.mark.thorough] * (key in LONG_AT_RANDOM)) for key, game in GAMES.items()],
)
def test_a_match_is_played_to_its_end_by_choices_alone(game: AnyGame) -> None:
    chance, state = Random(7), game.start(game.info.min_players, {}, 7)
    for _ in range(4000):
        if game.to_move(state) is None:
            break
        move, _ = walk(game, state, chance)
        state = game.play(state, game.parse(state, move))
    assert game.result(state) is not None


def test_long_words_are_cut_behind_a_whole_word() -> None:
    assert shorten_words("d4 dies") == "d4 dies"
    cut = shorten_words("pushes " + "pieces to c3, " * 10)
    assert len(cut) <= LONGEST_WORDS
    assert cut.endswith("c3, pieces \u2026")
