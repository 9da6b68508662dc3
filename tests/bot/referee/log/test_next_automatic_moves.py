"""What is left of a plan after the events that came since it was made."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.referee.log.next_automatic_moves import Dropped, follow
from bot.referee.plan_tree import Branch, Ply, plan_of_line
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
