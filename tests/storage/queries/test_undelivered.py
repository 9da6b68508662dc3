"""Rows of the outbox that wait, and those that were given up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from storage.queries import clocks, offers, open_seats, outbox, plans, queued_moves, undelivered, waiting_rows
from storage.queries.clocks import Clock
from storage.queries.waiting_rows import WaitingRows
from tests.storage.samples import HOUR, NOON, new_challenge, new_match, source

if TYPE_CHECKING:
    from storage.engine.database import Database, Tx
    from storage.queries.rows import Match

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SOON = NOW + timedelta(seconds=1)


async def put(tx: Tx, kind: str = "board", lane: str = "m1", at: datetime = NOW, **about: Any) -> int:
    return (await outbox.add(tx, lane=lane, kind=kind, body={}, at=at, **about)).id


async def test_what_waits_and_what_was_given_up_is_listed_newest_last(database: Database) -> None:
    async with database.write() as tx:
        ids = [await put(tx, lane=f"m{number}") for number in range(5)]
        await outbox.give_up(tx, ids[3], "late", SOON)
        await outbox.give_up(tx, ids[1], "later", SOON + timedelta(seconds=1))
    async with database.read() as tx:
        count, rows = await undelivered.newest_waiting(tx, 2)
        assert (count, [row.id for row in rows]) == (3, [ids[2], ids[4]])
        count, rows = await undelivered.latest_given_up(tx, 9)
        assert [(row.id, row.given_up_for) for row in rows] == [(ids[3], "late"), (ids[1], "later")]
        assert count == 2


async def test_a_row_that_is_put_back_is_due_at_once(database: Database) -> None:
    async with database.write() as tx:
        one, other = await put(tx), await put(tx, lane="m2")
        await outbox.retry_later(tx, one, NOW + timedelta(days=1))
        for each in (one, other):
            await outbox.give_up(tx, each, "refused", SOON)
        assert (await undelivered.requeue(tx, one)) == undelivered.RequeueResult([one], {})
        assert list((await undelivered.requeue(tx, one)).skipped) == [one]
        claimed = await outbox.claim(tx, "a", now=NOW, until=SOON)
        assert [(post.id, post.attempts) for post in claimed] == [(one, 1)]
        assert (await undelivered.requeue(tx, None)).requeued == [other]


async def test_what_is_said_elsewhere_is_not_put_back_unless_that_was_given_up_too(database: Database) -> None:
    async with database.write() as tx:
        number = (await new_match(tx)).id
        board = await put(tx, match_id=number, seq=1)
        await outbox.give_up(tx, board, "barred", SOON)
        instead = await put(tx, "direct", "m1:7", SOON, match_id=number, seq=1)
        alone = await put(tx, "tell", "m11", SOON)
        assert (await undelivered.requeue(tx, None)).skipped == {board: "it's said elsewhere in its place"}
        assert await undelivered.count_lost_since(tx, NOW) == 0
        await outbox.give_up(tx, instead, "closed", SOON + timedelta(seconds=1))
        assert await undelivered.count_lost_since(tx, NOW) == 2
        assert await undelivered.count_lost_since(tx, SOON) == 1
        returned = await undelivered.requeue(tx, None)
        assert returned == undelivered.RequeueResult([board], {instead: "it stood in the place of another one"})
        assert alone not in returned.skipped


async def test_a_challenge_s_post_that_is_said_elsewhere_is_neither_lost_nor_put_back(database: Database) -> None:
    async with database.write() as tx:
        challenge, other = [(await new_challenge(tx)).id for _ in range(2)]
        post, alone = [await put(tx, "challenge", "c1", challenge_id=each) for each in (challenge, other)]
        for each in (post, alone):
            await outbox.give_up(tx, each, "barred", SOON)
        await put(tx, "tell", "c1:7", SOON, challenge_id=challenge)
        assert await undelivered.count_lost_since(tx, NOW) == 1
        returned = await undelivered.requeue(tx, None)
        assert returned == undelivered.RequeueResult([alone], {post: "it's said elsewhere in its place"})


async def test_what_was_lost_is_searched_for_among_the_newest_rows(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undelivered, "RECENT", 2)
    async with database.write() as tx:
        for _ in range(3):
            await outbox.give_up(tx, await put(tx), "barred", SOON)
        assert await undelivered.count_lost_since(tx, NOW) == 2


async def test_what_stood_in_for_a_board_is_put_back_by_its_id_until_the_board_is(database: Database) -> None:
    async with database.write() as tx:
        number = (await new_match(tx)).id
        board = await put(tx, match_id=number, seq=1)
        await outbox.give_up(tx, board, "barred", SOON)
        instead = await put(tx, "direct", "m1:7", SOON, match_id=number, seq=1)
        await outbox.give_up(tx, instead, "closed", SOON)
        assert (await undelivered.requeue(tx, instead)).requeued == [instead]
        assert (await undelivered.requeue(tx, board)).skipped == {board: "it's said elsewhere in its place"}
        await outbox.give_up(tx, instead, "closed", SOON)
        assert (await undelivered.requeue(tx, board)).requeued == [board]
        reason = "this board of its match, or a later one, went out or waits"
        assert (await undelivered.requeue(tx, instead)).skipped == {instead: reason}


async def test_of_a_match_only_the_last_board_is_put_back(database: Database) -> None:
    async with database.write() as tx:
        number = (await new_match(tx)).id
        first, second = [await put(tx, match_id=number, seq=seq) for seq in (1, 2)]
        show_row = await put(tx, "show", match_id=number, seq=1)
        for each in (first, second, show_row):
            await outbox.give_up(tx, each, "refused", SOON)
        returned = await undelivered.requeue(tx, None)
        assert returned.requeued == [show_row, second]
        assert returned.skipped == {first: "this board of its match, or a later one, went out or waits"}
        assert (await undelivered.requeue(tx, first)).requeued == []


async def test_the_oldest_board_that_waits_is_found(database: Database) -> None:
    async with database.write() as tx:
        assert await undelivered.oldest_board(tx) is None
        await put(tx, "tell")
        late, early = await put(tx, at=SOON), await put(tx)
        assert (oldest := await undelivered.oldest_board(tx))
        assert oldest.id == early
        await outbox.mark_sent(tx, early, channel_id=1, message_id=2, at=SOON)
        assert (oldest := await undelivered.oldest_board(tx))
        assert oldest.id == late


NOTHING = WaitingRows(clock=False, open_seat=False, automatic_moves=False, offers=False, forum=False)


async def add_row(tx: Tx, match: Match, kind: str) -> None:
    """Store a row of a kind that waits in a match."""
    if kind == "clock":
        await clocks.add(tx, Clock(match.id, "1d", (HOUR, HOUR), NOON))
    elif kind == "open seat":
        await open_seats.add(tx, match, 2, NOON)
    elif kind == "queued move":
        await queued_moves.replace(tx, match.id, 1, ["c4"], source())
    elif kind == "plan":
        await plans.replace(tx, match.id, 1, 0, {}, source())
    elif kind in {"thread", "forum post"}:
        body = {"forum": 77} if kind == "forum post" else {}
        await outbox.add(tx, lane="m", kind="thread", body=body, at=NOON, match_id=match.id)
    else:
        await offers.add(tx, match, kind="draw", seat=1, source_id=source(), at=NOON)


@pytest.mark.parametrize(
    ("kind", "column"),
    [
        ("clock", "clock"),
        ("open seat", "open_seat"),
        ("queued move", "automatic_moves"),
        ("plan", "automatic_moves"),
        ("offer", "offers"),
        ("forum post", "forum"),
    ],
)
async def test_a_row_waits_in_its_own_match(database: Database, kind: str, column: str) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        await add_row(tx, match, kind)
        found = await waiting_rows.of_match(tx, match.id)
        assert [name for name in WaitingRows.__annotations__ if getattr(found, name)] == [column]
        assert await waiting_rows.of_match(tx, other.id) == NOTHING


async def test_a_thread_outside_a_forum_has_no_tags(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        await add_row(tx, match, "thread")
        assert await waiting_rows.of_match(tx, match.id) == NOTHING


async def test_a_closed_seat_or_offer_waits_no_more(database: Database) -> None:
    async with database.write() as tx:
        match = await new_match(tx)
        await open_seats.close(tx, await open_seats.add(tx, match, 2, NOON), "kept", NOON)
        offer = await offers.add(tx, match, kind="draw", seat=1, source_id=source(), at=NOON)
        await offers.close(tx, offer, "declined", 2)
        assert await waiting_rows.of_match(tx, match.id) == NOTHING
