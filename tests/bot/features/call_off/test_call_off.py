"""The winner of a match that was lost on time calls it off: both read it, and nobody has won."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.admin.verify.matches import verify_matches
from bot.features.endings import resign_question
from bot.match_files import files
from bot.referee.endings import OPEN_FOR
from storage.queries.rows import DIRECT, Person
from tests.bot.features.match_sample import ANN, BOLD_BOB, MATCH
from tests.playground.client import labels
from tests.wire.timed_environment import DAY, HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.playground.client import Json
    from tests.wire.timed_environment import TimedEnvironment


async def lose_on_time(env: TimedEnvironment) -> tuple[int, str, Json]:
    """Let Ann lose a match against Bob on time; return its number, its thread and its last board."""
    ann, bob = env["Ann"], env["Bob"]
    since = bob.seen_so_far()
    await ann.ask_by_slash("challenge", opponent=bob.id, game="xero-g", clock="10h", seat="1")
    challenge = await bob.hear_bot("-# challenge ", since=since)
    number, thread, _ = await accept_challenge(env, challenge, bob, terms="10 hours a move")
    await env.pass_time(10 * HOUR)
    up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
    since = bob.seen_so_far()
    await bob.press(up, "Claim")
    last = await bob.hear_bot("**Ann** ran out of time", since=since)
    assert "Call it off" in labels(last)
    return number, thread, last


@pytest.mark.parametrize("content", [True, False])
async def test_the_winner_calls_it_off_and_all_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, content: bool
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", content=content) as env:
        number, thread, last = await lose_on_time(env)
        ann, bob = env["Ann"], env["Bob"]
        answer = await ann.ask_by_press(last, "Call it off")
        assert answer["content"] == f"You ran out of time in #{number}. Only the winner can call it off."
        question = await bob.ask_by_press(last, "Call it off")
        assert question["content"].startswith(f"Call Xero-G #{number} off, which **Ann** lost on time?")
        since = ann.seen_so_far()
        await bob.press(question, f"Call #{number} off")
        told = await ann.hear_bot(f"**Bob** called **Xero-G #{number}** off", since=since)
        assert told["channel_id"] == thread
        assert "which **Ann** had lost on time: nobody wins." in told["content"]
        assert "Call it off" not in labels(told)
        again = await bob.ask_by_slash("match calloff", thread, match=f"#{number}")
        assert again["content"] == f"#{number} is called off already."
        await env.all_posted()
        result = next(one for one in await ann.messages() if f"#{number}" in one["content"] and one["attachments"])
        assert "beat" not in result["content"]


@pytest.mark.thorough
async def test_a_match_called_off_is_verified_exported_and_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob") as env:
        number, thread, _ = await lose_on_time(env)
        question = await env["Bob"].ask_by_slash("match calloff", thread, match=f"#{number}")
        await env["Bob"].press(question, f"Call #{number} off")
        await env["Ann"].hear_bot(f"**Bob** called **Xero-G #{number}** off")
        await env.all_posted()
        database, games = env.bot.context.database, env.bot.context.games
        verdicts = [each async for each in verify_matches(database, games, env.now())]
        assert [each.differences for each in verdicts] == [()]
        (line,) = [each async for each in files.write_lines(database, games)]
        assert '"result": null' in line
        (tmp_path / "matches.jsonl").write_text(line + "\n")
        ((match, log, *_),) = files.read_file(tmp_path / "matches.jsonl", games, env.now())
        assert (match.ended_at, log[-1].kind) == (log[-1].at, "end")


async def test_only_a_match_lost_on_time_can_be_called_off_and_only_for_a_week(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        number, thread, last = await lose_on_time(env)
        bob = env["Bob"]
        answer = await env["Cleo"].ask_by_press(last, "Call it off")
        assert answer["content"] == f"You don't play in #{number}."
        question = await bob.ask_by_text(f"!calloff #{number}", thread)
        stranger = await env["Cleo"].ask_by_press(question, f"Call #{number} off")
        assert stranger["content"] == "Only the person who asked can confirm this."
        await env.pass_time(OPEN_FOR + DAY)
        answer = await bob.ask_by_slash("match calloff", match=f"#{number}")
        assert answer["content"] == f"#{number} ended more than 7 days ago, so its result stands."
        since = env["Ann"].seen_so_far()
        await bob.ask_by_slash("challenge", opponent=env["Ann"].id, game="xero-g", seat="1")
        challenge = await env["Ann"].hear_bot("-# challenge ", since=since)
        other, thread, _ = await accept_challenge(env, challenge, env["Ann"], terms="")
        answer = await bob.ask_by_slash("match calloff", thread, match=f"#{other}")
        assert answer["content"].startswith(f"#{other} wasn't lost on time.")


CLEO = Person(3, "Cleo")


def test_in_a_match_of_two_nobody_plays_on() -> None:
    question = resign_question(MATCH, "Xero-G", ANN.id)
    assert question == f"Resign Xero-G #7 against {BOLD_BOB}? You can't undo this."


@pytest.mark.parametrize(("guild", "who"), [(1, "I play on for you, or anybody does,"), (DIRECT, "I play on for you,")])
def test_in_a_larger_match_substitutes_are_named_that_its_place_allows(guild: int, who: str) -> None:
    match = replace(MATCH, seats=(*MATCH.seats, CLEO), guild_id=guild)
    question = resign_question(match, "Zyrcan", ANN.id)
    assert question.startswith(f"Resign Zyrcan #7 against {BOLD_BOB} and **Cleo**? You can't undo this.")
    assert question.endswith(f" With `/match substitute #7` {who} if the others agree.")
