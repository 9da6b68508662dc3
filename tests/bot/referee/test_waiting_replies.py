"""Answers that wait to be posted are few: for one person, in a channel, and for all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.referee import boards, replays
from bot.referee.errors import RequestRejected
from bot.referee.replays import ReplayRequest
from storage.queries import outbox
from storage.queries.rows import Person
from tests.bot.referee.clock_context import ANN, BOB, make_clock_context

if TYPE_CHECKING:
    import pytest

    from storage.queries.rows import Match
    from tests.bot.referee.clock_context import ClockContext

TOO_MUCH = "I'm still working on what you asked for. Try again when it's done."


async def ask(at: ClockContext, match: Match, *people: Person, channel: int | None = None) -> list[str]:
    """Let people ask for a board and a replay by turns; return what each was refused for, nothing else."""
    rejections: list[str] = []
    for number, person in enumerate(people):
        request = at.request(person)
        if channel is not None:
            request = replace(request, channel_id=channel)
        try:
            if number % 2:
                await replays.put_replay(at.context, request, match, ReplayRequest(image_format="gif"))
            else:
                await boards.show_board(at.context, request, match)
        except RequestRejected as error:
            rejections.append(error.reason)
    return rejections


async def test_so_many_answers_wait_for_one_person(either_url: str) -> None:
    async with make_clock_context(either_url) as at:
        match = await at.begin("none", "martian-life", 2)
        assert await ask(at, match, *[ANN] * (boards.MAX_WAITING_PER_PERSON + 2)) == [TOO_MUCH] * 2
        assert await ask(at, match, *[BOB] * boards.MAX_WAITING_PER_PERSON) == []
        async with at.context.database.write() as tx:
            first = next(
                post for post in await outbox.claim(tx, "me", now=at.time, until=at.time) if "asker" in post.body
            )
            await outbox.mark_sent(tx, first.id, channel_id=1, message_id=None, at=at.time)
            own, of_both = boards.MAX_WAITING_PER_PERSON - 1, 2 * boards.MAX_WAITING_PER_PERSON - 1
            assert await outbox.count_waiting_replies(tx, first.lane, match.channel_id) == (own, of_both, of_both)
        assert await ask(at, match, *[ANN] * 2) == [TOO_MUCH]


async def test_so_many_answers_wait_in_all(either_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "MAX_WAITING", 3)
    async with make_clock_context(either_url) as at:
        match = await at.begin("none", "martian-life", 2)
        people = [Person(1000 + number, f"P{number}") for number in range(5)]
        assert await ask(at, match, *people) == ["I'm busy with other requests. Try again in a minute."] * 2


async def test_so_many_answers_wait_in_a_channel_and_others_take_more(either_url: str) -> None:
    async with make_clock_context(either_url) as at:
        match = await at.begin("none", "martian-life", 2)
        people = [Person(1000 + number, f"P{number}") for number in range(boards.MAX_WAITING_PER_CHANNEL + 1)]
        assert await ask(at, match, *people) == ["I'm busy with other requests. Try again in a minute."]
        assert await ask(at, match, *people, channel=match.channel_id + 1) == [
            "I'm busy with other requests. Try again in a minute."
        ]


async def test_an_answer_asked_for_twice_by_one_message_is_put_once(either_url: str) -> None:
    async with make_clock_context(either_url) as at:
        match = await at.begin("none", "martian-life", 2)
        request = at.request(ANN)
        for _ in range(3):
            await boards.show_board(at.context, request, match)
        async with at.context.database.read() as tx:
            assert await outbox.count_waiting_replies(tx, f"asked:{ANN.id}", match.channel_id) == (1, 1, 1)
