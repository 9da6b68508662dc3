"""The simulation of ratings: seasons, and the order that ratings put people in."""

from __future__ import annotations

from random import Random

import pytest

from bench.ratings import (
    AIM,
    APART,
    LINES,
    LONGEST,
    PEOPLE,
    Standing,
    average,
    describe_aim,
    describe_line,
    main,
    play_season,
    share_in_order,
)
from bot.referee.ratings import MODEL, POINTS, Rating


@pytest.mark.parametrize("seats", [2, 4])
def test_in_each_round_everybody_plays_once(seats: int) -> None:
    season = list(play_season(Random(1), [MODEL.mu] * PEOPLE, seats))
    a_round = PEOPLE // seats
    assert len(season) == LONGEST * a_round
    for first in range(0, len(season), a_round):
        matches = season[first : first + a_round]
        assert sorted(user for match in matches for user in match.places) == list(range(PEOPLE))
        assert all(sorted(match.places.values()) == list(range(1, seats + 1)) for match in matches)
        assert {match.at - season[0].at for match in matches} == {first // a_round * APART}


def test_the_strongest_person_comes_first_as_a_rule() -> None:
    strengths = [MODEL.mu + 10 * MODEL.beta, *[MODEL.mu] * (PEOPLE - 1)]
    places = [match.places[0] for match in play_season(Random(1), strengths, 2) if 0 in match.places]
    assert places == [1] * LONGEST


def test_pairs_are_counted_that_stand_in_the_order_of_their_strengths() -> None:
    strengths = [1.0, 2.0, 3.0]
    assert share_in_order(strengths, [Rating(1), Rating(2), Rating(3)]) == 1
    assert share_in_order(strengths, [Rating(1), Rating(3), Rating(2)]) == pytest.approx(2 / 3)
    assert share_in_order(strengths, [Rating(3), Rating(2), Rating(1)]) == 0
    assert share_in_order(strengths, [Rating()] * 3) == 0, "ratings that are equal say nothing"


@pytest.mark.thorough
def test_the_order_gets_better_and_ratings_more_certain() -> None:
    curve = average(3, 0, 2, MODEL.sigma)
    assert len(curve) == LONGEST
    assert curve[0].right < 0.75
    assert curve[-1].right > 0.85
    assert MODEL.sigma * POINTS > curve[0].uncertainty > curve[20].uncertainty > curve[-1].uncertainty
    assert curve == average(3, 0, 2, MODEL.sigma), "a seed decides all"
    assert curve != average(3, 1, 2, MODEL.sigma)


def test_an_aim_or_a_line_is_reached_after_the_first_round_that_is_there() -> None:
    curve = [Standing(0.8, 240.6), Standing(AIM, 220), Standing(0.95, 200)]
    assert describe_aim((4, 2.0), curve) == ["4", f"{2 * POINTS}", "2", "220"]
    assert describe_aim((4, 2.0), curve[:1]) == ["4", f"{2 * POINTS}", f"over {LONGEST}", ""]
    assert [describe_line(curve, line) for line in (300, 220, 210, 100)] == [
        "1: 80.0%",
        "2: 90.0%",
        "3: 95.0%",
        f"over {LONGEST}",
    ]


def test_the_tables_have_a_row_for_each_kind_and_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(seasons=1, seed=0)
    rows = [line.split(" | ")[0] for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert rows == [f"| {name}" for name in ("seats", "--:", 2, 2, 4, 4, "uncertainty", "--:", *LINES)]
