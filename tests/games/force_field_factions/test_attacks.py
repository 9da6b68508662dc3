"""Green, purple, orange and clear: what the fields with powers of their own do, ruling by ruling."""

from __future__ import annotations

from games.force_field_factions.state import GRID, Crash, Piece, Push
from tests.games.force_field_factions.positions import (
    GAME,
    REST,
    at,
    attacks,
    board,
    names,
    played,
    pool,
    refusal,
    texts,
)


class TestGreen:
    def test_the_enemy_goes_one_square_on_and_keeps_facing_and_fields(self) -> None:
        assert board(played(at("d4:w2.n.g d5:b1.s.ry", 2), "d4: x")) == "d5:w2.n.g d6:b1.s.ry"

    def test_the_line_behind_goes_too_up_to_the_first_empty_square(self) -> None:
        after = played(at("a4:w2.e.g b4:b1.n c4:w1.n d4:b2.up f4:b1.s", 2), "a4: x")
        assert board(after) == "b4:w2.e.g c4:b1.n d4:w1.n e4:b2.up f4:b1.s"
        assert [(push.piece.seat, *names(push.start, push.end)) for push in attacks(after)[0].pushes] == [
            (1, "b4", "c4"),
            (2, "c4", "d4"),
            (1, "d4", "e4"),
        ]

    def test_what_is_pushed_off_the_board_is_lost_the_players_own_too(self) -> None:
        after = played(at("f4:w2.e.g g4:b1.n.r h4:w1.n.y", 2), "f4: x")
        assert board(after) == "g4:w2.e.g h4:b1.n.r"
        assert attacks(after)[0].pushes[1] == Push(Piece(2, 1, 0, "y"), 31, None)
        assert after.last is not None
        assert [(GRID.names[square], piece.fields) for square, piece in after.last.lost] == [("h4", "y")]
        assert pool(after)["y", 2] == 3

    def test_an_enemy_on_the_edge_is_pushed_over_it(self) -> None:
        assert board(played(at("d7:w2.n.g d8:b1.s", 2), "d7: x")) == "d8:w2.n.g"

    def test_diagonal_pushes_go_off_corners_and_sides(self) -> None:
        assert board(played(at("b2:w2.sw.g a1:b1.s", 2), "b2: x")) == "a1:w2.sw.g"
        assert board(played(at("b5:w2.nw.g a6:b1.s", 2), "b5: x")) == "a6:w2.nw.g"

    def test_r2_the_attacker_takes_the_square_and_faces_any_way(self) -> None:
        assert board(played(at("d4:w2.n.g d5:b1.s", 2), "d4: x>sw")) == "d5:w2.sw.g d6:b1.s"
        last = played(at("d4:w2.n.g d5:b1.s", 2), "d4: x>sw f").last
        assert last is not None
        assert names(*last.path) == ["d4", "d5", "c4"]

    def test_r2_two_greens_push_twice_before_the_attacker_moves(self) -> None:
        after = played(at("d2:w1.n.gg d3:b1.s d5:b2.s", 2), "d2: x")
        assert board(after) == "d3:w1.n.gg d5:b1.s d6:b2.s"
        assert [names(push.start, push.end) for push in attacks(after)[0].pushes] == [["d3", "d5"], ["d5", "d6"]]

    def test_r2_the_second_push_starts_from_the_piece_attacked(self) -> None:
        after = played(at("d2:w1.n.gg d3:b1.s d4:b2.s d6:b1.up", 2), "d2: x")
        assert board(after) == "d3:w1.n.gg d5:b1.s d6:b2.s d7:b1.up"

    def test_r2_a_double_push_over_the_edge_takes_what_crosses_it(self) -> None:
        assert board(played(at("d6:w1.n.gg d7:b1.s d8:b2.s", 2), "d6: x")) == "d7:w1.n.gg"
        assert board(played(at("d7:w1.n.gg d8:b1.s", 2), "d7: x")) == "d8:w1.n.gg"
        assert board(played(at("d5:w1.n.gg d6:b1.s d8:b2.s", 2), "d5: x")) == "d6:w1.n.gg d8:b1.s"

    def test_r2_what_is_out_of_phase_is_neither_pushed_nor_in_the_way(self) -> None:
        after = played(at("d2:w2.n.g d3:b1.s d4:b2.s.c d5:w1.n", 2), "d2: x")
        assert board(after) == "d3:w2.n.g d4:b1.s d4:b2.s.c d5:w1.n"

    def test_r2_the_attacker_may_take_a_square_that_a_piece_out_of_phase_shares(self) -> None:
        after = played(at("d2:w2.n.g d3:b1.s d3:b2.s.c", 2), "d2: x")
        assert board(after) == "d3:w2.n.g d3:b2.s.c d4:b1.s"

    def test_a_push_that_would_fail_pushes_nothing(self) -> None:
        assert board(played(at("d4:w2.n.g d5:b1.up", 2), "d4: x e")) == "d4:w2.e.g d5:b1.up"


class TestPurple:
    SHORT = "g1:w1.n b1:w2.n h1:w3.n f8:b1.n g8:b2.n h8:b3.n"

    def test_purple_converts_an_enemy_without_its_fields_if_one_of_its_size_is_missing(self) -> None:
        after = played(at("d4:w2.n.p d5:b1.s.ry", 2), "d4: x,ne")
        assert board(after) == "d4:w2.n.p d5:w1.ne"
        attack = attacks(after)[0]
        assert (attack.outcome, attack.became) == ("converts", Piece(2, 1, 1))
        assert pool(after)["r", 2] == 3

    def test_with_all_of_that_size_on_the_board_it_captures(self) -> None:
        state = at("d4:w2.n.p d5:b1.s a1:w1.n b1:w1.n", 2)
        assert board(played(state, "d4: x")) == "a1:w1.n b1:w1.n d5:w2.n.p"
        assert "only a converted piece faces" in refusal(state, "d4: x,ne")

    def test_r8_pieces_out_of_phase_count_as_on_the_board(self) -> None:
        state = at("d4:w2.n.p d5:b1.s a1:w1.n.c b1:w1.n", 2)
        assert attacks(played(state, "d4: x"))[0].outcome == "takes"

    def test_the_attacker_itself_counts_as_on_the_board(self) -> None:
        state = at("d4:w1.n.p d5:b1.s a1:w1.n", 2)
        assert attacks(played(state, "d4: x"))[0].outcome == "takes"

    def test_r3_the_attacker_stays_and_may_face_any_way(self) -> None:
        assert board(played(at("d4:w2.n.p d5:b1.s", 2), "d4: x>sw,e")) == "d4:w2.sw.p d5:w1.e"
        last = played(at("d4:w2.n.p d5:b1.s", 2), "d4: x>sw,e").last
        assert last is not None
        assert names(*last.path) == ["d4"]

    def test_r3_purple_goes_before_green_and_green_where_purple_does_not_apply(self) -> None:
        state = at("d4:w1.n.gp d5:b1.s", 2)
        assert board(played(state, "d4: x,s")) == "d4:w1.n.gp d5:w1.s"
        full = at("d4:w1.n.gp d5:b1.s b1:w1.n", 2)
        assert board(played(full, "d4: x")) == "b1:w1.n d5:w1.n.gp d6:b1.s"

    def test_r4_the_converted_piece_is_upright_if_unsaid(self) -> None:
        state = at("d4:w2.n.p d5:b1.s", 2)
        assert GAME.format(state, GAME.parse(state, "d4: x")) == "d4: x,up"
        assert GAME.format(state, GAME.parse(state, "d4: x>e")) == "d4: x>e,up"

    def test_a_piece_converted_is_no_enemy_any_more(self) -> None:
        assert "(R1)" in refusal(at("d4:w2.n.p d5:b1.s", 2), "d4: x,n x")

    def test_r5_a_second_purple_adds_nothing(self) -> None:
        assert board(played(at("d4:w1.n.pp d5:b1.s", 2), "d4: x,n")) == "d4:w1.n.pp d5:w1.n"

    def test_a_second_conversion_fills_the_last_gap_and_a_third_piece_is_taken(self) -> None:
        state = at("d4:w1.n.py d5:b1.s e5:b1.s a1:w1.n", 2, rest=REST.replace("g1:w1.n ", ""))
        assert board(played(state, "d4: x>ne,n x")) == "a1:w1.n d5:w1.n e5:w1.ne.py"


class TestOrange:
    def test_missing_by_one_removes_all_the_enemys_fields(self) -> None:
        after = played(at("d4:w2.n.o d5:b1.up.ry", 2), "d4: x")
        assert board(after) == "d4:w2.n.o d5:b1.up"
        attack = attacks(after)[0]
        assert (attack.outcome, attack.victim.fields, attack.became) == ("strips", "ry", Piece(1, 1, 8))
        assert (pool(after)["r", 2], pool(after)["y", 3]) == (3, 3)

    def test_r3_the_attacker_stays_and_may_face_any_way_at_no_cost(self) -> None:
        assert board(played(at("d4:w2.n.o d5:b1.n.b", 2), "d4: x>e")) == "d4:w2.e.o d5:b1.n"

    def test_missing_by_two_does_nothing(self) -> None:
        state = at("d4:w2.n.o d5:b1.up.b", 2)
        assert attacks(played(state, "d4: x e"))[0].outcome == "fails"
        assert "fails (attack 1 against defence 3)" in refusal(state, "d4: x>e")

    def test_r3_without_a_field_to_remove_it_is_a_plain_failure(self) -> None:
        state = at("d4:w2.n.o d5:b1.up", 2)
        assert attacks(played(state, "d4: x e"))[0].outcome == "fails"
        assert "fails" in refusal(state, "d4: x>e")

    def test_what_is_stripped_can_be_taken_in_the_same_turn(self) -> None:
        assert board(played(at("d4:w2.n.o d5:b1.n.b", 2), "d4: x x")) == "d5:w2.n.o"

    def test_an_attack_that_succeeds_takes_as_ever(self) -> None:
        assert board(played(at("d4:w2.n.o d5:b1.n.r", 2), "d4: x")) == "d5:w2.n.o"

    def test_r5_a_second_orange_adds_nothing(self) -> None:
        assert not any(text.startswith("d4: x") for text in texts(at("d4:w1.n.oo d5:b1.up.b", 2)))
        assert board(played(at("d4:w1.n.oo d5:b1.n.b", 2), "d4: x")) == "d4:w1.n.oo d5:b1.n"


class TestClear:
    def test_a_piece_out_of_phase_cannot_point_advance_or_attack(self) -> None:
        state = at("d4:w2.n.c d5:b1.n", 2)
        for action in ("e", "up", "f", "x"):
            assert "d4 is out of phase" in refusal(state, f"d4: {action}")
        assert {text for text in texts(state) if text.startswith("d4: ") and not text.startswith("d4: -clear")} == set()

    def test_it_cannot_be_attacked_and_does_not_block(self) -> None:
        state = at("d4:w2.n d5:b1.n.c", 2)
        assert "out of phase and can't be attacked" in refusal(state, "d4: x")
        assert board(played(state, "d4: f")) == "d5:w2.n d5:b1.n.c"
        assert board(played(state, "d4: f f")) == "d5:b1.n.c d6:w2.n"

    def test_what_stands_with_it_can_be_attacked(self) -> None:
        state = at("d4:w2.n d5:b1.n.c d5:b2.n", 2)
        assert board(played(state, "d4: x")) == "d5:w2.n d5:b1.n.c"

    def test_back_in_phase_it_moves_and_attacks_in_the_same_turn(self) -> None:
        assert board(played(at("d4:w2.n.c d5:b1.n", 2), "d4: -clear x f +clear")) == "d6:w2.n.c"

    def test_a_field_over_the_clear_one_goes_first(self) -> None:
        state = at("d4:w1.n.cr", 2)
        assert "its clear field lies under the red one" in refusal(state, "d4: f")
        assert "is clear" not in refusal(state, "d4: -clear")
        assert board(played(state, "d4: -red")) == "d4:w1.n.c"
        assert "out of phase" in refusal(state, "d4: -red f")

    def test_r5_with_two_clear_fields_both_must_go(self) -> None:
        state = at("d4:w1.n.cc", 2)
        assert "both its clear fields" in refusal(state, "d4: f")
        assert "out of phase" in refusal(state, "d4: -clear f")
        once = played(state, "d4: -clear", "f8: e")
        assert board(played(once, "d4: -clear f")).startswith("d5:w1.n ")

    def test_r6_coming_back_where_another_piece_is_destroys_both_and_ends_the_turn(self) -> None:
        state = at("d4:w1.n.rc d4:b2.n.g", 2)
        after = played(state, "d4: -clear")
        assert board(after) == ""
        assert pool(after) == {(colour, size): 3 for colour in "rgbypoc" for size in (2, 3)}
        assert after.last is not None
        assert after.last.destroyed
        assert after.last.events[-1] == Crash(27, Piece(1, 2, 0, "g"))
        assert "(R6)" in refusal(state, "d4: -clear f")
        assert "(R6)" in refusal(state, "d4: -clear +red")

    def test_r6_going_out_of_phase_where_another_piece_is_destroys_both(self) -> None:
        state = at("d4:w2.n d5:b1.n.c", 2)
        assert board(played(state, "d4: f +clear")) == ""
        assert board(played(at("d4:w2.n d5:w1.n.c", 2), "d4: f +clear")) == ""

    def test_r6_a_second_clear_added_or_one_of_two_removed_destroys_nothing(self) -> None:
        state = at("d4:w1.n.c d4:b2.n", 2)
        assert board(played(state, "d4: +clear")) == "d4:b2.n d4:w1.n.cc"
        assert board(played(at("d4:w1.n.cc d4:b2.n", 2), "d4: -clear")) == "d4:b2.n d4:w1.n.c"

    def test_r6_sharing_a_square_or_other_fields_destroy_nothing(self) -> None:
        state = at("d4:w1.n.c d4:b2.n", 2)
        assert board(played(state, "d4: +red")) == "d4:b2.n d4:w1.n.cr"
        assert board(played(at("d4:w2.n.r d4:b1.n.c", 2), "d4: -red e +blue")) == "d4:w2.e.b d4:b1.n.c"

    def test_clear_taken_off_and_put_on_again_elsewhere(self) -> None:
        assert board(played(at("d4:w1.n.c", 2), "d4: -clear f +clear")) == "d5:w1.n.c"
