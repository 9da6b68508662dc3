"""The audit log over the wire: by slash command with pages, and as text by direct message."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from bot.features.moderation import log_page
from storage.queries.audit_log import AuditEntry
from tests.playground.client import Said, labels
from tests.wire.match import begin_match

if TYPE_CHECKING:
    from storage.queries.audit_log import Action
    from tests.wire.fixtures import Environment

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_managers_read_what_was_done_page_by_page(shared_env: Environment) -> None:
    env, contest = shared_env, await begin_match((shared_env.bob, shared_env.cleo))
    ann, bob = env.ann, env.bob
    assert (await ann.ask_by_slash("server", do="log"))["content"].startswith("Nothing yet.")
    lounge = await ann.channel("lounge")
    await ann.ask_by_text(f"!settings most=5 finished=<#{lounge}>")
    await ann.ask_by_slash("server", do=f"block <@{bob.id}> @everyone **spam**")
    await ann.ask_by_slash("server", do=f"unblock <@{bob.id}>")
    question = await ann.ask_by_slash("server", do=f"abandon #{contest.number} over")
    await ann.ask_by_press(question, f"End #{contest.number}")
    await ann.ask_by_slash("events", do="create league xero-g Spring")
    shown = await ann.ask_by_slash("server", do="log")
    said = [line.split(f" <@{ann.id}> ", 1)[1] for line in shown["content"].splitlines()[1:-1]]
    assert said == [
        "set up event 1 **Spring**",
        f"ended #{contest.number} without a winner: over",
        f"unblocked <@{bob.id}>",
        rf"blocked <@{bob.id}>: \@everyone \*\*spam\*\*",
        f"set most from `any` to `5` and finished from `none` to <#{lounge}>",
    ]
    assert shown["content"].startswith("What managers and organizers did here, page 1 of 1:")
    assert not shown["mentions"]
    assert labels(shown) == []

    for number in range(6, 12):
        await ann.ask_by_text(f"!settings most={number}")
    shown = await ann.ask_by_slash("server", do="log")
    assert labels(shown) == ["Older"]
    shown = await ann.ask_by_press(shown, "Older")
    assert "page 2 of 2" in shown["content"]
    assert "set most from `any` to `5`" in shown["content"]
    assert labels(shown) == ["Newer"]
    assert "page 1 of 2" in (await ann.ask_by_press(shown, "Newer"))["content"]

    since = ann.seen_so_far()
    assert "direct message" in (await ann.ask_by_text("!log 2"))["content"]
    sent = await ann.hear_bot("page 2 of 2", since=since)
    assert sent["channel_id"] == await ann.dm()
    assert "Which page?" in (await ann.ask_by_text("!log now"))["content"]


async def test_nobody_else_reads_it(shared_env: Environment) -> None:
    with pytest.raises(Said, match="There is no command /server"):
        await shared_env.bob.slash("server", do="log")
    answer = await shared_env.bob.ask_by_text("!log")
    assert answer["content"] == "Only people with Manage Server can see what managers did."


@pytest.mark.parametrize(
    ("action", "details", "said"),
    [
        ("event_start", {}, "ended the sign-up of event 2 **Spring**"),
        ("event_cancel", {}, "cancelled event 2 **Spring**"),
        ("event_remove", {}, "took <@9> out of event 2 **Spring**"),
        ("event_correct", {"before": None, "places": [1, 1]}, "corrected #7 of event 2 **Spring**: a draw"),
        (
            "event_correct",
            {"before": [1, 1], "places": [2, 1]},
            "corrected #7 of event 2 **Spring**: seat 1 in place 2 and seat 2 in place 1, before a draw",
        ),
        (
            "event_correct",
            {"before": [2, 1], "places": []},
            "corrected #7 of event 2 **Spring**: it doesn't count, before seat 1 in place 2 and seat 2 in place 1",
        ),
    ],
)
async def test_what_is_done_with_an_event_is_said_in_a_line(action: Action, details: dict[str, Any], said: str) -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    entry = AuditEntry(1, action, at, subject_id=9, match_id=7, tournament_id=2, tournament_name="Spring")
    assert f"<@1> {said}\n" in log_page([replace(entry, details=details)], 1, 1, "!")
