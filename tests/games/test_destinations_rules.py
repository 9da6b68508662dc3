"""What each game says of where a piece can go, read beside its rules page."""

from __future__ import annotations

from typing import Any

import pytest

from games import GAMES
from games.contract import Game, IllegalMove
from tests.games.force_field_factions import positions as factions
from tests.games.xero_g import positions as xero_g_positions
from tests.games.zyrcan import positions as zyrcan

MARS, XONG, SPACE = GAMES["martian-life"], GAMES["xong"], GAMES["xero-g"]
OPEN = xero_g_positions.at("123321/....../....../....../....../321123")


def places(game: Game[Any, Any], state: Any, text: str) -> str:
    return " ".join(game.destinations(state, text).places)


def refusal(game: Game[Any, Any], state: Any, text: str) -> str:
    with pytest.raises(IllegalMove) as rejection:
        game.destinations(state, text)
    return rejection.value.reason


class TestXeroG:
    def test_ships_are_laid_before_any_flies(self) -> None:
        state = SPACE.start(2, {}, 0)
        assert SPACE.destinations(state, "").places == ()
        assert "South lays six ships on row 1" in SPACE.destinations(state, "").words
        assert refusal(SPACE, state, "b1") == "No ship flies yet: first South lays six on row 1."

    def test_only_ships_of_the_home_row_fly(self) -> None:
        assert places(SPACE, OPEN, "") == "a1 b1 c1 d1 e1 f1"
        assert refusal(SPACE, OPEN, "b6") == "b6 is not on your home row, which is row 1. Fly a1, b1, c1, d1, e1 or f1."
        assert refusal(SPACE, OPEN, "b2").startswith("b2 is empty.")

    def test_a_ship_reaches_empty_squares_ships_and_the_base(self) -> None:
        state = xero_g_positions.at("....../.1.2../....../....../....../......")
        found = SPACE.destinations(state, "d5")
        assert found.source == ("d5",)
        assert " ".join(found.places) == "d3 b4 c4 e4 a5 b5 f5 b6 c6 e6 base"
        assert found.words.startswith("d5 is a medium ship: it flies 2 steps, or on by boosts. It can reach d3, b4,")
        assert found.words.endswith("(`d5-d3`), the ship on b5 (`d5xb5@a1`) and the base (`d5-base`).")

    def test_a_ship_landed_on_can_be_sent_not_beyond_the_far_home_row(self) -> None:
        state = xero_g_positions.at("....../....../....../....../2...../1.....")
        found = SPACE.destinations(state, "a1xa2")
        assert found.source == ("a2",)
        assert places(SPACE, state, "a1xa2") == "a1 b1 c1 d1 e1 f1 b2 c2 d2 e2 f2"


class TestMartianLife:
    START = MARS.start(2, {}, 0)

    def test_a_square_is_told_with_what_dies_there(self) -> None:
        found = MARS.destinations(self.START, "a1")
        assert (found.source, found.places) == ((), ("a1",))
        assert found.words == "`a1`: Red places a small on a1, where it dies."
        assert MARS.destinations(self.START, "d5").words.startswith("`d5+`: Red promotes d5 to a medium")

    def test_a_kind_of_piece_is_told_with_the_squares_where_it_lives(self) -> None:
        assert places(MARS, self.START, "promote") == "e4 d5" == places(MARS, self.START, "medium")
        small = MARS.destinations(self.START, "small")
        assert len(small.places) == 60
        assert "any of 60 empty squares (`a1`), but each dies at once" in small.words
        later = MARS.play(self.START, MARS.parse(self.START, "d5+"))
        assert (
            "any of 60 empty squares (`a1`), and it lives on c4, c5, c6, d6 and e6"
            in MARS.destinations(later, "small").words
        )
        assert refusal(MARS, self.START, "large").startswith("No medium can be promoted now")

    def test_no_small_goes_anywhere_while_all_five_are_on_the_board(self) -> None:
        state = MARS.parse_position("......../.....sss/......../...Ss.../...sS.../......../......../........ 1")
        sentence = "No small can be placed: all five are on the board, and a stash is a limit."
        assert refusal(MARS, state, "small") == refusal(MARS, state, "place") == sentence

    def test_the_others_pieces_are_not_to_be_moved(self) -> None:
        assert refusal(MARS, self.START, "e5").startswith("`e5` is occupied by yellow's small")


class TestZyrcan:
    def test_a_ship_captures_in_straight_lines_over_anything(self) -> None:
        state = zyrcan.at(3, "e5=12 e6=21 e7=21 g7=31 c5=13 d4=22")
        found = zyrcan.GAME.destinations(state, "e5")
        assert (found.source, found.places) == (("e5",), ("e7", "g7"))
        assert found.words.endswith("It can capture on e7 and g7 (`e5xe7`).")
        assert places(zyrcan.GAME, state, "") == "e5"
        assert refusal(zyrcan.GAME, state, "e6").startswith("`e6` is Blue's ship: you fly your own.")
        assert refusal(zyrcan.GAME, state, "c5").startswith("Your ship on `c5` can capture nothing")

    def test_a_kind_of_ship_goes_on_empty_cells_that_are_far_enough(self) -> None:
        state = zyrcan.blitz(3, "e5=11", hands="0,0,1;0,1,0;0,1,0")
        near = set(places(zyrcan.GAME, state, "3").split())
        assert "e7" not in near
        assert "e8" in near
        assert zyrcan.GAME.destinations(state, "e8").words == "Red can put a ship on e8: `3@e8`."
        assert refusal(zyrcan.GAME, state, "2").startswith("You have no ship of 2 engines left in hand")

    def test_in_blitzkrieg_an_earlier_ship_flies_after_the_placing(self) -> None:
        state = zyrcan.blitz(3, "e5=11")
        assert places(zyrcan.GAME, state, "e5") == "d4 d5 e4 e6 f5 f6"
        assert zyrcan.GAME.destinations(state, "e5").words.endswith("after a ship has been put on the board.")
        assert places(zyrcan.GAME, state, "2@b2") == "e5"
        assert "(`2@b2 e5-" in zyrcan.GAME.destinations(state, "2@b2 e5").words

    def test_a_cell_where_the_ship_in_hand_has_to_go_is_no_landing(self) -> None:
        state = zyrcan.blitz(3, "f4=11 c4=11 e7=13 h8=21", hands="0,0,1;0,1,0;0,1,0")
        assert places(zyrcan.GAME, state, "3") == "h7"
        assert places(zyrcan.GAME, state, "e7") == "b4 e4"

    def test_a_cell_is_rejected_where_no_ship_can_be_put(self) -> None:
        assert refusal(zyrcan.GAME, zyrcan.START, "e5").startswith("`e5` is occupied by Red's 2-engine ship")
        assert refusal(zyrcan.GAME, zyrcan.START, "b").startswith("Not yet a move: name the cell too")
        near = zyrcan.blitz(3, "e5=11", hands="0,0,1;0,1,0;0,1,0")
        assert "`e7`" in refusal(zyrcan.GAME, near, "e7")
        assert refusal(zyrcan.GAME, zyrcan.ENDED, "b2") == "The match is over."

    def test_a_ship_flies_neither_alone_nor_just_after_it_was_put(self) -> None:
        assert refusal(zyrcan.GAME, zyrcan.blitz(3, "e5=21"), "e5") == "No ship can fly now."
        assert "`b2`" in refusal(zyrcan.GAME, zyrcan.blitz(3, "e5=11"), "2@b2 b2")

    def test_a_ship_of_one_engine_has_one_engine(self) -> None:
        assert zyrcan.GAME.destinations(zyrcan.START, "1").words.startswith("Yellow can put a ship of 1 engine on b2,")


class TestXong:
    START = XONG.start(2, {}, 0)
    GIVEN = XONG.play(START, XONG.parse(START, "give FL"))

    def test_before_the_first_gift_only_where_a_xoid_fits_can_be_asked(self) -> None:
        assert XONG.destinations(self.START, "").places == ()
        assert len(XONG.destinations(self.START, "1-1").places) == 210
        assert refusal(XONG, self.START, "e5e").startswith("No Xoid is in hand yet")

    def test_beside_a_leg_lie_those_that_meet_it_at_a_corner(self) -> None:
        found = XONG.destinations(self.GIVEN, "e5e")
        assert (found.source, found.places) == (("e5e",), ("d5ne", "d5nw", "e5ne", "e6nw"))
        assert "Red's Xoid FL (2 legs, number 2-1) is to be placed. With e5e it fits in 4 ways" in found.words

    def test_a_whole_placement_has_nothing_left_to_name(self) -> None:
        found = XONG.destinations(self.GIVEN, "place e5e e5ne")
        assert (found.source, found.places) == (("e5e", "e5ne"), ())
        assert "These are all legs of FL" in found.words

    def test_of_two_ways_both_are_named(self) -> None:
        found = XONG.destinations(self.GIVEN, "a1sw")
        assert "fits in 2 ways, on a1se and a1sw, or on a1sw and a1w; next can come a1se or a1w" in found.words

    def test_a_hexagon_stands_for_its_six_sides(self) -> None:
        found = XONG.destinations(self.GIVEN, "a1")
        assert found.source == ("a1",)
        assert set(found.places) >= {"a1e", "a1ne", "a1nw", "a1w", "a1sw", "a1se"}

    def test_a_taken_leg_is_rejected(self) -> None:
        state = XONG.play(self.GIVEN, XONG.parse(self.GIVEN, "place e5e e5ne give F"))
        assert refusal(XONG, state, "e5e").startswith("`e5e` is taken by red")


class TestForceFieldFactions:
    START = factions.start()

    def test_a_piece_points_before_it_advances(self) -> None:
        found = factions.GAME.destinations(self.START, "h8")
        assert (found.source, found.places) == (("h8",), ("f6", "h6", "g7", "h7"))
        assert found.words.startswith("`h8` is a 3-pip piece, upright, with 3 movement points.")
        assert factions.GAME.destinations(self.START, "f8").places == ()

    def test_a_piece_taken_is_a_square_to_end_on(self) -> None:
        state = factions.at("d4:b3.n d5:w2.s")
        found = factions.GAME.destinations(state, "d4")
        assert "d5" in found.places
        assert "attack what stands on d5" in found.words

    def test_a_piece_stays_while_it_is_out_of_phase(self) -> None:
        found = factions.GAME.destinations(factions.at("d4:b1.n.cc"), "d4")
        assert (found.source, found.places) == (("d4",), ())
        assert found.words.startswith("`d4` is a 1-pip piece out of phase")
        shed = factions.GAME.destinations(factions.at("d4:b1.n.c"), "d4")
        assert (shed.places, "(`d4: -clear f`)" in shed.words) == (("d5",), True)

    def test_the_others_pieces_are_rejected(self) -> None:
        assert refusal(factions.GAME, self.START, "a1").startswith("a1 is White's 3-pip piece")
