"""Every form of the notation table of the rules page, and what is said when a text can't be played."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest

from games.contract import IllegalMove
from games.xero_g.state import Setup
from tests.games.xero_g.positions import GAME, after, at, begins, flown_squares

if TYPE_CHECKING:
    from games.xero_g.state import State

START = GAME.start(2, {}, 0)
OPEN = GAME.parse_position("123321/....../....../....../....../321123 play 1")
# b1 boosts off the medium on b3 and the small on c4; e4 holds a medium.
FLOWN = GAME.parse_position("1...../....../..1.2./.2..../....../.2...3 play 1")
NEAR = GAME.parse_position("....../.2..../....../....../....../1..... play 2")


def canonical(state: State, text: str) -> str:
    return GAME.format(state, GAME.parse(state, text))


def reject(state: State, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refusal:
        GAME.parse(state, text)
    return refusal.value.kind, refusal.value.reason


class TestForms:
    @pytest.mark.parametrize(
        "text", ["123321", "1 2 3 3 2 1", "SMLLMS", "smllms", "s m l l m s", "123 321", "`123321`", " 123321 "]
    )
    def test_a_setup(self, text: str) -> None:
        assert canonical(START, text) == "123321"

    @pytest.mark.parametrize(
        "text", ["1,2,3,3,2,1", "1, 2, 3, 3, 2, 1", "1-2-3-3-2-1", "1/2/3/3/2/1", "123,321", "s,m,l,l,m,s"]
    )
    def test_a_setup_with_signs_between_its_sizes(self, text: str) -> None:
        assert canonical(START, text) == "123321"

    @pytest.mark.parametrize(
        "text",
        [
            "b1-c2",
            "b1 c2",
            "b1c2",
            "B1-C2",
            "b1 - c2",
            "b1\u2013c2",
            "b1\u2212c2",
            "`b1-c2`",
            "b1:ne",
            "b1:en",
            "B1:NE",
            "b1: n e",
            "b1 : en",
            "B1 to C2.",
            "b1->c2",
            "b1 > c2",
            "b1 \u2192 c2",
            "b1, c2",
            "b1,c2",
        ],
    )
    def test_a_flight_to_an_empty_square(self, text: str) -> None:
        assert canonical(FLOWN, text) == "b1-c2"

    @pytest.mark.parametrize(
        "text",
        [
            "b1xb3@d2",
            "b1 b3 d2",
            "b1xb3 d2",
            "b1, b3, d2",
            "b1:nn@d2",
            "b1b3d2",
            "B1XB3@D2",
            "b1\u00d7b3@d2",
            "b1 x b3 @ d2",
            "b1-b3@d2",
            "b1b3@d2",
            "b1:nn @ d2",
            "``b1xb3@d2``",
            "b1 to b3 to d2",
            "b1 on b3 at d2",
            "b1 onto b3 to d2",
            "b1 takes b3 to d2",
        ],
    )
    def test_a_reprogram(self, text: str) -> None:
        assert canonical(FLOWN, text) == "b1xb3@d2"

    @pytest.mark.parametrize(
        "text",
        [
            "a1-base",
            "a1#",
            "a1 base",
            "a1base",
            "A1-BASE",
            "a1 #",
            "a1:s",
            "a1->base",
            "A1:S",
            "a1 - base",
            "a1 to base",
            "A1 to the base.",
        ],
    )
    def test_into_the_base(self, text: str) -> None:
        south = GAME.parse_position("....../....../....../....../....../1..... play 2")
        assert canonical(south, text) == "a1-base"

    def test_a_long_path_with_boosts_is_the_move_it_ends_as(self) -> None:
        assert canonical(FLOWN, "b1:nnnen") == "b1-c5"
        assert canonical(FLOWN, "b1:nnne@e2") == "b1xc4@e2"

    def test_letters_and_digits_are_not_mixed_in_a_setup(self) -> None:
        assert reject(START, "1m33m1")[0] == "not_a_move"


class TestChat:
    @pytest.mark.parametrize(
        "text",
        [
            *[
                "",
                " ",
                "`",
                "nice one",
                "a1 was better?",
                "be",
                "ok",
                "hi",
                "no",
                "base",
                "#",
                "a",
                "b12",
                "b1?",
                "-",
                "@c3",
                "r2 d2",
                "r2-d2",
                "g1",
                "h7",
                "b1 and c2",
                "123",
                "1",
            ],
            *["b1: nice", "b1-e4!", "b1 e", "b1\u200bc2", "b1-\u0435", "\u0131\u0130", "b1, b3 or c2"],
            *("x" * 5000, "b1:" + "n" * 300, "1 " * 3000, "b1\nis\nmine"),
        ],
    )
    def test_while_ships_fly(self, text: str) -> None:
        assert reject(OPEN, text)[0] == "not_a_move"

    @pytest.mark.parametrize(
        "text", ["nice one", "be", "ok", "a1", "sml", "mmm", "456", "12x", "hm 1", "4", "3-2", "1,2", "12-31-23"]
    )
    def test_while_ships_are_laid(self, text: str) -> None:
        assert reject(START, text)[0] == "not_a_move"

    def test_after_the_end(self) -> None:
        over = GAME.leave(OPEN, 1)
        assert reject(over, "gg")[0] == "not_a_move"
        assert reject(over, "b1-b3") == ("illegal", "The match is over.")
        assert reject(over, "123321")[0] == "illegal"


@pytest.mark.parametrize(
    ("rows", "text", "kind", "reason"),
    [
        (
            "1...../....../....../....../....../......",
            "a6-base@c3",
            "illegal",
            "In the base no ship is reprogrammed: `a6-base` is the whole move.",
        ),
        (
            "3...../3...../3...../2...../22..../11....",
            "b1xb2@a",
            "illegal",
            "No square on a is open to the medium from b2",
        ),
        (
            "....../....../....../.3..../323.../.1....",
            "b1:n",
            "unfinished",
            "b1 lands on the medium ship on b2. No boost leads on by that path, so write where the ship underneath",
        ),
        (
            "...2../....../....../....../1...../.3....",
            "b1:w",
            "illegal",
            "On a1 the ship has 2 steps left over and no open way leads on from `b1:w`.",
        ),
    ],
)
def test_a_flight_that_cannot_go_on_is_rejected_with_the_reason(rows: str, text: str, kind: str, reason: str) -> None:
    found, sentence = reject(GAME.parse_position(f"{rows} play 1"), text)
    assert found == kind
    assert sentence.startswith(reason)


class TestSetupMistakes:
    @pytest.mark.parametrize("text", ["1", "12", "123", "1 2 3 3", "33221"])
    def test_too_few_ships_are_unfinished(self, text: str) -> None:
        kind, reason = reject(START, text)
        assert kind == "unfinished"
        assert "still to lay" in reason

    def test_what_is_missing_is_said(self) -> None:
        assert "3 ships laid from a1 on; still to lay: 1 2 3" in reject(START, "123")[1]

    def test_too_many_of_a_size_are_illegal(self) -> None:
        assert reject(START, "111")[0] == "illegal"
        assert "two large ships (`3`) to lay, not 3" in reject(START, "123331")[1]
        assert reject(START, "1233211")[0] == "illegal"

    def test_a_flight_before_its_time_and_a_setup_after_it(self) -> None:
        assert reject(START, "b1-b3") == (
            "illegal",
            "First lay your six ships on row 1, for example `321123`; then ships fly.",
        )
        assert reject(OPEN, "123321")[0] == "illegal"


class TestUnfinished:
    @pytest.mark.parametrize(
        "text",
        [
            "b1",
            "B1",
            "b1-",
            "b1x",
            "b1-c",
            "b1-b",
            "b1:",
            "b1:n",
            "b1 b3",
            "b1-b3",
            "b1b3",
            "b1xb3",
            "b1:nn",
            "b1xb3@",
            "b1-b3@",
            "b1 b3@",
            "b1xb3@d",
            "b1:nn@",
            "b1:nn@d",
            "b1:nnn",
        ],
    )
    def test_a_text_that_is_right_so_far(self, text: str) -> None:
        assert reject(FLOWN, text)[0] == "unfinished"

    def test_a_ship_alone_is_told_where_it_can_go_when_that_is_little(self) -> None:
        assert reject(OPEN, "b1") == (
            "unfinished",
            "b1 is a medium ship: write where it flies, for example `b1-a2`. It can reach a2, c2 and b3.",
        )

    def test_a_landing_on_a_ship_names_both_ways_to_go_on(self) -> None:
        reason = reject(FLOWN, "b1 b3")[1]
        assert reason.startswith("b1 lands on the medium ship on b3. Either boost on with its 2 steps")
        assert "`b1:nn`" in reason
        example = re.findall(r"`(b1xb3@..)`", reason)[0]
        assert canonical(FLOWN, example) == example

    def test_a_path_that_stops_within_a_stage_names_the_steps_that_can_follow(self) -> None:
        reason = reject(FLOWN, "b1:n")[1]
        assert reason == "On b2 the ship has 1 step left over: go on with `b1:nn`, `b1:ne` or `b1:nw`."

    def test_a_step_that_could_only_end_on_the_own_start_is_not_named(self) -> None:
        state = GAME.parse_position("....../....../....../....../.13.../...... play 1")
        assert reject(state, "b2:enw")[1].endswith("go on with `b2:enwn` or `b2:enww`.")

    def test_a_reprogram_without_its_square_says_which_squares_are_open(self) -> None:
        assert "any empty square not beyond North's home row (row 6)" in reject(FLOWN, "b1xb3@")[1]

    def test_the_beginning_of_the_base_is_unfinished_where_the_base_can_be_reached(self) -> None:
        assert reject(NEAR, "b5-ba")[0] == "illegal"
        near = GAME.parse_position("....../....../....../....../....../1..... play 2")
        assert [reject(near, text)[0] for text in ("a1-b", "a1-ba", "a1-bas")] == ["unfinished"] * 3


class TestIllegal:
    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("c3-c4", ["c3 is empty", "Fly b1 or f1"]),
            ("b3-b4", ["b3 isn't on your home row, which is row 1", "b1 or f1"]),
            ("a6", ["a6 isn't on your home row"]),
            ("b1-e1", ["b1 is a medium ship: it flies exactly 2 steps", "ends on e1"]),
            ("b1-base", ["ends in North's base"]),
            ("b1-b1", ["can't end on its own starting square, b1", "must have changed"]),
            ("b1xc2", ["c2 is empty, there's no ship to reprogram", "`b1-c2`"]),
            ("b1xc2@d4", ["c2 is empty"]),
            ("b1xb3@e4", ["e4 is occupied", "The nearest square open to it: `b1xb3@"]),
            ("b1xb3@b3", ["The flying ship stays on b3"]),
            ("b1xb3@b1", ["Both ships are medium"]),
            ("b1-g2", ["There's no square g2", "a1 to f6"]),
            ("b1-b9", ["There's no square b9"]),
            ("b1xb3@a7", ["There's no square a7"]),
            ("g1-b1", ["There's no square g1"]),
            ("b1-ba", ["No flight begins with `b1-ba`"]),
        ],
    )
    def test_the_reason_names_square_ship_or_rule(self, text: str, words: list[str]) -> None:
        kind, reason = reject(FLOWN, text)
        assert kind == "illegal"
        for word in words:
            assert word in reason

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("b1:s", "Step 1 (`s`) enters South's own base, which nobody may."),
            ("b1:ww", "Step 2 (`w`) leaves the board from a1."),
            ("b1:ns", "Step 2 (`s`) crosses the border between b2 and b1 again: a gate is used once in a turn."),
            (
                "f1:wwwn",
                "Step 4 (`n`) is one too many: the flight ends on c1, which is empty.",
            ),
            ("b1:nnss", "Step 3 (`s`) crosses the border between b3 and b2 again: a gate is used once in a turn."),
            ("b1:nnneee", "Step 6 (`e`) is one too many: the flight ends on d4, which is empty."),
            ("b1:n@d2", "On b2 the ship has 1 step left over: it must fly them first."),
        ],
    )
    def test_a_path_names_the_step_at_fault(self, text: str, reason: str) -> None:
        assert reject(FLOWN, text) == ("illegal", reason)

    def test_a_path_may_not_meet_a_ship_within_a_stage(self) -> None:
        state = GAME.parse_position("....../....../....../....../1...../3..... play 1")
        assert reject(state, "a1:n")[1] == (
            "Step 1 (`n`) meets the ship on a2 with 2 steps left over: a ship passes only through empty squares."
        )

    def test_the_base_must_be_the_very_last_step(self) -> None:
        assert "with 1 step left over: the base must be the very last" in reject(NEAR_SOUTH, "b6:n")[1]
        assert reject(NEAR_SOUTH, "d6:nn")[1] == "Step 2 (`n`) is one too many: the flight ends in the base."

    def test_a_path_that_can_only_end_where_it_began_is_stuck(self) -> None:
        state = GAME.parse_position("....../....../....../....../.13.../...... play 1")
        assert reject(state, "b2:enws")[0] == "illegal"
        assert "must have changed" in reject(state, "b2:enws@c3")[1]

    def test_many_landings_are_told_by_the_nearest(self) -> None:
        reason = reject(OPEN, "c1-d4")[1]
        assert "From c1 it can reach 9 places, the nearest " in reason

    def test_every_move_named_in_a_reason_can_be_played_or_begun(self) -> None:
        lot = random.Random(3)
        for state in (OPEN, FLOWN):
            for _ in range(400):
                squares = [lot.choice("abcdef") + lot.choice("123456") for _ in range(3)]
                start, sent = lot.choice(["b1", "c1", squares[2]]), lot.choice(["", f"@{squares[1]}"])
                for suggested in moves_in_rejection(state, f"{start}{lot.choice(' -x')}{squares[0]}{sent}"):
                    assert begins(state, suggested), suggested


NEAR_SOUTH = GAME.parse_position(".2.1../....../....../....../....../...... play 1")


def moves_in_rejection(state: State, text: str) -> list[str]:
    """Return the moves that the answer to a wrong text names, but for that text itself."""
    try:
        GAME.parse(state, text)
    except IllegalMove as refusal:
        return [suggested for suggested in re.findall(r"`([a-f]\d[-x:][^`]*)`", refusal.reason) if suggested != text]
    return []


class TestWords:
    def test_a_move_is_told_in_words(self) -> None:
        state = at("....1./..2.../..1.../......")
        told = {text: GAME.describe(state, GAME.parse(state, text)) for text in ("c2-d2", "c2-c5", "c2xc3@a1")}
        assert told == {
            "c2-d2": "flies c2 to d2",
            "c2-c5": "flies c2 to c5 (1 boost)",
            "c2xc3@a1": "flies c2 onto c3 and sends the medium from c3 to a1",
        }
        far = at("....../.2..../.1..../....../....../......")
        assert GAME.describe(far, GAME.parse(far, "b4-base")) == "flies b4 into the base (1 boost)"
        assert GAME.describe(GAME.start(2, {}, 0), Setup((3, 2, 1, 1, 2, 3))) == "lays 3 2 1 1 2 3 from a to f"

    def test_the_last_turn_is_kept_for_the_picture(self) -> None:
        state = after(at("....1./..2.../..1.../......"), "c2xc3@a1")
        assert state.last is not None
        assert (state.last.seat, state.last.pips, state.last.sent_pips) == (1, 1, 2)
        assert flown_squares(state) == "c2 c3"

    def test_the_help_shows_every_example_and_each_can_be_played(self) -> None:
        opened = after(GAME.start(2, {}, 0), "321123", "123321")
        places = {"321123": GAME.start(2, {}, 0), "d5-base": at("...2../....../....../....../......")}
        for example in GAME.info.examples:
            assert f"`{example}`" in GAME.info.help
            state = places.get(example, opened)
            assert GAME.parse(state, example) in GAME.legal(state)

    def test_the_help_shows_the_loose_forms_that_are_taken(self) -> None:
        opened = after(GAME.start(2, {}, 0), "321123", "123321")
        pairs = {"b1 b3": "b1-b3", "b1 to b3": "b1-b3", "c1 b1 d3": "c1xb1@d3"}
        for loose, canonical in pairs.items():
            assert f"`{loose}`" in GAME.info.help
            assert GAME.format(opened, GAME.parse(opened, loose)) == canonical


class TestPositionText:
    @pytest.mark.parametrize(
        "text",
        [
            "....../....../....../....../....../...... setup 1",
            "....../....../....../....../....../321123 setup 2",
            "....../....../....../....../....../321123 setup -",
            "123321/....../....../....../....../321123 play 1",
            "123321/....../....../....../....../32112. play -",
        ],
    )
    def test_it_is_read_back_to_the_character(self, text: str) -> None:
        state = GAME.parse_position(text)
        assert GAME.position(state) == text
        assert (GAME.result(state) is None) == (not text.endswith("-"))

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", "rows 6 to 1"),
            ("nonsense", "rows 6 to 1"),
            ("....../....../....../....../....../...... play 3", "seat to move"),
            ("....../....../....../....../...... play 1", "six rows"),
            ("....../....../......./....../....../...... play 1", "Row 4 has 7"),
            ("11111./....../....../....../....../...... play 1", "four small ships"),
            ("....../....../....../....../....../...... play 1", "South has no flight"),
            ("....../....../....../....../....../321123 setup 1", "North's turn"),
            ("....../....../....../....../....../...... setup 2", "South's turn"),
            ("....../....../....../....../....../32112. setup 2", "two ships of each size"),
            ("1...../....../....../....../....../321123 setup 2", "only row 1"),
        ],
    )
    def test_a_wrong_one_is_rejected_in_a_sentence(self, text: str, expected: str) -> None:
        with pytest.raises(ValueError, match=expected) as refusal:
            GAME.parse_position(text)
        assert str(refusal.value).endswith(".")
