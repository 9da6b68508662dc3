"""The row of buttons under boards, over the wire: what it holds, and players who don't want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.playground.client import labels
from tests.wire.match import bare, begin_match, by_reply

if TYPE_CHECKING:
    from tests.playground.client import Person
    from tests.wire.fixtures import Environment

# One bot for all matches here.
pytestmark = pytest.mark.asyncio(loop_scope="module")
ALL = ["Move", "Where?", "Rules", "My view", "Analyse"]


async def choose_buttons(person: Person, choice: str) -> None:
    """Say whether a person wants buttons to move under boards."""
    answer = await person.ask_by_slash("my preferences", buttons=choice)
    assert f"- buttons `{choice}`: " in answer["content"]


async def test_buttons_to_move_go_when_no_player_wants_them(shared_env: Environment) -> None:
    env = shared_env
    contest = await begin_match(env.people[:2])
    assert labels(contest.board) == ALL
    await choose_buttons(env.ann, "off")
    await choose_buttons(env.cleo, "off")
    await contest.turn(bare, "e4+")
    assert labels(contest.board) == ALL, "Bob wants them"
    await choose_buttons(env.bob, "off")
    await contest.turn(bare, "b7")
    assert labels(contest.board) == ["My view", "Analyse"]
    await contest.turn(by_reply, "f5")
    await choose_buttons(env.ann, "on")
    await contest.turn(bare, "d6")
    assert labels(contest.board) == ALL
    await contest.resign(1)
    assert labels(contest.board) == ["Rematch", "Replay", "Review", "Record", "My view", "Analyse"]
