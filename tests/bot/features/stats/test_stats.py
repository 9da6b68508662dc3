"""Statistics of the games over the wire: by slash command and by text, on a server and by direct message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wire.scripts import SCRIPTS
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json
    from tests.wire.timed_environment import TimedEnvironment

MINUTES = HOUR / 20


@pytest.mark.parametrize("content", [True, pytest.param(False, marks=pytest.mark.thorough)])
async def test_what_ended_is_counted_and_the_reply_says_what_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        ann, bob = env["Ann"], env["Bob"]
        nothing = await ann.ask_by_slash("stats")
        assert nothing["ephemeral"]
        assert nothing["content"].startswith("No match between people has ended yet that counts.")
        number = await begin(env)
        for mover, text in zip((ann, bob) * 9, SCRIPTS["xero-g"].split(), strict=False):
            await mover.ask_by_slash("move", move=f"#{number} {text}")
        number = await begin(env)
        question = await ann.ask_by_slash("match resign", match=f"#{number}")
        await ann.press(question, f"Resign #{number}")
        await bob.hear(lambda one: f"wins **Xero-G #{number}**" in one["content"], f"the end of #{number}")
        waiting = await bob.ask_by_slash("stats", game="xero-g")
        assert "I haven't looked at 2 matches yet" in waiting["content"]
        await env.pass_time(MINUTES)
        number = await begin(env)
        await env.pass_time(11 * HOUR)
        await bob.ask_by_slash("match claim", match=f"#{number}")
        await bob.hear(lambda one: f"wins **Xero-G #{number}**" in one["content"], f"the end of #{number}")
        await ann.ask_by_slash("challenge", opponent=bot_of(env), game="xero-g", seat="1")
        begun = await ann.hear(lambda one: "Turnpost \\(level" in one["content"] and "<#" in one["content"], "#4")
        number = int(begun["content"].partition("#")[2].partition("*")[0])
        question = await ann.ask_by_slash("match resign", match=f"#{number}")
        await ann.press(question, f"Resign #{number}")
        await ann.hear(lambda one: f"wins **Xero-G #{number}**" in one["content"], f"the end of #{number}")
        await env.pass_time(MINUTES)
        line = "2 matches, none drawn. South, the first seat, won 1 of 2. Median 4.5 moves, longest 9."
        for place in (None, await bob.dm()):
            shown = await bob.ask_by_slash("stats", *([place] if place else []))
            assert shown["content"].startswith(
                f"**Matches of each game**, on all servers together:\n- **Xero\\-G**: {line}\n-# Counted"
            )
            assert "Not counted: 1 lost on time and 1 with Turnpost in a seat." in shown["content"]
            assert "yet" not in shown["content"]
        one = await bob.ask_by_slash("stats", game="xero-g")
        assert one["content"].startswith(f"**Xero\\-G**, on all servers together:\n- All matches: {line}\n")
        since = bob.seen_so_far()
        await bob.say("@Turnpost stats xerog")
        said = await bob.hear(lambda one: "on all servers together" in one["content"], "the reply", since=since)
        assert said["content"] == one["content"]
        refused = await bob.ask_by_text("@Turnpost stats chess")
        assert "There's no game called chess" in refused["content"].replace("`", "")


async def begin(env: TimedEnvironment) -> int:
    """Begin a match of Xero-G in which Ann sits first, with ten hours for each move."""
    ann, bob = env["Ann"], env["Bob"]
    since = bob.seen_so_far()
    await ann.slash("challenge", opponent=bob.id, game="xero-g", seat="1", clock="10h")
    challenge: Json = await bob.hear(lambda one: "-# challenge " in one["content"], "the challenge", since=since)
    number, *_ = await accept_challenge(env, challenge, bob, terms="10 hours a move")
    return number


def bot_of(env: TimedEnvironment) -> str:
    assert env.bot.user
    return str(env.bot.user.id)
