"""Queued moves and plans in matches: what is stored of them, what they play, and who is told when they are dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.referee.endings import resign
from bot.referee.log.automatic_moves import (
    RESIGNED,
    AutomaticRun,
    Dropped,
    Refusal,
    explain_illegal,
    follow,
    run_automatic_moves,
    seats_that_agree,
)
from bot.referee.offers import answer_offer, make_offer
from bot.referee.plan_tree import AGREE, DRAW, RESIGN, Answer, Branch, Plan, Ply, plan_of_line, to_json
from bot.referee.requests import MovesQueued, MoveText
from bot.referee.turns.play import play_move
from bot.referee.turns.queue import queue_text
from games import GAMES
from storage import schema
from storage.queries import events, pauses, plans, queued_moves
from storage.queries.rows import Event, EventKind
from tests.bot.referee.clock_context import ANN, BOB, CLEO, NOON

if TYPE_CHECKING:
    from storage.queries.rows import Match, Person
    from tests.bot.referee.clock_context import ClockContext


async def play(here: ClockContext, match: Match, person: Person, text: str) -> int:
    """Play a move and return the message that brought it."""
    request = here.request(person)
    await play_move(here.context, request, MoveText(text, match.id))
    return request.source_id


async def queue(here: ClockContext, match: Match, seat: int, *moves: str) -> None:
    async with here.context.database.write() as tx:
        await queued_moves.replace(tx, match.id, seat, moves, next(here.sources))


async def plan(here: ClockContext, match: Match, seat: int, plan: Plan) -> None:
    async with here.context.database.write() as tx:
        await plans.replace(tx, match.id, seat, match.seq, to_json(plan), next(here.sources))


async def log_of(here: ClockContext, match: Match) -> list[tuple[int | None, str, int | None, bool]]:
    async with here.context.database.read() as tx:
        return [(one.seat, one.text, one.source_id, one.by_plan) for one in await events.of_match(tx, match.id)]


async def waiting(here: ClockContext, match: Match) -> tuple[dict[int, list[str]], dict[int, Any]]:
    """Return what is queued and planned, by seat."""
    async with here.context.database.read() as tx:
        planned = {row.seat: row.tree for row in await plans.of_match(tx, match.id)}
        return await queued_moves.of_match(tx, match.id), planned


async def bodies(here: ClockContext, kind: str) -> list[dict[str, Any]]:
    rows = select(schema.outbox.c.body).where(schema.outbox.c.kind == kind).order_by(schema.outbox.c.id)
    async with here.context.database.read() as tx:
        return list((await tx.execute(rows)).scalars())


async def test_only_the_first_move_that_a_message_plays_has_its_source(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await queue(here, match, 2, "1@e5")
    await queue(here, match, 3, "1@f6", "2@c3")
    request = here.request(ANN)
    queued = await queue_text(here.context, request, MoveText("1@d4, 2@d6, 3@g7", match.id))
    assert isinstance(queued, MovesQueued)
    assert await log_of(here, match) == [
        (1, "1@d4", request.source_id, False),
        (2, "1@e5", None, False),
        (3, "1@f6", None, False),
        (1, "2@d6", None, False),
    ]
    assert await waiting(here, match) == ({1: ["3@g7"], 3: ["2@c3"]}, {})


async def test_a_queued_move_that_is_refused_drops_the_others_of_its_seat(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await queue(here, match, 2, "1@d4", "2@g7")
    await queue(here, match, 3, "1@f6")
    await play(here, match, ANN, "2@d4")
    assert await waiting(here, match) == ({3: ["1@f6"]}, {})
    (refused,) = (body["refused"] for body in await bodies(here, "board") if "refused" in body)
    assert (refused["seat"], refused["text"]) == (2, "1@d4")


async def test_a_takeback_drops_all_queued_moves(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await play(here, match, ANN, "1@d4")
    await queue(here, match, 1, "2@d6")
    await queue(here, match, 3, "1@f6")
    await make_offer(here.context, here.request(ANN), match.id, "takeback")
    for person in (BOB, CLEO):
        await answer_offer(here.context, here.request(person), match.id, "takeback", agrees=True)
    assert (await here.match(match.id)).seq == 2
    assert await waiting(here, match) == ({}, {})


async def test_what_is_left_of_a_plan_is_stored_and_a_dropped_one_is_told_to_its_owner(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await plan(here, match, 2, Branch({"1@d4": Answer("1@e5", Branch({"1@f6": Answer("2@g7")}))}))
    await plan(here, match, 3, Branch({"1@c3": Answer("1@f6")}))
    source = await play(here, match, ANN, "1@d4")
    assert await log_of(here, match) == [(1, "1@d4", source, False), (2, "1@e5", None, True)]
    assert await waiting(here, match) == ({}, {2: {"1@f6": ["2@g7"]}})
    (told,) = await bodies(here, "plan")
    assert (told["user"], told["why"], told["text"]) == (CLEO.id, "move", "1@d4")


async def test_a_player_who_leaves_is_not_told_of_their_plan(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await plan(here, match, 2, Branch({"1@d4": Answer("1@e5")}))
    await plan(here, match, 3, Branch({"1@d4": Answer("1@e5")}))
    await resign(here.context, here.request(BOB), match.id)
    assert [(body["user"], body["why"]) for body in await bodies(here, "plan")] == [(CLEO.id, "leave")]


async def test_the_end_of_a_match_drops_everything_and_tells_nobody(here: ClockContext) -> None:
    match = await here.begin("none", "zyrcan", 3)
    await resign(here.context, here.request(CLEO), match.id)
    await queue(here, match, 2, "1@e5")
    await plan(here, await here.match(match.id), 2, Branch({"1@d4": Answer("1@e5")}))
    await resign(here.context, here.request(ANN), match.id)
    assert (await here.match(match.id)).ended_at is not None
    assert await waiting(here, match) == ({}, {})
    assert await bodies(here, "plan") == []


async def test_plans_agree_to_a_draw_unless_the_match_is_paused(here: ClockContext) -> None:
    match = await here.begin("3d")
    await plan(here, match, 1, Branch({DRAW: Answer(AGREE)}))
    await plan(here, match, 2, Branch({"c4": Answer("d5")}))
    async with here.context.database.write() as tx:
        assert await seats_that_agree(tx, match) == [1]
        await pauses.begin(tx, match.id, NOON)
        assert await seats_that_agree(tx, match) == []


async def test_without_plans_nobody_agrees_to_a_draw(here: ClockContext) -> None:
    match = await here.begin("none")
    async with here.context.database.read() as tx:
        assert await seats_that_agree(tx, match) == []


PLAN = plan_of_line([Ply("d5", own=False), Ply("e6", own=True), Ply("f7", own=False), Ply("g8", own=True)])
"""The plan of seat 1: if d5, e6; if then f7, g8."""


def event(seat: int, text: str, kind: EventKind = "move") -> Event:
    return Event(1, 1, kind, seat, 11, text, None, NOON)


def test_a_plan_is_followed_move_by_move_to_its_end() -> None:
    played = [event(2, "d5"), event(1, "e6"), event(2, "f7"), event(1, "g8")]
    assert follow(PLAN, 1, []) == PLAN
    assert follow(PLAN, 1, played[:1]) == plan_of_line([Ply("e6", own=True), Ply("f7", own=False), Ply("g8", own=True)])
    assert follow(PLAN, 1, played[:3]) == plan_of_line([Ply("g8", own=True)])
    assert follow(PLAN, 1, played) == Branch()
    assert follow(PLAN, 1, [*played, event(2, "a1")]) == Branch(), "nothing waits any more"


def test_the_first_move_that_is_not_planned_drops_the_plan() -> None:
    assert follow(PLAN, 1, [event(2, "d4"), event(1, "e6")]) == Dropped("move", 2, "d4")
    assert follow(PLAN, 1, [event(2, "d5"), event(1, "e5"), event(2, "f7")]) == Dropped("own", 1, "e5")
    assert follow(PLAN, 1, [event(2, "d5"), event(2, "to 0", "takeback")]) == Dropped("takeback", 2, "to 0")


ZYRCAN, MARTIAN_LIFE = GAMES["zyrcan"], GAMES["martian-life"]
START = ZYRCAN.start(3, {}, 1)


def turns(run: AutomaticRun) -> list[tuple[int, str, bool]]:
    return [(turn.seat, turn.text, turn.by_plan) for turn in run.turns]


def test_queued_moves_are_played_until_a_seat_has_none() -> None:
    run = run_automatic_moves(ZYRCAN, START, {1: ["1@d4", "2@d6"], 2: ["1@e5"]}, {})
    assert turns(run) == [(1, "1@d4", False), (2, "1@e5", False)]
    assert [(turn.kind, turn.to_move) for turn in run.turns] == [("move", 2), ("move", 3)]
    assert (run.refusal, run.plans, run.dropped) == (None, {}, {})
    assert turns(run_automatic_moves(ZYRCAN, START, {2: ["1@e5"]}, {})) == []


def test_a_queued_move_that_can_not_be_played_ends_the_run() -> None:
    run = run_automatic_moves(ZYRCAN, START, {1: ["1@d4"], 2: ["1@d4", "2@e5"]}, {})
    assert turns(run) == [(1, "1@d4", False)]
    assert run.refusal
    assert (run.refusal.seat, run.refusal.text) == (2, "1@d4")
    assert run.refusal.reason


def test_a_game_that_takes_no_queued_moves_refuses_them_without_a_reason() -> None:
    run = run_automatic_moves(MARTIAN_LIFE, MARTIAN_LIFE.start(2, {}, 1), {1: ["c4"]}, {})
    assert (run.turns, run.refusal) == ((), Refusal(1, "c4", ""))


def test_a_planned_answer_comes_before_queued_moves_unless_the_match_is_paused() -> None:
    plans, queues = {1: Answer("1@d4")}, {1: ["2@d6"]}
    run = run_automatic_moves(ZYRCAN, START, queues, plans)
    assert (turns(run), run.plans, run.dropped) == ([(1, "1@d4", True)], {}, {})
    run = run_automatic_moves(ZYRCAN, START, queues, plans, stopped=True)
    assert (turns(run), run.plans) == ([(1, "2@d6", False)], {})
    assert run.dropped == {1: Dropped("own", 1, "2@d6")}
    run = run_automatic_moves(ZYRCAN, START, {}, plans, stopped=True)
    assert (run.turns, run.plans) == ((), plans)


def test_plans_answer_one_another_and_a_move_that_one_does_not_expect_drops_it() -> None:
    plans = {
        2: plan_of_line([Ply("1@d4", own=False), Ply("1@e5", own=True)]),
        3: plan_of_line([Ply("1@c3", own=False), Ply("1@f6", own=True)]),
    }
    run = run_automatic_moves(ZYRCAN, START, {1: ["1@d4"]}, plans)
    assert turns(run) == [(1, "1@d4", False), (2, "1@e5", True)]
    assert (run.plans, run.dropped) == ({}, {3: Dropped("move", 1, "1@d4")})
    waits = plan_of_line([Ply("1@d4", own=False), Ply("1@e5", own=False), Ply("1@f6", own=True)])
    run = run_automatic_moves(ZYRCAN, START, {1: ["1@d4"]}, {3: waits})
    assert run.plans == {3: plan_of_line([Ply("1@e5", own=False), Ply("1@f6", own=True)])}


def test_an_answer_that_can_not_be_played_drops_its_plan_alone() -> None:
    other = Branch({"1@d4": Answer("1@e5")})
    run = run_automatic_moves(ZYRCAN, START, {1: ["1@d4"]}, {1: Answer("1@z99"), 2: other})
    assert (run.turns, run.plans, run.refusal) == ((), {2: other}, None)
    assert [(seat, why.why, why.seat, why.text) for seat, why in run.dropped.items()] == [(1, "illegal", 1, "1@z99")]
    assert run.dropped[1].reason == explain_illegal(ZYRCAN, START, "1@z99", "before")


def test_a_planned_resignation_leaves_and_a_queued_one_is_no_move() -> None:
    plans = {1: Answer(RESIGN), 3: Branch({"1@d4": Answer("1@e5")})}
    run = run_automatic_moves(ZYRCAN, START, {}, plans)
    assert [(turn.seat, turn.kind, turn.text, turn.to_move) for turn in run.turns] == [(1, "leave", RESIGNED, 2)]
    assert (run.plans, run.dropped) == ({}, {3: Dropped("leave", 1, RESIGNED)})
    run = run_automatic_moves(ZYRCAN, START, {1: [RESIGN]}, {})
    assert run.turns == ()
    assert run.refusal
    assert (run.refusal.seat, run.refusal.text) == (1, RESIGN)


def test_what_the_rules_take_by_now_keeps_the_reason_that_is_stored() -> None:
    assert explain_illegal(ZYRCAN, START, "1@d4", "stored") == "stored"
    assert explain_illegal(ZYRCAN, START, "1@z99", "stored") != "stored"
