"""People are called by a name that can be seen: by their user name if need be, or else somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from playground.model import payloads
from tests.wire.match import Contest, by_slash

if TYPE_CHECKING:
    from playground.json_values import Json
    from playground.model.resources.user import User
    from tests.wire.environment import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""
UNSEEN = "\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}\N{ZERO WIDTH NON-JOINER}"


def rename(monkeypatch: pytest.MonkeyPatch, name: str, **names: str) -> None:
    """Give one of the people other names in all that the bot gets of them."""
    write = payloads.user

    def write_renamed(one: User) -> Json:
        return write(one) | (names if one.name == name else {})

    monkeypatch.setattr(payloads, "user", write_renamed)


@together
@pytest.mark.parametrize(
    ("username", "shown"), [("bobby", "bobby"), (UNSEEN, "somebody")], ids=["a user name", "no name at all"]
)
async def test_boards_call_people_by_a_name_that_can_be_seen(
    shared_env: Environment, monkeypatch: pytest.MonkeyPatch, username: str, shown: str
) -> None:
    rename(monkeypatch, "Bob", global_name=UNSEEN, username=username)
    monkeypatch.setattr(shared_env.bob, "name", shown)  # texts, alt texts and pictures are held against it
    contest = Contest("martian-life", (shared_env.ann, shared_env.bob))
    await contest.begin_by_slash()
    await contest.turn(by_slash, "e4+")
    await contest.turn(by_slash, "f3")
    assert f"**{shown}** " in contest.board["content"]
    assert f"{shown} (Yellow)" in contest.board["attachments"][0]["description"]


@together
@pytest.mark.parametrize(("username", "shown"), [("eve.2", r"eve\.2"), (UNSEEN, "somebody")])
async def test_events_and_profiles_do_so_too(
    shared_env: Environment, monkeypatch: pytest.MonkeyPatch, username: str, shown: str
) -> None:
    ann, eve = shared_env.ann, shared_env.eve
    rename(monkeypatch, "Eve", global_name=UNSEEN, username=username)
    since = ann.seen_so_far()
    await ann.ask_by_slash("event create", kind="league", game="xero-g", name="Spring Cup")
    post = await ann.hear_bot("Sign-up until", since=since)
    await eve.press(post, "Sign up")
    await ann.hear_bot(f"**{shown}**", since=since)
    assert f"**{shown}** hasn't finished" in (await ann.ask_by_slash("profile", person=eve.id))["content"]
