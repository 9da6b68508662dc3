"""What a player of Martian Life can type, and what is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.contract import IllegalMove
from games.martian_life import MartianLife

if TYPE_CHECKING:
    from games.martian_life.state import State

GAME = MartianLife()
START = GAME.start(2, {}, 0)
CHAT = [
    "",
    " ",
    "nice one",
    "a1 was better?",
    "gg",
    "ok",
    "hi",
    "c4!",
    "c4?",
    "c4 d5",
    "u 2",
    "i",
    "?",
    "++",
    "c+",
    "placec4",
    "on c4",
    "c4 plus d5",
    "c4 and d5",
    "plus",
    "promote d5+",
    "please place c4",
    "\u0441\u0034",  # a Cyrillic letter that looks like c
    "c\u0664",  # an Arabic-Indic four
    "\u0130" * 50,
    "c4" * 5000,
    "c4\u200b",
    "`",
]


def refusal(text: str, state: State = START) -> IllegalMove:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(state, text)
    return rejection.value


class TestForms:
    @pytest.mark.parametrize(
        "text",
        ["c4", "C4", " c4 ", "c 4", "`c4`", "place c4", "Place  C4", "PLACE C 4", "``` c4 ```", "C4.", "place on c4"],
    )
    def test_every_way_to_place_reads_as_the_canonical_one(self, text: str) -> None:
        assert GAME.format(START, GAME.parse(START, text)) == "c4"

    @pytest.mark.parametrize(
        "text",
        [
            "d5+",
            "D5+",
            "d5 +",
            "d5",
            "D 5",
            "+d5",
            "+ d5",
            "promote d5",
            "Promote  D5",
            "`+d5`",
            "d5 plus",
            "D5 plus.",
            "plus d5",
        ],
    )
    def test_every_way_to_promote_reads_as_the_canonical_one(self, text: str) -> None:
        assert GAME.format(START, GAME.parse(START, text)) == "d5+"

    @pytest.mark.parametrize("text", CHAT)
    def test_a_text_that_is_no_move_as_a_whole_is_chat(self, text: str) -> None:
        assert refusal(text).kind == "not_a_move"

    def test_the_examples_of_the_help_can_be_played_at_the_start(self) -> None:
        assert GAME.info.examples
        for text in GAME.info.examples:
            assert GAME.format(START, GAME.parse(START, text)) == text


class TestUnfinished:
    def test_of_many_squares_those_are_named_first_where_the_piece_lives(self) -> None:
        later = GAME.play(START, GAME.parse(START, "d5+"))
        with pytest.raises(IllegalMove, match="for example `c4`, `c5` or `c6`"):
            GAME.parse(later, "place")

    @pytest.mark.parametrize(
        ("text", "next_step"),
        [
            ("c", "Not yet a move: name the row too, `c1`, `c2`, `c3`, `c4`, `c5`, `c6`, `c7` or `c8`."),
            ("d", "Not yet a move: name the row too, `d1`, `d2`, `d3`, `d5+`, `d6`, `d7` or `d8`."),
            ("place", "Not yet a move: name the square too, for example `a1`, `b1` or `c1`."),
            ("promote", "Not yet a move: name the square too, `e4+` or `d5+`."),
            ("+", "Not yet a move: name the square too, `e4+` or `d5+`."),
            ("promote d", "Not yet a move: name the row too, `d5+`."),
            ("+e", "Not yet a move: name the row too, `e4+`."),
        ],
    )
    def test_says_what_can_come_next(self, text: str, next_step: str) -> None:
        assert (refusal(text).kind, refusal(text).reason) == ("unfinished", next_step)

    def test_where_nothing_can_come_next_it_is_illegal(self) -> None:
        assert refusal("promote c").kind == "illegal"
        assert refusal("promote c").reason == ("You can't promote anything in column `c` now; try `e4+`, for example.")


class TestIllegal:
    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("j9", "`j9` isn't on the board: its squares go from `a1` to `h8`."),
            ("c9", "`c9` isn't on the board: its squares go from `a1` to `h8`."),
            ("c0+", "`c0` isn't on the board: its squares go from `a1` to `h8`."),
            ("promote k", "There's no column `k`: the board's squares go from `a1` to `h8`."),
            ("e5", "`e5` is occupied by yellow's small: a small is put on an empty square. The nearest is `f4`."),
            ("place d5", "`d5` is occupied by your own small: a small is put on an empty square; `d5+` promotes it."),
            (
                "e5+",
                "`e5` is yellow's small: you promote only your own pieces. The nearest piece you can promote: `e4+`.",
            ),
            (
                "c4+",
                (
                    "`c4` is empty: there's nothing to promote; `c4` places a small there. "
                    "The nearest piece you can promote: `d5+`."
                ),
            ),
        ],
    )
    def test_names_the_square_and_the_rule(self, text: str, reason: str) -> None:
        assert (refusal(text).kind, refusal(text).reason) == ("illegal", reason)

    def test_after_the_end_nothing_is_played_but_chat_is_still_chat(self) -> None:
        ended = GAME.leave(START, 1)
        assert refusal("c4", ended).reason == "The match is over."
        assert refusal("c", ended).kind == "illegal"
        assert refusal("gg", ended).kind == "not_a_move"


class TestSuggestions:
    def test_an_empty_text_goes_from_a1_to_h8(self) -> None:
        names = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
        assert [text[:2] for text in GAME.suggest(START, "", 64)] == [name for name in names if name not in "d4 e5"]

    def test_a_move_that_wins_comes_where_its_square_lies(self) -> None:
        state = GAME.parse_position(
            ".ss...../..m...../SsM...../...lS.../SsmMm.S./.....Mm./.....MM./........ 1", 2, {"target": 15}
        )
        texts = GAME.suggest(state, "", 64)
        assert texts == sorted(texts, key=lambda text: (text[1], text[0]))
        after = [GAME.play(state, GAME.parse(state, text)) for text in texts]
        wins = [text for text, reached in zip(texts, after, strict=True) if reached.outcome]
        assert wins
        assert texts[0] not in wins

    @pytest.mark.parametrize("text", ["d5", "D5", "+d", "promote d", "promo", "`d5", "d5+"])
    def test_a_half_typed_promotion_is_completed(self, text: str) -> None:
        assert "d5+" in GAME.suggest(START, text, 25)

    @pytest.mark.parametrize("text", ["c4", "c", "pl", "place c"])
    def test_a_half_typed_placing_is_completed(self, text: str) -> None:
        assert "c4" in GAME.suggest(START, text, 64)

    @pytest.mark.parametrize("text", ["z", "c9", "nice one", "c4+", "e5", "place d5", "x" * 5000])
    def test_a_text_that_begins_no_legal_move_has_none(self, text: str) -> None:
        assert GAME.suggest(START, text, 25) == []

    def test_there_are_never_more_than_the_limit_and_none_after_the_end(self) -> None:
        assert [len(GAME.suggest(START, "", limit)) for limit in (-1, 0, 1, 25)] == [0, 0, 1, 25]
        assert GAME.suggest(GAME.leave(START, 1), "", 25) == []


class TestWords:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("d5+", "promotes d5 to a medium"),
            ("a1", "places a small on a1, where it dies"),
            ("c6", "places a small on c6; d5 dies, then c6"),
            ("c4", "places a small on c4; d4 and d5 die, then c4"),
        ],
    )
    def test_a_move_is_told_with_who_dies_of_it(self, text: str, words: str) -> None:
        assert GAME.describe(START, GAME.parse(START, text)) == words

    def test_a_board_left_empty_is_told(self) -> None:
        state = GAME.play(START, GAME.parse(START, "c4"))
        assert GAME.describe(state, GAME.parse(state, "e5+")).endswith("; the board is empty")

    def test_the_task_is_what_can_be_done(self) -> None:
        assert GAME.task(START) == "place a small or promote a piece, for example `e4+`"
        five = GAME.parse_position(".....sss/......../......../...sS.../...Ss.../......../......../........ 1")
        assert GAME.task(five).startswith("promote a piece (all your smalls are on the board), for example `")
        second = GAME.play(GAME.play(START, GAME.parse(START, "e4+")), GAME.parse(START, "a1"))
        assert GAME.task(second) == "place a small or promote a piece"
        alone = GAME.parse_position("......../......../......../...SS.../......../......../......../........ 1")
        assert GAME.task(alone) == "place a small, for example `c4`"
        assert GAME.task(GAME.leave(START, 1)) == ""


class TestPositionText:
    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", "eight rows"),
            ("......../........ 1", "8 rows"),
            ("......./......../......../......../......../......../......../........ 1", "Row 8 has 7 squares"),
            ("......../......../......../......../......../......../......../...x.... 1", "Row 1 holds 'x'"),
            ("......../......../......../......../......../......../......../........ 3", "not '3'"),
            ("......../......../......../......../......../......../......../........  1", "eight rows"),
        ],
    )
    def test_what_is_wrong_is_named(self, text: str, wrong: str) -> None:
        with pytest.raises(ValueError, match=wrong):
            GAME.parse_position(text)

    def test_an_ended_position_is_over_and_says_no_more(self) -> None:
        state = GAME.parse_position("......../......../......../...sS.../...Ss.../......../......../........ -")
        result = GAME.result(state)
        assert GAME.to_move(state) is None
        assert result is not None
        assert (result.places, result.points, result.clause) == ((), None, "the match is over")

    def test_a_seat_with_nothing_to_play_cannot_be_to_move(self) -> None:
        full = "......Ms/sm.Mllm./mLLlll../m..ML.m./s....MLM/.....sLs/.S.S..../S.SS.... 1"
        with pytest.raises(ValueError, match="Red has nothing to play"):
            GAME.parse_position(full)
