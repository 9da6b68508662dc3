"""Xero-G against a slow second implementation (`reference.py`), which shares no code with it."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from games.perft import opening, perft
from games.xero_g import XeroG
from games.xero_g.flights import legal_flights
from games.xero_g.state import BASE
from tests.games.xero_g.reference import Board, Pilot, TooManyPathsError, board_of, played, text_of

if TYPE_CHECKING:
    from games.xero_g import flights
    from games.xero_g.state import Flight, State

GAME = XeroG()
GOLDEN = Path(__file__).parents[1] / "golden"
BUDGET = 20_000
COUNTS = pytest.mark.parametrize("count", [24, pytest.param(120, marks=pytest.mark.thorough)])
WAYS = {"n": 6, "e": 1, "s": -6, "w": -1}


def compare(state: State, board: Board) -> dict[str, tuple[str, tuple[int, ...]]] | None:
    """Compare all moves of a position; return the reference's, or None when it has too many paths."""
    assert state.mover is not None
    try:
        pilot = Pilot(board, state.mover, BUDGET)
    except TooManyPathsError:
        return None
    texts = [GAME.format(state, move) for move in GAME.legal(state)]
    assert len(texts) == len(set(texts))
    assert set(texts) == set(pilot.lines), GAME.position(state)
    return pilot.lines


def squares_of(start: str, path: str) -> tuple[int, ...]:
    squares = ["abcdef".index(start[0]) + 6 * (int(start[1]) - 1)]
    for letter in path:
        squares.append(squares[-1] + WAYS[letter])
    return tuple(squares)


def compare_lines(state: State, lines: dict[str, tuple[str, tuple[int, ...]]]) -> None:
    """Compare the line that is drawn for every landing, and the result of flights into the base."""
    drawn: dict[str, str] = {}
    for text in lines:
        drawn.setdefault(text[:5] if "@" in text else text, text)
    for text in drawn.values():
        path, boosts = lines[text]
        after = GAME.play(state, GAME.parse(state, text))
        assert after.last is not None
        won = text.endswith("base")
        assert after.last.path == squares_of(text[:2], path[:-1] if won else path), (GAME.position(state), text)
        assert after.last.boosts == boosts
        typed = f"{text[:2]}:{path}" if won else f"{text[:2]}:{path}{text[5:]}"
        assert GAME.parse(state, typed) == GAME.parse(state, text)
        result = GAME.result(after)
        assert won == (result is not None and result.winners == (state.mover,))


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 20))]
)
def test_random_matches_go_the_same_way_in_both(seed: int) -> None:
    lot = random.Random(seed)
    layouts = ["".join(lot.sample("112233", 6)) for _ in "SN"]
    state = GAME.start(2, {}, 0)
    for layout in layouts:
        state = GAME.play(state, GAME.parse(state, layout))
    board = board_of("/".join([layouts[1], *["......"] * 4, layouts[0]]))
    seen: list[str] = []
    mover = 1
    for _ in range(16):
        text = text_of(board, str(mover))
        assert GAME.position(state) == text
        seen.append(text)
        lines = compare(state, board)
        if lines is not None:
            compare_lines(state, lines)
        texts = [GAME.format(state, move) for move in GAME.legal(state)]
        move = lot.choice([text for text in texts if not text.endswith("base")] or texts)
        state, board = GAME.play(state, GAME.parse(state, move)), played(board, move)
        mover = 3 - mover
        if seen.count(text_of(board, str(mover))) == 2 or move.endswith("base"):
            assert GAME.position(state) == text_of(board, "-")
            return
        assert state.mover == mover


@COUNTS
def test_ships_scattered_at_random_fly_the_same_in_both(count: int) -> None:
    lot = random.Random(2019)
    compared = 0
    for _ in range(count):
        squares = lot.sample([(column, row) for column in range(1, 7) for row in range(1, 7)], 12)
        board: Board = dict(zip(squares, (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), strict=True))
        state = GAME.parse_position(text_of(board, str(lot.choice((1, 2)))))
        lines = compare(state, board)
        if lines is not None:
            compared += 1
            compare_lines(state, lines)
    assert compared > 0.9 * count


@COUNTS
def test_ships_crowded_into_four_rows_fly_the_same_in_both(count: int) -> None:
    lot = random.Random(1985)
    compared = 0
    for _ in range(count):
        squares = lot.sample([(column, row) for column in range(1, 7) for row in range(1, 5)], 12)
        board: Board = dict(zip(squares, (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), strict=True))
        state = GAME.parse_position(text_of(board, str(lot.choice((1, 2)))))
        lines = compare(state, board)
        if lines is not None:
            compared += 1
            compare_lines(state, lines)
    assert compared > 0.9 * count


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, id=file.stem, marks=pytest.mark.thorough if file.stem.endswith("long") else [])
        for file in sorted(GOLDEN.glob("xero-g-*.json"))
    ],
)
def test_the_recorded_matches_are_what_the_reference_plays(file: Path) -> None:
    moves = json.loads(file.read_text("utf-8"))["moves"]
    before = board_of(moves[1][1])
    for ply, (move, text) in enumerate(moves[2:]):
        assert move in Pilot(before, 1 + ply % 2, 1_000_000).lines
        before = played(before, move)
        assert text in {text_of(before, mover) for mover in (str(2 - ply % 2), "-")}


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
        ahead: Counter[flights.Board] = Counter()
        for board, ways in met.items():
            for flight in legal_flights(board, seat):
                if flight.landing != BASE:
                    after = flown(board, flight)
                    ahead[min(after, mirrored(after))] += ways
        met = ahead
    assert sum(ways * len(legal_flights(board, 1)) for board, ways in met.items()) == DEPTH_3


def flown(board: flights.Board, flight: Flight) -> flights.Board:
    after = list(board)
    after[flight.start] = 0
    if flight.sent is not None:
        after[flight.sent] = board[flight.landing]
    after[flight.landing] = board[flight.start]
    return tuple(after)


def mirrored(board: flights.Board) -> flights.Board:
    return tuple(board[6 * (square // 6) + 5 - square % 6] for square in range(36))
