"""A move that is chosen step by step: for whom, and from which turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.turns.aids import guide_move
from tests.bot.referee.clock_context import ANN, BOB, CLEO

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


async def test_only_the_player_to_move_is_guided(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    guided = await guide_move(here.context, here.request(ANN), match.id, 0)
    assert (guided.text, guided.labels, guided.stale_note) == ("", (), "")
    for person, reason in ((BOB, "turn"), (CLEO, "You don't play in")):
        with pytest.raises(RequestRejected, match=reason):
            await guide_move(here.context, here.request(person), match.id, 0)
    await resign(here.context, here.request(BOB), match.id)
    with pytest.raises(RequestRejected, match="ended"):
        await guide_move(here.context, here.request(ANN), match.id, 0)


async def test_choices_lead_on_and_are_forgotten_once_the_match_has_moved_on(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    first = await guide_move(here.context, here.request(ANN), match.id, 0)
    label = first.step.choices[0].label
    chosen = await guide_move(here.context, here.request(ANN), match.id, 0, [label])
    assert chosen.labels == (label,)
    await here.move(match.id)
    await here.move(match.id)
    later = await guide_move(here.context, here.request(ANN), match.id, 0, [label])
    assert later.labels == ()
    assert "the match stands at move 2" in later.stale_note
