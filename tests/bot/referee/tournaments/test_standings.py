"""The standings of a group: points, and what decides between those who have as many."""

from __future__ import annotations

from bot.referee.tournaments.standings import PairingResult, rank_group


def won(winner: int, loser: int, *, late: bool = False) -> PairingResult:
    return PairingResult((winner, loser), (1, 2), frozenset({loser} if late else ()))


def drawn(one: int, other: int) -> PairingResult:
    return PairingResult((one, other), (1, 1))


def test_a_win_gives_two_points_and_a_draw_one() -> None:
    rows = rank_group([1, 2, 3], [won(1, 2), drawn(2, 3), won(1, 3)])

    assert [(row.place, row.person, row.points, row.played) for row in rows] == [
        (1, 1, 4, 2),
        (2, 2, 1, 2),
        (2, 3, 1, 2),
    ]


def test_a_table_gives_points_for_everybody_one_is_placed_before() -> None:
    rows = rank_group([1, 2, 3, 4], [PairingResult((1, 2, 3, 4), (2, 1, 2, 4))])

    assert [(row.person, row.points) for row in rows] == [(2, 6), (1, 3), (3, 3), (4, 0)]


def test_of_two_with_as_many_points_the_winner_of_their_match_is_first() -> None:
    rows = rank_group([1, 2, 3, 4], [won(2, 1), won(1, 3), won(1, 4), won(2, 3), won(4, 2)])

    assert [(row.place, row.person, row.points, row.direct) for row in rows[:2]] == [(1, 2, 4, 2), (2, 1, 4, 0)]


def test_then_points_against_the_better_count_for_more() -> None:
    # 1 and 2 drew with each other; 1 beat 3, who has 5 points, and 2 beat 4, who has 3.
    rows = rank_group([2, 1, 3, 4], [drawn(1, 2), won(1, 3), won(2, 4), won(4, 1), won(3, 2), won(3, 4), drawn(3, 4)])

    sonneborn = {row.person: (row.points, row.direct, row.sonneborn) for row in rows if row.person in {1, 2}}
    assert sonneborn == {1: (3, 1 + 0, 2 * 5 + 3), 2: (3, 1 + 2, 2 * 3 + 3)}


def test_then_fewer_losses_on_time_decide() -> None:
    rows = rank_group([1, 2, 3], [won(3, 1, late=True), won(3, 2)])

    assert [(row.place, row.person, row.late) for row in rows] == [(1, 3, 0), (2, 2, 0), (3, 1, 1)]


def test_those_whom_nothing_decides_between_share_a_place() -> None:
    rows = rank_group([1, 2, 3], [won(3, 1), won(3, 2)])

    assert [(row.place, row.person) for row in rows] == [(1, 3), (2, 1), (2, 2)]


def test_results_against_those_who_are_struck_count_for_nobody() -> None:
    rows = rank_group([1, 2, 3], [won(1, 2), won(3, 1, late=True), won(2, 3)], struck={3})

    assert [(row.person, row.points, row.played, row.late) for row in rows] == [(1, 2, 1, 0), (2, 0, 1, 0)]


def test_at_a_table_the_others_keep_their_points_when_one_is_struck() -> None:
    rows = rank_group([1, 2, 3], [PairingResult((1, 2, 3), (2, 3, 1))], struck={3})

    assert [(row.person, row.points) for row in rows] == [(1, 2), (2, 0)]


def test_the_sonneborn_berger_score_orders_those_whom_their_match_does_not() -> None:
    rows = rank_group([2, 1, 3, 4], [drawn(1, 2), won(1, 3), won(4, 1), won(3, 2), won(2, 4), won(3, 4)])

    assert [(row.place, row.person, row.points, row.direct, row.sonneborn) for row in rows[1:3]] == [
        (2, 1, 3, 1, 11),
        (3, 2, 3, 1, 7),
    ]
