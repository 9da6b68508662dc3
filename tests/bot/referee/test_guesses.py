"""Guesses who wins: until when they're taken, what they are worth, and who has which place."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from bot.referee.guesses import (
    FEWEST_GUESSES,
    FEWEST_MATCHES,
    PERCENTS,
    GuessSummary,
    ScoredGuess,
    is_open,
    judge,
    list_percents,
    rank,
    score,
    summarize,
    usual_length,
)
from storage.queries.guesses import Guess, JudgedGuess
from tests.storage.samples import ANN, BOB, CLEO, NOON

DAN, EVE, FINN = range(CLEO.id + 1, CLEO.id + 4)


def guess(user: int = ANN.id, name: str = "Ann", *, result: int = 1, percent: int = 70, choices: int = 3) -> Guess:
    return Guess(1, user, name, choices, result, percent, 0, 1, NOON)


def worth(user: int, points: float, *, right: bool = True, name: str = "Ann") -> ScoredGuess:
    return ScoredGuess(guess(user, name), right, points)


@given(st.integers(2, 7), st.floats(0, 1))
def test_nobody_expects_more_than_by_saying_what_they_believe(choices: int, belief: float) -> None:
    """Of one result with some belief, the others equally likely; percents are taken as exact as they come."""

    def expected(said: int) -> float:
        rest = (1 - belief) * score(said, choices, right=False)
        return belief * score(said, choices, right=True) + rest

    best = max(range(101), key=expected)
    assert abs(best - 100 * belief) <= 0.51


@pytest.mark.parametrize("choices", range(2, 8))
def test_even_odds_are_worth_nothing_and_certainty_a_hundred(choices: int) -> None:
    even = 100 / choices
    assert score(100, choices, right=True) == pytest.approx(100)
    both = [score(percent, choices, right=right) for percent in (int(even), int(even) + 1) for right in (True, False)]
    if choices in {2, 4, 5}:
        assert both[:2] == pytest.approx([0, 0])
    for low, high in pairwise(PERCENTS):
        assert score(low, choices, right=True) < score(high, choices, right=True)
        if low >= even:
            assert score(low, choices, right=False) > score(high, choices, right=False)


def test_points_are_those_of_the_brier_skill_score() -> None:
    assert score(90, 2, right=True) == pytest.approx(96)
    assert score(90, 2, right=False) == pytest.approx(-224)
    assert score(70, 3, right=True) == pytest.approx(79.75)
    assert score(70, 3, right=False) == pytest.approx(-85.25)


def test_nobody_is_less_sure_than_without_an_opinion() -> None:
    assert list_percents(2) == (50, 60, 70, 80, 90)
    assert list_percents(3) == (40, 50, 60, 70, 80, 90)
    assert list_percents(4) == PERCENTS == list_percents(7)


def test_a_usual_match_is_the_median_of_ten_or_fifteen_moves_a_seat() -> None:
    assert usual_length([90] * (FEWEST_MATCHES - 1), 2) == 30
    assert usual_length([90] * (FEWEST_MATCHES - 1), 3) == 45
    assert usual_length([8] * 5 + [9] + [900] * 4, 2) == 8.5


def test_guesses_close_when_a_third_is_played() -> None:
    assert [is_open(plies, 30) for plies in (0, 9, 10, 11)] == [True, True, False, False]
    assert [is_open(plies, 31) for plies in (10, 11)] == [True, False]


def test_a_shared_first_place_is_a_result_where_it_could_be_chosen() -> None:
    told = [
        JudgedGuess(guess(result=2), 2, (2,)),
        JudgedGuess(guess(result=0), 2, (1, 2)),
        JudgedGuess(guess(result=1), 2, (1, 2)),
        JudgedGuess(guess(result=1, choices=2), 2, (1, 2)),
        JudgedGuess(guess(result=1, choices=2), 2, (2,)),
        JudgedGuess(guess(), 2, ()),
    ]
    assert [(one.guess.result, one.right) for one in judge(told)] == [(2, True), (0, True), (1, False), (1, False)]
    assert [round(one.points) for one in judge(told)] == [80, 80, -85, -96]


def test_the_table_is_by_the_mean_and_equal_points_share_a_place() -> None:
    scored = [
        *(worth(ANN.id, points) for points in (80, 80, 80, 80, -100)),
        *(worth(BOB.id, 44, name="Bob") for _ in range(FEWEST_GUESSES)),
        *(worth(CLEO.id, 99, name="Cleo") for _ in range(FEWEST_GUESSES - 1)),
        *(worth(DAN, 44.3, name="Dan") for _ in range(FEWEST_GUESSES + 1)),
        *(worth(EVE, 10, name="Eve") for _ in range(FEWEST_GUESSES)),
        *(worth(FINN, 50, name="Finn") for _ in range(FEWEST_GUESSES)),
    ]
    ranked = rank(scored, hidden={FINN})
    assert [(one.place, one.name, one.guesses, one.points) for one in ranked] == [
        (1, "Ann", 5, 44),
        (1, "Bob", 5, 44),
        (1, "Dan", 6, 44),
        (4, "Eve", 5, 10),
        (None, "Cleo", 4, 99),
        (None, "Finn", 5, 50),
    ]


def test_the_last_name_of_a_person_counts() -> None:
    later = Guess(2, ANN.id, "Anna", 3, 1, 70, 0, 2, NOON + timedelta(days=1))
    (one,) = rank([worth(ANN.id, 1), ScoredGuess(later, right=True, points=1)])
    assert one.name == "Anna"


def test_a_summary_names_the_best_of_those_who_were_right_and_are_shown() -> None:
    told = [
        worth(ANN.id, -10, right=False),
        worth(BOB.id, 40, name="Bob"),
        worth(CLEO.id, 40, name="Cleo"),
        worth(DAN, 90, name="Dan"),
    ]
    assert summarize(told, hidden={DAN}) == GuessSummary(4, 3, "Bob")
    assert summarize(told) == GuessSummary(4, 3, "Dan")
    assert summarize(told[:1]) == GuessSummary(1, 0, None)
    assert summarize(told[3:], hidden={DAN}) == GuessSummary(1, 1, None)
    assert summarize([]) is None
