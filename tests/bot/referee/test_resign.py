"""Which match a person may resign, and what a resignation stores, however often it is delivered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import find_match_to_resign, resign
from bot.referee.errors import RequestRejected
from storage.queries.rows import Match
from tests.bot.referee.offer_context import ANN, BOB, CLEO, begin_match, by, log_of, make_offer_context

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def test_players_who_are_still_in_may_resign(context: Context) -> None:
    match = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    assert await find_match_to_resign(context, by(ANN), None) == match
    await resign(context, by(BOB), match.id)
    with pytest.raises(RequestRejected, match="already left"):
        await find_match_to_resign(context, by(BOB), match.id)
    assert (await find_match_to_resign(context, by(CLEO), match.id)).gone == {2}


async def test_a_resignation_that_is_delivered_again_changes_nothing(context: Context) -> None:
    match = await begin_match(context, "zyrcan", (ANN, BOB, CLEO))
    request = by(BOB)
    resigned = await resign(context, request, match.id)
    assert isinstance(resigned, Match)
    assert (resigned.gone, resigned.to_move, resigned.ended_at) == ({2}, 1, None)
    with pytest.raises(RequestRejected):
        await resign(context, request, match.id)
    assert [(event.kind, event.seat, event.text) for event in await log_of(context, match)] == [
        ("leave", 2, "resigned")
    ]
