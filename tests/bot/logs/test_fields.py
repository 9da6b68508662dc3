"""The fields of a request follow its work into tasks and threads, and never into the next request."""

from __future__ import annotations

import asyncio
from contextvars import copy_context
from datetime import UTC, datetime

from structlog.contextvars import get_contextvars

from bot.images.boards import Priority, PriorityExecutor
from bot.logs.fields import begin_request, bind_match, bind_request, forget_match, request_fields, seconds_since_request
from bot.logs.redaction import keep_private, remove_private
from storage.queries.rows import Match, Person

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
SEATS = (Person(1, "Wilhelmina"), Person(2, "Bo"))
MATCH = Match(7, "martian-life", 1, {}, 1, 1, 1, None, SEATS, 4, "", 1, NOON, NOON, None, None, {}, frozenset())


async def test_fields_follow_the_work_of_a_request_and_end_with_it() -> None:
    executor = PriorityExecutor()
    with request_fields(1575012460098748416, channel="5", match=None):
        bind_match(MATCH, 4)
        expected = {"request": "1575012460098748416", "channel": "5", "match": 7, "ply": 4}
        assert get_contextvars() == expected
        assert await asyncio.to_thread(get_contextvars) == expected
        assert await executor.run(Priority.TURN, get_contextvars) == expected
        assert remove_private("Wilhelmina and Bo") == "[private] and [private]"
        seconds = seconds_since_request()
        assert seconds is not None
        assert seconds < 5
    assert get_contextvars() == {}
    assert remove_private("Wilhelmina") == "Wilhelmina"
    assert seconds_since_request() is None
    executor.close()


async def test_a_job_within_a_request_gives_the_fields_and_private_texts_back() -> None:
    with request_fields(1, channel="5"):
        keep_private("Wilhelmina")
        with request_fields("withdrawal-7", match=7):
            assert get_contextvars() == {"request": "withdrawal-7", "match": 7}
            keep_private("Rosalind")
        assert get_contextvars() == {"request": "1", "channel": "5"}
        assert remove_private("Wilhelmina and Rosalind") == "[private] and Rosalind"
        assert seconds_since_request() is not None


async def test_what_a_request_starts_forgets_it_when_it_begins_a_request_of_its_own() -> None:
    async def other() -> dict[str, object]:
        begin_request("post-3", post=3)
        return get_contextvars()

    with request_fields(1):
        bind_match(MATCH, 4)
        assert await asyncio.create_task(other()) == {"request": "post-3", "post": 3}
        assert get_contextvars()["match"] == 7


def test_a_match_without_a_ply_has_not_that_of_the_one_before() -> None:
    def check() -> None:
        begin_request("post-3")
        bind_match(MATCH, 4)
        bind_match(MATCH)
        assert get_contextvars() == {"request": "post-3", "match": 7}
        forget_match()
        bind_request(9)
        assert get_contextvars() == {"request": "9"}

    copy_context().run(check)
