"""Who answers a board the moment it appears, before the bot could note that it is posted, is understood."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.state import Change
    from tests.wire.fixtures import Stage


async def test_a_reply_to_a_board_is_a_move_before_its_post_is_on_record(stage: Stage) -> None:
    channel = await stage.ann.channel("games")
    stage.playground.deny(int(channel), "CREATE_PUBLIC_THREADS")  # there a bare text is a move only as a reply
    await stage.ann.say("!challenge @Bob martian-life seat=red")
    await stage.bob.press(await stage.bob.hear_bot("challenges"), "Accept")
    board = await stage.ann.hear_bot("place a small")
    with closing(sqlite3.connect(stage.bot.data / "turnpost.db", isolation_level=None)) as rival:

        def hinder(change: Change) -> None:
            if change.new and change.message and "**1.** **Ann**" in change.message.content:
                rival.execute("BEGIN IMMEDIATE")

        stage.playground.state.listeners.append(hinder)
        await stage.ann.say("e4+", to=board)
        board = await stage.bob.hear_bot("**1.** **Ann**")
        await stage.bob.say("b6", to=board)
        await stage.cleo.say("!games", await stage.cleo.dm())  # by the time this is answered, that was looked at
        await stage.cleo.hear_bot("play")
        stage.playground.state.listeners.remove(hinder)
        rival.execute("ROLLBACK")
    await stage.ann.hear_bot("**2.** **Bob** places a small on b6")
