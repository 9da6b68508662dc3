"""Which legs can come next in Xong, read beside its rules page."""

from __future__ import annotations

from games import GAMES
from tests.games.destinations import refusal

XONG = GAMES["xong"]
START = XONG.start(2, {}, 0)
GIVEN = XONG.play(START, XONG.parse(START, "give FL"))


def test_before_the_first_gift_only_where_a_xoid_fits_can_be_asked() -> None:
    assert XONG.destinations(START, "").places == ()
    assert len(XONG.destinations(START, "1-1").places) == 210
    assert refusal(XONG, START, "e5e").startswith("No Xoid is in hand yet")


def test_beside_a_leg_lie_those_that_meet_it_at_a_corner() -> None:
    found = XONG.destinations(GIVEN, "e5e")
    assert (found.source, found.places) == (("e5e",), ("d5ne", "d5nw", "e5ne", "e6nw"))
    assert "Red's Xoid FL (2 legs, number 2-1) is to be placed. With e5e it fits in 4 ways" in found.words


def test_a_whole_placement_has_nothing_left_to_name() -> None:
    found = XONG.destinations(GIVEN, "place e5e e5ne")
    assert (found.source, found.places) == (("e5e", "e5ne"), ())
    assert "These are all legs of FL" in found.words


def test_of_two_ways_both_are_named() -> None:
    found = XONG.destinations(GIVEN, "a1sw")
    assert "fits in 2 ways, on a1se and a1sw, or on a1sw and a1w; next can come a1se or a1w" in found.words


def test_a_hexagon_stands_for_its_six_sides() -> None:
    found = XONG.destinations(GIVEN, "a1")
    assert found.source == ("a1",)
    assert set(found.places) >= {"a1e", "a1ne", "a1nw", "a1w", "a1sw", "a1se"}


def test_a_taken_leg_is_rejected() -> None:
    state = XONG.play(GIVEN, XONG.parse(GIVEN, "place e5e e5ne give F"))
    assert refusal(XONG, state, "e5e").startswith("`e5e` is taken by red")
