"""Asking for reviews: one row of the outbox, however often players ask, and another one if it was given up."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from bot.referee.endings import resign
from bot.referee.errors import RequestRejected
from bot.referee.reviews import (
    UnreadableReview,
    build_played_match,
    find_match_to_review,
    load_reviewed_match,
    read_review,
    request_review,
    store_review,
    write_review,
)
from engines.reviews.contract import PlayedMove, Review, Standing, TurningPoint
from storage import schema
from storage.queries import inspection, outbox
from storage.queries.rows import Event, Match, Person
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
from tests.engines.reviews.letters import GAME

if TYPE_CHECKING:
    from pathlib import Path

    from bot.referee.context import Context
    from storage.queries.inspection import Row

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SEATS = tuple(Person(number, name) for number, name in enumerate(("Ann", "Bob", "Cleo"), 1))
MATCH = Match(7, "letters", 1, {}, 1, 1, 1, None, SEATS, 4, "", None, NOON, NOON, NOON, None, {}, frozenset())
MOVE = Event(7, 1, "move", 1, 1, "a", None, NOON)


def test_only_moves_and_leaves_that_count_are_looked_at() -> None:
    log = [
        MOVE,
        replace(MOVE, seq=2, seat=2, text="b"),
        replace(MOVE, seq=3, kind="takeback", seat=2, text="to 1"),
        replace(MOVE, seq=4, kind="substitute", seat=1, text="Ann"),
        replace(MOVE, seq=5, seat=2, text="c"),
        replace(MOVE, seq=6, kind="leave", seat=3, text="resigned"),
        replace(MOVE, seq=7, seat=1, text="d"),
        replace(MOVE, seq=8, kind="draw", seat=2, text="agreed"),
    ]
    played = build_played_match(GAME, MATCH, log)
    assert played.moves == (PlayedMove(1, 1, "a"), PlayedMove(2, 2, "c"), None, PlayedMove(1, 3, "d"))
    assert [state.text for state in played.states] == ["", "a", "ac", "ac", "acd"]
    assert [set(gone) for gone in played.gone] == [set(), set(), set(), {3}, {3}]
    assert [state.text for state in played.around(3)] == ["ac", "acd"]


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


REVIEW = Review(
    (Standing(0, (0.5, 0.5)), Standing(3, (0.25, 0.75))),
    (TurningPoint(3, 1, "allowed", "a", "b", 0.5, 0.0, ("c", "d")), TurningPoint(5, 2, "points", "a", "b", 0.5, 0.4)),
    counted=True,
)


def test_a_review_is_read_back_as_it_was_written() -> None:
    assert read_review(json.loads(json.dumps(write_review(REVIEW)))) == REVIEW


CHANGES: list[dict[str, Any]] = [
    {"curve": None},
    {"counted": 1},
    {"turning_points": [{}]},
    {"turning_points": 3},
    {"curve": [{"ply": 0}]},
]


@pytest.mark.parametrize("change", CHANGES)
def test_another_object_is_no_review(change: dict[str, Any]) -> None:
    with pytest.raises(UnreadableReview):
        read_review(write_review(REVIEW) | change)


def test_a_turning_point_of_no_known_kind_is_not_read() -> None:
    content = json.loads(json.dumps(write_review(REVIEW)).replace("allowed", "luck"))
    with pytest.raises(UnreadableReview):
        read_review(content)
