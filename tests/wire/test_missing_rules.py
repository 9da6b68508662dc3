"""A match whose game is no longer installed: whatever somebody asks of it is answered at once, and nothing is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tests.wire.match import bare, begin_match

if TYPE_CHECKING:
    from tests.wire.fixtures import Environment

REQUESTS = (
    *("board", "board text", "move c3+", "preview c3+", "moves", "takeback", "draw", "resign", "replay"),
    *("catalogue", "substitute"),
)
BUTTONS = ("Move", "Where?", "My view")
MISSING = "The game `chomp` isn't installed right now. Its matches wait until it's back."


async def test_all_that_is_asked_of_a_match_without_its_rules_is_answered_at_once(env: Environment) -> None:
    contest = await begin_match((env.ann, env.bob), "e4+", "b7")
    await env.all_posted()  # what still waits would wait for the rules, too
    async with env.down():
        rename_game(env, "chomp")
    answers = {what: await env.ann.ask_by_text(f"!{what}", contest.thread) for what in REQUESTS}
    for what in ("history", "export", "games"):
        assert "#1" in (await env.ann.ask_by_text(f"!{what}", contest.thread))["content"], what
    assert {what: answer["content"] for what, answer in answers.items()} == dict.fromkeys(REQUESTS, MISSING)
    for button in BUTTONS:
        assert (await env.ann.ask_by_press(contest.board, button))["content"] == MISSING, button
    direct = await env.ann.dm()
    assert (await env.ann.ask_by_text("#1 c3", direct))["content"] == MISSING
    await env.all_posted()
    async with env.down():
        rename_game(env, "martian-life")
    await contest.turn(bare, "c3")


def rename_game(env: Environment, key: str) -> None:
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record, record:
        record.execute("UPDATE matches SET game = ?", [key])
