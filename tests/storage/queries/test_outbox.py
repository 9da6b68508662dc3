from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from storage.engine.errors import AlreadyStored
from storage.queries import matches, outbox
from storage.queries.rows import DIRECT, Post
from storage.schema import outbox as table
from tests.storage.samples import CHANNEL, HOUR, NOON, THREAD, new_challenge, new_match

if TYPE_CHECKING:
    from storage.engine.database import Database, Tx

LATER = NOON + HOUR


async def put(tx: Tx, lane: str, kind: str = "board", match_id: int | None = None) -> Post:
    return await outbox.add(tx, lane=lane, kind=kind, body={}, at=NOON, match_id=match_id)


async def claim(tx: Tx, by: str = "me", at: int = 0, hours: int = 0, **how: Any) -> list[Post]:
    """Claim rows some hours after noon, by default for no time at all, so that the next claim finds them again."""
    now = NOON + at * HOUR
    return await outbox.claim(tx, by, now=now, until=now + hours * HOUR, **how)


async def ids(tx: Tx, by: str = "me", at: int = 0, hours: int = 0, **how: Any) -> list[int]:
    return [post.id for post in await claim(tx, by, at, hours, **how)]


async def test_a_row_comes_back_as_it_was_put(database: Database) -> None:
    body = {"text": "l'été \0 \ud800 \U0001f680", "seats": [1, 2], "deep": {"none": None, "yes": True, "half": 0.5}}
    async with database.write() as tx:
        challenge = await new_challenge(tx)
        match = await new_match(tx)
        made = await outbox.add(
            tx,
            lane="match 1",
            kind="board",
            body=body,
            at=NOON,
            match_id=match.id,
            challenge_id=challenge.id,
            seq=17,
        )
    expected = Post(
        id=made.id,
        lane="match 1",
        kind="board",
        body=body,
        match_id=match.id,
        challenge_id=challenge.id,
        seq=17,
        created_at=NOON,
        attempts=0,
        sent_at=None,
        channel_id=None,
        message_id=None,
    )
    assert made == expected
    async with database.write() as tx:
        assert await claim(tx) == [expected]


async def test_a_lane_goes_in_order_and_lanes_go_side_by_side(database: Database) -> None:
    async with database.write() as tx:
        first = await put(tx, "a")
        second = await put(tx, "a")
        other = await put(tx, "b")
        third = await put(tx, "a")
        assert await ids(tx) == [first.id, other.id]
        await outbox.mark_sent(tx, first.id, channel_id=CHANNEL, message_id=1, at=NOON)
        assert await ids(tx) == [second.id, other.id]
        await outbox.mark_sent(tx, other.id, channel_id=CHANNEL, message_id=2, at=NOON)
        await outbox.mark_sent(tx, second.id, channel_id=CHANNEL, message_id=3, at=NOON)
        assert await ids(tx) == [third.id]
        await outbox.mark_sent(tx, third.id, channel_id=CHANNEL, message_id=4, at=NOON)
        assert await ids(tx) == []


async def test_a_row_that_failed_holds_its_lane_until_its_retry_time(database: Database) -> None:
    async with database.write() as tx:
        first = await put(tx, "a")
        await put(tx, "a")
        other = await put(tx, "b")
        assert await ids(tx, hours=9) == [first.id, other.id]
        await outbox.retry_later(tx, first.id, NOON + 2 * HOUR)
        assert await ids(tx, at=1) == [other.id]
        assert await ids(tx, at=2) == [first.id, other.id]
        await outbox.retry_later(tx, first.id, NOON + 4 * HOUR)
        assert await ids(tx, at=3) == [other.id]
        assert [post.attempts for post in await claim(tx, at=4)] == [2, 4]


async def test_a_row_under_way_is_nobody_elses_until_its_claim_runs_out(database: Database) -> None:
    async with database.write() as tx:
        first = await put(tx, "a")
        await put(tx, "a")
        assert [(post.id, post.attempts) for post in await claim(tx, "one", hours=2)] == [(first.id, 0)]
        assert await ids(tx, "two", at=1) == []
        assert [(post.id, post.attempts) for post in await claim(tx, "two", at=2, hours=2)] == [(first.id, 1)]
        assert await ids(tx, "one", at=3) == []


async def test_a_process_that_was_killed_takes_up_what_it_held(database: Database) -> None:
    async with database.write() as tx:
        first, other = await put(tx, "a"), await put(tx, "b")
        assert await ids(tx, "one", hours=9) == [first.id, other.id]
        assert await ids(tx, "one", hours=9, under_way=[other]) == [first.id]
        assert [post.attempts for post in await claim(tx, "one", hours=9)] == [2, 1]


@pytest.mark.parametrize("outcome", ["sent", "given up", "failed"])
async def test_an_outcome_frees_the_lane_for_everybody(database: Database, outcome: str) -> None:
    async with database.write() as tx:
        first, second = await put(tx, "a"), await put(tx, "a")
        await claim(tx, "one", hours=9)
        match outcome:
            case "sent":
                await outbox.mark_sent(tx, first.id, channel_id=CHANNEL, message_id=1, at=NOON)
            case "given up":
                await outbox.give_up(tx, first.id, "why", NOON)
            case _:
                await outbox.retry_later(tx, first.id, NOON)
        assert await ids(tx, "two") == [first.id if outcome == "failed" else second.id]


async def test_a_row_given_up_lets_its_lane_go_on(database: Database) -> None:
    async with database.write() as tx:
        first = await put(tx, "a")
        second = await put(tx, "a")
        await outbox.give_up(tx, first.id, "the channel is gone", NOON)
        assert await ids(tx, at=100) == [second.id]


async def test_the_limit_counts_rows_that_are_due(database: Database) -> None:
    async with database.write() as tx:
        for lane in "abcd":
            await put(tx, lane)
        (first, *_) = await claim(tx)
        await outbox.retry_later(tx, first.id, LATER)
        assert [post.lane for post in await claim(tx, matches=2)] == ["b", "c"]


async def test_answers_and_what_a_match_waits_for_are_limited_apart(database: Database) -> None:
    async with database.write() as tx:
        for lane, kind in (("a", "show"), ("b", "replay"), ("c", "board"), ("d", "show"), ("e", "alarm"), ("f", "end")):
            await put(tx, lane, kind)
        assert [post.lane for post in await claim(tx, matches=2, replies=1)] == ["a", "c", "e"]
        assert [post.lane for post in await claim(tx, matches=3, replies=0)] == ["c", "e", "f"]
        assert [post.lane for post in await claim(tx, matches=0, replies=3)] == ["a", "b", "d"]


async def test_an_answer_that_an_older_release_put_into_a_lane_of_a_match_is_its_first_row(database: Database) -> None:
    async with database.write() as tx:
        shown, _ = await put(tx, "c1", "show"), await put(tx, "c1")
        assert await ids(tx, matches=1, replies=0) == []
        assert await ids(tx, matches=1, replies=1) == [shown.id]


async def test_the_backlog_counts_what_is_neither_sent_nor_given_up(database: Database) -> None:
    async with database.write() as tx:
        assert await outbox.count_backlog(tx) == 0
        posts = [await put(tx, "a") for _ in range(4)]
        await outbox.mark_sent(tx, posts[0].id, channel_id=CHANNEL, message_id=None, at=NOON)
        await outbox.give_up(tx, posts[1].id, "no permission", NOON)
        await outbox.retry_later(tx, posts[2].id, LATER)
        assert await outbox.count_backlog(tx) == 2


async def test_a_sent_row_is_found_by_its_message(database: Database) -> None:
    async with database.write() as tx:
        post = await put(tx, "a")
        assert await outbox.by_message(tx, 77) is None
        await outbox.mark_sent(tx, post.id, channel_id=CHANNEL, message_id=77, at=LATER)
        found = await outbox.by_message(tx, 77)
    assert found is not None
    assert (found.id, found.channel_id, found.message_id, found.sent_at) == (post.id, CHANNEL, 77, LATER)


async def test_the_posts_of_an_offer_or_an_open_seat_are_those_that_went_out(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)

        async def add(kind: str, match_id: int, message_id: int | None, **body: int) -> Post:
            post = await outbox.add(tx, lane=str(match_id), kind=kind, body=body, at=NOON, match_id=match_id)
            if message_id:
                await outbox.mark_sent(tx, post.id, channel_id=CHANNEL, message_id=message_id, at=LATER)
            return post

        offers = [await add("offer", match.id, message_id, offer=3) for message_id in (71, 72)]
        seat = await add("open_seat", match.id, 73, seat=2)
        for kind, name, number in (("offer", "offer", 3), ("open_seat", "seat", 2)):
            await add(kind, match.id, 74 + number, **{name: number + 1})
            await add(kind, other.id, 84 + number, **{name: number})
            await add(kind, match.id, None, **{name: number})
        assert [post.id for post in await outbox.offer_posts(tx, match.id, 3)] == [post.id for post in offers]
        assert [post.id for post in await outbox.open_seat_posts(tx, match.id, 2)] == [seat.id]


async def test_the_newest_row_of_a_challenge_is_found_sent_or_not(database: Database) -> None:
    async with database.write() as tx:
        challenge = await new_challenge(tx)
        assert await outbox.of_challenge(tx, challenge.id, "invitation") is None
        made = [
            await outbox.add(tx, lane="a", kind=kind, body={}, at=NOON, challenge_id=challenge.id)
            for kind in ("invitation", "invitation", "other")
        ]
        assert await outbox.of_challenge(tx, challenge.id, "invitation") == made[1]


async def test_a_row_cannot_name_a_match_that_does_not_exist(database: Database) -> None:
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        async with database.write() as tx:
            await put(tx, "a", match_id=99)


async def test_the_posts_of_challenges_are_those_that_went_out(database: Database) -> None:
    async with database.write() as tx:
        posted, waiting = await new_challenge(tx), await new_challenge(tx)
        for challenge, kind, message_id in (
            (posted, "challenge", 70),
            (posted, "refresh", 71),
            (waiting, "challenge", None),
        ):
            row = await outbox.add(tx, lane="c", kind=kind, body={}, at=NOON, challenge_id=challenge.id)
            await outbox.mark_sent(tx, row.id, channel_id=CHANNEL, message_id=message_id, at=LATER)
        found = await outbox.challenge_posts(tx, [posted.id, waiting.id])
        assert {number: post.message_id for number, post in found.items()} == {posted.id: 70}


async def test_the_boards_of_a_match_are_found_by_event_and_the_last_one_that_went_out(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        rows: dict[str, Post] = {}
        for name, about, kind, seq, message_id in (
            ("first", match, "board", 1, 70),
            ("second", match, "board", 2, 71),
            ("alarm", match, "alarm", 2, 72),
            ("waiting", match, "board", 3, None),
            ("other", other, "board", 2, 73),
        ):
            row = await outbox.add(tx, lane=name, kind=kind, body={}, at=NOON, match_id=about.id, seq=seq)
            if message_id:
                await outbox.mark_sent(tx, row.id, channel_id=CHANNEL, message_id=message_id, at=LATER)
            rows[name] = row
        for name, seq in (("first", 1), ("second", 2), ("waiting", 3)):
            found = await outbox.board(tx, match.id, seq)
            assert found
            assert found.id == rows[name].id
        assert await outbox.board(tx, match.id, 4) is None
        assert [await outbox.last_board_seq(tx, each.id) for each in (match, other)] == [3, 2]
        last = await outbox.last_boards(tx, [match.id, other.id])
        assert {number: post.message_id for number, post in last.items()} == {match.id: 71, other.id: 73}
        assert set(await outbox.last_boards(tx, [other.id])) == {other.id}


async def test_a_result_is_owed_to_its_foreign_place_from_its_sending_until_it_is_told(database: Database) -> None:
    async with database.write() as tx:
        match, elsewhere = [await new_match(tx, guild_id=DIRECT, channel_id=CHANNEL + number) for number in range(2)]
        on_server = await new_match(tx)
        assert not await outbox.take_result(tx, match.id)
        made = {each.id: await put(tx, f"m{each.id}", "result", each.id) for each in (match, elsewhere, on_server)}
        assert await outbox.owed_results(tx, CHANNEL) == []
        for row in made.values():
            await outbox.mark_sent(tx, row.id, channel_id=CHANNEL, message_id=None, at=LATER)
        assert [row.id for row in await outbox.owed_results(tx, CHANNEL)] == [made[match.id].id]
        assert await outbox.take_result(tx, match.id)
        assert not await outbox.take_result(tx, match.id)
        assert await outbox.owed_results(tx, CHANNEL) == []
        assert await outbox.take_result(tx, elsewhere.id)


async def test_every_row_that_waits_for_a_retry_can_be_made_due_at_once(database: Database) -> None:
    async with database.write() as tx:
        posts = [await put(tx, lane) for lane in "ab"]
        for post in await claim(tx):
            await outbox.retry_later(tx, post.id, LATER)
        assert await ids(tx) == []
        await outbox.retry_all_now(tx)
        assert await ids(tx) == [post.id for post in posts]


async def test_a_row_that_was_released_has_no_more_attempts_and_is_free_for_all(database: Database) -> None:
    async with database.write() as tx:
        first, other = await put(tx, "a"), await put(tx, "b")
        await claim(tx, "one", hours=9)
        await outbox.release(tx, first.id)
        assert [(post.id, post.attempts) for post in await claim(tx, "two")] == [(first.id, 0)]
        assert [(post.id, post.attempts) for post in await claim(tx, "one")] == [(first.id, 1), (other.id, 1)]


async def test_a_row_that_waits_takes_up_news_until_it_is_claimed(database: Database) -> None:
    async with database.write() as tx:
        added = await outbox.add(tx, lane="e3", kind="tournament_round", body={"stage": 0}, at=NOON)

        async def held(lane: str = "e3", kind: str = "tournament_round", stage: int = 0) -> bool:
            return await outbox.hold_waiting(tx, lane, kind, {"stage": stage})

        assert await held()
        assert [await held(lane="e4"), await held(kind="tournament_page"), await held(stage=1)] == [False] * 3
        await claim(tx, "one")
        assert not await held()
        await outbox.retry_later(tx, added.id, NOON)
        assert await held()
        await outbox.mark_sent(tx, added.id, channel_id=CHANNEL, message_id=5, at=NOON)
        assert not await held()


async def test_a_source_is_answered_once(database: Database) -> None:
    async with database.write() as tx:
        row = await outbox.add(tx, lane="a", kind="show", body={}, at=NOON, source_id=77)
        with pytest.raises(AlreadyStored):
            await outbox.add(tx, lane="b", kind="show", body={}, at=NOON, source_id=77)
        other = await outbox.add(tx, lane="b", kind="show", body={}, at=NOON, source_id=78)
        assert [await outbox.answer_to(tx, source_id) for source_id in (77, 78, 79)] == [row, other, None]


async def test_replies_that_wait_are_counted_by_lane_by_channel_and_in_all(database: Database) -> None:
    async with database.write() as tx:
        for lane, kind in (("a", "show"), ("a", "replay"), ("a", "board"), ("b", "show"), ("b", "alarm")):
            await put_to(tx, lane, 7, kind)
        await put_to(tx, "b", 8)
        await put(tx, "d", "show")
        assert await outbox.count_waiting_replies(tx, "a", 7) == (2, 3, 5)
        assert await outbox.count_waiting_replies(tx, "c", 8) == (0, 1, 5)
        assert [await outbox.count_waiting(tx, kind) for kind in ("show", "board", "digest")] == [4, 1, 0]
        await outbox.give_up(tx, 1, "why", NOON)
        await outbox.mark_sent(tx, 4, channel_id=CHANNEL, message_id=5, at=NOON)
        assert await outbox.count_waiting_replies(tx, "a", 7) == (1, 1, 3)
        assert await outbox.count_waiting(tx, "show") == 2


async def destinations(tx: Tx) -> list[str | None]:
    return list((await tx.execute(select(table.c.destination).order_by(table.c.id))).scalars())


@pytest.mark.parametrize(
    ("kind", "body", "expected"),
    [
        ("board", {}, f"messages:{THREAD}"),
        ("review", {"channel": 9}, f"messages:{THREAD}"),
        ("nudge", {"user": 1}, f"messages:{THREAD}"),
        ("answered", {"offer": 1}, f"edits:{THREAD}"),
        ("challenge", {}, f"messages:{CHANNEL}"),
        ("open_seat", {"seat": 1}, f"messages:{CHANNEL}"),
        ("refresh", {}, f"edits:{CHANNEL}"),
        ("result", {}, f"edits:{CHANNEL}"),
        ("seat_closed", {"seat": 1}, f"edits:{CHANNEL}"),
        ("thread", {}, f"threads:{CHANNEL}"),
        ("thread", {"forum": 8}, "threads:8"),
        ("show", {"channel": 9}, "messages:9"),
        ("show", {"channel": 9, "sight": {}}, None),
        ("alarm", {"user": 1}, None),
        ("think", {}, None),
        ("tags", {}, None),
        ("archive", {}, None),
    ],
)
async def test_a_row_of_a_match_has_the_destination_that_its_kind_uses_up(
    database: Database, kind: str, body: dict[str, object], expected: str | None
) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx, guild_id=DIRECT)
        await matches.set_thread(tx, match.id, THREAD)
        await outbox.add(tx, lane="a", kind=kind, body=body, at=NOON, match_id=match.id)
        assert await destinations(tx) == [expected]
        assert [post.destination for post in await claim(tx)] == [expected]
        await outbox.add(tx, lane="b", kind=kind, body=body, at=NOON, match_id=other.id)
        elsewhere = expected if expected in {"messages:9", "threads:8"} else None
        assert await destinations(tx) == [expected, elsewhere], "a person's own channel is no destination"


async def test_a_row_of_a_challenge_goes_to_its_channel_and_one_of_an_event_only_waits_for_its_lane(
    database: Database,
) -> None:
    async with database.write() as tx:
        challenge = await new_challenge(tx)
        for kind in ("challenge", "refresh"):
            await outbox.add(tx, lane="c", kind=kind, body={}, at=NOON, challenge_id=challenge.id)
        await outbox.add(tx, lane="e", kind="tournament", body={"tournament": 1}, at=NOON)
        assert await destinations(tx) == [f"messages:{CHANNEL}", f"edits:{CHANNEL}", None]


async def test_what_waits_for_a_match_moves_into_its_thread_once_there_is_one(database: Database) -> None:
    async with database.write() as tx:
        match, other = await new_match(tx), await new_match(tx)
        for kind, about in (
            ("board", match),
            ("answered", match),
            ("thread", match),
            ("board", match),
            ("board", other),
        ):
            post = await put(tx, "a", kind, about.id)
        sent = post.id - 1
        await outbox.mark_sent(tx, sent, channel_id=CHANNEL, message_id=1, at=NOON)
        await outbox.move(tx, match.id, CHANNEL, THREAD)
        moved, stayed = [f"messages:{THREAD}", f"edits:{THREAD}"], [f"threads:{CHANNEL}", None, f"messages:{CHANNEL}"]
        assert await destinations(tx) == moved + stayed


async def put_to(tx: Tx, lane: str, channel: int, kind: str = "show") -> Post:
    return await outbox.add(tx, lane=lane, kind=kind, body={"channel": channel}, at=NOON)


async def test_a_destination_gets_one_row_of_each_sort_at_a_time(database: Database) -> None:
    async with database.write() as tx:
        rows = [await put_to(tx, lane, channel) for lane, channel in (("a", 1), ("b", 1), ("c", 2))]
        board = await put_to(tx, "d", 1, "board")
        assert await ids(tx) == [rows[0].id, rows[2].id, board.id]
        under_way = await claim(tx, hours=9)
        assert await ids(tx, under_way=under_way) == []
        assert await ids(tx, under_way=under_way[1:]) == [rows[0].id]
        await outbox.mark_sent(tx, rows[0].id, channel_id=1, message_id=1, at=NOON)
        assert await ids(tx, under_way=under_way[1:]) == [rows[1].id]
        await outbox.mark_sent(tx, board.id, channel_id=1, message_id=2, at=NOON)
        assert await destinations(tx) == [None, "messages:1", "messages:2", None]


async def test_rows_for_a_destination_that_has_to_wait_are_not_claimed(database: Database) -> None:
    async with database.write() as tx:
        waiting, other, alone = await put_to(tx, "a", 1), await put_to(tx, "b", 2), await put(tx, "c", "alarm")
        assert await ids(tx, blocked=["messages:1", "edits:2"]) == [other.id, alone.id]
        await outbox.wait_for(tx, other.id, "messages:1")
        assert await ids(tx, blocked=["messages:1"]) == [alone.id]
        assert await ids(tx) == [waiting.id, alone.id]


async def test_boards_come_before_threads_these_before_messages_lists_and_the_rest(database: Database) -> None:
    kinds = ("tags", "digest", "offer", "thread", "board")
    async with database.write() as tx:
        match = await new_match(tx)
        posts = {kind: await put(tx, kind, kind, match.id) for kind in kinds}
        order: list[str] = []
        while claimed := await claim(tx, matches=1):
            order.append(claimed[0].kind)
            await outbox.give_up(tx, claimed[0].id, "it is enough", NOON)
        assert order == list(reversed(kinds))
        assert len(posts) == len(order)


async def test_in_one_channel_a_board_overtakes_what_is_less_urgent(database: Database) -> None:
    async with database.write() as tx:
        first, board = await put_to(tx, "a", 1, "highlight"), await put_to(tx, "b", 1, "board")
        assert await ids(tx, matches=1) == [board.id]
        await outbox.mark_sent(tx, board.id, channel_id=1, message_id=1, at=NOON)
        assert await ids(tx, matches=1) == [first.id]
