"""A post in a forum whose guild is on the shard of another process, which the sender's cache doesn't hold."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from playground.model.resources.channel import FORUM
from storage.engine.database import Database
from storage.schema import outbox
from tests.bot.features.forum_posts.forums import ALL_TAGS
from tests.wire.match import Contest, bare
from tests.wire.pairing import paired
from tests.wire.settings_form import change_settings

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server


@pytest.mark.thorough
@pytest.mark.parametrize("made", [False, True], ids=["to be made", "to be found"])
async def test_a_process_makes_and_finds_posts_in_the_guild_of_another(
    postgres: Server, tmp_path: Path, *, made: bool
) -> None:
    url = postgres.url(await postgres.empty())
    async with paired(tmp_path, url) as pair:
        ann, bob, playground = pair.ann, pair.bob, pair.playground
        forum = playground.add_room(FORUM, "matches", tags=ALL_TAGS)
        await change_settings(ann, forum=[str(forum)])
        playground.faults.fail(500, method="POST", path=f"/channels/{forum}/threads$", applied=made)
        since = ann.seen_so_far()
        await ann.say("!challenge @Bob martian-life seat=1")
        post = await bob.hear_bot("**Ann** challenges")
        await bob.press(post, "Accept")
        await released(url)
        await pair.bots[0].stop(signal.SIGKILL)
        seated = await ann.hear(lambda one: one["id"] == post["id"] and "<#" in one["content"], since=since)
        contest = Contest("martian-life", (ann, bob))
        contest.number, contest.thread = 1, seated["content"].split("<#")[1].split(">")[0]
        await contest.hear_board(since)
        posts = [one for one in playground.state.channels.values() if one.parent_id == forum]
        assert [str(one.id) for one in posts] == [contest.thread]
        names = {int(tag["id"]): tag["name"] for tag in playground.state.channels[forum].available_tags}
        assert sorted(names[tag] for tag in posts[0].applied_tags) == ["1st to move", "Martian Life"]
        await pair.bots[0].start()
        await contest.turn(bare, "e4+")


async def released(url: str) -> None:
    """Wait until the row that makes the post was tried once, and no process holds it."""
    database = await Database.open(url)
    try:
        row = select(outbox.c.attempts, outbox.c.claimed_by).where(outbox.c.kind == "thread")
        found = None
        while found != (1, None):
            async with database.read() as tx:
                found = (await tx.execute(row)).one_or_none()
            await asyncio.sleep(0.02)
    finally:
        await database.close()
