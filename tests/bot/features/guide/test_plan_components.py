"""The buttons under a line of a plan that is made by choices, near the end of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.features.guide.presses import changed
from tests.playground.client import labels
from tests.wire.match import bare, begin_match
from tests.wire.scripts import SCRIPTS

if TYPE_CHECKING:
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
*BEFORE, DEFENCE, LAST = SCRIPTS["xero-g"].split()
"""The moves of a match: those before its last two, the loser's last one, and the one that wins."""


async def choose_moves(person: Person, thread: str) -> Json:
    """Begin a line of a plan."""
    return await changed(person, await person.ask_by_slash("match plan", thread), "Choose moves")


async def take(person: Person, message: Json, text: str) -> Json:
    """Type a move, take it into the line, and return what comes next."""
    preview = await person.modal(await person.press(message, "Type it"), text=text)
    return await changed(person, preview["message"], "This move")


async def test_a_line_goes_on_only_if_the_match_does(shared_env: Environment) -> None:
    ann, bob = shared_env.people[:2]
    contest = await begin_match((ann, bob), *BEFORE, key="xero-g")
    answer = await take(ann, await choose_moves(ann, contest.thread), DEFENCE)
    after = contest.game.play(contest.state, contest.game.parse(contest.state, DEFENCE))
    other = next(text for move in contest.game.legal(after) if (text := contest.game.format(after, move)) != LAST)
    won = await take(ann, answer, LAST)
    assert f"-# Line: `if {DEFENCE}: {LAST}`" in won["content"]
    assert labels(won) == ["Add to my plan"]
    again = await take(ann, await choose_moves(ann, contest.thread), DEFENCE)
    whole = await take(ann, again, other)
    assert f"-# Line: `if {DEFENCE}: {other}`" in whole["content"]
    assert labels(whole) == ["Add to my plan", "Go on"]
    await contest.turn(bare, DEFENCE)
    lost = await take(bob, await choose_moves(bob, contest.thread), LAST)
    assert "The match would be over after that move, so there's nothing to answer." in lost["content"]
