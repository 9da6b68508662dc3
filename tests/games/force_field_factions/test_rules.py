"""Force Field Factions as its rules page tells it, ruling by ruling; the fields with powers of their own apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.contract import BadOption, IllegalMove, Result
from games.force_field_factions.state import FACINGS, GRID, Piece, State
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
    start,
    texts,
)

START = (
    "a1:w3.up a8:b3.up b1:w2.up b8:b1.up c1:w1.up c8:b2.up d1:w2.up d8:b1.up "
    "e1:w1.up e8:b2.up f1:w2.up f8:b1.up g1:w1.up g8:b2.up h1:w3.up h8:b3.up 1"
)
FORWARD = START.replace("w3.up", "w3.n").replace("w2.up", "w2.n").replace("w1.up", "w1.n").replace(".up", ".s")


def read(state: State) -> Result:
    """Return the result of a match with its reason as people read it."""
    result = GAME.result(state)
    assert result is not None
    return replace(result, reason=result.clause)


class TestStart:
    def test_both_back_rows_stand_upright_each_from_its_players_left_and_black_begins(self) -> None:
        assert GAME.position(start()) == START
        assert GAME.to_move(start()) == 1
        assert GAME.info.seats == ("Black", "White")

    def test_the_pool_holds_three_of_each_colour_in_two_sizes(self) -> None:
        assert pool(start()) == {(colour, size): 3 for colour in "rgbypoc" for size in (2, 3)}

    def test_option_facing_points_the_pieces_at_the_enemy(self) -> None:
        assert GAME.position(start(facing="forward")) == FORWARD

    @pytest.mark.parametrize("value", [5, "5"])
    def test_option_pool_gives_five_of_each(self, value: int | str) -> None:
        assert set(pool(start(pool=value)).values()) == {5}

    @pytest.mark.parametrize("options", [{"pool": 4}, {"facing": "south"}, {"cyan": 1}])
    def test_other_options_are_rejected(self, options: dict[str, int | str]) -> None:
        with pytest.raises(BadOption):
            GAME.start(2, options, 0)

    def test_as_many_positions_can_follow_as_the_page_says(self) -> None:
        assert len(GAME.legal(start(facing="forward"))) == pytest.approx(700, abs=200)


class TestMovement:
    @pytest.mark.parametrize(
        ("piece", "most"),
        [("1.n", 1), ("2.n", 2), ("3.n", 3), ("1.n.y", 2), ("2.n.y", 4), ("1.n.yy", 4), ("1.n.ry", 2)],
    )
    def test_movement_points_are_the_pips_doubled_for_each_yellow_field(self, piece: str, most: int) -> None:
        state = at(f"d1:w{piece}", 2)
        assert board(played(state, f"d1: f{most}")).startswith(f"d{1 + most}:")
        assert "spent" in refusal(state, f"d1: f{most + 1}")

    def test_points_are_counted_after_the_removal(self) -> None:
        state = at("d1:w2.n.y", 2)
        assert "spent" in refusal(state, "d1: -yellow f3")
        assert board(played(state, "d1: -yellow f2 +yellow")) == "d3:w2.n.y"

    def test_pointing_takes_a_point_for_any_of_nine_directions(self) -> None:
        state = at("d4:w1.n", 2)
        for facing in set(FACINGS) - {"n"}:
            assert board(played(state, f"d4: {facing}")) == f"d4:w1.{facing}"
        assert "spent" in refusal(state, "d4: e f")

    @pytest.mark.parametrize(
        ("facing", "end"),
        [("n", "d5"), ("ne", "e5"), ("e", "e4"), ("se", "e3"), ("s", "d3"), ("sw", "c3"), ("w", "c4"), ("nw", "c5")],
    )
    def test_a_piece_advances_where_it_points(self, facing: str, end: str) -> None:
        assert board(played(at(f"d4:w1.{facing}", 2), "d4: f")) == f"{end}:w1.{facing}"

    def test_an_upright_piece_cannot_advance_or_attack(self) -> None:
        state = at("d4:w1.up d5:b1.n", 2)
        assert "stands upright on d4" in refusal(state, "d4: f")
        assert "stands upright on d4" in refusal(state, "d4: x")

    def test_no_piece_leaves_the_board_or_enters_an_occupied_square_by_advancing(self) -> None:
        assert "where the board ends" in refusal(at("d8:w1.n", 2), "d8: f")
        assert "d5 is occupied by Black's 2-pip piece" in refusal(at("d4:w1.n d5:b2.n", 2), "d4: f")
        assert "d5 is occupied by your 2-pip piece" in refusal(at("d4:w1.n d5:w2.n", 2), "d4: f")

    def test_the_record_holds_the_path_square_by_square_and_the_pointings(self) -> None:
        last = played(at("d4:w3.n e6:b1.n", 2), "d4: f ne x>up").last
        assert last is not None
        assert names(*last.path) == ["d4", "d5", "e6"]
        assert (last.seat, last.piece, GRID.names[last.start]) == (2, Piece(2, 3, 0), "d4")
        assert [type(event).__name__ for event in last.events] == ["Advance", "FacingChange", "Attack"]
        assert [(GRID.names[square], piece) for square, piece in last.lost] == [("e6", Piece(1, 1, 0))]


class TestFields:
    @pytest.mark.parametrize(
        ("piece", "room"), [("3.n", 0), ("2.n", 1), ("2.n.r", 0), ("1.n", 2), ("1.n.r", 1), ("1.n.rr", 0)]
    )
    def test_a_piece_of_three_pips_carries_none_of_two_one_of_one_two(self, piece: str, room: int) -> None:
        state = at(f"d4:w{piece}", 2)
        assert ("d4: +red" in texts(state)) == (room > 0)
        if not room:
            assert "carries" in refusal(state, "d4: +red")

    def test_only_the_outermost_field_can_be_removed(self) -> None:
        state = at("d4:w1.n.ry", 2)
        assert "the outermost field on d4 is yellow" in refusal(state, "d4: -red")
        assert board(played(state, "d4: -yellow")) == "d4:w1.n.r"

    def test_the_record_holds_the_field_removed_and_the_one_added(self) -> None:
        both = played(at("d4:w1.n.ry", 2), "d4: -yellow f +blue").last
        neither = played(at("d4:w1.n.ry", 2), "d4: f").last
        assert both is not None
        assert neither is not None
        assert (both.removed, both.added, both.destroyed) == ("y", "b", False)
        assert (neither.removed, neither.added) == (None, None)

    def test_one_field_is_removed_and_one_added_in_a_turn_in_that_order(self) -> None:
        state = at("d4:w1.n.ry", 2)
        assert board(played(state, "d4: -yellow f +blue")) == "d5:w1.n.rb"
        assert "only one field is removed" in refusal(state, "d4: -yellow -red")
        assert "before anything else" in refusal(state, "d4: f -yellow")
        assert "write it last" in refusal(at("d4:w1.n", 2), "d4: +red f")
        assert "write it last" in refusal(at("d4:w1.n", 2), "d4: +red +red")

    def test_the_size_of_a_field_follows_from_the_piece(self) -> None:
        left = pool(at("d4:w1.n.ry d5:w2.n.r e5:w2.n.g"))
        assert {key for key, number in left.items() if number < 3} == {("r", 2), ("y", 3), ("r", 3), ("g", 3)}

    def test_a_removed_field_is_in_the_pool_at_once(self) -> None:
        state = at("b4:b1.n.r c4:b1.n.r d4:w1.n.r", 2)
        assert pool(state)["r", 2] == 0
        assert board(played(state, "d4: -red f +red")) == "b4:b1.n.r c4:b1.n.r d5:w1.n.r"

    def test_two_fields_of_one_colour_are_allowed(self) -> None:
        assert board(played(at("d4:w1.n.r", 2), "d4: +red")) == "d4:w1.n.rr"


class TestAttack:
    @pytest.mark.parametrize(
        ("attacker", "victim"),
        [
            ("1.n", "1.s"),
            ("1.n", "3.s"),
            ("1.n", "1.s.r"),
            ("1.n.r", "1.up"),
            ("2.n.r", "2.s.b"),
            ("1.n.rr", "1.up.b"),
        ],
    )
    def test_an_attack_that_reaches_the_defence_succeeds(self, attacker: str, victim: str) -> None:
        after = played(at(f"d4:w{attacker} d5:b{victim}", 2), "d4: x")
        assert board(after) == f"d5:w{attacker}"

    @pytest.mark.parametrize(
        ("attacker", "victim", "attack", "defence"),
        [
            ("3.n", "1.up", 1, 2),
            ("1.n", "1.s.b", 1, 2),
            ("1.n.r", "1.up.b", 2, 3),
            ("1.n.rr", "1.up.bb", 3, 4),
        ],
    )
    def test_an_attack_below_the_defence_fails(self, attacker: str, victim: str, attack: int, defence: int) -> None:
        state = at(f"d4:w{attacker} d5:b{victim}", 2)
        assert f"fails (attack {attack} against defence {defence})" in refusal(state, "d4: x>e")
        assert not any(" x" in text for text in texts(state))

    def test_a_capture_moves_in_and_may_face_any_way_at_no_cost(self) -> None:
        for facing in FACINGS:
            text = "d4: x" if facing == "n" else f"d4: x>{facing}"
            assert board(played(at("d4:w1.n d5:b2.n", 2), text)) == f"d5:w1.{facing}"

    def test_the_fields_of_what_is_taken_go_to_the_pool_within_the_turn(self) -> None:
        state = at("b4:b1.n.o c4:b1.n.o d5:b1.n.oy d4:w1.n", 2, rest=REST.replace("f8:b1.n ", ""))
        assert (pool(state)["o", 2], pool(state)["y", 3]) == (0, 2)
        after = played(state, "d4: x +orange")
        assert board(after) == "b4:b1.n.o c4:b1.n.o d5:w1.n.o"
        assert (pool(after)["o", 2], pool(after)["y", 3]) == (0, 3)

    def test_a_piece_may_attack_as_often_as_it_has_points(self) -> None:
        after = played(at("d4:w2.n d5:b1.n e5:b2.n", 2), "d4: x>e x")
        assert board(after) == "e5:w2.e"
        assert [(attack.outcome, *names(attack.start, attack.target)) for attack in attacks(after)] == [
            ("takes", "d4", "d5"),
            ("takes", "d5", "e5"),
        ]

    def test_r1_only_enemies_can_be_attacked(self) -> None:
        assert "(R1)" in refusal(at("d4:w1.n d5:w2.n", 2), "d4: x")

    def test_r1_a_failed_attack_spends_its_point_and_nothing_else(self) -> None:
        state = at("d4:w2.n d5:b1.up", 2)
        assert board(played(state, "d4: x e")) == "d4:w2.e d5:b1.up"
        assert "spent" in refusal(state, "d4: x e f")
        attack = attacks(played(state, "d4: x e"))[0]
        assert (attack.outcome, attack.attack, attack.defence) == ("fails", 1, 2)

    def test_an_empty_square_cannot_be_attacked(self) -> None:
        assert "d5 is empty" in refusal(at("d4:w2.n", 2), "d4: x")


class TestTheEnd:
    SPARSE = "a1:w1.n b1:w2.n c1:w3.n f8:b1.n g8:b2.n h8:b3.n"

    def test_a_player_without_a_piece_of_some_size_loses(self) -> None:
        after = played(at("f7:w1.n", 2, rest=self.SPARSE), "f7: x")
        assert read(after) == Result((2, 1), "Black has no 1-pip piece left")
        assert GAME.to_move(after) is None
        assert GAME.position(after).endswith(" -")
        assert GAME.legal(after) == ()

    def test_a_player_may_lose_by_their_own_turn(self) -> None:
        state = at("f4:b1.e.g g4:w3.n h4:b2.n", 1, rest="a1:w1.n b1:w2.n c1:w3.n a8:b3.n")
        assert read(played(state, "f4: x")) == Result((2, 1), "Black has no 2-pip piece left")

    def test_if_one_turn_brings_both_there_it_is_a_draw(self) -> None:
        state = at("d4:w2.n d4:b1.n.c", 1, rest="a1:w1.n c1:w3.n g8:b2.n h8:b3.n")
        assert read(played(state, "d4: -clear")) == Result((1, 1), "each side has lost its last piece of some size")

    def test_r7_the_end_is_judged_when_the_turn_is_over_not_at_the_first_loss(self) -> None:
        state = at("b3:b1.w.gy a3:w2.n a2:w1.n a1:b2.n", 1, rest="g1:w1.n h1:w3.n h8:b3.n")
        white = read(played(state, "b3: x>s"))
        assert white == Result((1, 2), "White has no 2-pip piece left")
        both = played(state, "b3: x>s x")
        assert read(both) == Result((1, 1), "each side has lost its last piece of some size")

    def test_r8_a_piece_out_of_phase_is_not_lost(self) -> None:
        state = at("e7:b1.n.c f7:w1.n", 2, rest=self.SPARSE)
        assert GAME.result(played(state, "f7: x")) is None

    def test_several_sizes_missing_are_told(self) -> None:
        state = at("d4:w2.n d5:b1.s e5:b2.n", 2, rest="a1:w1.n c1:w3.n h8:b3.n")
        assert read(played(state, "d4: x>e x")).reason == "Black has no 1-pip piece and no 2-pip piece left"

    def test_a_player_who_leaves_loses(self) -> None:
        assert read(GAME.leave(start(), 1)) == Result((2, 1), "Black left the match")


class TestWhatATurnIs:
    def test_it_must_change_the_position(self) -> None:
        state = at("d4:w2.n.r", 2)
        for text in ("d4: -red +red", "d4: -red n +red", "d4: e n"):
            with pytest.raises(IllegalMove, match="leaves the position as it was"):
                GAME.parse(state, text)

    def test_r9_a_field_that_the_pool_lacks_cannot_be_added(self) -> None:
        state = at("a4:b2.n.r b4:w1.n.gr c4:b1.n.br d4:w1.n.g e4:w2.n", 2)
        assert "the pool has no red field of 3 pips left" in refusal(state, "d4: +red")
        assert "the pool has no red field of 3 pips left" in refusal(state, "e4: +red")
        assert pool(played(state, "g1: +red"))["r", 2] == 2
        five = at("a4:b2.n.r b4:w1.n.gr c4:b1.n.br d4:w1.n.g e4:w2.n", 2, {"pool": 5})
        assert pool(played(five, "e4: +red"))["r", 3] == 1

    def test_r10_the_third_time_is_a_draw_and_the_second_is_told(self) -> None:
        there, back = ("a8: s", "a1: n"), ("a8: up", "a1: up")
        twice = played(start(), *there, *back)
        assert GAME.position(twice) == START
        assert GAME.news(twice) == ("This position has come up twice; the third time, the match is drawn.",)
        assert GAME.news(played(twice, "a8: e")) == ()
        thrice = played(twice, *there, *back)
        assert read(thrice) == Result((1, 1), "the same position has come up for the third time")
        assert GAME.position(thrice) == START[:-1] + "-"

    def test_r10_another_side_to_move_is_another_position(self) -> None:
        state = at("d4:w1.n", 2)
        once = played(state, "d4: e", "g8: e", "d4: n", "g8: ne", "h1: e")
        assert GAME.result(once) is None

    def test_r12_pointing_the_old_way_and_failing_spend_points(self) -> None:
        state = at("d4:w2.n d5:b1.up", 2)
        assert GAME.parse(state, "d4: n e").actions == ("n", "e")
        assert GAME.parse(state, "d4: x x +red").actions == ("x", "x", "+red")
        with pytest.raises(IllegalMove):
            GAME.parse(state, "d4: n n e")

    def test_r13_one_text_is_listed_for_each_position_the_shortest_then_the_first(self) -> None:
        state = at("d4:w2.n", 2)
        reached = Counter(GAME.position(GAME.play(state, move)) for move in GAME.legal(state))
        assert set(reached.values()) == {1}
        assert "d4: e" in texts(state)
        assert "d4: n e" not in texts(state)
        assert {"d4: e f", "d4: f e"} <= texts(state)

    def test_r13_of_two_texts_for_one_position_the_alphabetically_first_is_listed(self) -> None:
        state = at("d4:w2.n d4:w1.n.c", 2)
        assert "d4*: -clear" in texts(state)
        assert "d4: +clear" not in texts(state)
        assert GAME.position(played(state, "d4: +clear")) == GAME.position(played(state, "d4*: -clear"))

    def test_r13_what_is_not_listed_can_be_played_if_it_is_within_the_rules(self) -> None:
        state = at("d4:w3.n", 2)
        assert board(played(state, "d4: n n e")) == board(played(state, "d4: e"))
