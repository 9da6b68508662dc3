"""Analyses in the record: whose they are, and when everybody may share one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.analysis.analysis import (
    SHARED,
    Target,
    add_typed_moves,
    annotate_point,
    find_analysed_match,
    find_typed_point,
    load_board,
    load_shared_board,
    plan_line,
    post_shared_board,
    remove_at,
    show_point,
    try_move,
)
from bot.referee.analysis.tree import Point
from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import Ply
from bot.referee.plans.plans import load_plan
from bot.referee.requests import MoveText
from bot.referee.turns.play import play_move
from tests.bot.referee.clock_context import ANN, BOB, CLEO

if TYPE_CHECKING:
    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext


async def begin(here: ClockContext, *moves: str) -> Match:
    """Begin a match of Martian Life and play its first moves."""
    match = await here.begin("none", "martian-life")
    for text in moves:
        mover = (await here.match(match.id)).player_to_move
        await play_move(here.context, here.request(mover), MoveText(text, match.id))
    return await here.match(match.id)


async def test_an_own_analysis_is_kept_for_its_person_alone(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    target = Target(match.id)
    start = await load_board(here.context, here.request(ANN), target)
    await add_typed_moves(here.context, here.request(ANN), target, start.point, "e4+")
    assert (await load_board(here.context, here.request(ANN), target)).path.texts == ("e4+",)
    assert (await load_board(here.context, here.request(BOB), target)).path.texts == ()


async def test_an_analysis_is_shared_once_the_match_is_over(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    with pytest.raises(RequestRejected):
        await post_shared_board(here.context, here.request(ANN), match.id)
    with pytest.raises(RequestRejected):
        await load_board(here.context, here.request(ANN), Target(match.id, shared=True))
    await resign(here.context, here.request(BOB), match.id)
    await post_shared_board(here.context, here.request(ANN), match.id)
    assert (await load_board(here.context, here.request(BOB), Target(match.id, shared=True))).shared
    assert await here.said("analysis") == [("analysis", None)]


async def test_moves_are_added_by_commas_and_all_or_none_of_them(here: ClockContext) -> None:
    match = await begin(here, "c4")
    target = Target(match.id)
    board = await add_typed_moves(here.context, here.request(ANN), target, None, "`d5`, e6; F3")
    assert (board.path.texts, board.snapshot.ply, board.mover) == (("d5", "e6", "f3"), 4, 1)
    assert (board.now, board.owner, board.shared) == (Point(1), ANN.id, False)
    assert board.before is not None
    assert await here.said("analysis") == []
    for typed, why in (("g2, z9", "Move 6"), (" ; ", "move"), ("`", "move")):
        with pytest.raises(RequestRejected, match=why):
            await add_typed_moves(here.context, here.request(ANN), target, None, typed)
    assert (await load_board(here.context, here.request(ANN), target)).path.texts == ("d5", "e6", "f3")


async def test_no_move_is_added_where_the_match_is_over(here: ClockContext) -> None:
    match = await begin(here, "c4")
    await resign(here.context, here.request(BOB), match.id)
    with pytest.raises(RequestRejected, match="is over at that point"):
        await add_typed_moves(here.context, here.request(ANN), Target(match.id), None, "d5")
    earlier = await add_typed_moves(here.context, here.request(ANN), Target(match.id), Point(1), "d5")
    assert earlier.path.texts == ("d5",)


async def test_a_move_is_tried_without_being_stored(here: ClockContext) -> None:
    match = await begin(here, "c4")
    board = await load_board(here.context, here.request(ANN), Target(match.id))
    tried = await try_move(here.context, board, "D5")
    assert (tried.move, tried.ply, tried.event and tried.event.seat) == ("d5", 2, 2)
    assert (await load_board(here.context, here.request(ANN), Target(match.id))).path.texts == ()


async def test_lines_are_removed_from_a_point_on_and_played_moves_stay(here: ClockContext) -> None:
    match = await begin(here, "c4")
    target = Target(match.id)
    board = await add_typed_moves(here.context, here.request(ANN), target, None, "d5, e6")
    left = await remove_at(here.context, here.request(ANN), target, board.point)
    assert (left.path.texts, len(left.analysis.moves)) == (("d5",), 1)
    left = await remove_at(here.context, here.request(ANN), target, Point(1))
    assert (left.point, len(left.analysis.moves)) == (Point(1), 0), "all lines that begin there"
    with pytest.raises(RequestRejected):
        await remove_at(here.context, here.request(ANN), target, Point(1))


async def test_a_point_is_shown_again_where_it_was_left(here: ClockContext) -> None:
    match = await begin(here, "c4", "d5")
    target = Target(match.id)
    shown = await show_point(here.context, here.request(ANN), target, Point(1))
    assert (shown.point, shown.snapshot.seq, shown.before) == (Point(1), 1, Point(0))
    assert (await load_board(here.context, here.request(ANN), target)).point == Point(1)
    assert (await load_board(here.context, here.request(ANN), target, Point(2))).point == Point(2)
    assert (await load_board(here.context, here.request(ANN), target)).point == Point(1), "nothing was stored"


async def test_a_point_is_found_by_a_moves_number_or_its_name(here: ClockContext) -> None:
    match = await begin(here, "c4", "d5")
    target = Target(match.id)
    board = await add_typed_moves(here.context, here.request(ANN), target, None, "e6")
    await annotate_point(here.context, here.request(ANN), target, board.point, " Best ", "why")
    await annotate_point(here.context, here.request(ANN), target, Point(1), "7", "")

    async def found(typed: str) -> Point:
        return await find_typed_point(here.context, here.request(ANN), target, typed)

    assert [await found(typed) for typed in ("0", "1", " 2 ", "BEST", "7")] == [
        Point(0),
        Point(1),
        Point(2),
        board.point,
        Point(1),
    ]
    for typed in ("3", "worst", "100000"):
        with pytest.raises(RequestRejected, match="no move or position"):
            await found(typed)


async def test_changes_of_a_shared_analysis_are_posted_and_seen_by_all(here: ClockContext) -> None:
    match = await begin(here, "c4")
    await resign(here.context, here.request(BOB), match.id)
    target = Target(match.id, shared=True, message_id=5)
    await add_typed_moves(here.context, here.request(CLEO), target, Point(1), "d5")
    assert await here.said("analysis") == [("analysis", None)]
    board = await load_shared_board(here.context, match.id)
    assert (board.path.texts, board.owner, board.shared) == (("d5",), SHARED, True)
    assert (await load_board(here.context, here.request(CLEO), Target(match.id))).path.texts == ()


async def test_a_line_becomes_a_plan_from_where_the_match_stands(here: ClockContext) -> None:
    match = await begin(here, "c4")
    target = Target(match.id)
    board = await add_typed_moves(here.context, here.request(ANN), target, None, "d5, e6")
    planned = (Ply("d5", own=False), Ply("e6", own=True))
    assert await plan_line(here.context, here.request(ANN), target, board.point) == (match, planned)
    assert (await load_plan(here.context, here.request(ANN), match.id)).lines == [planned]
    with pytest.raises(RequestRejected):
        await plan_line(here.context, here.request(ANN), target, Point(1))
    assert await find_analysed_match(here.context, here.request(ANN), None) == match
