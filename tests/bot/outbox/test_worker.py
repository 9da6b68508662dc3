"""What becomes of rows that can't be posted, over hours and days. The clock is the test's own, the database a file."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import aiohttp
import pytest
from sqlalchemy import select

from bot.outbox.sender import FallbackPost, Undeliverable
from bot.outbox.worker import MAX_ROWS, MAX_TRIES, PROBE_DELAYS, Authorization, decide_fallbacks
from bot.referee.errors import GameFailed, RequestRejected, RulesMissing
from games.translation import ENGLISH, gettext, in_language
from storage import schema
from storage.engine.errors import StorageError
from storage.queries import outbox, people
from storage.queries.rows import Post
from tests.bot.outbox.worker_setup import http_error, make_worker
from tests.games.catalogue import german

if TYPE_CHECKING:
    from pathlib import Path

    from tests.bot.outbox.worker_setup import WorkerSetup

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_accepted_token_leaves_all_free_slots() -> None:
    authorization = Authorization()
    assert not authorization.refused
    assert authorization.room(6, 3, NOON) == 6


def test_a_refused_token_leaves_one_probe_at_a_time_after_a_delay() -> None:
    authorization = Authorization()
    assert authorization.refuse(NOON) == 2
    assert authorization.refused
    probe_at = NOON + timedelta(seconds=2)
    assert authorization.room(6, 0, probe_at - timedelta(microseconds=1)) == 0
    assert authorization.room(6, 0, probe_at) == 1
    assert authorization.room(6, 1, probe_at) == 0


def test_probes_come_at_growing_distance_until_one_is_accepted() -> None:
    authorization, now = Authorization(), NOON
    delays: list[int | None] = []
    for _ in range(7):
        delays.append(authorization.refuse(now))
        now += timedelta(seconds=delays[-1] or 0)
    assert delays == [*PROBE_DELAYS, 300, 300]
    authorization.accept()
    assert (authorization.refused, authorization.room(6, 3, NOON)) == (False, 6)
    assert authorization.refuse(now) == 2


def test_a_refusal_of_a_request_from_before_the_last_one_says_nothing_new() -> None:
    authorization = Authorization()
    authorization.refuse(NOON)
    assert authorization.refuse(NOON + timedelta(seconds=1)) is None
    assert authorization.refuse(NOON + timedelta(seconds=2)) == 5


DAY = timedelta(days=1)


@pytest.mark.thorough
async def test_what_fails_on_our_side_is_tried_for_about_a_day_and_then_said_in_words(
    setup: WorkerSetup, caplog: pytest.LogCaptureFixture
) -> None:
    began = setup.time
    setup.trouble["board"] = KeyError("a word that is missing")
    await setup.put()
    await setup.advance_until_tried(MAX_TRIES)
    setup.trouble["board"] = None
    await setup.put()
    await setup.wait_until_idle()
    assert setup.sent == ["note", "board"]
    assert setup.tries[:MAX_TRIES] == [1] * MAX_TRIES
    assert DAY <= setup.time - began <= 1.2 * DAY
    assert f"Outbox row 1 (board) is given up after {MAX_TRIES} tries" in caplog.text
    assert "a word that is missing" in caplog.text


async def test_a_row_that_fails_is_tried_again_after_growing_delays(setup: WorkerSetup) -> None:
    setup.trouble["board"] = aiohttp.ClientOSError("gone")
    for attempts in range(7):
        await setup.put(f"m{attempts}", attempts=attempts)
    await setup.wait_for_tries(7)
    await setup.wait_until_settled()
    async with setup.context.database.read() as tx:
        retry_at = (await tx.execute(select(schema.outbox.c.retry_at).order_by(schema.outbox.c.id))).scalars().all()
    assert [(each - setup.time).total_seconds() for each in retry_at] == [2, 5, 15, 60, 300, 900, 900]


@pytest.mark.parametrize(
    ("error", "rows"),
    [
        (http_error(403, 50013), ()),
        (http_error(403), None),
        (RulesMissing("It is gone."), ()),
        (RequestRejected("It isn't installed."), None),
        (GameFailed("It has a bug."), (FallbackPost("note"),)),
        (StorageError("locked"), None),
        (KeyError("word"), None),
        (Undeliverable("barred", FallbackPost("note", 7)), (FallbackPost("note", 7),)),
    ],
)
def test_a_row_is_given_up_for_a_refusal_for_good_or_rules_that_are_gone(
    error: Exception, rows: tuple[FallbackPost, ...] | None
) -> None:
    post = Post(1, "m1", "board", {}, 7, None, 1, NOON, 0)
    assert decide_fallbacks(post, error, set()) == rows


@pytest.mark.parametrize(("kind", "instead"), [("board", (FallbackPost("note"),)), ("alarm", ())])
def test_what_fails_on_our_side_is_given_up_the_hundredth_time(kind: str, instead: tuple[FallbackPost, ...]) -> None:
    found = [
        decide_fallbacks(Post(1, "m1", kind, {}, 7, None, 1, NOON, attempts), KeyError("word"), set())
        for attempts in (98, 99)
    ]
    assert found == [None, instead]


@pytest.mark.parametrize(("kind", "what"), [("show", "board"), ("replay", "replay")])
def test_the_person_who_asked_is_told_what_will_not_come(kind: str, what: str) -> None:
    post = Post(1, "asked:9", kind, {"asker": 9}, 7, None, 1, NOON, 1)
    reason = f"I couldn't show you the {what} of #7 that you asked for, so I've stopped trying. "
    reason += "The reason is in the log."
    rows = decide_fallbacks(post, KeyError("word"), set()) or ()
    assert [(row.kind, row.user_id, row.write and row.write()) for row in rows] == [("tell", 9, reason)]


async def test_trouble_on_the_way_to_discord_is_never_given_up(setup: WorkerSetup) -> None:
    setup.trouble["board"] = aiohttp.ClientOSError("gone")
    await setup.put(attempts=MAX_TRIES - 2)
    await setup.advance_until_tried(5)
    setup.trouble["board"] = None
    await setup.advance_until_tried(6)
    await setup.wait_until_idle()
    assert setup.sent == ["board"]


async def test_a_match_whose_rules_are_missing_waits_and_is_logged_once(
    setup: WorkerSetup, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    setup.trouble["board"] = RequestRejected("The game `chomp` isn't installed right now.")
    await setup.put(attempts=MAX_TRIES - 2)
    await setup.advance_until_tried(5)
    assert caplog.text.count("waits: The game `chomp` isn't installed") == 1
    assert "Traceback" not in caplog.text
    assert len(caplog.records) == 1
    setup.trouble["board"] = None
    await setup.advance_until_tried(6)
    await setup.wait_until_idle()
    assert setup.sent == ["board"]


async def test_a_new_start_tries_at_once_what_was_waiting(setup: WorkerSetup) -> None:
    setup.trouble["board"] = aiohttp.ClientOSError("gone")
    await setup.put()
    await setup.advance_until_tried(20)
    await setup.worker.stop()
    setup.trouble["board"] = None
    again = make_worker(setup.context, board=setup.send)
    again.start()
    await setup.wait_until_idle()
    await again.stop()
    assert setup.sent == ["board"]


async def test_the_rows_of_a_lane_follow_one_another_whether_or_not_anybody_looks(
    setup: WorkerSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.outbox.worker.POLL_INTERVAL", DAY)
    async with asyncio.timeout(60):
        await setup.put("m1", "m2", "m1", "m1", "m2")
        await setup.wait_until_idle(waking=False)
    assert [number for number in setup.tries if number not in {2, 5}] == [1, 3, 4]
    assert [number for number in setup.tries if number in {2, 5}] == [2, 5]
    assert dict(setup.context.just_sent) == dict.fromkeys((1, 2, 3, 4, 5), 2), "the message that each row became"


async def test_a_board_that_is_held_for_a_thought_is_sent_when_its_time_has_come(
    setup: WorkerSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.outbox.worker.POLL_INTERVAL", DAY)
    monkeypatch.setattr("bot.outbox.worker.ANSWER_TIME", timedelta(seconds=0.5))
    setup.worker.register(think=setup.send)
    due = setup.time + timedelta(seconds=3)
    async with asyncio.timeout(60):
        async with setup.context.write() as tx:
            await outbox.add(tx, lane="m1", kind="board", body={}, at=setup.time, due=due)
            await outbox.add(tx, lane="m1:think", kind="think", body={}, at=setup.time)
        await asyncio.sleep(0.2)
        assert setup.sent == ["think"]
        setup.time = due
        await setup.wait_for_tries(2)
    assert setup.tries == [2, 1], "the thought, then the board"


async def test_where_too_many_lanes_wait_the_oldest_row_is_next(
    setup: WorkerSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.outbox.worker.POLL_INTERVAL", DAY)
    monkeypatch.setitem(MAX_ROWS, "matches", 1)
    async with asyncio.timeout(60):
        await setup.put("m1", "m2", "m1", "m3", "m2")
        await setup.wait_until_idle(waking=False)
    assert setup.tries == [1, 2, 3, 4, 5]


async def test_no_more_lanes_are_at_work_than_may_be(setup: WorkerSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_ROWS, "matches", 3)
    at_work: set[int] = set()
    most = 0

    async def slow(post: Post) -> tuple[int, int]:
        nonlocal most
        at_work.add(post.id)
        most = max(most, len(at_work))
        for _ in range(post.id * 20):  # so that lanes end one by one
            await asyncio.sleep(0)
        at_work.remove(post.id)
        return await setup.send(post)

    await setup.worker.stop()
    worker = make_worker(setup.context, board=slow)
    worker.start()
    await setup.put(*(f"m{number}" for number in range(8)))
    await setup.wait_until_idle(waking=False)
    await worker.stop()
    assert sorted(setup.tries) == list(range(1, 9))
    assert most == 3


async def test_answers_have_few_places_of_their_own(setup: WorkerSetup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MAX_ROWS, "matches", 2)
    monkeypatch.setitem(MAX_ROWS, "replies", 2)
    under_way, most, go_on = 0, 0, asyncio.Event()

    async def send_slowly(post: Post) -> tuple[int, int]:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await go_on.wait()
        under_way -= 1
        return await setup.send(post)

    await setup.worker.stop()
    worker = make_worker(setup.context, board=setup.send, show=send_slowly, replay=send_slowly)
    worker.start()
    async with asyncio.timeout(60):
        await setup.put("asked:1", "asked:2", kind="show")
        await setup.put("asked:3", "asked:4", kind="replay")
        await setup.put("m1", "m2", "m1")
        while len(setup.sent) < 3:  # noqa: ASYNC110 - the boards, in spite of answers that stand still
            await asyncio.sleep(0)
        assert setup.sent == ["board"] * 3
        go_on.set()
        await setup.wait_until_idle(waking=False)
    await worker.stop()
    assert sorted(setup.sent[3:]) == ["replay", "replay", "show", "show"]
    assert most == 2


async def test_two_thoughts_and_one_review_are_under_way_at_a_time(setup: WorkerSetup) -> None:
    for kind, most in (("think", 2), ("review", 1)):
        setup.worker.register(**{kind: setup.send})
        setup.most_at_once = 0
        async with asyncio.timeout(60):
            await setup.put(*(f"{kind}:{number}" for number in range(4)), kind=kind)
            await setup.wait_until_idle()
        assert setup.most_at_once == most


async def test_what_is_said_elsewhere_instead_is_said_at_once(
    setup: WorkerSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.outbox.worker.POLL_INTERVAL", DAY)
    setup.trouble["board"] = Undeliverable("barred", FallbackPost("note", 7), FallbackPost("note", 8))
    async with asyncio.timeout(60):
        await setup.put("m1", "m1")
        await setup.wait_until_idle(waking=False)
    assert setup.sent == ["note"] * 4


async def test_what_is_said_instead_to_a_person_has_a_lane_of_its_own(setup: WorkerSetup) -> None:
    setup.trouble["board"] = Undeliverable("barred", FallbackPost("note", 7), FallbackPost("note"))
    async with asyncio.timeout(60):
        await setup.put("m1")
        await setup.wait_until_idle()
    async with setup.context.database.read() as tx:
        notes = select(schema.outbox.c.lane).where(schema.outbox.c.kind == "note")
        assert sorted((await tx.execute(notes)).scalars()) == ["m1", "m1:7"]


@pytest.mark.parametrize(
    ("error", "why"), [(GameFailed("It has a bug."), "It has a bug."), (Undeliverable(""), "Undeliverable")]
)
async def test_the_record_says_why_a_row_was_given_up(setup: WorkerSetup, error: Exception, why: str) -> None:
    setup.trouble["board"] = error
    await setup.put()
    await setup.wait_until_idle()
    async with setup.context.database.read() as tx:
        given_up = select(schema.outbox.c.given_up_for).where(schema.outbox.c.kind == "board")
        assert (await tx.execute(given_up)).scalars().all() == [why]


@pytest.mark.parametrize("body", [{}, {"user": 7}])
async def test_what_is_said_instead_is_for_the_person_of_the_row(setup: WorkerSetup, body: dict[str, int]) -> None:
    setup.trouble["board"] = GameFailed("It has a bug.")
    async with setup.context.write() as tx:
        await outbox.add(tx, lane="m1", kind="board", body=body, at=setup.time)
    await setup.wait_until_idle()
    async with setup.context.database.read() as tx:
        (note,) = (await tx.execute(select(schema.outbox).where(schema.outbox.c.kind == "note"))).all()
    assert (note.lane, note.body["user"]) == ("m1", body.get("user"))


async def test_what_a_person_is_told_instead_is_in_their_language(setup: WorkerSetup, tmp_path: Path) -> None:
    barred = "I can't post in {place}."
    told: list[object] = []

    async def tell(post: Post) -> tuple[int, int]:
        told.append(post.body["text"])
        return 1, 2

    setup.worker.register(tell=tell)
    setup.trouble["board"] = Undeliverable(
        "barred", *(FallbackPost("tell", user_id, lambda: gettext(barred).format(place="#games")) for user_id in (7, 8))
    )
    async with setup.context.write() as tx:
        await people.set_preferences(tx, 7, {"language": "de"})
    with german(tmp_path, {barred: "In {place} kann ich nicht schreiben."}), in_language(ENGLISH):
        await setup.put()
        async with asyncio.timeout(60):
            await setup.wait_until_idle()
    assert told == ["In #games kann ich nicht schreiben.", "I can't post in #games."]


async def test_a_process_that_is_to_end_takes_up_nothing_more(setup: WorkerSetup) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(post: Post) -> tuple[int, int]:
        begun.set()
        await go_on.wait()
        return await setup.send(post)

    await setup.worker.stop()
    worker = make_worker(setup.context, board=slow)
    worker.start()
    await setup.put("m1", "m1")
    await begun.wait()
    stopping = asyncio.create_task(worker.stop())
    await asyncio.sleep(0)
    go_on.set()
    await stopping
    assert setup.tries == [1]
    async with setup.context.database.read() as tx:
        assert await outbox.count_backlog(tx) == 1


async def test_posts_sent_while_the_database_is_locked_are_marked_later_not_resent(
    setup: WorkerSetup, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.outbox.worker.POLL_INTERVAL", timedelta(seconds=0.05))
    full = "CREATE TRIGGER full BEFORE UPDATE OF sent_at ON outbox BEGIN SELECT RAISE(ABORT, 'full'); END"
    async with setup.context.database.write() as tx:
        await tx.exec_driver_sql(full)
    await setup.put("m1", "m1")
    async with asyncio.timeout(60):
        while "could not be" not in caplog.text:  # noqa: ASYNC110 - the log tells nobody
            await asyncio.sleep(0.01)
        async with setup.context.database.write() as tx:
            await tx.exec_driver_sql("DROP TRIGGER full")
        await setup.wait_until_idle(waking=False)
    assert setup.tries == [1, 2]


@pytest.mark.parametrize(
    ("trouble", "reason", "tries"),
    [
        (KeyError("a word that is missing"), "The reason is in the log.", 2),
        (RequestRejected("The game `chomp` is not installed."), "The game `chomp` is not installed.", 1),
    ],
)
async def test_an_answer_is_given_up_at_once_for_a_known_reason_else_the_second_time(
    setup: WorkerSetup, caplog: pytest.LogCaptureFixture, trouble: Exception, reason: str, tries: int
) -> None:
    told: list[Post] = []

    async def tell(post: Post) -> tuple[int, int]:
        told.append(post)
        return await setup.send(post)

    await setup.worker.stop()
    worker = make_worker(setup.context, show=setup.send, tell=tell)
    worker.start()
    setup.trouble["show"] = trouble
    async with setup.context.write() as tx:
        await outbox.add(tx, lane="asked:7", kind="show", body={"asker": 7}, at=setup.time)
        await outbox.add(tx, lane="asked:7", kind="show", body={}, at=setup.time)
    await setup.advance_until_tried(2 * tries + 1)
    await setup.wait_until_idle()
    await worker.stop()
    assert [setup.tries.count(number) for number in (1, 2)] == [tries, tries]
    assert [post.body["user"] for post in told] == [7]
    assert told[0].body["text"].endswith(f" that you asked for, so I've stopped trying. {reason}")
    assert caplog.text.count(f"(show) is given up at try {tries}") == 2


async def test_an_answer_that_only_the_way_to_discord_holds_up_is_tried_on(setup: WorkerSetup) -> None:
    await setup.worker.stop()
    worker = make_worker(setup.context, show=setup.send)
    worker.start()
    setup.trouble["show"] = aiohttp.ClientOSError("gone")
    await setup.put("asked:7", kind="show")
    await setup.advance_until_tried(9)
    setup.trouble["show"] = None
    await setup.advance_until_tried(10)
    await setup.wait_until_idle()
    await worker.stop()
    assert setup.sent == ["show"]
