"""The position after an unfinished line, for a player who makes one move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import Ply
from bot.referee.plans.plans import add_ply, load_line_position
from tests.bot.referee.offer_context import ANN, BOB, CLEO, begin_match, by, make_offer_context, play_moves

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def test_a_line_grows_by_the_moves_of_both_players(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "c4")
    start = await load_line_position(context, by(ANN), match.id, match.seq, "")
    assert (start.line, start.seat, start.mover, start.snapshot.ply) == ((), 1, 2, 1)
    one = await add_ply(context, start, "D5")
    assert (one.line, one.mover, one.snapshot.move) == ((Ply("d5", own=False),), 1, "d5")
    two = await add_ply(context, one, "e6")
    assert (two.line, two.mover, two.snapshot.ply) == ((*one.line, Ply("e6", own=True)), 2, 3)
    with pytest.raises(RequestRejected):
        await add_ply(context, two, "z9")


async def test_a_typed_line_is_read_and_may_end_with_the_others_move(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "c4")
    found = await load_line_position(context, by(ANN), match.id, match.seq, "if d5: e6, if f3")
    assert found.line == (Ply("d5", own=False), Ply("e6", own=True), Ply("f3", own=False))
    assert (found.mover, found.snapshot.ply, found.state) == (1, 4, found.snapshot.state)


async def test_a_line_from_before_the_last_move_or_of_nobody_is_rejected(context: Context) -> None:
    match = await play_moves(context, await begin_match(context), "c4")
    with pytest.raises(RequestRejected, match="moved on"):
        await load_line_position(context, by(ANN), match.id, match.seq - 1, "")
    with pytest.raises(RequestRejected, match="You don't play"):
        await load_line_position(context, by(CLEO), match.id, match.seq, "")
    assert (await load_line_position(context, by(BOB), match.id, match.seq, "")).seat == 2
