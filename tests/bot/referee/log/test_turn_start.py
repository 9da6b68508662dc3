"""Saved states: a long match goes on from the last one, and is replayed whole wherever that wouldn't be right."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text, update

from bench.live import complete_recordings
from bot.referee import endings
from bot.referee.context import Context
from bot.referee.history.rebuild import SAVE_EVERY, write_state
from games import GAMES
from games.contract import IllegalMove
from storage.queries import saved_states
from storage.schema import saved_states as table
from tests.bot.referee.offer_context import (
    ANN,
    BOB,
    NOON,
    begin_match,
    by,
    differences,
    known,
    log_of,
    make_offer_context,
    play_moves,
    take_back,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import MatchState
    from storage.queries.rows import Match, SavedState

MOVES = [text for text, *_ in next(complete_recordings("martian-life"))["moves"]]


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def play_long(context: Context, count: int) -> Match:
    """Begin a match and play so many moves of a recorded one."""
    return await play_moves(context, await begin_match(context), *MOVES[:count])


async def saved_state(context: Context, match: Match) -> SavedState | None:
    async with context.database.read() as tx:
        return await saved_states.of_match(tx, match.id)


async def state_after_a_start(context: Context, match: Match, seq: int | None = None) -> MatchState:
    """Return the state of a match as a bot finds it that has just started."""
    started = Context(context.database, GAMES, now=lambda: NOON, rng=Random(1))
    async with started.database.read() as tx:
        return await started.match_state(tx, match, seq)


async def spoil_moves(context: Context, match: Match, upto: int) -> None:
    """Make the rules reject all events up to one, so that nothing can be replayed from before it."""
    async with context.database.write() as tx:
        await tx.execute(
            text("UPDATE events SET text = 'x' WHERE match_id = :match AND seq <= :upto"),
            {"match": match.id, "upto": upto},
        )


async def test_one_state_in_16_is_saved_in_place_of_the_one_before(context: Context) -> None:
    match = await play_long(context, SAVE_EVERY - 1)
    assert await saved_state(context, match) is None
    for moves, seq in (MOVES[15:16], 16), (MOVES[16:31], 16), (MOVES[31:32], 32):
        match = await play_moves(context, match, *moves)
        saved = await saved_state(context, match)
        assert saved
        assert (saved.match_id, saved.seq, saved.plies, saved.rules) == (match.id, seq, seq, match.rules)
    assert await differences(context) == []


async def test_after_a_start_a_match_goes_on_from_its_saved_state(context: Context) -> None:
    match = await play_long(context, SAVE_EVERY + 5)
    whole = await state_after_a_start(context, match)
    await spoil_moves(context, match, SAVE_EVERY)
    assert await state_after_a_start(context, match) == whole
    assert whole.ply == SAVE_EVERY + 5
    at_once = await state_after_a_start(context, match, SAVE_EVERY)
    assert at_once.ply == SAVE_EVERY
    with pytest.raises(IllegalMove):
        await state_after_a_start(context, match, SAVE_EVERY - 1)


async def test_a_match_with_a_takeback_since_is_replayed_whole(context: Context) -> None:
    match = await play_long(context, SAVE_EVERY)
    back = await take_back(context, match, BOB if match.to_move == 1 else ANN, ANN if match.to_move == 1 else BOB)
    assert (await state_after_a_start(context, back)).ply == SAVE_EVERY - 1
    assert await differences(context) == []


async def test_a_state_of_other_rules_is_of_no_use(context: Context) -> None:
    match = await play_long(context, SAVE_EVERY)
    async with context.database.write() as tx:
        await tx.execute(update(table).values(rules=match.rules + 1))
    await spoil_moves(context, match, 1)
    with pytest.raises(IllegalMove):
        await state_after_a_start(context, match)


@pytest.mark.parametrize("spoiled", ["bytes", "position"])
async def test_a_state_that_does_not_fit_is_logged_and_the_match_replayed_whole(
    context: Context, spoiled: str, caplog: pytest.LogCaptureFixture
) -> None:
    match = await play_long(context, SAVE_EVERY)
    whole = await state_after_a_start(context, match)
    saved = await saved_state(context, match)
    assert saved
    other = await play_long(context, SAVE_EVERY + 1)
    assert other.id != match.id
    state = saved.state[:-9] if spoiled == "bytes" else (await first_state(context, match))
    async with context.database.write() as tx:
        await saved_states.replace(tx, replace(saved, state=state))
    assert await state_after_a_start(context, match) == whole
    assert f"#{match.id} is replayed whole, because of its state after event {SAVE_EVERY}" in caplog.text
    assert len(await differences(context)) == 1


async def first_state(context: Context, match: Match) -> bytes:
    """Return the state at the beginning of a match as bytes."""
    return write_state("games", (await state_after_a_start(context, match, 0)).state)


async def test_a_match_that_is_over_has_no_saved_state(context: Context) -> None:
    match = await play_long(context, SAVE_EVERY)
    assert await saved_state(context, match)
    await endings.resign(context, by(ANN), match.id)
    assert await saved_state(context, await known(context, match)) is None
    assert len(await log_of(context, match)) == SAVE_EVERY + 1
    assert await differences(context) == []


async def test_a_match_that_ends_with_an_event_whose_state_would_be_saved_keeps_none(context: Context) -> None:
    moves = ["321123", "123321", "d1xe1@a4", "d6xb6@e4", "a1-base"]
    match = await play_moves(context, await begin_match(context, "xero-g"), *moves[:4])
    south, north = match.seats
    match = await play_moves(context, await take_back(context, match, south, north), *moves[2:4])  # three events
    for _ in range(4):
        match = await play_moves(context, await take_back(context, match, north, south), moves[3])  # two events
    match = await play_moves(context, match, moves[4])
    assert (match.seq, match.to_move) == (SAVE_EVERY, None)
    assert await saved_state(context, match) is None
    assert await differences(context) == []
