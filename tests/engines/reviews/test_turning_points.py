"""Turning points found in a small game, by engines that think as a test says."""

from __future__ import annotations

import pytest

from engines.contract import Thought
from engines.reviews.contract import Standing, TurningPoint
from tests.engines.reviews.letters import Written, played, review


def quiet(move: str = "a", value: float = 0.5) -> Thought:
    """Return a thought that neither proved nor counted anything."""
    return Thought(move, value, (move,))


def test_a_win_that_was_proved_and_not_played_is_missed() -> None:
    def think(state: Written) -> Thought:
        return Thought("z", 1.0, ("z",), "win") if state.text == "aa" else quiet()

    found, asked = review(played("aabaaa"), think)
    assert found.turning_points == (TurningPoint(3, 1, "missed", "b", "z", 1.0, 0.5, ("z",)),)
    assert sorted(asked) == ["", "a", "aa", "aab", "aaba", "aabaa", "aabaaa"]


def test_a_slower_win_that_is_proved_too_is_no_turning_point() -> None:
    def think(state: Written) -> Thought:
        if state.text == "aa":
            return Thought("z", 1.0, ("z",), "win")
        return Thought("d", 0.0, ("d", "z"), "loss") if state.text == "aab" else quiet()

    assert review(played("aabaz"), think)[0].turning_points == ()


def test_a_win_is_allowed_only_where_another_move_would_not_have_lost() -> None:
    def think(state: Written, lost: str) -> Thought:
        if state.text in {"ab", lost}:
            return Thought("c", 1.0, ("c", "a", "z"), "win")
        return quiet()

    found, asked = review(played("abcaz"), lambda state: think(state, "none"))
    assert found.turning_points == (TurningPoint(2, 2, "allowed", "b", "a", 0.5, 0.0, ("c", "a", "z")),)
    assert asked.count("aa") == 1
    assert review(played("abcaz"), lambda state: think(state, "aa"))[0].turning_points == ()


@pytest.mark.parametrize(("after", "turns"), [(0.64, 1), (0.76, 0)])
def test_a_share_counts_where_it_dropped_by_a_quarter(after: float, turns: int) -> None:
    def think(state: Written) -> Thought:
        value = {"": 0.9, "a": 0.1, "b": 1 - after}.get(state.text, 0.5)
        return Thought("a", value, ("a",), playouts=100)

    found, _ = review(played("bb"), think)
    assert found.counted
    assert len(found.turning_points) == turns
    assert [(one.kind, one.before, one.after) for one in found.turning_points] == [("share", 0.9, 0.64)] * turns


def test_an_estimate_that_drops_is_no_turning_point() -> None:
    found, _ = review(played("bb"), lambda state: quiet("a", 0.9 if state.text == "b" else 0.1))
    assert found.turning_points == ()
    assert not found.counted


def test_points_are_given_away_where_the_engines_lead_more_after_the_answers() -> None:
    def think(state: Written) -> Thought:
        return quiet({"": "c", "b": "d", "c": "b"}.get(state.text, "a"))

    found, _ = review(played("bda"), think)
    assert found.turning_points == (TurningPoint(1, 1, "points", "b", "c", 0.5, 0.5, (), 3),)


def test_the_shares_of_three_come_from_the_playouts_and_those_who_left_have_none() -> None:
    def think(state: Written) -> Thought:
        shares = (0.2, 0.3, 0.5) if state.text == "a" else ()
        return Thought("a", 0.4, ("a",), shares=shares)

    found, _ = review(played("aa-z", seats=3), think)
    assert found.curve == (
        Standing(0, (0.4, 0.3, 0.3)),
        Standing(1, (0.2, 0.3, 0.5)),
        Standing(2, (0.3, 0.3, 0.4)),
        Standing(2, (0.4, 0.6, 0.0)),
        Standing(3, (1.0, 0.0, 0.0)),
    )


def test_a_player_who_leaves_is_no_turning_point() -> None:
    def think(state: Written) -> Thought:
        return Thought("a", 0.9 if state.mover == 1 else 0.1, ("a",), playouts=9)

    assert review(played("bb-bb", seats=3), think)[0].turning_points == ()


def test_of_many_turning_points_the_five_worst_are_named_in_order() -> None:
    def think(state: Written) -> Thought:
        value = 0.5 + len(state.text) / 40 if state.text.endswith("b") else 0.3
        return Thought("a", value, ("a",), playouts=9)

    found, asked = review(played("b" * 12), think)
    assert [one.ply for one in found.turning_points] == [8, 9, 10, 11, 12]
    assert len(asked) == 13 + 8


def test_a_long_match_is_looked_at_in_sixty_places_and_where_it_turned() -> None:
    """The engine sees no good move after the hundredth letter."""

    def think(state: Written) -> Thought:
        ahead = state.mover == 1
        lost = len(state.text) >= 100
        return Thought("a", (0.1 if ahead else 0.9) if lost else 0.5, ("a",), playouts=9)

    found, asked = review(played("a" * 99 + "b" * 200), think)
    assert len(found.curve) == 60
    assert len(asked) <= 60 + 16
    assert {99, 100} <= {one.ply for one in found.curve}


def test_the_states_around_a_move_are_found_where_a_seat_left_before_it() -> None:
    match = played("aa-z", seats=3)
    assert [[state.text for state in match.around(ply)] for ply in (1, 2, 3)] == [["", "a"], ["a", "aa"], ["aa", "aaz"]]
    with pytest.raises(StopIteration):
        match.around(4)
