"""Substitutes over the wire: asked for, agreed to by button, and Turnpost plays on in the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.features.offers import parse_substitute
from bot.referee.errors import RequestRejected
from tests.bot.features.computer.conversation import custom_ids, hear_turn, seq_of
from tests.playground.client import labels
from tests.wire.match import begin_match
from tests.wire.timed_environment import HOUR, accept_challenge, start_timed_env

if TYPE_CHECKING:
    from pathlib import Path

    from tests.wire.fixtures import Environment


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ((None, None, None), (None, "substitute", None)),
        (("#42", None, None), ("#42", "substitute", None)),
        (("#42", "Anyone", "12"), ("#42", "seat", 12)),
        (("Turnpost", "2", None), (None, "substitute", 2)),
    ],
)
def test_a_match_may_be_left_out_before_who_plays_on(
    typed: tuple[str | None, str | None, str | None], expected: tuple[str | None, str, int | None]
) -> None:
    assert parse_substitute(*typed) == expected


@pytest.mark.parametrize(
    ("by", "seat", "why"), [("2", None, "I can play on, or anyone"), ("anyone", "100", "A seat is named by its number")]
)
def test_other_words_are_rejected(by: str, seat: str | None, why: str) -> None:
    with pytest.raises(RequestRejected, match=why):
        parse_substitute("#42", by, seat)


together = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.thorough
@together
async def test_turnpost_plays_on_for_a_player_who_leaves(shared_env: Environment) -> None:
    contest = await begin_match(shared_env.people[:3], key="zyrcan")
    first, second, third = contest.people
    number = str(contest.number)
    question = await first.ask_by_slash("match resign", contest.thread)
    assert (
        f"With `/match substitute #{number}` I play on for you, or anybody does, if the others agree."
        in question["content"]
    )
    await first.say("!substitute", contest.thread)
    post = await second.hear_bot(f"I can play on for **{first.name}** in **Zyrcan #{number}**")
    assert f"**{third.name}**, do you agree?" in post["content"] or f"<@{third.id}>, do you agree?" in post["content"]
    assert labels(post) == ["Agree", "Decline"]
    await second.press(post, "Agree")
    await third.press(post, "Agree")
    given = await third.hear_bot(f"**{first.name}** leaves, and **Turnpost for {first.name} \\(level 2\\)** plays on.")
    assert "is thinking" in given["content"]
    board = await hear_turn(second, number, 2)
    assert seq_of(board) == 2
    refused = await first.ask_by_slash("match resign", match=f"#{number}")
    assert "You don't play in" in refused["content"]
    history = await second.ask_by_slash("match history", match=f"#{number}")
    assert f"**Turnpost for {first.name} \\(level 2\\)** plays on" in history["content"]


async def test_a_button_lets_turnpost_play_on_for_a_player_whose_time_is_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_timed_env(tmp_path, monkeypatch, "Ann", "Bob", "Cleo") as env:
        ann, bob, cleo = env["Ann"], env["Bob"], env["Cleo"]
        await ann.say("!challenge @Bob @Cleo zyrcan 10h seat=1")
        challenge = await bob.hear_bot("-# challenge ")
        number, *_ = await accept_challenge(env, challenge, bob, cleo, terms="10 hours a move")
        await env.pass_time(11 * HOUR)
        up = await bob.hear_bot(f"**Ann**'s time in #{number} ran out")
        assert "`/match substitute` has me or anybody play on for **Ann**, if all agree." in up["content"]
        assert labels(up) == ["Claim", "Let Turnpost play on", "Open the seat"]
        await bob.press(up, "Let Turnpost play on")
        post = await cleo.hear_bot(f"I can play on for **Ann** in **Zyrcan #{number}**, at level 2.")
        assert "So far **Bob** agrees." in post["content"]
        await cleo.press(post, "Agree")
        await cleo.hear(lambda one: f"move:{number}:2" in custom_ids(one), "the board after Turnpost's move")
        again = await bob.ask_by_press(up, "Let Turnpost play on")
        assert f"Nobody's time in #{number} is up any more." in again["content"]
