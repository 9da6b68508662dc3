"""When a turn began: which message or interaction a later text is compared with."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import pytest

from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.computer import find_turn, play_computer_move
from bot.referee.context import rules_outside_transaction
from bot.referee.endings import resign
from bot.referee.errors import NotAMove, RequestRejected
from bot.referee.plans.plans import add_plan
from bot.referee.requests import AlreadyDone, MovePlayed, MoveText, Request
from bot.referee.turn_start import id_at, turn_start_id
from bot.referee.turns.play import play_move, play_text
from engines.contract import Thought
from games import GAMES
from storage.queries import outbox
from storage.queries.rows import Match, Person
from tests.bot.referee.clock_context import ANN, BOB, CLEO, DAY, GUILD, MINUTE
from tests.guild_settings import serve

if TYPE_CHECKING:
    from tests.bot.referee.clock_context import ClockContext


def test_an_id_of_discord_tells_its_time() -> None:
    # From Discord's API Reference, "Snowflakes": 175928847299117063 was given at 2016-04-30 11:18:25.796 UTC.
    given = datetime(2016, 4, 30, 11, 18, 25, 796_000, UTC)
    assert id_at(given) <= 175928847299117063 < id_at(given + timedelta(milliseconds=1))


async def turn_start(here: ClockContext, match: Match) -> int:
    @rules_outside_transaction
    async def find() -> int:
        async with here.context.database.read() as tx:
            return await turn_start_id(here.context, tx, await here.match(match.id))

    return await find()


async def test_a_turn_begins_with_what_gave_the_player_the_move(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    assert await turn_start(here, match) == next(here.sources) - 1, "what the last player accepted with"
    for _ in range(2):
        await here.move(match.id)
        assert await turn_start(here, match) == next(here.sources) - 1
    moved = await turn_start(here, match)
    assert (await here.match(match.id)).to_move == 3
    await resign(here.context, here.request(match.seats[0]), match.id)
    assert await turn_start(here, match) == moved, "it was another's turn"
    await resign(here.context, here.request(CLEO), match.id)
    assert await turn_start(here, match) == next(here.sources) - 1


async def test_after_a_late_seat_was_taken_out_a_turn_begins_with_its_board(here: ClockContext) -> None:
    await serve(here.context, GUILD, timeout="ends")
    match = await here.begin("1d", "zyrcan", 3)
    await here.tick()
    await here.pass_time(DAY)
    late = await here.match(match.id)
    assert late.to_move == 2
    assert await turn_start(here, match) == id_at(here.time), "as long as its board isn't posted"
    async with here.context.database.write() as tx:
        board = await outbox.board(tx, match.id, late.seq)
        assert board
        await outbox.mark_sent(tx, board.id, channel_id=2, message_id=7777, at=here.time)
    assert await turn_start(here, match) == 7777


async def test_a_text_from_before_a_computer_players_move_is_of_an_earlier_turn(here: ClockContext) -> None:
    terms = ChallengeTerms(GAMES["martian-life"].info, {}, 1, 2, {}, "none")
    match = await issue_challenge(
        here.context, terms, (ANN, Person.computer(1)), guild_id=GUILD, channel_id=2, source_id=id_at(here.time)
    )
    assert isinstance(match, Match)
    here.time += MINUTE
    first = Request(ANN.id, id_at(here.time), 2, GUILD)
    await play_move(here.context, first, MoveText("a1", match.id))
    turn = await find_turn(here.context, match.id, 1)
    assert turn
    here.time += MINUTE
    await play_computer_move(here.context, turn, Thought("d4", 0.5))
    again, later = (MoveText("a1", match.id), Request(ANN.id, id_at(here.time) + 1, 2, GUILD))
    with pytest.raises(NotAMove):
        await play_text(here.context, replace(first, source_id=first.source_id + 1), again)
    assert isinstance(await play_text(here.context, later, again), AlreadyDone), "nobody can have seen the board yet"
    other = MoveText("a2", match.id)
    assert isinstance(await play_text(here.context, replace(later, source_id=later.source_id + 1), other), MovePlayed)


async def test_a_move_sent_again_before_a_plans_answer_is_posted_is_played_once(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await add_plan(here.context, here.request(BOB), match.id, "if a1: h8")
    ids = count(id_at(here.time) + 1)
    play = partial(play_move, here.context)

    def ann() -> Request:
        return Request(ANN.id, next(ids), 2, GUILD)

    await play(ann(), MoveText("a1", match.id))
    assert (await here.match(match.id)).seq == 2, "the plan answered"
    for text in (MoveText("a1", match.id), MoveText("a1", match.id, ply=1)):
        assert isinstance(await play(ann(), text), AlreadyDone)
    with pytest.raises(RequestRejected, match="Move 2 was already played"):
        await play(ann(), MoveText("a1", match.id, ply=2))
    async with here.context.database.write() as tx:
        board = await outbox.board(tx, match.id, 2)
        assert board
        await outbox.mark_sent(tx, board.id, channel_id=2, message_id=next(ids), at=here.time)
    assert isinstance(await play(ann(), MoveText("a1", match.id)), MovePlayed)


async def test_a_minute_after_a_plans_answer_the_same_move_is_played_though_its_board_is_not_posted(
    here: ClockContext,
) -> None:
    match = await here.begin("none", "martian-life")
    await add_plan(here.context, here.request(BOB), match.id, "if a1: h8")
    await play_move(here.context, here.request(ANN), MoveText("a1", match.id))
    for source_id, result in ((id_at(here.time + MINUTE), AlreadyDone), (id_at(here.time + MINUTE) + 1, MovePlayed)):
        again = await play_move(here.context, Request(ANN.id, source_id, 2, GUILD), MoveText("a1", match.id))
        assert isinstance(again, result)


async def test_once_a_plans_answer_is_posted_the_same_move_is_played_though_the_record_has_no_message_yet(
    here: ClockContext,
) -> None:
    match = await here.begin("none", "martian-life")
    await add_plan(here.context, here.request(BOB), match.id, "if a1: h8")
    ids = count(id_at(here.time) + 1)
    await play_move(here.context, Request(ANN.id, next(ids), 2, GUILD), MoveText("a1", match.id))
    async with here.context.database.read() as tx:
        board = await outbox.board(tx, match.id, 2)
    assert board
    before = next(ids)
    here.context.just_sent[board.id] = next(ids)
    for source_id, result in ((before, AlreadyDone), (next(ids), MovePlayed)):
        again = await play_move(here.context, Request(ANN.id, source_id, 2, GUILD), MoveText("a1", match.id))
        assert isinstance(again, result)


async def test_a_turn_begins_with_a_board_that_is_posted_before_the_record_has_its_message(here: ClockContext) -> None:
    match = await here.begin("none", "martian-life")
    await add_plan(here.context, here.request(BOB), match.id, "if a1: h8")
    await play_move(here.context, here.request(ANN), MoveText("a1", match.id))
    assert await turn_start(here, match) == id_at(here.time)
    async with here.context.database.read() as tx:
        board = await outbox.board(tx, match.id, 2)
    assert board
    here.context.just_sent[board.id] = id_at(here.time) + 7
    assert await turn_start(here, match) == id_at(here.time) + 7
