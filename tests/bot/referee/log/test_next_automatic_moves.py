"""What is left of a plan after the events that came since it was made, and what plans and queues play by themselves."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.referee.log.automatic_moves import (
    RESIGNED,
    AutomaticRun,
    Dropped,
    Refusal,
    explain_illegal,
    follow,
    run_automatic_moves,
)
from bot.referee.plan_tree import RESIGN, Answer, Branch, Ply, plan_of_line
from games import GAMES
from storage.queries.rows import Event, EventKind

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
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
