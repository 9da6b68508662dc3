"""The rules page of Xong, section by section and ruling by ruling."""

from __future__ import annotations

import time
from random import Random

import pytest

from games.contract import IllegalMove, TooManyMoves
from games.xong import Xong, rules, shapes
from games.xong.board import LegBoard
from games.xong.lattice import CELL_POINTS, bits, cell_index, spread, union
from games.xong.rules import count_score, find_new_xoid, fits, new_xoids, placements, played_forms
from games.xong.state import State

GAME = Xong()
START = GAME.start(2, {}, 0)
BOARD = START.board
RING = ["e5e", "e5ne", "e5nw", "e4e", "d4ne", "d5nw"]
"""The six sides of e5 by their canonical names."""


def played(*texts: str, state: State = START) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse(state, text))
    return state


def legs(names: list[str]) -> int:
    return union(BOARD.by_name[name] for name in names)


def with_vacant(names: list[str], xoids: list[str], hand: str | None = None, mover: int = 1) -> State:
    """A standard board on which only some legs are vacant, the others red's."""
    return State(
        BOARD, (BOARD.legs & ~legs(names), 0), hand, tuple(sorted(xoids, key=lambda text: (len(text), text))), mover
    )


def refusal(state: State, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(state, text)
    return rejection.value


class TestTheFirstXoid:
    """Option `first`: what red has in hand when the match begins."""

    def test_blue_gives_any_unless_chosen_otherwise(self) -> None:
        assert GAME.start(2, {"first": "free"}, 0) == START
        assert (START.mover, START.hand) == (2, None)

    def test_after_the_gift_red_has_it_in_hand_and_the_last_turn_is_blues(self) -> None:
        state = GAME.play(START, GAME.parse(START, "give FLR"))
        assert (state.mover, state.hand) == (1, shapes.read("FLR").text)
        assert state.last is not None
        assert (state.last.seat, state.last.change) == (2, (0, 0))

    def test_the_start_is_read_back(self) -> None:
        assert GAME.parse_position(GAME.position(START)) == START

    @pytest.mark.parametrize(
        ("first", "legs", "walk"),
        [("single", 1, "F"), ("2", 2, "FL"), ("3", 3, "FLR"), ("4", 4, "FLRL"), ("9", 9, "FLRLRLRLR")],
    )
    def test_red_begins_with_a_straight_one_of_so_many_legs(self, first: str, legs: int, walk: str) -> None:
        state = GAME.start(2, {"first": first}, 0)
        assert (state.mover, state.played, state.hand) == (1, (), shapes.read(walk).text)
        assert shapes.read(state.hand or "").size == legs
        assert GAME.parse_position(GAME.position(state)) == state
        assert refusal(state, "give FLL").kind == "illegal"

    def test_it_is_placed_and_can_not_be_given_again(self) -> None:
        state = GAME.start(2, {"first": "single"}, 0)
        assert GAME.task(state).startswith("place F (1 leg, number 1-1) and give a new Xoid that fits")
        assert refusal(state, "place e5e give F").reason.startswith("`F` is played already")
        after = played("place e5e give FL", state=state)
        assert (after.mover, after.hand, after.played) == (2, "FL", ("F",))

    def test_where_it_does_not_fit_it_is_the_longest_that_does(self) -> None:
        hexagon = LegBoard(frozenset([next(iter(BOARD.area))]))
        assert rules.start(hexagon, "9").hand == "FL"


class TestXoids:
    def test_there_are_as_many_xoids_of_each_size_as_mathematicians_count(self) -> None:
        counts = [len(size) for size in shapes.catalogue()]
        assert counts == [1, 1, 3, 4, 12, 27]
        assert sum(counts) == 48
        assert len(shapes.larger(shapes.catalogue()[-1])) == 78

    def test_the_small_xoids_are_called_as_on_the_page(self) -> None:
        assert [shape.text for size in shapes.catalogue()[:3] for shape in size] == ["F", "FL", "FLL", "FLR", "F(L)R"]
        assert shapes.number(shapes.catalogue()[3][1].text) == "4-2"

    @pytest.mark.parametrize(
        ("walk", "canonical"),
        [("FR", "FL"), ("FRR", "FLL"), ("FRL", "FLR"), ("F(R)L", "F(L)R"), ("F(L)(R)", "F(L)R"), ("FRRRRR", "FLLLLL")],
    )
    def test_turned_or_flipped_it_is_the_same_xoid(self, walk: str, canonical: str) -> None:
        assert shapes.read(walk).text == canonical

    def test_a_ring_that_comes_back_to_a_corner_is_one_walk(self) -> None:
        assert shapes.of(legs(RING)).text == "FLLLLL"
        assert shapes.of(legs([*RING, "e6nw"])).text == shapes.read("FRLLLLL").text

    def test_every_xoid_has_at_most_twelve_orientations(self) -> None:
        counts = {shape.text: len(shape.forms) for size in shapes.catalogue() for shape in size}
        assert counts["F"] == 3
        assert counts["F(L)R"] == 2
        assert counts["FLLLLL"] == 1
        assert counts["FLL"] == 6
        assert max(counts.values()) == 12


class TestTurns:
    def test_blue_gives_first_and_red_places_first(self) -> None:
        assert GAME.to_move(START) == 2
        after = played("give FL")
        assert GAME.to_move(after) == 1
        assert after.hand == "FL"
        assert GAME.to_move(played("give FL", "place e5e e5ne give F")) == 2

    def test_a_xoid_may_be_placed_turned_and_flipped_anywhere_on_vacant_legs(self) -> None:
        assert len(placements(shapes.read("F"), BOARD.legs)) == 210
        # Of the 150 corners 30 join two legs, and 120 join three, which makes three pairs.
        assert len(placements(shapes.read("FL"), BOARD.legs)) == 30 + 3 * 120
        assert len(placements(shapes.read("F(L)R"), BOARD.legs)) == 120

    def test_only_vacant_legs_can_be_taken(self) -> None:
        state = played("give F", "place e5e give FL")
        wrong = refusal(state, "place e5e e5ne give FLL")
        assert wrong.kind == "illegal"
        assert "`e5e` is taken by red" in wrong.reason

    def test_xoids_may_meet_at_corners(self) -> None:
        assert played("give F", "place e5e give FL", "place e5ne e5nw give FLL").mover == 1

    def test_a_gift_equals_no_xoid_placed_so_far(self) -> None:
        state = played("give FLR")
        for text in ("FLR", "FRL", "3-2", "a1e a1ne b1e"):
            assert "`FLR` is played already" in refusal(state, f"place e5e e5ne f5e give {text}").reason

    def test_a_xoid_in_hand_is_new_until_it_is_placed(self) -> None:
        assert played("give F", "place e5e give FL").played == ("F",)

    def test_a_gift_may_have_any_size_that_fits(self) -> None:
        everything = shapes.of(BOARD.legs)
        assert everything.size == 210
        state = played(f"give {everything.text}")
        place = f"place {' '.join(BOARD.names_of(bits(BOARD.legs)))}"
        after = played(place, state=state)
        assert GAME.result(after) is not None
        assert GAME.to_move(after) is None

    def test_the_turn_says_what_happened(self) -> None:
        last = played("give F", "place e5e give F(L)R").last
        assert last is not None
        assert (last.seat, last.placed, last.move.gift, last.number) == (1, "F", "F(L)R", "3-3")
        assert last.move.legs == legs(["e5e"])
        assert last.change == (2, 0)

    def test_moves_cannot_be_listed_until_the_match_is_over(self) -> None:
        with pytest.raises(TooManyMoves):
            GAME.legal(START)
        assert GAME.legal(GAME.leave(START, 1)) == ()


class TestTheEnd:
    PATHS = ("F", "FL", "FLL", "FLLL", "FLLLL")

    def test_the_last_new_xoid_has_to_be_given_even_where_it_fits_in_one_place_only(self) -> None:
        vacant = [*RING, "a1w"]
        state = with_vacant(vacant, list(self.PATHS[1:]), "F", 1)
        assert refusal(state, "place a1w").kind == "unfinished"
        assert "`give FLLLLL`" in refusal(state, "place a1w").reason
        assert refusal(state, "place a1w give FLLLL").kind == "illegal"
        after = played("place a1w give FLLLLL", state=state)
        assert len(placements(shapes.read("FLLLLL"), after.vacant)) == 1
        assert GAME.to_move(after) == 2

    def test_where_no_new_xoid_fits_the_placement_is_the_last(self) -> None:
        state = with_vacant([*RING, "a1w"], [*self.PATHS[1:], "FLLLLL"], "F", 2)
        assert "no new Xoid fits" in refusal(state, "place a1w give FLR").reason
        assert GAME.guide(state, "place a1w").move == "place a1w"
        ended = played("place a1w", state=state)
        assert GAME.to_move(ended) is None
        assert GAME.news(ended) == ("No new Xoid of any size fits: Red gets 1 point, and the match is over.",)

    def test_the_end_is_not_yet_there_when_the_placement_leaves_one_new_xoid(self) -> None:
        state = with_vacant([*RING, "a1w"], [*self.PATHS[1:], "FLLLLL"], "F", 2)
        # On the ring itself F leaves a path of five, whose parts are all played; and a1w is a leg.
        assert GAME.parse(state, "place e5e").gift is None
        fewer = with_vacant([*RING, "a1w"], ["FL", "FLL", "FLLL", "FLLLLL"], "F", 2)
        assert "`give FLLLL`" in refusal(fewer, "place e5e").reason

    def test_play_does_not_end_a_match_in_which_a_new_xoid_fits(self) -> None:
        state = played("give F")
        with pytest.raises(ValueError, match="must be given"):
            GAME.play(state, GAME.parse(state, "place e5e give FL")._replace(gift=None))

    def test_a_large_new_xoid_is_found_where_all_smaller_ones_are_played(self) -> None:
        """A straight zigzag of eighteen legs is vacant, and all zigzags up to seventeen are played."""
        zigzag = legs([f"e{number}{side}" for number in range(1, 10) for side in ("nw", "ne")])
        straight = [shapes.read(("F" + "LR" * 9)[:size]).text for size in range(1, 19)]
        assert find_new_xoid(zigzag, tuple(straight)) is None
        assert find_new_xoid(zigzag, tuple(straight[:-1])) == zigzag
        missing = find_new_xoid(zigzag, tuple(text for text in straight if len(text) != 9))
        assert missing is not None
        assert shapes.of(missing).text == straight[8]
        assert list(new_xoids(zigzag, tuple(straight[:-1]))) == [straight[-1]]


class TestScore:
    def test_a_hexagon_that_only_one_touches_counts_one_and_two_once_cashed(self) -> None:
        red = legs(["e5e"])
        assert count_score(BOARD, (red, 0)).points == (2, 0)
        assert count_score(BOARD, (legs(RING), 0)).points == (8, 0)

    def test_a_hexagon_that_both_touch_counts_for_nobody(self) -> None:
        told = count_score(BOARD, (legs(["e5e"]), legs(["e5w"])))
        assert told.points == (1, 1)
        assert told.greened == hexagons("e5")

    def test_at_the_end_a_hexagon_counts_two_and_the_other_player_gets_one_more(self) -> None:
        told = count_score(BOARD, (legs(["e5e"]), legs(["a1w"])))
        assert told.final(last=1) == (4, 3)
        assert told.final(last=2) == (5, 2)

    def test_the_total_is_odd_so_there_are_no_ties(self) -> None:
        chance = Random(3)
        for _ in range(200):
            red = union(leg for leg in bits(BOARD.legs) if chance.random() < 0.3)
            blue = union(leg for leg in bits(BOARD.legs & ~red) if chance.random() < 0.3)
            points = count_score(BOARD, (red, blue)).final(chance.randint(1, 2))
            assert sum(points) % 2 == 1


def hexagons(*names: str) -> int:
    return union(cell_index(BOARD.cells[BOARD.numbers[name]]) for name in names)


class TestRulings:
    def test_r1_exactly_seven_xoids_touch_at_most_four_hexagons(self) -> None:
        middle = 20 * 128 + 40
        every = [shape for size in shapes.catalogue() for shape in size]
        touched = [(spread(shape.forms[0] << middle) & CELL_POINTS).bit_count() for shape in every]
        assert sum(count <= 4 for count in touched) == 7

    def test_r1_a_corner_does_not_touch(self) -> None:
        red = count_score(BOARD, (legs(["e5e"]), 0)).only[0]
        assert red == hexagons("e5", "e6")

    def test_r2_whether_a_new_xoid_fits_is_decided_in_time_with_cold_caches(self) -> None:
        state, chance, worst = START, Random(11), 0.0
        while state.mover is not None:
            text = ""
            for _ in range(2 - (state.hand is None)):
                text = chance.choice(GAME.suggest(state, text, 10))
            move = GAME.parse(state, text)
            find_new_xoid.cache_clear()
            played_forms.cache_clear()
            shapes.read.cache_clear()
            shapes.shape.cache_clear()
            began = time.thread_time()
            state = GAME.play(state, move)
            worst = max(worst, time.thread_time() - began)
        assert worst < 0.25

    def test_r3_the_first_gift_has_to_fit_and_the_longest_zigzag_has_eighteen_legs(self) -> None:
        assert GAME.parse(START, "give FLRLRLRLRLRLRLRLRL").gift == "FLRLRLRLRLRLRLRLRL"
        wrong = refusal(START, "give FLRLRLRLRLRLRLRLRLR")
        assert wrong.kind == "illegal"
        assert "fits nowhere" in wrong.reason
        assert fits(shapes.read("F" + "LR" * 8 + "L"), BOARD.legs)
        assert not fits(shapes.read("F" + "LR" * 9), BOARD.legs)

    def test_r4_a_player_who_leaves_loses_and_the_score_is_kept(self) -> None:
        state = played("give F", "place e5e give FL", "place a1e a1ne give FLL")
        for seat, name, places in ((1, "Red", (2, 1)), (2, "Blue", (1, 2))):
            result = GAME.result(GAME.leave(state, seat))
            assert result is not None
            assert (result.places, result.clause) == (places, f"{name} left the match")
            assert result.points == count_score(BOARD, state.legs).points
        ended = GAME.leave(state, 1)
        assert GAME.leave(ended, 2) == ended

    def test_r5_red_placed_last_if_the_number_of_xoids_played_is_odd(self) -> None:
        whole = shapes.of(BOARD.legs).text
        names = ",".join(BOARD.names_of(bits(BOARD.legs)))
        odd = GAME.result(GAME.parse_position(f"1:{names} 2: hand:- played:{whole} -"))
        assert odd is not None
        assert odd.points == (122, 1)
        rest = BOARD.legs & ~legs(["a1w"])
        two = f"1:{','.join(BOARD.names_of(bits(rest)))} 2:a1w hand:- played:F,{shapes.of(rest).text} -"
        even = GAME.result(GAME.parse_position(two))
        assert even is not None
        assert even.points == (2 * 60 + 1, 0)

    def test_r7_legs_that_name_a_gift_are_vacant_after_the_placement(self) -> None:
        state = played("give FL")
        assert GAME.parse(state, "place e5e e5ne give e5nw").gift == "F"
        wrong = refusal(state, "place e5e e5ne give e5e")
        assert wrong.kind == "illegal"
        assert "`e5e` won't be vacant" in wrong.reason


class TestPositions:
    def test_the_start_and_the_first_gift_read_as_on_the_page(self) -> None:
        assert GAME.position(START) == "1: 2: hand:- played:- 2"
        assert GAME.position(played("give F")) == "1: 2: hand:F played:- 1"

    def test_legs_and_xoids_stand_in_order(self) -> None:
        state = played("give FLL", "place e5nw e5ne e5e give FL", "place a1e a1ne give F")
        assert GAME.position(state) == "1:e5e,e5ne,e5nw 2:a1e,a1ne hand:F played:FL,FLL 1"

    @pytest.mark.parametrize(
        ("text", "complaint"),
        [
            ("", "A position has five parts"),
            ("1: 2: hand:- played:- 1", "only blue can act"),
            ("1: 2: hand:F played:- 2", "seat 1 is to act"),
            ("1:e6w 2: hand:F played:FL 2", "canonical name"),
            ("1:e5ne,e5e 2: hand:F played:FL 2", "alphabetical order"),
            ("1:e5e,e5e 2: hand:F played:FL 2", "alphabetical order"),
            ("1:k1e 2: hand:F played:FL 2", "no leg of this board"),
            ("1:e5e 2:e5e hand:F played:FL 2", "both have `e5e`"),
            ("1:e5e 2: hand:F played:FL 2", "have 2 legs, but 1 legs"),
            ("1:e5e 2: hand:F played:F 2", "played already"),
            ("1:e5e 2: hand:FRL played:F 2", "not the canonical text"),
            ("1:e5e 2: hand:LL played:F 2", "is no Xoid"),
            ("1:e5e 2: hand:F( played:F 2", "still open"),
            ("1:e5e 2: hand:- played:F -", "must be one in hand"),
            ("1:e5e,e5ne 2:a1e hand:FLL played:FL,F 1", "length of text"),
            ("1:a1e 2:a1ne,a1nw hand:FLL played:F,FL 2", "With 2 Xoids played seat 1 is to act, not 2"),
            (f"1: 2: hand:F{'LR' * 9} played:- 1", "fits nowhere"),
        ],
    )
    def test_a_wrong_position_is_rejected_in_a_sentence(self, text: str, complaint: str) -> None:
        with pytest.raises(ValueError, match=complaint):
            GAME.parse_position(text)
