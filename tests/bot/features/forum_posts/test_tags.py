"""Which tags a post has: those that tell how the match stands, beside those that people chose."""

from __future__ import annotations

import asyncio
import signal
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord
import pytest
from sqlalchemy import select

from bot.features.forum_posts import first_tags, game_tag, missing_tags, next_tags
from playground.model.resources.channel import FORUM
from storage.engine.database import Database
from storage.queries.rows import Match, Person
from storage.schema import outbox
from tests.bot.features.forum_posts.forums import ALL_TAGS
from tests.bot.features.test_thread_archives import play_and_resign
from tests.wire.match import Contest, bare
from tests.wire.pairing import paired
from tests.wire.settings_form import change_settings
from tests.wire.timed_environment import DAY, HOUR, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Server


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)])
async def test_a_post_is_renamed_and_archived_with_its_tags(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bool,  # noqa: FBT001 - a parameter
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        forum = env.playground.add_room(FORUM, "matches", tags=ALL_TAGS, requires_tag=True)
        await change_settings(env["Ann"], forum=[str(forum)])
        number, thread, _ = await play_and_resign(env)
        await env.all_posted()
        post = env.playground.state.channels[int(thread)]
        names = {int(tag["id"]): tag["name"] for tag in env.playground.state.channels[forum].available_tags}
        assert post.parent_id == forum
        assert sorted(names[tag] for tag in post.applied_tags) == ["Martian Life", "Over"]
        assert not post.archived
        await env.pass_time(DAY + HOUR)
        await env.all_posted()
        assert (post.archived, post.name) == (True, f"Martian Life #{number}: Ann beat Bob")
        assert sorted(names[tag] for tag in post.applied_tags) == ["Martian Life", "Over"]


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


NOW = datetime(2026, 3, 1, tzinfo=UTC)


def forum_tags(*names: str) -> list[discord.ForumTag]:
    """Return tags whose ids are their places, from 1 on."""
    tags = [discord.ForumTag(name=name) for name in names]
    for number, tag in enumerate(tags, 1):
        tag.id = number
    return tags


def match(to_move: int | None) -> Match:
    return Match(
        id=1,
        game="xero-g",
        rules=1,
        options={},
        seed=0,
        guild_id=1,
        channel_id=2,
        thread_id=3,
        seats=(Person(21, "Ann"), Person(22, "Bob")),
        gone=frozenset(),
        seq=0,
        position="",
        to_move=to_move,
        created_at=NOW,
        since=NOW,
        ended_at=None if to_move else NOW,
        challenge_id=1,
        look={},
    )


TAGS = forum_tags("Xero-G", "1st to move", "2nd to move", "Over", "a", "b", "c", "d", "e")


@pytest.mark.parametrize(
    ("applied", "to_move", "expected"),
    [
        ([1, 2], 2, [1, 3]),
        ([1, 3], None, [1, 4]),
        ([2], 2, [3]),  # somebody took the game's tag away
        ([1, 2, 3], 1, [1, 2]),
        ([5, 6, 7, 8, 9], 1, [5, 6, 7, 8, 2]),  # a post has five at most
        ([1, 99], 1, [1, 2]),  # 99 was deleted
    ],
)
def test_only_the_tag_of_the_turn_changes(applied: list[int], to_move: int | None, expected: list[int]) -> None:
    assert next_tags(TAGS, applied, match(to_move), required=False) == expected


def test_a_tag_of_another_turn_stays_only_where_one_is_required() -> None:
    some = forum_tags("Xero-G", "1st to move")
    assert next_tags(some, [1, 2], match(2), required=True) == [1]
    assert next_tags(some, [2], match(2), required=False) == []
    assert next_tags(some, [2], match(2), required=True) == [2]


def test_a_new_post_has_the_game_and_the_turn_or_what_is_required() -> None:
    assert first_tags(TAGS, "Xero-G", match(1), required=False) == TAGS[:2]
    others = forum_tags("a", "b")
    assert first_tags(others, "Xero-G", match(1), required=True) == others[:1]
    assert first_tags(others, "Xero-G", match(1), required=False) == []
    others[0].moderated = True
    assert first_tags(others, "Xero-G", match(1), required=True) == others[1:]


def test_names_are_cut_to_twenty_characters_and_told_apart_without_case() -> None:
    assert game_tag("The Very Long Title of a Game") == "The Very Long Title"
    assert missing_tags(TAGS, ["XERO-G", "over", "Xong"]) == ["Xong"]
