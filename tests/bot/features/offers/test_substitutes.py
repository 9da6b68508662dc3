"""Substitutes over the wire: asked for, agreed to by button, and Turnpost plays on in the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.features.computer.conversation import hear_turn, seq_of
from tests.playground.client import labels
from tests.wire.match import begin_match

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_turnpost_plays_on_for_a_player_who_leaves(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:3], key="zyrcan")
    first, second, third = contest.people
    number = str(contest.number)
    question = await first.ask_by_slash("resign", contest.thread)
    assert f"With `/substitute #{number}` I play on for you, if the others agree." in question["content"]
    await first.say("!substitute", contest.thread)
    post = await second.hear_bot(f"I can play on for **{first.name}** in **Zyrcan #{number}**")
    assert f"**{third.name}**, do you agree?" in post["content"] or f"<@{third.id}>, do you agree?" in post["content"]
    assert labels(post) == ["Agree", "Decline"]
    await second.press(post, "Agree")
    await third.press(post, "Agree")
    given = await third.hear_bot(f"**{first.name}** leaves, and **Turnpost for {first.name} \\(level 2\\)** plays on.")
    assert "is thinking" in given["content"]
    board = await hear_turn(second, number, 2)
    assert seq_of(board) == 2
    refused = await first.ask_by_slash("resign", match=f"#{number}")
    assert "You don't play in" in refused["content"]
    history = await second.ask_by_slash("history", match=f"#{number}")
    assert f"**Turnpost for {first.name} \\(level 2\\)** plays on" in history["content"]
