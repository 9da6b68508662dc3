"""What a snapshot says of its event."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from bot.referee.boards import EarlierPoint, Snapshot, find_earlier_point, show_board, snapshot_of_move, take_snapshot
from bot.referee.errors import RequestRejected
from games import GAMES
from storage import schema
from storage.queries import events
from storage.queries.rows import Event, EventKind, NewEvent, Person
from tests.bot.features.match_sample import MATCH, NOON
from tests.bot.referee.offer_context import begin_match, by, make_offer_context, play_moves, take_back
from tests.storage.samples import new_match, source

if TYPE_CHECKING:
    from pathlib import Path

ANN, BOB, DAN = (Person(number, name) for number, name in enumerate(("Ann", "Bob", "Dan"), 1))


def after(kind: EventKind, *seats: Person) -> Snapshot:
    """Return a snapshot after an event of the second seat, which was Bob's."""
    event = Event(MATCH.id, 1, kind, 2, BOB.id, BOB.name, None, NOON)
    return Snapshot(replace(MATCH, seats=seats), event, None, None, 1)


def test_a_newcomer_is_a_person_who_took_a_seat_with_the_event() -> None:
    assert after("substitute", ANN, DAN).newcomer == DAN
    assert after("substitute", ANN, BOB.substitute(2, 1)).newcomer is None
    assert after("move", ANN, BOB).newcomer is None
    assert Snapshot(MATCH, None, None, None, 0).newcomer is None


def test_only_a_move_leaves_a_move_that_stands_last() -> None:
    assert after("move", ANN, BOB).move == "Bob"
    assert after("leave", ANN, BOB).move is None
    assert Snapshot(MATCH, None, None, None, 0).move is None


def test_after_a_takeback_the_move_before_it_stands_last() -> None:
    stands = Event(MATCH.id, 1, "move", 1, ANN.id, "c4", None, NOON)
    taken = after("takeback", ANN, BOB)
    assert replace(taken, standing=stands).move == "c4"
    assert replace(taken, standing=replace(stands, kind="leave")).move is None
    assert taken.move is None


def test_a_snapshot_of_a_move_that_is_not_played_begins_a_turn() -> None:
    found = snapshot_of_move(MATCH, 2, "c4", NOON, before="before", after="after", ply=5)
    assert found.event == Event(MATCH.id, MATCH.seq + 1, "move", 2, MATCH.seats[1].id, "c4", None, NOON)
    assert (found.before, found.state, found.ply, found.same_turn) == ("before", "after", 5, False)


@pytest.mark.parametrize(
    ("kind", "seat", "then", "same_turn"),
    [
        ("move", 1, 2, False),
        ("leave", 2, 1, True),
        ("leave", 1, 2, False),
    ],
)
async def test_a_turn_goes_on_when_another_seat_leaves(
    tmp_path: Path, kind: EventKind, seat: int, then: int, *, same_turn: bool
) -> None:
    game = GAMES["zyrcan"]
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        match = await new_match(tx, game="zyrcan", rules=game.info.rules, seats=(ANN, BOB, DAN))
        state = await context.state(tx, match)
        move = next(iter(game.legal(state)))
        after = game.play(state, move) if kind == "move" else game.leave(state, seat)
        match = await events.append(
            tx,
            match,
            NewEvent(
                kind=kind,
                seat=seat,
                user_id=match.seats[seat - 1].id,
                text=game.format(state, move) if kind == "move" else "",
                source_id=source(),
                position=game.position(after),
                to_move=game.to_move(after),
            ),
            at=NOON,
        )
        assert match.to_move == then
        found = await take_snapshot(context, tx, match, match.seq)
        assert (found.same_turn, found.seq, found.left) == (same_turn, 1, seat if kind == "leave" else None)
        assert found.before == (state if kind == "move" else after)
        assert not (await take_snapshot(context, tx, match, 0)).same_turn


async def test_only_the_last_event_shows_who_left_and_the_log_of_the_end(tmp_path: Path) -> None:
    game = GAMES["zyrcan"]
    async with make_offer_context(tmp_path / "turnpost.db") as context, context.database.write() as tx:
        match = await new_match(tx, game="zyrcan", rules=game.info.rules, seats=(ANN, BOB, DAN))
        for seat, to_move in ((2, 1), (3, 1), (1, None)):
            kind: EventKind = "leave" if seat > 1 else "end"
            match = await events.append(
                tx,
                match,
                NewEvent(
                    kind=kind,
                    seat=seat if kind == "leave" else None,
                    user_id=match.seats[seat - 1].id,
                    text="resigned",
                    source_id=source(),
                    position="",
                    to_move=to_move,
                ),
                at=NOON,
            )
            found = [await take_snapshot(context, tx, match, seq) for seq in range(match.seq + 1)]
            last = found.pop()
            assert (last.standing, last.undone) == (None, ()), "nothing was taken back"
            assert [(one.left, one.log) for one in found] == [(None, ())] * match.seq
            assert (last.left, len(last.log)) == ((seat, 0) if kind == "leave" else (None, 3))


async def test_a_takeback_shows_what_it_undid_and_what_stands(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match = await play_moves(context, await begin_match(context), "c4", "d5", "e6")
        match = await take_back(context, match, ANN, BOB)
        async with context.database.read() as tx:
            found = await take_snapshot(context, tx, match, match.seq)
        assert found.standing
        assert (found.standing.text, [one.text for one in found.undone]) == ("d5", ["e6"])
        assert (found.move, found.ply, found.seq, found.match_then) == ("d5", 2, 4, match)


async def test_earlier_points_are_those_before_the_last_move(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match = await play_moves(context, await begin_match(context), "c4", "d5")
        assert await find_earlier_point(context, match, 0) == EarlierPoint(0, 2)
        assert await find_earlier_point(context, match, 1) == EarlierPoint(1, 2)
        assert await find_earlier_point(context, match, 2) is None
        for ply in (-1, 3):
            with pytest.raises(RequestRejected):
                await find_earlier_point(context, match, ply)


async def test_a_board_is_asked_for_at_the_end_or_an_earlier_point(tmp_path: Path) -> None:
    async with make_offer_context(tmp_path / "turnpost.db") as context:
        match = await play_moves(context, await begin_match(context), "c4", "d5")
        request = by(ANN)
        for _ in range(2):
            await show_board(context, request, match)
        await show_board(context, by(ANN, guild_id=None), match, text="grid", at=EarlierPoint(1, 2))
        async with context.database.read() as tx:
            rows = select(schema.outbox.c.seq, schema.outbox.c.body).where(schema.outbox.c.kind == "show")
            found = [(row.seq, row.body) for row in await tx.execute(rows.order_by(schema.outbox.c.id))]
        assert [seq for seq, _ in found] == [2, 1]
        assert [(body.get("of"), body["text"], "sight" in body) for _, body in found] == [
            (None, None, False),
            (2, "grid", True),
        ]
