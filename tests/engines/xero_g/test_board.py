"""Compact positions against the rules, in random positions."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.xero_g.board import WON, compact, flights, fly, winning_flight
from games.xero_g import XeroG
from games.xero_g.state import BASE, Setup
from tests.engines.xero_g.positions import random_endings
from tests.games.xero_g.positions import at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.xero_g.state import State

GAME = XeroG()


def random_positions(matches: int) -> Iterator[State]:
    """Yield the positions of matches by random flights, some of them with few ships."""
    for seed in range(matches):
        rng = Random(seed)
        state = GAME.start(2, {}, seed)
        for _ in range(25):
            if state.mover is None:
                break
            state = GAME.play(state, rng.choice(GAME.legal(state)))
            if state.laid == 2 and state.mover:
                yield state
        yield from random_endings(rng, 4)


def test_flights_and_what_follows_are_those_of_the_rules() -> None:
    rng, number = Random(3), 0
    for state in random_positions(14):
        number += 1
        position, legal = compact(state), GAME.legal(state)
        assert set(flights(position)) == set(legal)
        assert len(list(flights(position))) == len(legal)
        for flight in rng.sample(list(legal), min(4, len(legal))):
            assert not isinstance(flight, Setup)
            after, child = GAME.play(state, flight), fly(position, flight)
            if after.mover:
                assert child == compact(after)
            elif flight.landing == BASE:
                assert (child.mover, child.pips) == (3 - position.mover, WON)
            elif after.outcome and "third time" not in after.outcome.clause:
                assert child.mover == 0
    assert number > 200


def test_a_flight_into_the_base_is_found_exactly_where_one_is_legal() -> None:
    found: set[bool] = set()
    for state in random_positions(14):
        winning = [flight for flight in GAME.legal(state) if not isinstance(flight, Setup) and flight.landing == BASE]
        flight = winning_flight(compact(state), state.mover or 1)
        assert flight in winning if winning else flight is None
        found.add(bool(winning))
    assert found == {True, False}


def test_fewer_boosts_are_seen_than_flown() -> None:
    state = at("....../....../..3.../....../....../..3...")
    assert winning_flight(compact(state), 1, 0) is None
    assert winning_flight(compact(state), 1, 1) is not None
