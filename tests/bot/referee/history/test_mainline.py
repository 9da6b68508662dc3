"""Which events of a log count: takebacks, and leaves that a substitute undoes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.history.history import (
    count_plies,
    find_last_leave,
    gone_seats,
    mainline,
    mainline_moves,
    split_takeback,
    takeback_text,
)
from tests.bot.referee.history.logs import LOG, log_of

if TYPE_CHECKING:
    from storage.queries.rows import EventKind

COMPUTER = -1


def test_a_takeback_undoes_the_last_move_of_its_seat_and_all_after_it() -> None:
    assert [event.seq for event in mainline(LOG)] == [1, 5, 6]
    assert [event.seq for event in mainline(LOG[:4])] == [1]
    assert [event.seq for event in mainline_moves(LOG)] == [1, 5]
    assert [count_plies(LOG[:end]) for end in range(9)] == [0, 1, 2, 3, 1, 2, 2, 3, 2]


def test_a_takeback_of_a_seat_without_a_move_keeps_everything() -> None:
    moves = LOG[:2]
    assert split_takeback(moves, 3) == (moves, [])
    assert split_takeback(moves, 1) == ([], moves)
    assert split_takeback(moves, 2) == (moves[:1], moves[1:])
    assert split_takeback(log_of(("leave", 1), ("move", 2)), 1)[1] == []
    assert (takeback_text([]), takeback_text(moves), takeback_text(LOG[4:6])) == ("to 0", "to 2", "to 1")


def test_a_leave_is_the_last_one_until_a_person_moves_on() -> None:
    left = log_of(("move", 1), ("leave", 2))
    assert find_last_leave(left) == left[1]
    by_computer = log_of(("move", 1), ("leave", 2), ("move", 3))
    by_computer[2] = replace(by_computer[2], user_id=COMPUTER)
    assert find_last_leave(by_computer) == by_computer[1]
    assert find_last_leave(log_of(("move", 1), ("leave", 2), ("move", 3))) is None
    assert find_last_leave(log_of(("move", 1), ("move", 2))) is None
    assert find_last_leave([]) is None


@pytest.mark.parametrize("kind", ["substitute", "draw", "end"])
def test_after_another_event_than_a_move_no_leave_can_be_undone(kind: EventKind) -> None:
    log = log_of(("leave", 2), (kind, 3))
    log[1] = replace(log[1], user_id=COMPUTER)
    assert find_last_leave(log) is None


def test_a_substitute_undoes_the_last_leave_of_its_own_seat_alone() -> None:
    back = log_of(("move", 1), ("leave", 2), ("substitute", 2))
    assert [event.seq for event in mainline(back)] == [1, 3]
    assert gone_seats(back) == frozenset()
    other = log_of(("move", 1), ("leave", 2), ("substitute", 3))
    assert [event.seq for event in mainline(other)] == [1, 2, 3]
    assert gone_seats(other) == {2}
