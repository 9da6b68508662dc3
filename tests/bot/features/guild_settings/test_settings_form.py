"""The form of a server's settings after a restart, from people who may not use it, and with what fills a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.interactions.replies import MAX_LENGTH
from bot.referee.guilds.setting_values import MANAGERS_ONLY
from bot.referee.guilds.settings import MOST_CHANNELS
from playground.model.resources.channel import ANNOUNCEMENT, FORUM, TEXT
from tests.bot.features.guide.test_guide import MENU, forge
from tests.wire.settings_form import change_settings, open_setting

if TYPE_CHECKING:
    from playground.model.state import State
    from tests.playground.client import Json, Person
    from tests.wire.fixtures import Environment, MakeEnvironment

SELECT: Json = {**MENU, "custom_id": "setting"}
FORGED: Json = {**SELECT, "options": [{"label": "threads", "value": "threads"}, {"label": "x", "value": "x"}]}


async def send_back(person: Person, opened: Json, value: str, altered: Json | None = None) -> Json:
    """Send a form back, and return the answer: a private message, or the one that is altered."""

    def is_answer(one: Json) -> bool:
        return one["id"] == altered["id"] if altered else one["ephemeral"]

    since = person.seen_so_far()
    outcome = await person.modal(opened, value=value)
    return outcome["message"] or await person.hear(is_answer, "an answer to the form", since=since)


@pytest.mark.thorough
@pytest.mark.parametrize("content", [True, False])
async def test_menu_and_form_work_after_a_restart_and_for_managers_only(
    make_env: MakeEnvironment, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with make_env(content=content) as env:
        ann, bob = env.ann, env.bob
        shown = await ann.ask_by_slash("server settings")
        async with env.down():
            pass
        opened = await open_setting(ann, shown, "threads")
        async with env.down():
            pass
        told = await send_back(ann, opened, "no", shown)
        assert "\n- threads `no`: " in told["content"]
        assert told["content"].endswith("\n**Saved:** threads.")
        assert told["components"] == shown["components"]

        assert await forge(env, bob, FORGED, "Hm", "threads") == MANAGERS_ONLY
        assert await forge(env, ann, FORGED, "Hm", "x") == "That button isn't one of mine."
        opened = await open_setting(ann, told, "threads")

        def bob_is_owner(_: State) -> int:
            return int(bob.id)

        monkeypatch.setattr("playground.model.permissions.owner", bob_is_owner)
        assert (await send_back(ann, opened, "yes"))["content"] == MANAGERS_ONLY
        shown = await bob.ask_by_slash("server settings")
        assert "\n- threads `no`: " in shown["content"]


async def test_a_full_message_still_says_what_became_of_the_form(env: Environment) -> None:
    ann, add = env.ann, env.playground.add_room
    rooms = [str(add(TEXT, f"room-{number}")) for number in range(MOST_CHANNELS - 1)]
    news, forum = str(add(ANNOUNCEMENT, "news")), add(FORUM, "matches")
    lounge = await ann.channel("lounge")
    env.playground.deny(int(lounge), "SEND_MESSAGES")
    told = await change_settings(
        ann, channels=[news, *rooms], finished=[news], puzzles=[news], forum=[str(forum)], clock="3d+1d cap 6d"
    )
    assert f"shown in <#{news}>" in told
    assert len(told) <= MAX_LENGTH
    told = await change_settings(ann, finished=[lounge])
    assert f"\n**Nothing was changed.** I can't post in <#{lounge}>. " in told
    assert len(told) <= MAX_LENGTH
