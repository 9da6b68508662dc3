"""Discord takes the message content intent away (4014): the bot ends, and its next start goes on without."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from tests.wire.match import Contest, bare, by_slash

if TYPE_CHECKING:
    from tests.wire.fixtures import Stage

WITHOUT = "Here I can't read messages that don't mention me"
REFUSED = "turnpost: Discord refuses the message content intent; a new start does without."


async def ended(stage: Stage) -> None:
    """Wait for the bot to end as a container's restart policy takes it for a failure."""
    assert await stage.bot.ended() == 1
    assert stage.bot.log.read_text().splitlines()[-1] == REFUSED


async def reads_content(stage: Stage) -> bool:
    return WITHOUT not in (await stage.ann.ask_by_slash("help"))["content"]


@pytest.mark.parametrize("flags", [True, False], ids=["its flags too", "its flags not"])
async def test_a_new_start_goes_on_without_it(stage: Stage, flags: bool) -> None:  # noqa: FBT001 - the parameter
    contest = Contest("martian-life", (stage.ann, stage.bob))
    await contest.begin()
    await contest.turn(bare, "e4+")
    assert await reads_content(stage)
    stage.playground.revoke_content(flags=flags)
    await stage.playground.drop_gateway(resumable=False)
    await ended(stage)
    for _ in range(2):
        await stage.bot.start()
        assert not await reads_content(stage)
        await stage.bot.stop()
    await stage.bot.start()
    await contest.turn(by_slash, "b7")
    assert ("refused the message content intent at " in stage.bot.log.read_text()) is not flags


async def test_it_is_asked_for_again_a_day_later(stage: Stage) -> None:
    stage.playground.revoke_content(flags=False)
    await stage.playground.drop_gateway(resumable=False)
    await ended(stage)
    noted(stage, datetime.now(UTC) - timedelta(hours=23))
    await stage.bot.start()
    assert not await reads_content(stage)
    await stage.bot.stop()
    noted(stage, datetime.now(UTC) - timedelta(hours=25))
    await stage.bot.begin()
    await ended(stage)
    await stage.bot.start()
    assert not await reads_content(stage)
    await stage.bot.stop()
    noted(stage, datetime.now(UTC) - timedelta(hours=25))
    stage.playground.grant_content()
    await stage.bot.start()
    assert await reads_content(stage)


def noted(stage: Stage, at: datetime) -> None:
    """Let the record say that the intent was refused at some time."""
    with closing(sqlite3.connect(stage.bot.data / "turnpost.db")) as record, record:
        change = "UPDATE meta SET value = ? WHERE key LIKE 'content refused to %'"
        assert record.execute(change, (at.isoformat(),)).rowcount == 1
