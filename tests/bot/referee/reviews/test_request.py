"""Asking for reviews: one row of the outbox, however often players ask, and another one if it was given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.reviews import find_match_to_review, load_reviewed_match, request_review, store_review
from engines.reviews.contract import Review, Standing
from storage import schema
from storage.queries import inspection, outbox
from tests.bot.referee.offer_context import (
    ANN,
    BOB,
    CLEO,
    begin_match,
    by,
    differences,
    known,
    make_offer_context,
    play_moves,
)

if TYPE_CHECKING:
    from pathlib import Path

    from bot.referee.context import Context
    from storage.queries.inspection import Row
    from storage.queries.rows import Match

FOUND = Review((Standing(0, (0.5, 0.5)),), ())


async def ended_match(context: Context) -> Match:
    match = await play_moves(context, await begin_match(context), "c3", "c4")
    await resign(context, by(ANN), match.id)
    return await known(context, match)


async def rows_of(context: Context, match: Match) -> list[Row]:
    async with context.database.read() as tx:
        rows = await inspection.rows_by(tx, schema.outbox.c.match_id, [match.id])
    return [row for row in rows[match.id] if row["kind"] == "review"]


async def test_players_who_ask_while_it_waits_share_one_review(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match = await ended_match(context)
        for person in (ANN, BOB, ANN):
            assert not await request_review(context, by(person), match)
        (row,) = await rows_of(context, match)
        assert row["body"] == {"channel": match.home, "asker": ANN.id}
        assert await differences(context) == []
        assert await store_review(context, match.id, FOUND) == FOUND
        assert await request_review(context, by(BOB), match)
        assert len(await rows_of(context, match)) == 1


async def test_what_another_process_stored_first_is_kept(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match = await ended_match(context)
        await request_review(context, by(ANN), match)
        await store_review(context, match.id, FOUND)
        assert await store_review(context, match.id, Review((), ())) == FOUND
        assert (await load_reviewed_match(context, match.id)).review == FOUND
        assert await differences(context) == []


async def test_a_review_that_was_given_up_is_made_when_somebody_asks_again(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match = await ended_match(context)
        await request_review(context, by(ANN), match)
        async with context.database.write() as tx:
            await outbox.give_up(tx, (await rows_of(context, match))[0]["id"], "no engine", context.now())
        await request_review(context, by(BOB), match)
        assert [row["given_up_for"] for row in await rows_of(context, match)] == ["no engine", None]


async def test_one_press_that_comes_twice_asks_once(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match, request = await ended_match(context), by(ANN)
        await request_review(context, request, match)
        async with context.database.write() as tx:
            await outbox.give_up(tx, (await rows_of(context, match))[0]["id"], "no engine", context.now())
        await request_review(context, request, match)
        assert len(await rows_of(context, match)) == 1


async def test_a_player_asks_for_the_review_of_a_finished_match_with_moves(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        running, over = await begin_match(context), await ended_match(context)
        assert (await find_match_to_review(context, by(ANN), over.id)).id == over.id
        with pytest.raises(RequestRejected, match=r"Only \*\*Ann\*\* or \*\*Bob\*\* can ask"):
            await find_match_to_review(context, by(CLEO), over.id)
        with pytest.raises(RequestRejected, match="isn't over yet"):
            await find_match_to_review(context, by(ANN), running.id)
        await resign(context, by(ANN), running.id)
        with pytest.raises(RequestRejected, match="Nothing was played"):
            await find_match_to_review(context, by(ANN), running.id)
