"""What the search of Xero-G knows about how a match ends."""

from __future__ import annotations

from engines.xero_g.board import compact, fly, winning_flight
from engines.xero_g.search import SearchRules
from tests.games.xero_g.positions import at

OPEN = compact(at("321123/....../....../....../....../123321"))


def test_a_match_goes_on_unless_its_position_has_stood_twice_or_nobody_can_fly() -> None:
    assert SearchRules(1, 1, 1).outcome(OPEN) is None
    assert SearchRules(1, 1, 1, {OPEN}).outcome(OPEN) == 0
    assert SearchRules(1, 1, 1).outcome(OPEN._replace(mover=0)) == 0


def test_a_flight_into_the_base_loses_for_the_seat_to_move_then() -> None:
    before = compact(at("..1.../....../....../....../....../......"))
    win = winning_flight(before, 1)
    assert win
    assert SearchRules(1, 1, 1).outcome(fly(before, win)) == -1
