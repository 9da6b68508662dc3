"""Texts that aren't played, but that their authors meant as moves, and the match that they meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.referee import endings
from bot.referee.requests import MoveText, ShownBoard
from bot.referee.turns.unplayed import find_match_meant, is_move_out_of_turn
from storage.queries import matches, outbox
from tests.bot.referee.offer_context import ANN, BOB, CLEO, NOON, begin_match, by, known, make_offer_context, play_moves

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from bot.referee.context import Context
    from storage.queries.rows import Match, Person

THREAD = 77
MOVE, OTHER_MOVE = "e4+", "d4+"


@pytest.fixture
async def context(tmp_path: Path) -> AsyncGenerator[Context]:
    async with make_offer_context(tmp_path / "turnpost.db") as made:
        yield made


async def begin_in_thread(context: Context) -> Match:
    """Begin a match of Ann, who is to move, and Bob, in a thread."""
    match = await begin_match(context)
    async with context.database.write() as tx:
        await matches.set_thread(tx, match.id, THREAD)
    return await known(context, match)


async def is_premature(context: Context, person: Person, text: str = MOVE, **about: Any) -> bool:
    """Return whether a text, by default in the thread, is a move out of turn."""
    return await is_move_out_of_turn(context, by(person, **{"channel_id": THREAD} | about), MoveText(text))


async def meant(context: Context, person: Person, text: str, match: int | None = None, **about: Any) -> int | None:
    """Return the number of the match that a text, by default in the thread, is meant for."""
    request = by(person, **{"channel_id": THREAD} | about)
    found = await find_match_meant(context, request, MoveText(text, match))
    return found and found.id


async def test_a_move_by_the_player_who_must_wait_is_out_of_turn_in_the_thread(context: Context) -> None:
    await begin_in_thread(context)
    assert await is_premature(context, BOB)
    assert not await is_premature(context, BOB, "hello")
    assert not await is_premature(context, BOB, channel_id=2)
    assert not await is_premature(context, ANN), "her turn"
    assert not await is_premature(context, CLEO), "no player"
    assert not await is_premature(context, BOB, source_id=1), "from before the turn"


async def test_a_reply_to_the_board_is_out_of_turn_anywhere(context: Context) -> None:
    match = await begin_match(context)
    assert await is_premature(context, BOB, board=ShownBoard(match.id, 0))
    assert not await is_premature(context, BOB, channel_id=2), "the match has no thread"


async def test_the_last_move_once_more_is_not_out_of_turn(context: Context) -> None:
    match = await begin_in_thread(context)
    await play_moves(context, match, MOVE)
    assert not await is_premature(context, ANN)
    assert await is_premature(context, ANN, OTHER_MOVE)
    await endings.resign(context, by(BOB), match.id)
    assert not await is_premature(context, ANN, OTHER_MOVE), "the match is over"


async def test_a_match_that_is_named_is_meant_by_its_players_and_by_others_with_a_move(context: Context) -> None:
    match = await begin_in_thread(context)
    assert await meant(context, BOB, "hello", match.id) == match.id
    assert await meant(context, CLEO, MOVE, match.id) == match.id
    assert await meant(context, CLEO, "hello", match.id) is None
    assert await meant(context, BOB, MOVE, match.id, guild_id=9) is None
    assert await meant(context, BOB, MOVE, match.id, guild_id=None) == match.id
    assert await meant(context, BOB, MOVE, match.id + 1) is None


async def test_moves_in_the_thread_mean_a_match_whose_end_was_not_seen(context: Context) -> None:
    match = await begin_in_thread(context)
    assert await meant(context, BOB, MOVE) is None, "it goes on"
    await play_moves(context, match, MOVE)
    await endings.resign(context, by(BOB), match.id)
    ended = await known(context, match)
    assert await meant(context, ANN, f"{MOVE}; {OTHER_MOVE}") == match.id
    assert await meant(context, ANN, f"{MOVE}; hello") is None
    assert await meant(context, ANN, MOVE, channel_id=2) is None
    assert await meant(context, CLEO, MOVE) is None
    written, posted = by(ANN).source_id, by(ANN).source_id
    async with context.database.write() as tx:
        for seq, message_id in ((ended.seq - 1, written - 1), (ended.seq, posted)):
            row = await outbox.add(tx, lane="x", kind="board", body={}, at=NOON, match_id=match.id, seq=seq)
            await outbox.mark_sent(tx, row.id, channel_id=THREAD, message_id=message_id, at=NOON)
    assert await meant(context, ANN, MOVE, source_id=written) == match.id
    assert await meant(context, ANN, MOVE) is None, "its last board came first"


async def test_a_direct_message_means_a_match_in_which_it_is_a_move_and_no_repetition(context: Context) -> None:
    first = await begin_match(context)
    assert await meant(context, BOB, MOVE, guild_id=None) == first.id
    assert await meant(context, BOB, "hello", guild_id=None) is None
    assert await meant(context, CLEO, MOVE, guild_id=None) is None
    await play_moves(context, first, MOVE)
    assert await meant(context, ANN, MOVE, guild_id=None) == first.id
    second = await begin_match(context)
    assert await meant(context, ANN, MOVE, guild_id=None) == second.id
