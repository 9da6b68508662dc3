"""Boards that are held for the answer of a computer player: told with it in one post, unless one went out before."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.referee.announce import ANSWER_TIME
from bot.referee.challenges.issue import ChallengeTerms, issue_challenge
from bot.referee.computer import find_turn, play_computer_move
from bot.referee.log.append import append_event, post_board
from bot.referee.turn_start import match_start_id
from engines.contract import Thought
from games import GAMES
from storage.engine.database import AlreadyStored
from storage.queries import outbox, waiting_rows
from storage.queries.rows import DIRECT, Match, NewEvent, Person
from storage.schema import outbox as table
from tests.bot.referee.clock_context import make_clock_context
from tests.bot.referee.offer_context import ANN, BOB, NOON, by, differences, known, make_offer_context, play_moves
from tests.storage.samples import GUILD, new_match, source

if TYPE_CHECKING:
    from pathlib import Path

    from bot.referee.context import Context
    from storage.engine.database import Tx
    from storage.queries.rows import EventKind, Post

TURNPOST, SECOND = Person.computer(1), Person.computer(1, 2)
ALONE, TOGETHER = (ANN, TURNPOST), (ANN, BOB, TURNPOST)
JUST_BEFORE = ANSWER_TIME - timedelta(microseconds=1)


async def append(
    context: Context, tx: Tx, match: Match, to_move: int | None, kind: EventKind = "move", seat: int | None = None
) -> Match:
    """Append a move, or another event of a seat, after which a seat is to move."""
    seat = seat or match.to_move
    person = match.seats[(seat or 1) - 1]
    event = NewEvent(
        kind=kind,
        seat=seat,
        user_id=person.id,
        text="0" if kind == "takeback" else "c4",
        source_id=None if person.level else source(),
        position="",
        to_move=to_move,
    )
    return await append_event(context, tx, match, event)


async def boards(tx: Tx) -> list[tuple[str, int, int | None]]:
    """Return the kind and the event of each row that shows a board, with the first event that it tells of."""
    rows = select(table.c.kind, table.c.seq, table.c.body).where(table.c.kind.in_(("board", "direct")))
    return [(row.kind, row.seq, row.body.get("first")) for row in await tx.execute(rows.order_by(table.c.id))]


async def claim(tx: Tx, after: timedelta) -> list[Post]:
    """Claim what is due some time after noon, thoughts left out."""
    now = NOON + after
    return await outbox.claim(tx, "other", now=now, until=now + timedelta(minutes=5), thoughts=0)


def at_noon(context: Context) -> Context:
    """Return a context whose clock stands at noon."""
    return replace(context, now=lambda: NOON)


async def test_a_board_is_held_for_a_few_seconds_and_no_longer(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        await append(at_noon(made), tx, await new_match(tx, seats=ALONE), 2)
        assert await claim(tx, JUST_BEFORE) == []
        assert [post.seq for post in await claim(tx, ANSWER_TIME)] == [1]


async def test_a_board_before_a_persons_move_is_never_held(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        await append(at_noon(made), tx, await new_match(tx, seats=TOGETHER), 2)
        assert [post.seq for post in await claim(tx, timedelta())] == [1]


@pytest.mark.parametrize("kind", ["leave", "substitute"])
async def test_a_board_that_says_more_than_a_move_is_not_held(tmp_path: Path, kind: EventKind) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        match = await new_match(tx, seats=TOGETHER, to_move=3)
        await append(at_noon(made), tx, match, 3, kind, seat=1)
        assert [post.seq for post in await claim(tx, timedelta())] == [1]


async def test_a_board_that_somebody_has_begun_to_post_gets_an_answer_of_its_own(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        context = at_noon(made)
        match = await append(context, tx, await new_match(tx, seats=ALONE), 2)
        await claim(tx, ANSWER_TIME)
        await append(context, tx, match, 1)
        assert await boards(tx) == [("board", 1, None), ("board", 2, None)]


async def test_a_board_that_failed_once_gets_an_answer_of_its_own(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        context = at_noon(made)
        match = await append(context, tx, await new_match(tx, seats=ALONE), 2)
        (post,) = await claim(tx, ANSWER_TIME)
        await outbox.retry_later(tx, post.id, NOON)
        await append(context, tx, match, 1)
        assert await boards(tx) == [("board", 1, None), ("board", 2, None)]


async def test_a_board_that_was_claimed_and_not_tried_is_told_with_the_answer(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        context = at_noon(made)
        match = await append(context, tx, await new_match(tx, seats=ALONE), 2)
        (post,) = await claim(tx, ANSWER_TIME)
        await outbox.release(tx, post.id)
        await append(context, tx, match, 1)
        assert await boards(tx) == [("board", 2, 1)]


async def test_several_rounds_are_held_no_longer_than_the_first(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        match = await append(at_noon(made), tx, await new_match(tx, seats=ALONE), 2)
        later = replace(made, now=lambda: NOON + ANSWER_TIME)
        # As after a move of Turnpost with which a queued move was played.
        await post_board(later, tx, match, replace(match, seq=3), await waiting_rows.of_match(tx, match.id))
        assert await boards(tx) == [("board", 3, 1)]
        assert [post.seq for post in await claim(tx, ANSWER_TIME)] == [3]


async def test_between_two_computer_players_the_board_before_them_stays_held(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        context = at_noon(made)
        match = await append(context, tx, await new_match(tx, seats=(ANN, TURNPOST, SECOND)), 2)
        match = await append(context, tx, match, 3)
        assert await boards(tx) == [("board", 1, None)]
        await append(context, tx, match, 1)
        assert await boards(tx) == [("board", 3, 1)]


async def test_a_start_does_not_hurry_a_board_that_is_held(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        await append(at_noon(made), tx, await new_match(tx, seats=ALONE), 2)
        await outbox.retry_all_now(tx)
        assert await claim(tx, JUST_BEFORE) == []


async def test_a_takeback_while_turnpost_thinks_is_told_in_one_board(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        context = at_noon(made)
        match = await append(context, tx, await new_match(tx, seats=ALONE), 2)
        await append(context, tx, match, 1, "takeback", seat=1)
        assert await boards(tx) == [("board", 2, 1)]
        assert [post.seq for post in await claim(tx, timedelta())] == [2], "a takeback waits for nobody"


async def test_each_player_gets_one_direct_message_a_round(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        context = at_noon(made)
        match = await new_match(tx, seats=TOGETHER, to_move=2, guild_id=DIRECT)
        match = await append(context, tx, match, 3)
        assert await claim(tx, JUST_BEFORE) == []
        await append(context, tx, match, 1)
        assert await boards(tx) == [("board", 2, 1), ("direct", 2, None)]


async def test_a_direct_message_of_an_earlier_round_stays_when_a_later_one_is_taken_back(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as made, made.database.write() as tx:
        context = at_noon(made)
        match = await new_match(tx, seats=TOGETHER, to_move=2, guild_id=DIRECT)
        match = await append(context, tx, match, 3)
        now = NOON + ANSWER_TIME
        (first,) = await outbox.claim(tx, "other", now=now, until=now, matches=1, thoughts=0)
        assert first.kind == "board"
        for to_move in (1, 2, 3, 1):
            match = await append(context, tx, match, to_move)
        told = await boards(tx)
        assert ("direct", 1, None) in told
        assert [seq for kind, seq, _ in told if kind == "board"] == [1, 2, 3, 5]


async def test_the_board_of_the_start_is_told_with_the_first_move_and_keeps_its_source(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        terms = ChallengeTerms(GAMES["martian-life"].info, {}, 2, 2, {}, computers=1)
        request = by(ANN)
        match = await issue_challenge(context, terms, (ANN,), guild_id=1, channel_id=2, source_id=request.source_id)
        assert isinstance(match, Match)
        assert match.computer_to_move
        async with context.database.write() as tx:
            await append(context, tx, match, 2)
            assert await boards(tx) == [("board", 1, 0)]
            assert await match_start_id(tx, match) == request.source_id
            with pytest.raises(AlreadyStored):
                await outbox.add(tx, lane="a", kind="ask", body={}, at=NOON, source_id=request.source_id)


@pytest.mark.parametrize("first", ["claim", "answer"])
async def test_of_two_processes_one_posts_the_board_or_the_other_tells_it(either_url: str, first: str) -> None:
    async with make_clock_context(either_url) as here, make_clock_context(either_url) as there:
        async with here.context.database.write() as tx:
            match = await append(at_noon(here.context), tx, await new_match(tx, seats=ALONE, guild_id=GUILD), 2)
        claimed: list[int | None] = []
        begun = asyncio.Event()

        async def take(what: str) -> None:
            async with (there if what == "claim" else here).context.database.write() as tx:
                if what == "claim":
                    claimed.extend(post.seq for post in await claim(tx, ANSWER_TIME))
                else:
                    await append(at_noon(here.context), tx, match, 1)
                begun.set()
                await asyncio.sleep(0.2)  # the other one finds it under way

        winner = asyncio.create_task(take(first))
        await begun.wait()
        await take("answer" if first == "claim" else "claim")
        await winner
        async with here.context.database.read() as tx:
            told = await boards(tx)
        if first == "claim":
            assert (claimed, told) == ([1], [("board", 1, None), ("board", 2, None)])
        else:
            assert claimed in [[2], []], "it looks once and may find nothing yet"
            assert told == [("board", 2, 1)]


async def test_verify_finds_each_event_in_one_board(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        terms = ChallengeTerms(GAMES["martian-life"].info, {}, 2, 2, {}, computers=1)
        match = await issue_challenge(context, terms, (ANN,), guild_id=1, channel_id=2, source_id=by(ANN).source_id)
        assert isinstance(match, Match)
        for mover, text in ((TURNPOST, "e4+"), (ANN, "b7"), (TURNPOST, "f5"), (ANN, "d6")):
            turn = await find_turn(context, match.id, (await known(context, match)).seq)
            if mover == TURNPOST and turn:
                await play_computer_move(context, turn, Thought(text, 0.5))
                async with context.database.write() as tx:
                    board = await outbox.board(tx, match.id, turn.match.seq + 1)
                    assert board
                    await outbox.mark_sent(tx, board.id, channel_id=2, message_id=by(ANN).source_id, at=NOON)
            else:
                await play_moves(context, match, text)
        async with context.database.read() as tx:
            assert await boards(tx) == [("board", 1, 0), ("board", 3, 2), ("board", 4, None)]
        assert await differences(context) == []
