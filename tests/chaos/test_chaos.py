"""A short chaos run in the suite, and what its people make of posts; `make chaos` is the long one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.chaos import post_parser
from tests.chaos.chaos import Chaos, Plan
from tests.chaos.mutants import MUTANTS, mutated

if TYPE_CHECKING:
    from pathlib import Path

    from tests.chaos.findings import Audit
    from tests.chaos.mutants import Mutant
    from tests.postgres import Server


async def test_nothing_is_lost_and_nothing_comes_twice_if_the_bot_is_killed(tmp_path: Path) -> None:
    await run(Plan(seed=11, kills=2, matches=4, pace=16, events=1), tmp_path)


@pytest.mark.thorough
async def test_nothing_is_lost_and_nothing_comes_twice_however_often_it_is_killed(tmp_path: Path) -> None:
    audit = await run(Plan(seed=11, kills=4, matches=6, pace=16, events=1), tmp_path)
    assert audit.computer_moves > 0
    assert audit.page_moves > 0


@pytest.mark.thorough
async def test_the_same_holds_for_two_processes_on_one_postgresql(tmp_path: Path, postgres: Server) -> None:
    plan = Plan(seed=11, kills=4, matches=6, pace=16, events=2, postgres=await postgres.create())
    audit = await run(plan, tmp_path)
    assert audit.computer_moves > 0


async def run(plan: Plan, folder: Path) -> Audit:
    """Carry out a plan, and return what the audit counted. What happens in any run did happen, and nothing is wrong."""
    async with Chaos.prepare(plan, folder) as chaos:
        audit = await chaos.run()
    assert audit.findings == []
    assert audit.moves > 5  # on a slow machine; else it is many more
    assert audit.acknowledgements > audit.moves - audit.computer_moves
    assert audit.boards > audit.moves
    assert audit.effects.total() > 0
    assert audit.forum_posts > 0
    assert audit.overviews == 1
    assert audit.effects["sign-ups"] > 0
    assert chaos.kills == plan.kills
    assert chaos.rounds_beyond_nonces
    assert chaos.faults.struck
    return audit


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.what)
def test_the_patches_of_the_mutants_still_fit_the_code(mutant: Mutant, tmp_path: Path) -> None:
    mutated(mutant, tmp_path)


def test_a_draw_among_the_remaining_players_ends_a_match() -> None:
    shown = post_parser.board(
        "**Ann** and **Cleo** share first place in **Zyrcan #85**: a draw, agreed by everybody still in the match, "
        "after 8 moves in 1 hour.\n1. **Ann**\n1. **Cleo**\n3. **Dan**\n-# #85 \u00b7 move 8",
        7,
    )
    assert shown == post_parser.Board("draw", 85, 8, None, None, 7)
