"""Hints over the wire: given against Turnpost, refused between people, and what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.computer import hint_text
from engines.contract import Candidate, Thought
from games import GAMES
from tests.bot.features.computer.conversation import challenge, hear_turn
from tests.playground.client import labels
from tests.wire.match import ask_in_panel, begin_match

if TYPE_CHECKING:
    from tests.wire.environment import Environment

together = pytest.mark.asyncio(loop_scope="module")
"""For tests that share one bot, and so one event loop."""

XERO_G = GAMES["xero-g"]
START = XERO_G.start(2, {}, 1)


@together
async def test_a_hint_shows_a_move_that_can_be_played_with_a_press(shared_env: Environment) -> None:
    ann = shared_env.ann
    match, _ = await challenge(ann, "!challenge @Turnpost martian-life seat=red")
    board = await hear_turn(ann, match, 0)
    hint = await ask_in_panel(ann, board, "hint")
    assert hint["content"].startswith("**Hint**: `")
    assert hint["attachments"][0]["filename"] == f"turnpost-hint-{match}-0.png"
    await ann.press(hint, "Play it")
    assert (await hear_turn(ann, match, 2))["channel_id"] == board["channel_id"]


@together
async def test_a_hint_by_command_in_the_thread_or_by_number(shared_env: Environment) -> None:
    bob = shared_env.bob
    match, _ = await challenge(bob, "!challenge @Turnpost martian-life seat=red")
    board = await hear_turn(bob, match, 0)
    told = await bob.ask_by_text("!hint", board["channel_id"])
    assert told["content"] == "The hint is in your direct messages."
    hint = await bob.hear_bot("**Hint**")
    assert hint["channel_id"] == await bob.dm()
    assert labels(hint) == ["Play it"]
    assert "**Hint**" in (await bob.ask_by_slash("match", do="hint", match=f"#{match}"))["content"]


@together
async def test_between_people_there_are_no_hints(shared_env: Environment) -> None:
    contest = await begin_match((shared_env.cleo, shared_env.dan), key="xero-g")
    for person in (shared_env.cleo, shared_env.dan):
        refused = await person.ask_by_text("!hint", contest.thread)
        assert "people play each other" in refused["content"]
        assert not refused["attachments"]


@together
async def test_whoever_does_not_play_gets_no_hint(shared_env: Environment) -> None:
    match, _ = await challenge(shared_env.ann, "!challenge @Turnpost martian-life seat=red")
    assert "don't play" in (await shared_env.eve.ask_by_text(f"!hint #{match}"))["content"]


@pytest.mark.parametrize(
    ("thought", "said"),
    [
        (Thought("321123", 1.0, ("321123",), "win"), "It wins at once."),
        (Thought("321123", 1.0, ("321123", "a", "b"), "win"), "for example: `321123`, `a`, `b`."),
        (Thought("321123", 0.0, ("321123", "a"), "loss"), "Every move loses"),
        (
            Thought("321123", 0.6, alternatives=(Candidate("112233", 0.0, ("112233", "x"), "loss"),)),
            "After `112233`, for example, you would lose: `112233`, `x`.",
        ),
        (Thought("321123", 0.61, playouts=900), "It won 61% of 900 matches"),
        (Thought("321123", 0.5, alternatives=(Candidate("112233", 0.47),)), "Hardly worse: `112233`."),
    ],
)
def test_a_hint_gives_what_was_proved_or_counted(thought: Thought, said: str) -> None:
    assert said in hint_text(XERO_G, START, thought)


def test_a_hint_without_a_proof_or_count_gives_no_reason() -> None:
    text = hint_text(XERO_G, START, Thought("321123", 0.5, alternatives=(Candidate("112233", 0.3),)))
    assert text == "**Hint**: `321123`. It lays 3 2 1 1 2 3 from a to f."
