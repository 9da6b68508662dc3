"""The ranking of setups: how many positions it looks at, and which setup comes first."""

from __future__ import annotations

from engines.xero_g.board import compact, mobility
from engines.xero_g.search import rank_setups
from games.xero_g import XeroG

GAME = XeroG()
START = GAME.start(2, {}, 0)
LAID = GAME.play(START, GAME.parse(START, "321123"))


def test_south_compares_its_setups_by_five_replies_and_north_by_what_lies_there() -> None:
    ours, looked_at = rank_setups(START, 1, 20, 0)
    assert (len(ours), looked_at) == (4, 20)
    replies, looked_at = rank_setups(LAID, 1, 20, 0)
    assert (len(replies), looked_at) == (20, 20)
    assert len(rank_setups(START, 1, 24, 0)[0]) == 4


def test_one_setup_is_ranked_however_few_positions_may_be_looked_at() -> None:
    assert [len(rank_setups(state, 1, 0, 0)[0]) for state in (START, LAID)] == [1, 1]


def test_the_reply_that_leaves_south_least_mobile_comes_first() -> None:
    replies, _ = rank_setups(LAID, 1, 20, 0)
    after = [compact(GAME.play(LAID, GAME.parse(LAID, reply))) for reply in replies]
    mobilities = [mobility(position, 0) for position in after]
    assert mobilities == sorted(mobilities)
    assert len(set(mobilities)) > 1
