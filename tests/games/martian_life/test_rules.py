"""Martian Life as its rules page tells it, ruling by ruling."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.contract import BadOption, IllegalMove, Options, Result
from games.martian_life import MartianLife
from games.martian_life.state import GRID, Move, Piece, State

GAME = MartianLife()
START = "......../......../......../...sS.../...Ss.../......../......../........ 1"
EMPTY = "......../......../......../......../......../......../......../........"


def start(options: Options | None = None) -> State:
    return GAME.start(2, options or {}, 0)


def at(text: str, options: Options | None = None) -> State:
    return GAME.parse_position(text, 2, options)


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse(state, text))
    return state


def read(state: State) -> Result:
    """Return the result of a match with its reason as people read it."""
    result = GAME.result(state)
    assert result is not None
    return replace(result, reason=result.clause)


def refusal(state: State, text: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(state, text)
    return rejection.value


def texts(state: State) -> set[str]:
    return {GAME.format(state, move) for move in GAME.legal(state)}


def squares_culled(state: State) -> list[set[str]]:
    assert state.last is not None
    return [{GRID.names[square] for square, _ in wave} for wave in state.last.culled]


class TestSetup:
    def test_red_smalls_stand_on_d5_and_e4_and_yellow_smalls_on_e5_and_d4(self) -> None:
        board = start().board
        on = {name: board[GRID.numbers[name]] for name in ("d5", "e4", "e5", "d4")}
        assert on == {"d5": Piece(1, 1), "e4": Piece(1, 1), "e5": Piece(2, 1), "d4": Piece(2, 1)}
        assert sum(piece is not None for piece in board) == 4

    def test_the_start_is_written_as_the_page_writes_it(self) -> None:
        assert GAME.position(start()) == START

    def test_red_moves_first_then_yellow_in_turn(self) -> None:
        assert GAME.to_move(start()) == 1
        assert GAME.to_move(played(start(), "d5+")) == 2
        assert GAME.to_move(played(start(), "d5+", "e5+")) == 1

    def test_it_is_for_two(self) -> None:
        with pytest.raises(BadOption, match="2 players"):
            GAME.start(3, {}, 0)


class TestTurn:
    def test_a_turn_puts_a_small_on_an_empty_square_or_promotes_an_own_piece(self) -> None:
        empty = {name for name, piece in zip(GRID.names, start().board, strict=True) if piece is None}
        assert texts(start()) == empty | {"d5+", "e4+"}

    def test_a_small_becomes_a_medium_and_a_medium_a_large_and_a_large_stays(self) -> None:
        state = at("......../......../..SSS.../..SmS.../......../......../......../........ 1", {"supply": "unlimited"})
        after = GAME.play(state, Move(GRID.numbers["d5"], promotes=True))
        assert after.last is not None
        assert after.last.piece == Piece(1, 3)
        large = at("......../......../......../..mlm.../..m.m.../..mmm.../......../........ 1", {"supply": "unlimited"})
        assert "d5+" not in texts(large)
        assert "nothing is larger" in refusal(large, "d5+").reason

    def test_the_dying_go_all_at_once_and_the_count_begins_again_until_nothing_dies(self) -> None:
        state = played(start(), "c4")
        assert squares_culled(state) == [{"d4", "d5"}, {"c4"}]
        assert GAME.position(state) == "......../......../......../....S.../....s.../......../......../........ 2"

    def test_the_last_turn_keeps_who_died_with_the_piece_that_it_was(self) -> None:
        last = played(start(), "c4").last
        assert last is not None
        assert last.culled[0] == ((GRID.numbers["d4"], Piece(2, 1)), (GRID.numbers["d5"], Piece(1, 1)))

    @pytest.mark.parametrize(
        ("letter", "lives"),
        [("s", {1, 2, 3}), ("m", {3, 4, 5}), ("l", {5, 6, 7})],
        ids=["small", "medium", "large"],
    )
    def test_a_piece_lives_with_as_many_neighbours_as_the_table_says(self, letter: str, lives: set[int]) -> None:
        around = ["b3", "c3", "d3", "b4", "d4", "b5", "c5", "d5"]
        for number in range(9):
            board: list[Piece | None] = [None] * 64
            board[GRID.numbers["c4"]] = Piece(1, "sml".index(letter) + 1)
            for name in around[:number]:
                board[GRID.numbers[name]] = Piece(2, 1)
            state = replace(start({"supply": "unlimited"}), board=tuple(board))
            after = GAME.play(state, Move(GRID.numbers["h8"], promotes=False))
            assert ("c4" not in squares_culled(after)[0]) == (number in lives), number


class TestWin:
    MOVES = "d5+ c6 e4+ f3 b6 g4 g3 d4+ c4 f3+ b4 f2 g3+ g2 c7 f2+ c8 g2+ c4+ h1 c7+ a4 d5+ c6+ b8 a6"

    def test_more_than_fifteen_points_and_more_than_the_other_wins(self) -> None:
        state = played(start(), *self.MOVES.split(), "e1")
        assert read(state) == Result((1, 2), "16 points to 15", (16, 15))
        assert GAME.to_move(state) is None
        assert GAME.position(state).endswith(" -")
        assert not GAME.legal(state)

    def test_fifteen_points_are_not_enough(self) -> None:
        state = played(start(), *self.MOVES.split(), "a1", "f2+")
        assert scores_of(state) == (15, 13)
        assert GAME.result(state) is None

    def test_equal_scores_above_the_target_go_on(self) -> None:
        even = at("..s...../..m...../.sM...../...lS.../SsmMm.S./.....Mm./.....MM./.......S 1", {"target": 10})
        state = played(even, "a1")
        assert scores_of(state) == (14, 14)
        assert GAME.result(state) is None

    def test_a_player_can_win_on_the_turn_of_the_other(self) -> None:
        state = at("......../......../..SM..S./sm.mLM../ml.Lm.s./s.MS..Ss/.s....../........ 1")
        assert scores_of(state) == (16, 16)
        after = played(state, "b2+")
        assert read(after) == Result((2, 1), "16 points to 15", (15, 16))

    def test_it_is_the_board_after_the_culling_that_counts(self) -> None:
        state = played(start(), *self.MOVES.split(), "b8+")
        assert squares_culled(state) == [{"b8"}]
        assert scores_of(state) == (14, 15)
        assert GAME.result(state) is None


class TestR1AStashIsALimit:
    FIVE = ".....sss/......../......../...sS.../...Ss.../......../......../........ 1"

    def test_with_five_smalls_out_none_can_be_placed_only_promoted(self) -> None:
        state = at(self.FIVE)
        assert texts(state) == {"d5+", "e4+", "f8+", "g8+", "h8+"}
        assert refusal(state, "a1").reason == (
            "All five of your smalls are on the board, and a stash is a limit: place one when it has come back, "
            "or promote `e4+`."
        )

    def test_a_promoted_small_goes_back_to_the_stash_at_once(self) -> None:
        state = played(at(self.FIVE), "e4+", "a8")
        assert "a1" in texts(state)

    def test_a_culled_piece_goes_back_to_the_stash_at_once(self) -> None:
        state = played(at(self.FIVE), "f8+")
        assert squares_culled(state) == [{"f8"}]
        assert "a1" in texts(played(state, "h1"))

    def test_a_piece_is_promoted_only_if_the_larger_one_is_off_the_board(self) -> None:
        state = at("......../......../sm...m../......../......../m.m....m/......../........ 1")
        assert "a6+" not in texts(state)
        assert refusal(state, "a6").kind == "illegal"
        assert "`a6` is a small, and all five of your mediums are on the board" in refusal(state, "a6").reason
        assert "b6+" in texts(state)

    def test_the_opponents_stash_does_not_count(self) -> None:
        assert "a1" in texts(played(at(self.FIVE), "e4+"))

    def test_supply_unlimited_lifts_the_limit(self) -> None:
        assert "a1" in texts(at(self.FIVE, {"supply": "unlimited"}))

    def test_a_position_with_more_pieces_than_a_stash_is_rejected_unless_unlimited(self) -> None:
        text = "ssssss../......../......../......../......../......../......../........ 1"
        with pytest.raises(ValueError, match="Red has 6 smalls on the board, and a stash holds only 5"):
            at(text)
        assert GAME.position(at(text, {"supply": "unlimited"})) == text


class TestR2AMoveWhosePieceDies:
    def test_is_legal_also_where_it_leaves_the_board_as_it_was(self) -> None:
        state = played(start(), "a1")
        assert state.board == start().board
        assert GAME.to_move(state) == 2
        assert squares_culled(state) == [{"a1"}]

    def test_most_first_moves_do_just_that(self) -> None:
        state = start()
        same = [move for move in GAME.legal(state) if GAME.play(state, move).board == state.board]
        assert len(same) > len(GAME.legal(state)) / 2


class TestR3AnEmptyBoard:
    def test_is_a_draw(self) -> None:
        state = played(start(), "c4", "e5+")
        assert GAME.position(state) == f"{EMPTY} -"
        assert read(state) == Result((1, 1), "the board is empty", (0, 0))

    def test_after_most_first_moves_that_change_anything_seat_2_can_bring_it_about(self) -> None:
        state = start()
        changed = [after for move in GAME.legal(state) if (after := GAME.play(state, move)).board != state.board]
        doomed = [after for after in changed if any(not any(GAME.play(after, m).board) for m in GAME.legal(after))]
        assert len(doomed) > len(changed) / 2


class TestR4NothingToPlayAndRepetition:
    FULL = "......Ms/sm.Mllm./mLLlll../m..ML.m./s....MLM/.....sL{}/.S.S..../S.SS.... {}"

    def test_a_seat_with_nothing_to_play_is_passed_over_and_the_news_says_so(self) -> None:
        # Yellow has all fifteen out, so thirty points: only a target beyond the option's range lets the match go on.
        board = self.FULL.format("s", 1).replace("m..ML.m.", "m..ML...")
        state = played(replace(at(board), target=99), "f3+")
        assert GAME.to_move(state) == 1
        assert state.passed == (2,)
        assert GAME.news(state) == ("Yellow has nothing to play and is passed over.",)

    def test_if_nobody_can_move_it_is_a_draw(self) -> None:
        state = played(at(self.FULL.format(".", 1)), "h3")
        assert GAME.position(state) == self.FULL.format("s", "-")
        assert read(state) == Result((1, 1), "nobody can move", (30, 30))

    def test_a_position_that_comes_up_twice_is_news(self) -> None:
        assert GAME.news(played(start(), "a1")) == ()
        (said,) = GAME.news(played(start(), "a1", "h8"))
        assert "come up twice" in said

    def test_the_third_time_with_the_same_seat_to_move_is_a_draw(self) -> None:
        state = played(start(), "a1", "h8", "h1")
        assert GAME.result(state) is None
        state = played(state, "a8")
        assert read(state) == Result((1, 1), "the same position has come up for the third time", (2, 2))
        assert GAME.to_move(state) is None

    def test_the_same_board_with_the_other_seat_to_move_is_another_position(self) -> None:
        assert GAME.result(played(start(), "a1", "a1", "a1")) is None


class TestR5Target:
    def test_is_fifteen_unless_chosen(self) -> None:
        assert start().target == 15

    @pytest.mark.parametrize("target", [10, 25, "12"])
    def test_may_be_from_10_to_25(self, target: int | str) -> None:
        assert start({"target": target}).target == int(target)

    @pytest.mark.parametrize("target", [9, 26, "many", ""])
    def test_may_be_nothing_else(self, target: int | str) -> None:
        with pytest.raises(BadOption, match="10 to 25"):
            start({"target": target})

    def test_is_the_score_that_must_be_exceeded(self) -> None:
        moves = (*TestWin.MOVES.split(), "e1")
        assert scores_of(played(start(), *moves)) == (16, 15)
        assert GAME.result(played(start({"target": 15}), *moves)) is not None
        assert GAME.result(played(start({"target": 16}), *moves)) is None


class TestLeaving:
    @pytest.mark.parametrize(("seat", "places", "who"), [(1, (2, 1), "Red"), (2, (1, 2), "Yellow")])
    def test_the_other_wins(self, seat: int, places: tuple[int, int], who: str) -> None:
        state = GAME.leave(played(start(), "d5+"), seat)
        assert read(state) == Result(places, f"{who} left the match", (3, 2))
        assert GAME.to_move(state) is None

    def test_a_match_that_is_over_stays_as_it_ended(self) -> None:
        ended = played(start(), "c4", "e5+")
        assert GAME.leave(ended, 1) == ended


def scores_of(state: State) -> tuple[int, int]:
    red, yellow = (sum(piece.size for piece in state.board if piece and piece.seat == seat) for seat in (1, 2))
    return red, yellow
