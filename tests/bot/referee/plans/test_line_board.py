"""Where a line of a plan leads: the states around its last move, and what leaves the board as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.plan_tree import AGREE, ANY, DRAW, RESIGN, Ply
from bot.referee.plans.plans import play_line, snapshot_after_line
from games import GAMES

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext

GAME: Any = GAMES["xero-g"]


def first_moves(state: Any, count: int) -> list[str]:
    """Return that many moves, each the first one that the rules list."""
    texts: list[str] = []
    for _ in range(count):
        move = next(iter(GAME.legal(state)))
        texts.append(GAME.format(state, move))
        state = GAME.play(state, move)
    return texts


@pytest.mark.parametrize(
    "last", [None, Ply(ANY, own=False), Ply(DRAW, own=False), Ply(AGREE, own=True), Ply(RESIGN, own=True)]
)
def test_a_line_leads_to_its_last_move_on_the_board(last: Ply | None) -> None:
    start = GAME.start(2, {}, 1)
    texts = first_moves(start, 2)
    line = (Ply(texts[0], own=False), Ply(texts[1], own=True), *([last] if last else []))
    end = play_line(GAME, start, line)
    middle = GAME.play(start, GAME.parse(start, texts[0]))
    assert (end.before, end.state) == (middle, GAME.play(middle, GAME.parse(middle, texts[1])))
    assert (end.move, end.seat, end.count) == (texts[1], 2, 2)


async def test_a_board_after_a_line_counts_its_moves(here: ClockContext) -> None:
    match = await here.move((await here.begin("none")).id)
    async with here.context.database.read() as tx:
        state = await here.context.state(tx, match)
    (text,) = first_moves(state, 1)
    after = await snapshot_after_line(here.context, match, (Ply(text, own=False),))
    assert (after.move, after.ply, after.event and after.event.seat) == (text, 2, 2)
    unmoved = await snapshot_after_line(here.context, match, (Ply(ANY, own=False),))
    assert (unmoved.move, unmoved.ply, unmoved.event, unmoved.state) == (None, 1, None, state)
