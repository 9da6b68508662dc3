"""Counts of move sequences in Xero-G after the setups `321123` by South and `123321` by North."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from games.perft import opening, perft
from games.xero_g import XeroG
from games.xero_g.flights import legal_flights
from games.xero_g.state import BASE
from tests.games.xero_g.reference import Pilot, board_of, played

if TYPE_CHECKING:
    from games.xero_g.flights import Board
    from games.xero_g.state import Flight

GAME = XeroG()
DEPTH_1, DEPTH_2, DEPTH_3 = 222, 56_932, 17_551_030


def test_at_depth_one_and_two_the_counts_are_those_kept() -> None:
    start = opening(GAME, 2, {})
    assert [perft(GAME, start, depth) for depth in (1, 2)] == [DEPTH_1, DEPTH_2]


def test_the_reference_counts_the_same() -> None:
    start = board_of("123321/....../....../....../....../321123")
    first = Pilot(start, 1, 1_000_000).lines
    assert len(first) == DEPTH_1
    assert sum(len(Pilot(played(start, move), 2, 1_000_000).lines) for move in first) == DEPTH_2


@pytest.mark.thorough
def test_at_depth_three_the_count_is_the_one_kept() -> None:
    # Many sequences of two moves meet in one position or its mirror image, which is counted once and multiplied.
    met = Counter({opening(GAME, 2, {}).board: 1})
    for seat in (1, 2):
        ahead: Counter[Board] = Counter()
        for board, ways in met.items():
            for flight in legal_flights(board, seat):
                if flight.landing != BASE:
                    after = flown(board, flight)
                    ahead[min(after, mirrored(after))] += ways
        met = ahead
    assert sum(ways * len(legal_flights(board, 1)) for board, ways in met.items()) == DEPTH_3


def flown(board: Board, flight: Flight) -> Board:
    after = list(board)
    after[flight.start] = 0
    if flight.sent is not None:
        after[flight.sent] = board[flight.landing]
    after[flight.landing] = board[flight.start]
    return tuple(after)


def mirrored(board: Board) -> Board:
    return tuple(board[6 * (square // 6) + 5 - square % 6] for square in range(36))
