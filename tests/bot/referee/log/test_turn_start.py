"""Which message began a turn, by the events of a match and the boards that were posted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.context import rules_outside_transaction
from bot.referee.log.turn_start import cache_turn_start, id_at, match_start_id, turn_start_id
from games import GAMES
from storage.queries import events
from storage.queries.rows import NewEvent
from tests.bot.referee.offer_context import ANN, BOB, CLEO, make_offer_context
from tests.storage.samples import HOUR, NOON, new_challenge, new_match

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import EventKind, Match

ZYRCAN = GAMES["zyrcan"]


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def turn_start(context: Context, match: Match) -> int:
    @rules_outside_transaction
    async def find() -> int:
        async with context.database.read() as tx:
            return await turn_start_id(context, tx, match)

    return await find()


async def append(tx: Tx, match: Match, kind: EventKind, seat: int, source_id: int | None, to_move: int) -> Match:
    return await events.append(
        tx,
        match,
        NewEvent(
            kind=kind,
            seat=seat,
            user_id=match.seats[seat - 1].id,
            text="1@d4" if kind == "move" else "resigned",
            source_id=source_id,
            position="",
            to_move=to_move,
        ),
        at=NOON + HOUR,
    )


async def test_a_match_begins_with_the_challenge_if_no_board_was_asked_for(context: Context) -> None:
    async with context.database.write() as tx:
        challenge = await new_challenge(tx, ANN, BOB, source_id=77)
        begun = await new_match(tx, challenge_id=challenge.id)
        assert await match_start_id(tx, begun) == 77
        assert await match_start_id(tx, await new_match(tx)) == 0


async def test_a_seat_that_leaves_in_the_turn_of_another_begins_no_turn(context: Context) -> None:
    async with context.database.write() as tx:
        match = await new_match(tx, game="zyrcan", rules=ZYRCAN.info.rules, seats=(ANN, BOB, CLEO))
        moved = await append(tx, match, "move", 1, 500, 2)
        left = await append(tx, moved, "leave", 3, 501, 2)
        gone = await append(tx, left, "leave", 2, 502, 1)
    assert await turn_start(context, moved) == 500
    assert await turn_start(context, left) == 500
    assert await turn_start(context, gone) == 502


async def test_a_move_that_no_message_brought_begins_the_turn_by_its_time(context: Context) -> None:
    async with context.database.write() as tx:
        match = await new_match(tx, game="zyrcan", rules=ZYRCAN.info.rules, seats=(ANN, BOB, CLEO))
        moved = await append(tx, match, "move", 1, None, 2)
    assert await turn_start(context, moved) == id_at(NOON + HOUR)


@pytest.mark.parametrize(
    ("kind", "source_id", "cached"),
    [("move", 9, True), ("takeback", 9, True), ("leave", 9, False), ("substitute", 9, False), ("move", None, False)],
)
async def test_only_events_that_always_begin_a_turn_are_cached(
    context: Context, kind: EventKind, source_id: int | None, *, cached: bool
) -> None:
    cache_turn_start(context, 1, 2, kind, source_id)
    assert (context.turn_starts.get((1, 2)) == 9) == cached
    assert len(context.turn_starts) == cached
