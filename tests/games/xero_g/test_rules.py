"""Xero-G as its rules page tells it: the setup, the seven rules of a turn, then ruling by ruling."""

from __future__ import annotations

import pytest

from games.contract import BadOption, IllegalMove
from games.xero_g.state import Setup, State
from tests.games.xero_g.positions import (
    GAME,
    after,
    at,
    flights,
    flown_squares,
    landings,
    reject,
    rows_of,
    sends,
    starts,
)


class TestSetup:
    def test_the_board_is_empty_and_south_lays_first(self) -> None:
        state = GAME.start(2, {}, 7)
        assert GAME.position(state) == "....../....../....../....../....../...... setup 1"
        assert "row 1" in GAME.task(state)

    def test_south_lays_row_1_then_north_row_6_each_drawn_from_a_to_f_then_south_flies(self) -> None:
        state = after(GAME.start(2, {}, 7), "321123")
        assert GAME.position(state) == "....../....../....../....../....../321123 setup 2"
        assert "row 6" in GAME.task(state)
        state = after(state, "113322")
        assert GAME.position(state) == "113322/....../....../....../....../321123 play 1"
        assert GAME.task(state) == "fly a ship from row 1, for example `a1-c2`"

    def test_there_are_ninety_ways_to_lay_two_of_each_size(self) -> None:
        state = GAME.start(2, {}, 7)
        assert len(GAME.legal(state)) == len(set(GAME.legal(state))) == 90
        assert Setup((1, 1, 2, 2, 3, 3)) in GAME.legal(state)

    def test_it_is_for_two_and_has_no_options(self) -> None:
        with pytest.raises(BadOption):
            GAME.start(3, {}, 7)
        with pytest.raises(BadOption):
            GAME.start(2, {"board": "big"}, 7)


class TestRule1HomeRow:
    def test_each_side_flies_from_the_occupied_row_nearest_to_it(self) -> None:
        rows = "....../.2..1./....../...3../.1..../......"
        assert starts(at(rows)) == {"b2"}
        north = starts(at(rows, 2))
        assert north == {"b5", "e5"}
        assert GAME.task(at(rows, 2)).startswith("fly a ship from row 5, for example `b5")

    def test_only_if_no_ship_there_can_fly_does_the_next_occupied_row_fly(self) -> None:
        walled = at("113311/223322")
        assert starts(walled) == {f"{column}2" for column in "abcdef"}
        assert GAME.task(walled).startswith("fly a ship from row 2, for example `a2")
        assert "No ship on row 1 has a legal flight" in reject(walled, "a1-a3")

    def test_one_ship_that_can_fly_holds_the_turn_on_its_row(self) -> None:
        state = at("11331./223322")
        assert starts(state) == {"f1"}
        assert "f1" in reject(state, "a2-a3")


class TestRule2Flight:
    def test_a_ship_flies_exactly_as_many_squares_as_it_has_pips_and_may_turn_at_each(self) -> None:
        assert landings(at("..1.../....../....../......"), "c4") == {"b4", "d4", "c3", "c5"}
        medium = {"a4", "b3", "b5", "c2", "c6", "d3", "d5", "e4"}
        assert landings(at("..2.../....../....../......"), "c4") == medium
        large = {"c1", "b2", "d2", "a3", "c3", "e3", "b4", "d4", "f4", "a5", "c5", "e5", "b6", "d6", "base"}
        assert landings(at("..3.../....../....../......"), "c4") == large

    def test_every_square_but_the_last_of_a_stage_must_be_empty(self) -> None:
        state = at("1...../2.....")
        assert landings(state, "a1") == {"c1", "b2"}
        assert "meets the ship on a2" in reject(state, "a1:nn")

    def test_the_square_it_started_from_counts_as_empty(self) -> None:
        # b2 flies n, e onto the large on c3, which takes it south and back west through b2.
        state = at("..3.../.2..../......")
        assert "-a2" in flights(state, "b2")
        assert flown_squares(after(state, "b2-a2")) == "b2 b3 c3+ c2 b2 a2"


class TestRules3And4Landing:
    def test_on_an_empty_square_the_turn_ends(self) -> None:
        state = after(at(".1..../....../....../....../.1...."), "b1-b2")
        assert GAME.position(state) == "....../.1..../....../....../.1..../...... play 2"

    def test_a_boost_flies_on_exactly_as_many_squares_as_the_ship_underneath_has(self) -> None:
        state = at("..2.../..1...")
        assert landings(state, "c1") == {"b1", "d1", "c2", "c4", "b3", "d3", "a2", "e2"}

    def test_boosts_chain(self) -> None:
        assert "-f2" not in flights(at("..2.../..1..."), "c1")
        assert flown_squares(after(at("..2.1./..1..."), "c1-f2")) == "c1 c2+ d2 e2+ f2"

    def test_a_reprogram_leaves_the_flying_ship_there_and_moves_the_other(self) -> None:
        state = after(at("....../....3./..2.../..1..."), "c1xc2@f3")
        assert rows_of(state) == "....../....../....../....32/..1.../......"

    def test_a_chain_of_boosts_may_end_in_a_reprogram(self) -> None:
        state = at("....../..3.../..2.../..1...")
        assert "xc3@a1" not in flights(state, "c1")
        state = at(".....1/..3.../....../..2.../..1...")
        assert "xc4@a1" in flights(state, "c1")
        assert rows_of(after(state, "c1xc4@a1")) == "....../.....1/..1.../....../..2.../3....."


class TestRule5Gates:
    def test_a_border_is_crossed_once_in_a_turn_in_either_direction(self) -> None:
        # b2 reaches d2 only through c2, so the boost of one cannot go back there.
        state = at(".2.1../......")
        assert landings(state, "b2") & {"c2", "d1", "d3", "e2"} == {"d1", "d3", "e2"}
        assert "crosses the border between d2 and c2 again" in reject(state, "b2:eew")

    def test_a_square_may_be_visited_again(self) -> None:
        state = at("..3.../.2..../......")
        assert flown_squares(after(state, "b2-a2")).count("b2") == 2

    def test_a_ship_may_boost_twice_off_one_piece_through_different_gates(self) -> None:
        # e onto the small on c2, n onto the large on c3, round by e, s, w onto c2 again, and s.
        state = at("..3.../.11.../......")
        assert GAME.parse(state, "b2:enesws") == GAME.parse(state, "b2-c1")
        assert "again" in reject(state, "b2:enesww")


class TestRule6Base:
    @pytest.mark.parametrize("column", "abcdef")
    def test_the_base_is_one_step_from_any_column_of_the_far_row_and_wins_at_once(self, column: str) -> None:
        row = "." * "abcdef".index(column) + "1"
        state = at(f"{row:.<6}/....../....../....../....../......")
        state = after(state, f"{column}6-base")
        assert GAME.to_move(state) is None
        result = GAME.result(state)
        assert result is not None
        assert result.winners == (1,)
        assert rows_of(state) == "/".join(["......"] * 6)

    def test_north_flies_south_into_the_base(self) -> None:
        state = after(at("...2../......", 2), "d2-base")
        result = GAME.result(state)
        assert result is not None
        assert result.winners == (2,)
        assert "South's base" in result.clause

    def test_no_steps_may_be_left_over(self) -> None:
        state = at(".1..3./....../....../....../......")
        assert "-base" not in flights(state, "b5")
        assert "with 1 step left over: the base must be the very last step" in reject(state, "e5:nn")
        assert "-base" in flights(at(".2..../....../....../....../......"), "b5")

    def test_a_boost_may_end_in_the_base(self) -> None:
        state = at("....../.2..../.1..../....../....../......")
        assert flown_squares(after(state, "b4-base")) == "b4 b5+ b6"

    def test_nobody_may_enter_their_own_base(self) -> None:
        state = at("..1...")
        assert landings(state, "c1") == {"b1", "d1", "c2"}
        assert "own base" in reject(state, "c1:s")


class TestRule7AndR1Change:
    def test_r1_ending_on_the_own_starting_square_is_illegal(self) -> None:
        state = at("..3.../.1..../......")
        assert "must have changed" in reject(state, "b2-b2")
        assert "b2" not in landings(state, "b2")

    def test_r1_a_ship_of_the_same_size_may_not_be_put_on_the_starting_square(self) -> None:
        state = at("....1./11..../......")
        assert "a2" not in sends(state, "a2xb2")
        assert "b3" in sends(state, "a2xb2")
        assert "Both ships are small" in reject(state, "a2xb2@a2")


class TestRulings:
    def test_r2_the_opponents_home_row_bounds_a_reprogram(self) -> None:
        state = at("....../....../....3./..2.../..1.../......")
        assert {square[1] for square in sends(state, "c2xc3")} == {"1", "2", "3", "4"}
        assert "beyond North's home row, which is row 4" in reject(state, "c2xc3@a5")

    def test_r2_the_same_holds_for_north_the_other_way_round(self) -> None:
        state = at("....../..1.../..2.../....3./....../......", 2)
        assert {square[1] for square in sends(state, "c5xc4")} == {"3", "4", "5", "6"}
        assert "beyond South's home row, which is row 3" in reject(state, "c5xc4@a2")

    def test_r2_the_row_is_taken_with_the_flying_ship_on_its_landing_square(self) -> None:
        # Both ships stand on row 3, which is the home row of both sides before and after.
        state = at("..12../....../......")
        assert {square[1] for square in sends(state, "c3xd3")} == {"1", "2", "3"}

    def test_r2_a_ship_with_nowhere_to_send_an_equal_one_may_not_land_on_it(self) -> None:
        row, empty = "112233", "/......" * 5
        north, south = at(f"{row}{empty}", 2), at(f"{empty[1:]}/{row}")
        assert {"b6", "c6"} & {*GAME.destinations(north, "a6").places} == {"c6"}
        assert {"b1", "c1"} & {*GAME.destinations(south, "a1").places} == {"c1"}

    def test_r3_the_ship_underneath_may_be_put_on_the_starting_square(self) -> None:
        state = at("..2.../..1.../......")
        assert "c2" in sends(state, "c2xc3")
        assert rows_of(after(state, "c2xc3@c2")).endswith("/..1.../..2.../......")

    def test_r4_a_player_without_a_flight_is_passed_over_and_both_draw(self) -> None:
        # Twelve ships never get stuck, so this board of thirty-six is made by hand.
        packed = State((*[2] * 30, *[0] * 6), 1, 2)
        state = GAME.play(packed, Setup((2,) * 6))
        assert GAME.to_move(state) is None
        result = GAME.result(state)
        assert result is not None
        assert result.drawn
        assert [said.split()[0] for said in GAME.news(state)] == ["South", "North"]
        assert all("passed over" in said for said in GAME.news(state))

    def test_r5_a_reprogram_and_a_flight_stay_two_moves_even_where_the_boards_are_equal(self) -> None:
        state = at("....2./..1.../..1.../......")
        flown, put = GAME.parse(state, "c2-d3"), GAME.parse(state, "c2xc3@d3")
        assert flown != put
        assert {flown, put} <= set(GAME.legal(state))
        assert GAME.position(GAME.play(state, flown)) == GAME.position(GAME.play(state, put))

    def test_r5_flights_that_differ_only_in_their_path_are_one_move(self) -> None:
        state = at(".2..../......")
        assert GAME.parse(state, "b2:ne") == GAME.parse(state, "b2:en") == GAME.parse(state, "b2-c3")
        assert len([move for move in GAME.legal(state) if GAME.format(state, move) == "b2-c3"]) == 1

    def test_r6_the_line_drawn_is_the_one_with_the_fewest_steps_whatever_was_typed(self) -> None:
        state = at("..3.../.11.../......")
        assert flown_squares(after(state, "b2:enesws")) == "b2 c2+ c1"

    def test_r6_ties_are_broken_north_east_south_west_for_both_seats(self) -> None:
        assert flown_squares(after(at(".2..../......"), "b2:en")) == "b2 b3 c3"
        assert flown_squares(after(at(".2..../....../......"), "b3:se")) == "b3 c3 c2"
        assert flown_squares(after(at(".2..../....../......"), "b3:ws")) == "b3 b2 a2"
        assert flown_squares(after(at(".2..../....../......", 2), "b3:en")) == "b3 b4 c4"
        assert flown_squares(after(at(".2..../....../......", 2), "b3:se")) == "b3 c3 c2"

    def test_r7_a_stage_may_not_end_on_the_starting_square_by_any_path(self) -> None:
        state = at(".13.../......")
        assert "must have changed" in reject(state, "b2:enws")
        assert "must have changed" in reject(state, "b2-b2")

    def test_r7_passing_through_the_own_starting_square_is_fine(self) -> None:
        assert GAME.parse(at("..3.../.2..../......"), "b2:nesww") == GAME.parse(at("..3.../.2..../......"), "b2-a2")

    def test_r8_a_text_that_stops_on_a_ship_is_unfinished_with_both_continuations(self) -> None:
        state = at("....1./..2.../..1.../......")
        for text in ("c2-c3", "c2 c3", "c2xc3", "c2:n"):
            with pytest.raises(IllegalMove) as refusal:
                GAME.parse(state, text)
            assert refusal.value.kind == "unfinished"
            assert "boost on with its 2 steps" in refusal.value.reason
            assert "`c2:n`" in refusal.value.reason
            assert "@" in refusal.value.reason

    def test_r9_the_third_time_a_position_stands_the_match_is_drawn(self) -> None:
        state = after(GAME.start(2, {}, 0), "321123", "321123", "c1-c2", "c6-c5")
        there_and_back = ("d1-c1", "d6-c6", "c1-d1", "c6-d6")
        state = after(state, *there_and_back)
        assert GAME.news(state) == ("This position has come up twice; the third time, the match is drawn.",)
        state = after(state, *there_and_back[:3])
        assert GAME.to_move(state) == 2
        state = after(state, there_and_back[3])
        assert GAME.to_move(state) is None
        result = GAME.result(state)
        assert result is not None
        assert result.drawn
        assert "third time" in result.clause
        assert GAME.position(state).endswith(" play -")

    def test_r9_counting_begins_with_the_position_after_both_setups(self) -> None:
        state = GAME.start(2, {}, 0)
        assert state.seen == ()
        assert after(state, "321123").seen == ()
        state = after(state, "321123", "123321")
        assert state.seen == (GAME.position(state),)

    def test_a_player_who_leaves_loses_also_during_the_setup(self) -> None:
        state = GAME.start(2, {}, 0)
        for left in (GAME.leave(state, 1), GAME.leave(after(state, "321123"), 1)):
            result = GAME.result(left)
            assert result is not None
            assert result.winners == (2,)
            assert result.clause == "South left the match"
            assert GAME.position(left).endswith(" setup -")
            assert GAME.legal(left) == ()
