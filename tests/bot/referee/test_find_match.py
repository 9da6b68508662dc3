"""Which match a command is about, and who may act in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.errors import NotInAMatch, RequestRejected
from bot.referee.find_match import (
    board_replied_to,
    find_match,
    find_shown,
    find_single_match,
    get_active_seat,
    get_match,
    require_single,
)
from bot.referee.requests import AmbiguousMatch, Request, ShownBoard, ShownMatch
from storage.engine.database import Database
from storage.queries import matches, outbox
from storage.queries.rows import Match
from tests.bot.referee.offer_context import make_offer_context
from tests.database_template import create_database
from tests.storage.samples import ANN, BOB, CHANNEL, CLEO, GUILD, NOON, THREAD, move, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage.engine.database import Tx
    from storage.queries.rows import Person

ELSEWHERE = CHANNEL + 9


@pytest.fixture
async def tx(tmp_path: Path) -> AsyncIterator[Tx]:
    database = await Database.open(await create_database(tmp_path / "turnpost.db"))
    async with database.write() as tx:
        yield tx
    await database.close()


def ask(
    person: Person = ANN, channel_id: int = ELSEWHERE, guild_id: int | None = GUILD, replied_to: int | None = None
) -> Request:
    return Request(person.id, 1, channel_id, guild_id, replied_to)


async def find(tx: Tx, request: Request, number: int | None = None, *, to_move: bool = True) -> list[int]:
    found = await find_match(tx, request, number, to_move=to_move)
    return [match.id for match in ([found] if isinstance(found, Match) else found.matches)]


async def test_a_match_is_found_by_its_number_on_its_server_or_by_its_players(tx: Tx) -> None:
    match = await new_match(tx)
    for request in (ask(), ask(CLEO), ask(BOB, guild_id=None)):
        assert await get_match(tx, request, match.id) == match
        assert await find(tx, request, match.id) == [match.id]
    for request, number, where in (
        (ask(guild_id=GUILD + 1), match.id, "on this server"),
        (ask(CLEO, guild_id=None), match.id, "You have no match"),
        (ask(), 99, "on this server"),
    ):
        with pytest.raises(RequestRejected, match=where):
            await get_match(tx, request, number)


async def test_the_match_of_a_thread_is_meant_there_whoever_asks(tx: Tx) -> None:
    match, _ = await new_match(tx, to_move=2), await new_match(tx, channel_id=ELSEWHERE)
    await matches.set_thread(tx, match.id, THREAD)
    assert await find(tx, ask(ANN, THREAD)) == [match.id]
    assert await find(tx, ask(CLEO, THREAD)) == [match.id]


async def test_a_channel_means_the_matches_there_that_wait_else_all_active_ones(tx: Tx) -> None:
    first, second = await new_match(tx), await new_match(tx, to_move=2)
    third = await new_match(tx, seats=(BOB, CLEO), to_move=2)
    over = await new_match(tx)
    await move(tx, over, to_move=None)
    assert await find(tx, ask(ANN, CHANNEL)) == [first.id]
    assert await find_match(tx, ask(ANN, CHANNEL), None) == first
    assert await find(tx, ask(BOB, CHANNEL)) == [second.id]
    assert await find(tx, ask(ANN, CHANNEL), to_move=False) == [second.id, first.id]
    assert await find(tx, ask(CLEO, CHANNEL)) == [third.id]


async def test_elsewhere_only_the_persons_matches_of_the_server_count(tx: Tx) -> None:
    first = await new_match(tx)
    second, third = await new_match(tx, to_move=2), await new_match(tx, guild_id=GUILD + 1)
    assert await find(tx, ask()) == [first.id]
    assert await find(tx, ask(), to_move=False) == [first.id, second.id]
    assert await find(tx, ask(guild_id=None)) == [first.id, third.id]


async def test_somebody_who_must_wait_or_plays_in_no_match_is_told_so(tx: Tx) -> None:
    await new_match(tx)
    with pytest.raises(RequestRejected, match="It isn't your move in any match") as waiting:
        await find(tx, ask(BOB))
    assert not isinstance(waiting.value, NotInAMatch)
    for to_move in (True, False):
        with pytest.raises(NotInAMatch, match="You aren't in a match"):
            await find(tx, ask(CLEO), to_move=to_move)


async def test_a_reply_means_the_match_of_the_board(tx: Tx) -> None:
    match = await new_match(tx)
    expected: list[ShownBoard | None] = []
    for message_id, (kind, seq) in enumerate((("board", 3), ("direct", 0), ("show", None), ("alarm", 3))):
        row = await outbox.add(tx, lane="m", kind=kind, body={}, at=NOON, match_id=match.id, seq=seq)
        await outbox.mark_sent(tx, row.id, channel_id=CHANNEL, message_id=message_id, at=NOON)
        expected.append(ShownBoard(match.id, seq or 0) if kind != "alarm" else None)
    found = [await board_replied_to(tx, ask(replied_to=message_id)) for message_id in range(4)]
    assert found == expected
    assert await find(tx, ask(CLEO, replied_to=0)) == [match.id]
    shown = ShownBoard(match.id, 8)
    assert await board_replied_to(tx, replace(ask(replied_to=77), board=shown)) == shown
    assert await board_replied_to(tx, replace(ask(replied_to=0), board=shown)) == ShownBoard(match.id, 3)
    assert await board_replied_to(tx, ask()) is None


async def test_a_message_shows_the_match_of_its_post_its_buttons_or_its_thread(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        async with context.database.write() as tx:
            posted, shown, thread = [await new_match(tx) for _ in range(3)]
            await matches.set_thread(tx, thread.id, THREAD)
            for message_id, (kind, seq) in enumerate((("board", 3), ("alarm", 2))):
                row = await outbox.add(tx, lane="m", kind=kind, body={}, at=NOON, match_id=posted.id, seq=seq)
                await outbox.mark_sent(tx, row.id, channel_id=CHANNEL, message_id=message_id, at=NOON)
        buttons = ShownMatch(shown.id, 8)
        for request, said, expected in (
            (ask(replied_to=0), buttons, (posted.id, 3)),
            (ask(replied_to=1), None, (posted.id, None)),
            (ask(replied_to=77), buttons, (shown.id, 8)),
            (ask(channel_id=THREAD), buttons, (shown.id, 8)),
            (ask(channel_id=THREAD, replied_to=77), None, (thread.id, None)),
            (ask(CLEO, THREAD), None, (thread.id, None)),
        ):
            match, seq = await find_shown(context, request, said)
            assert (match.id, seq) == expected
        for channel_id in (CHANNEL, ELSEWHERE):
            with pytest.raises(RequestRejected, match="That message isn't about a match"):
                await find_shown(context, ask(channel_id=channel_id), None)
        with pytest.raises(RequestRejected, match="`/match do:resign"):
            await find_single_match(context, ask(), None, "match do:resign")
        assert (await find_single_match(context, ask(), shown.id, "match do:resign")).id == shown.id


async def test_several_possible_matches_are_named(tx: Tx) -> None:
    made = [await new_match(tx) for _ in range(30)]
    assert require_single(made[0], "match do:resign") == made[0]
    with pytest.raises(RequestRejected) as rejection:
        require_single(AmbiguousMatch(tuple(made)), "match do:resign")
    assert "`/match do:resign #1`" in rejection.value.reason
    assert "`/match do:resign #25`" in rejection.value.reason
    assert "`/match do:resign #26`" not in rejection.value.reason


async def test_a_seat_is_active_until_it_leaves_or_the_match_ends(tx: Tx) -> None:
    match = await new_match(tx)
    assert get_active_seat(match, BOB.id) == 2
    ended = replace(match, ended_at=NOON, gone=frozenset({2}))
    for stale, person, reason in (
        (match, CLEO, "You don't play"),
        (ended, BOB, "ended <t:"),
        (replace(match, gone=frozenset({2})), BOB, "You've already left"),
    ):
        with pytest.raises(RequestRejected, match=reason):
            get_active_seat(stale, person.id)
