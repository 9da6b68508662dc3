"""Ratings after matches, as docs/ratings.md has the rules: winners rise, a pair can't farm, one match costs little."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from bot.referee.ratings import MOST_LOST, POINTS, RatedMatch, Rating, rate_match, rate_matches

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANN, BOB, CLEO, DAN, EVE = 11, 12, 13, 14, 15


def won(number: int, *people: int, days: float = 0) -> RatedMatch:
    """A match in which the first person came first, the second second and so on."""
    return RatedMatch(number, NOON + timedelta(days=days), {person: place for place, person in enumerate(people, 1)})


def shown(matches: list[RatedMatch]) -> dict[int, int]:
    """Return the numbers that people see after some matches."""
    return {one.user_id: one.rating.shown for one in rate_matches(matches, {})}


def test_everybody_begins_at_1500_with_350_points_of_uncertainty() -> None:
    assert (Rating().shown, Rating().uncertainty, Rating().provisional) == (1500, 350, True)


def test_a_rating_is_provisional_until_its_uncertainty_is_at_230() -> None:
    assert (Rating(sigma=230 / 42).provisional, Rating(sigma=231 / 42).provisional) == (False, True)


def test_the_winner_rises_as_far_as_the_loser_falls_and_both_are_known_better() -> None:
    ann, bob = rate_match(won(1, ANN, BOB), {}, [])
    assert ann.rating.shown - 1500 == 1500 - bob.rating.shown == 111
    assert ann.rating.uncertainty == bob.rating.uncertainty < 350
    assert (ann.weight, bob.weight, ann.place, bob.place) == (1, 1, 1, 2)


def test_a_draw_brings_ratings_together() -> None:
    strong, weak = Rating(mu=30, sigma=3), Rating(mu=20, sigma=3)
    drawn = RatedMatch(1, NOON, {ANN: 1, BOB: 1})
    ann, bob = rate_match(drawn, {ANN: strong, BOB: weak}, [])
    assert ann.rating.mu < 30
    assert bob.rating.mu > 20
    equal = rate_match(drawn, {}, [])
    assert [one.rating.shown for one in equal] == [1500, 1500]


def test_all_places_of_a_match_of_five_count() -> None:
    after = shown([won(1, ANN, BOB, CLEO, DAN, EVE)])
    assert sorted(after, key=after.__getitem__, reverse=True) == [ANN, BOB, CLEO, DAN, EVE]
    assert len(set(after.values())) == 5


def test_one_match_costs_150_points_at_most() -> None:
    ann = Rating(mu=40, sigma=25 / 3)
    _, after = rate_match(won(1, BOB, ANN), {ANN: ann, BOB: Rating(mu=10)}, [])
    assert ann.shown - after.rating.shown == MOST_LOST
    assert after.rating.mu == pytest.approx(ann.mu - MOST_LOST / POINTS)


@pytest.mark.parametrize(("met", "weight"), [(0, 1), (1, 1), (2, 1), (3, 0.5), (4, 0.25), (6, 0.0625)])
def test_after_three_matches_of_a_pair_in_a_week_each_counts_half_of_the_one_before(met: int, weight: float) -> None:
    earlier = [won(number, ANN, BOB, days=number / 10) for number in range(met)]
    ann, bob = rate_match(won(9, ANN, BOB, days=1), {}, earlier)
    assert (ann.weight, bob.weight) == (weight, weight)
    full, _ = rate_match(won(9, ANN, BOB, days=1), {}, [])
    assert ann.rating.mu - 25 == pytest.approx(weight * (full.rating.mu - 25))
    assert ann.rating.sigma - 25 / 3 == pytest.approx(weight * (full.rating.sigma - 25 / 3))


def test_matches_with_others_leave_a_pair_alone() -> None:
    earlier = [won(number, ANN, CLEO) for number in range(5)]
    ann, bob = rate_match(won(9, ANN, BOB, days=1), {}, earlier)
    assert (ann.weight, bob.weight) == (1, 1)
    ann, bob, cleo = rate_match(won(9, ANN, BOB, CLEO, days=1), {}, earlier)
    assert (ann.weight, bob.weight, cleo.weight) == (0.5625, 1, 0.5625), "the mean over the others: 1 and 1/8"


def test_a_week_later_a_pair_counts_in_full_again() -> None:
    four = [won(number, ANN, BOB, days=number) for number in range(4)]
    weights = [one.weight for one in rate_matches([*four, won(4, ANN, BOB, days=7), won(5, ANN, BOB, days=10)], {})]
    assert weights[::2] == [1, 1, 1, 0.5, 0.5, 1]


def test_matches_of_the_week_before_count_where_rating_begins_in_the_middle() -> None:
    matches = [won(number, ANN, BOB, days=number) for number in range(6)]
    whole = list(rate_matches(matches, {}))
    before = {one.user_id: one.rating for one in whole[:8]}
    assert list(rate_matches(matches[4:], before, matches[:4])) == whole[8:]


MATCHES = st.lists(st.permutations([ANN, BOB, CLEO]).flatmap(lambda one: st.integers(2, 3).map(lambda n: one[:n])))


@given(MATCHES, st.integers(0, 8))
def test_rating_goes_on_from_any_point_as_if_it_had_never_stopped(people: list[list[int]], at: int) -> None:
    matches = [won(number, *each, days=number) for number, each in enumerate(people)]
    first = list(rate_matches(matches[:at], {}))
    before = {one.user_id: one.rating for one in first}
    assert [*first, *rate_matches(matches[at:], before, matches[:at])] == list(rate_matches(matches, {}))
