"""A server with a forum for matches, and what the tests ask of its posts."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from playground.model.permissions import INVITATION
from playground.model.resources.channel import FORUM
from tests.wire.match import Contest
from tests.wire.settings_form import change_settings
from tests.wire.test_settings import turnpost

if TYPE_CHECKING:
    from collections.abc import Collection

    from tests.wire.fixtures import Environment

MANAGED = INVITATION | {"MANAGE_CHANNELS"}
TURNS = ("1st to move", "2nd to move", "3rd to move", "4th to move", "5th to move")
GAMES = ("Xero-G", "Martian Life", "Zyrcan", "Xong", "Force Field Factions")
ALL_TAGS = [*TURNS, "Over", *GAMES]


def add_forum(
    env: Environment, *, tags: Collection[str] = (), requires_tag: bool = False, managed: bool = True, kind: int = FORUM
) -> int:
    """Add a forum to the server and return its id; the bot may make tags there only if it is `managed`."""
    forum = env.playground.add_room(
        kind, f"forum-{len(env.playground.state.channels)}", tags=tags, requires_tag=requires_tag
    )
    if not managed:
        env.playground.deny(forum, "MANAGE_CHANNELS")
    return forum


async def choose_forum(env: Environment, forum: int | None) -> str:
    """Let Ann, who manages the server, choose a forum for its matches, or none; return what she is shown."""
    return await change_settings(env.ann, forum=[str(forum)] if forum else [])


async def begin(env: Environment, *, key: str = "martian-life", players: int = 2, content: bool = True) -> Contest:
    """Begin a match of the first people of the environment, and wait until all is posted."""
    contest = Contest(key, env.people[:players], data=env.bot.data)
    await (contest.begin() if content else contest.begin_by_slash())
    await env.all_posted()
    return contest


def posts_of(env: Environment, forum: int) -> list[int]:
    """Return the posts in a forum, oldest first."""
    return sorted(one.id for one in env.playground.state.channels.values() if one.parent_id == forum)


def available(env: Environment, forum: int) -> list[str]:
    """Return the names of a forum's tags."""
    return [tag["name"] for tag in env.playground.state.channels[forum].available_tags]


async def tags(env: Environment, contest: Contest) -> list[str]:
    """Return the names of the tags that a match's post has when all is posted."""
    await env.all_posted()
    post = env.playground.state.channels[int(contest.thread)]
    forum = env.playground.state.channels[post.parent_id or 0]
    return [tag["name"] for tag in forum.available_tags if int(tag["id"]) in post.applied_tags]


def tries_of_home(env: Environment, contest: Contest) -> int:
    """Return how often the bot tried to make the home of a match."""
    with closing(sqlite3.connect(env.bot.data / "turnpost.db")) as record:
        query = "SELECT attempts FROM outbox WHERE kind = 'thread' AND match_id = ?"
        return record.execute(query, (contest.number,)).fetchone()[0]


async def check_record(env: Environment) -> None:
    """Check that `turnpost verify` finds all as it should be."""
    await env.all_posted()
    done = turnpost("verify", TURNPOST_DATA=str(env.bot.data))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
