"""Hints: for a person who plays against computer players alone, in their own turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.computer import find_turn_for_hint
from bot.referee.errors import RequestRejected
from bot.referee.requests import MoveText
from bot.referee.turns.play import play_move
from games import GAMES
from storage.queries.rows import Match
from tests.bot.referee.clock_context import ANN, BOB, CLEO, GUILD

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


async def test_only_against_computer_players_and_in_the_own_turn_there_are_hints(here: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["martian-life"].info, {}, 1, 2, {}, computers=1)
    match = await issue_challenge(
        here.context, terms, (ANN,), guild_id=GUILD, channel_id=2, source_id=next(here.sources)
    )
    assert isinstance(match, Match)
    turn = await find_turn_for_hint(here.context, here.request(ANN), None)
    assert (turn.match, turn.reached.ply) == (match, 0)
    with pytest.raises(RequestRejected, match="You don't play"):
        await find_turn_for_hint(here.context, here.request(BOB), match.id)
    await play_move(here.context, here.request(ANN), MoveText("e4+", match.id))
    with pytest.raises(RequestRejected, match="turn"):
        await find_turn_for_hint(here.context, here.request(ANN), match.id)
    others = await here.begin("none", "zyrcan", 3)
    for person in (ANN, CLEO):
        with pytest.raises(RequestRejected, match="people play each other"):
            await find_turn_for_hint(here.context, here.request(person), others.id)
