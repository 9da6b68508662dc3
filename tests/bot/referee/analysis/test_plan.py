"""Which line of an analysis can become a plan, and for whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.referee.analysis.analysis import SHARED, AnalysisBoard, line_to_plan
from bot.referee.analysis.tree import Analysis, Point, add_move, go_to, path_to
from bot.referee.boards import Snapshot
from bot.referee.plan_tree import Ply
from bot.referee.plans.parser import MOST_PLIES
from games import GAMES
from storage.queries.rows import Event
from tests.bot.features.match_sample import ANN, BOB, MATCH, NOON

PLAYED = Event(MATCH.id, 1, "move", 1, ANN.id, "a1", None, NOON)
NOW = Point(PLAYED.seq)
STRANGER = 9
"""The id of somebody who doesn't play."""


def analyse(*texts: str, start: Point = NOW) -> AnalysisBoard:
    """Return the board after a line of Bob, Ann, Bob and so on; Ann has moved once in the match, and Bob is to move."""
    analysis = go_to(Analysis(), start)
    for text in texts:
        analysis = add_move(analysis, text)
    path = path_to(analysis, analysis.point)
    movers = tuple(2 - n % 2 for n in range(len(texts)))
    snapshot = Snapshot(MATCH, None, None, None, 0)  # a plan is made of texts alone
    return AnalysisBoard(MATCH, GAMES[MATCH.game], ANN.id, analysis, (PLAYED,), path, snapshot, movers)


def test_a_line_becomes_the_plan_of_a_player_who_waits() -> None:
    assert line_to_plan(analyse("b2", "c3"), ANN.id) == (Ply("b2", own=False), Ply("c3", own=True))


def test_a_plan_ends_with_the_last_own_move() -> None:
    assert line_to_plan(analyse("b2", "c3", "d4"), ANN.id) == (Ply("b2", own=False), Ply("c3", own=True))


def test_a_line_without_an_own_move_is_no_plan() -> None:
    assert line_to_plan(analyse("b2"), ANN.id) is None
    assert line_to_plan(analyse(), ANN.id) is None


def test_a_plan_has_no_more_moves_than_it_may() -> None:
    line = line_to_plan(analyse(*(f"m{number}" for number in range(MOST_PLIES + 2))), ANN.id)
    assert line
    assert len(line) == MOST_PLIES


@pytest.mark.parametrize("user_id", [BOB.id, STRANGER], ids=["to move", "a stranger"])
def test_others_than_a_player_who_waits_have_no_plan(user_id: int) -> None:
    assert line_to_plan(analyse("b2", "c3"), user_id) is None


def test_players_of_a_match_that_has_ended_and_those_who_left_have_no_plan() -> None:
    board = analyse("b2", "c3")
    ended = replace(MATCH, to_move=None, ended_at=NOON)
    assert line_to_plan(replace(board, match=ended), ANN.id) is None
    left = replace(MATCH, gone=frozenset({1}))
    assert line_to_plan(replace(board, match=left), ANN.id) is None


def test_a_line_that_begins_earlier_in_the_match_is_no_plan() -> None:
    assert line_to_plan(analyse("b2", "c3", start=Point(0)), ANN.id) is None


def test_a_line_that_all_share_or_that_cannot_be_played_is_no_plan() -> None:
    board = analyse("b2", "c3")
    assert line_to_plan(replace(board, owner=SHARED), ANN.id) is None
    assert line_to_plan(replace(board, unplayable="c3 is taken."), ANN.id) is None
