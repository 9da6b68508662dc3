"""Analyses in the record: whose they are, and when everybody may share one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.analysis.store import Target, add_typed_moves, load_board, post_shared_board
from bot.referee.errors import RequestRejected
from bot.referee.resign import resign
from tests.bot.referee.clock_context import ANN, BOB, make_clock_context
from tests.database_template import create_database

if TYPE_CHECKING:
    from pathlib import Path


async def test_an_own_analysis_is_kept_for_its_person_alone(tmp_path: Path) -> None:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as here:
        match = await here.begin("none", "martian-life")
        target = Target(match.id)
        start = await load_board(here.context, here.request(ANN), target)
        await add_typed_moves(here.context, here.request(ANN), target, start.point, "e4+")
        assert (await load_board(here.context, here.request(ANN), target)).path.texts == ("e4+",)
        assert (await load_board(here.context, here.request(BOB), target)).path.texts == ()


async def test_an_analysis_is_shared_once_the_match_is_over(tmp_path: Path) -> None:
    async with make_clock_context(await create_database(tmp_path / "turnpost.db")) as here:
        match = await here.begin("none", "martian-life")
        with pytest.raises(RequestRejected):
            await post_shared_board(here.context, here.request(ANN), match.id)
        with pytest.raises(RequestRejected):
            await load_board(here.context, here.request(ANN), Target(match.id, shared=True))
        await resign(here.context, here.request(BOB), match.id)
        await post_shared_board(here.context, here.request(ANN), match.id)
        assert (await load_board(here.context, here.request(BOB), Target(match.id, shared=True))).shared
        assert await here.said("analysis") == [("analysis", None)]
