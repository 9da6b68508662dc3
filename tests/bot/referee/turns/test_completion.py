"""Completions of a half-typed move: for whom there are any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee.endings import resign
from bot.referee.requests import MoveText
from bot.referee.turns.aids import complete_move
from tests.bot.referee.clock_context import ANN, BOB, CLEO

if TYPE_CHECKING:
    from storage.queries.rows import Match, Person
    from tests.bot.referee.clock_context import ClockContext


async def complete(here: ClockContext, match: Match, person: Person, text: str = "") -> list[str]:
    found = await complete_move(here.context, here.request(person), MoveText(text, match.id), 3)
    return [each.text for each in found]


async def test_only_the_player_to_move_gets_completions(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    assert await complete(here, match, ANN, "c") == ["#1 c1", "#1 c2", "#1 c3"]
    assert await complete(here, match, BOB, "c") == []
    assert await complete(here, match, CLEO, "c") == []
    await resign(here.context, here.request(BOB), match.id)
    assert await complete(here, match, ANN, "c") == [], "the match is over"
