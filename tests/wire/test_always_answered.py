"""A direct message, a mention and a text that names a match are always answered; a repeat in a thread is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.interactions.replies import HOURGLASS
from playground.interactions.interaction_json import InteractionJson
from tests.playground.client import answered
from tests.wire.environment import start_env
from tests.wire.match import begin_match

if TYPE_CHECKING:
    from pathlib import Path

    from playground.interactions.interactions import Interaction
    from tests.playground.client import Person
    from tests.wire.environment import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""


def replies_to(person: Person) -> dict[str | None, str]:
    """Return the replies that somebody has seen, by the message that they answer."""
    messages = [event["message"] for event in person.seen if event["type"] == "message"]
    return {answered(one): one["content"] for one in messages if answered(one)}


@together
@pytest.mark.parametrize("how", ["e4+", pytest.param("#{number} e4+", marks=pytest.mark.thorough)])
async def test_a_repeated_move_in_a_direct_message_is_told_to_be_played(shared_env: Environment, how: str) -> None:
    contest = await begin_match((shared_env.ann, shared_env.bob), "e4+")
    ann = shared_env.ann
    said = await ann.say(how.format(number=contest.number), await ann.dm())
    answer = await ann.hear(lambda one: answered(one) == said["id"], f"an answer to {how}")
    assert answer["content"] == "Move 1 was already played: `e4+`."
    await contest.resign(1)


@together
@pytest.mark.parametrize("how", ["@Turnpost e4+", "#{number} e4+"])
async def test_a_repeated_move_that_mentions_the_bot_or_names_its_match_is_answered(
    shared_env: Environment, how: str
) -> None:
    contest = await begin_match((shared_env.cleo, shared_env.dan), "e4+")
    answer = await shared_env.cleo.ask_by_text(how.format(number=contest.number), contest.thread)
    assert answer["content"] == "Move 1 was already played: `e4+`."


@together
@pytest.mark.parametrize("words", ["hey @Turnpost what are you?", "thanks @Turnpost!"])
async def test_a_mention_anywhere_in_a_message_is_answered(shared_env: Environment, words: str) -> None:
    answer = await shared_env.eve.ask_by_text(words)
    assert "help" in answer["content"]


@together
@pytest.mark.parametrize("how", ["e4+", pytest.param("!move e4+", marks=pytest.mark.thorough)])
async def test_a_repeated_move_in_its_thread_is_silently_taken(shared_env: Environment, how: str) -> None:
    contest, dan = await begin_match((shared_env.dan, shared_env.eve), "e4+"), shared_env.dan
    again = await dan.say(how, contest.thread)
    later = await dan.ask_by_text("@Turnpost help", contest.thread)
    assert later
    assert again["id"] not in replies_to(dan)


async def test_beyond_the_limit_every_message_to_the_bot_gets_a_reaction(tmp_path: Path) -> None:
    async with start_env(tmp_path, settings={"TURNPOST_REQUESTS": "6"}) as env:
        contest, ann = await begin_match((env.ann, env.bob), "e4+"), env.ann
        direct = await ann.dm()
        for _ in range(6):
            await ann.ask_by_text(f"!board #{contest.number}", direct)
        refused = await ann.ask_by_text(f"!board #{contest.number}", direct)
        assert "asked for a lot" in refused["content"]
        for channel, how in ((direct, "!board"), (contest.thread, "@Turnpost board")):
            said = await ann.say(how, channel)
            await ann.hear(
                lambda one, said=said: one["id"] == said["id"] and HOURGLASS in str(one.get("reactions")),
                f"a reaction to {how}",
            )


@pytest.mark.thorough
async def test_a_move_written_before_the_end_could_be_seen_is_told_of_the_end(tmp_path: Path) -> None:
    async with start_env(tmp_path) as env:
        contest, ann, bob = await begin_match((env.ann, env.bob), "e4+"), env.ann, env.bob
        await bob.say("!draw", contest.thread)
        await ann.hear_bot("offers a draw")
        async with env.down():
            await ann.say("!agree draw", contest.thread)
            texts = [await ann.say(text, contest.thread) for text in ("c3+", "c3+, d4+", "good game")]
        end = await ann.hear(lambda one: f"#{contest.number} is drawn" in one["content"], "the last board")
        await ann.ask_by_text("@Turnpost help", contest.thread)
        seen_end = await ann.say("c3+", contest.thread)
        await ann.ask_by_text("@Turnpost help", contest.thread)
        told = replies_to(ann)
        assert end["id"] > texts[1]["id"]
        assert [f"#{contest.number} ended" in told.get(text["id"], "") for text in texts] == [True, True, False]
        assert seen_end["id"] not in told


@together
@pytest.mark.parametrize(
    ("name", "is_hybrid"),
    [
        ("games", True),
        *((name, False) for name in ("help", "stats", "match")),
    ],
)
async def test_a_command_for_which_discord_names_no_channel_is_answered(
    shared_env: Environment, monkeypatch: pytest.MonkeyPatch, name: str, *, is_hybrid: bool
) -> None:
    write = InteractionJson.payload

    def without_channel(self: InteractionJson, interaction: Interaction) -> dict[str, Any]:
        return {key: value for key, value in write(self, interaction).items() if not key.startswith("channel")}

    monkeypatch.setattr(InteractionJson, "payload", without_channel)
    answer = await shared_env.ann.ask_by_slash(name)
    assert ("Discord didn't tell me which channel you're in, so nothing was done." in answer["content"]) == is_hybrid
    assert "never retrieved" not in shared_env.bot.log.read_text("utf-8")
