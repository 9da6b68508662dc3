"""Who answers a board the moment it appears, before the bot could note that it is posted, is understood."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.model.state import Change
    from tests.wire.fixtures import Environment


async def test_a_reply_to_a_board_is_a_move_before_its_post_is_on_record(env: Environment) -> None:
    channel = await env.ann.channel("games")
    env.playground.deny(int(channel), "CREATE_PUBLIC_THREADS")  # there a bare text is a move only as a reply
    await env.ann.say("!challenge @Bob martian-life seat=red")
    await env.bob.press(await env.bob.hear_bot("challenges"), "Accept")
    board = await env.ann.hear_bot("place a small")
    with closing(sqlite3.connect(env.bot.data / "turnpost.db", isolation_level=None)) as rival:

        def hinder(change: Change) -> None:
            if change.new and change.message and "**1.** **Ann**" in change.message.content:
                rival.execute("BEGIN IMMEDIATE")

        env.playground.state.listeners.append(hinder)
        await env.ann.say("e4+", to=board)
        board = await env.bob.hear_bot("**1.** **Ann**")
        await env.bob.say("b6", to=board)
        await env.cleo.say("!games", await env.cleo.dm())  # by the time this is answered, that was looked at
        await env.cleo.hear_bot("play")
        env.playground.state.listeners.remove(hinder)
        rival.execute("ROLLBACK")
    await env.ann.hear_bot("**2.** **Bob** places a small on b6")
