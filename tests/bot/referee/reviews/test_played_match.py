"""A match as reviews look at it: its moves and leaves, by the mainline."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.referee.reviews import build_played_match
from engines.reviews.contract import PlayedMove
from storage.queries.rows import Event, Match, Person
from tests.engines.reviews.letters import GAME

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
