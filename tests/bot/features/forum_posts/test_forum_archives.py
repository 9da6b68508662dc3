"""The forum post of a match that has ended: renamed and archived as a thread is, with the tags that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from playground.model.resources.channel import FORUM
from tests.bot.features.forum_posts.forums import ALL_TAGS
from tests.bot.features.thread_archives.test_thread_archives import play_and_resign
from tests.wire.settings_form import change_settings
from tests.wire.timed_environment import DAY, HOUR, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path


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
