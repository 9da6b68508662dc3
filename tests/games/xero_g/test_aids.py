"""What Xero-G offers to a player who is typing, and the game by choices."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from games.contract import IllegalMove
from tests.games.destinations import places, refusal
from tests.games.xero_g.positions import GAME, after, at, begins

START = GAME.start(2, {}, 0)
OPEN = GAME.parse_position("123321/....../....../....../....../321123 play 1")
FLOWN = GAME.parse_position("1...../....../..1.2./.2..../....../.2...3 play 1")
NEAR_SOUTH = GAME.parse_position(".2.1../....../....../....../....../...... play 1")


def test_setups_are_completed_in_canonical_digits() -> None:
    assert GAME.suggest(START, "", 25)[:3] == ["112233", "112323", "112332"]
    assert len(set(GAME.suggest(START, "", 25))) == 25
    assert all(text.startswith("13") for text in GAME.suggest(START, "1 3", 25))
    assert GAME.suggest(START, "SMLLM", 25) == ["123321"]
    assert GAME.suggest(START, "111", 25) == []


def test_an_empty_text_gives_the_ships_that_can_fly_whatever_they_win() -> None:
    assert GAME.suggest(OPEN, "", 25) == ["a1", "b1", "c1", "d1", "e1", "f1"]
    assert GAME.suggest(NEAR_SOUTH, "", 25) == ["b6", "d6"]


def test_the_base_comes_after_all_squares() -> None:
    found = GAME.suggest(NEAR_SOUTH, "b6", 25)
    assert found[-1] == "b6-base"
    assert len(found) > 3
    assert found[:-1] == sorted(found[:-1], key=lambda text: (text[4], text[3]))


def test_a_ship_gives_its_landings_those_on_ships_in_part() -> None:
    assert GAME.suggest(FLOWN, "f1", 3) == GAME.suggest(FLOWN, "F1-", 3)
    landings = GAME.suggest(FLOWN, "b1", 25)
    assert "b1-c2" in landings
    assert "b1xb3@" in landings
    assert GAME.suggest(FLOWN, "b1 c2", 25) == ["b1-c2"]
    assert all(text[3] == "c" for text in GAME.suggest(FLOWN, "b1-c", 25))


def test_a_landing_on_a_ship_gives_the_squares_it_can_be_sent_to() -> None:
    assert all(text.startswith("b1xb3@") for text in GAME.suggest(FLOWN, "b1 b3", 25))
    assert GAME.suggest(FLOWN, "b1xb3@d", 25) == [
        "b1xb3@d1",
        "b1xb3@d2",
        "b1xb3@d3",
        "b1xb3@d4",
        "b1xb3@d5",
        "b1xb3@d6",
    ]


def test_a_path_gives_what_its_stage_can_end_in() -> None:
    assert GAME.suggest(FLOWN, "b1:n", 25) == ["b1-a2", "b1-c2", "b1xb3@"]
    assert GAME.suggest(FLOWN, "b1:nn@a", 1) == ["b1xb3@a1"]
    assert GAME.suggest(FLOWN, "b1:ns", 25) == []


def test_a_finished_path_gives_its_flight_unless_it_leads_back_to_its_start() -> None:
    two = GAME.parse_position("....../....../....../....../.2..../2..... play 1")

    assert GAME.suggest(FLOWN, "b1:ne", 25) == ["b1-c2"]
    assert GAME.suggest(two, "a1:nesw", 25) == []
    assert GAME.suggest(two, "a1:nese", 25) == ["a1-c1"]


def test_whole_matches_can_be_played_through_suggestions() -> None:
    lot = random.Random(11)
    for _ in range(5):
        state, plies = START, 0
        while GAME.to_move(state) is not None:
            text = lot.choice(GAME.suggest(state, "", 40))
            while GAME.suggest(state, text, 40) != [text]:
                assert begins(state, text), text
                text = lot.choice(GAME.suggest(state, text, 40))
            assert GAME.format(state, GAME.parse(state, text)) == text
            state, plies = GAME.play(state, GAME.parse(state, text)), plies + 1
            assert plies < 2000, "no match by chance takes so long"


@pytest.mark.parametrize("text", ["zz", "b9", "a6", "b1-f6", "\u0131", "x" * 500, "b1xb3@a9", "b1:q", "g1:n", "c3:n"])
def test_nothing_follows_a_wrong_text(text: str) -> None:
    assert GAME.suggest(FLOWN, text, 25) == []


def test_ships_are_laid_before_any_flies() -> None:
    state = GAME.start(2, {}, 0)
    assert GAME.destinations(state, "").places == ()
    assert "South lays six ships on row 1" in GAME.destinations(state, "").words
    assert refusal(GAME, state, "b1") == "No ship flies yet: first South lays six on row 1."
    state = GAME.play(state, GAME.parse(state, "321123"))
    assert "North lays six ships on row 6" in GAME.destinations(state, "").words


def test_only_ships_of_the_home_row_fly() -> None:
    assert places(GAME, OPEN, "") == "a1 b1 c1 d1 e1 f1"
    assert refusal(GAME, OPEN, "b6") == "b6 isn't on your home row, which is row 1. Fly a1, b1, c1, d1, e1 or f1."
    assert refusal(GAME, OPEN, "b2").startswith("b2 is empty.")


def test_a_ship_reaches_empty_squares_ships_and_the_base() -> None:
    state = at("....../.1.2../....../....../....../......")
    found = GAME.destinations(state, "d5")
    assert found.source == ("d5",)
    assert " ".join(found.places) == "d3 b4 c4 e4 a5 b5 f5 b6 c6 e6 base"
    assert found.words.startswith("d5 is a medium ship: it flies 2 steps, or on by boosts. It can reach d3, b4,")
    assert found.words.endswith("(`d5-d3`), the ship on b5 (`d5xb5@a1`) and the base (`d5-base`).")


def test_a_ship_landed_on_can_be_sent_not_beyond_the_far_home_row() -> None:
    state = at("....../....../....../....../2...../1.....")
    found = GAME.destinations(state, "a1xa2")
    assert found.source == ("a2",)
    assert places(GAME, state, "a1xa2") == "a1 b1 c1 d1 e1 f1 b2 c2 d2 e2 f2"


def test_a_setup_takes_three_choices_and_is_seen_on_the_board() -> None:
    state = START
    step = GAME.guide(state, "")
    assert step.question == "Your ships on a1 and b1? 1 is small, 2 medium, 3 large."
    assert [one.label for one in step.choices] == ["1 1", "1 2", "1 3", "2 1", "2 2", "2 3", "3 1", "3 2", "3 3"]
    assert {one.words for one in step.choices} == {""}, "such choices are buttons"
    assert step.shown == state
    last = GAME.guide(state, "3211")
    assert [one.text for one in last.choices] == ["321123", "321132"]
    assert last.question.startswith("Your ships on e1 and f1?")
    assert last.shown == replace(state, board=(3, 2, 1, 1, *[0] * 32))
    whole = GAME.guide(state, "321123")
    assert (whole.move, whole.question, whole.choices) == ("321123", "", ())


def test_north_lays_out_its_row_from_its_own_left_as_its_picture_shows_it() -> None:
    state = after(START, "321123")
    step = GAME.guide(state, "")
    assert step.question.startswith("Your ships on f6 and e6?")
    assert [(one.label, one.text) for one in step.choices[:3]] == [
        ("1 1", "....11"),
        ("1 2", "....21"),
        ("1 3", "....31"),
    ]
    second = GAME.guide(state, "....31")
    assert second.question.startswith("Your ships on d6 and c6?")
    assert [one.label for one in second.choices] == ["1 2", "1 3", "2 1", "2 2", "2 3", "3 1", "3 2"]
    assert second.choices[0].text == "..2131"
    assert second.shown.board == (3, 2, 1, 1, 2, 3, *[0] * 28, 3, 1)
    last = GAME.guide(state, "..2131")
    assert last.question.startswith("Your ships on b6 and a6?")
    assert [(one.label, one.text) for one in last.choices] == [("2 3", "322131"), ("3 2", "232131")]
    assert GAME.guide(state, "322131").move == "322131"
    for text in ("12", "31....", "....", "....313", "31", "......"):
        with pytest.raises(IllegalMove):
            GAME.guide(state, text)


def test_a_flight_onto_a_ship_asks_where_that_one_goes() -> None:
    state = after(START, "321123", "123321")
    step = GAME.guide(state, "")
    assert step.question == "Which ship of row 1 flies?"
    assert (step.choices[2].label, step.choices[2].piece) == ("c1", "small")
    assert step.choices[2].words.startswith("small, flies 1 step, reaches ")
    landings = {one.label: one.words for one in GAME.guide(state, "d1").choices}
    assert landings["d2"] == "empty"
    assert landings["onto c1"] == "stay on the small there and send it elsewhere"
    assert "with 1 boost" in landings["c2"]
    step = GAME.guide(state, "d1xe1")
    assert step.question == "d1 lands on the medium ship on e1. Where does that one go?"
    assert step.move == ""
    assert ("b3", "send the medium here") in [(one.label, one.words) for one in step.choices]
    assert GAME.guide(state, "d1xe1@b3").move == "d1xe1@b3"


def test_the_base_comes_last_and_says_that_it_wins() -> None:
    state = at("1.....")
    step = GAME.guide(state, "a1")
    assert [one.label for one in step.choices] == ["b1", "a2"]
    state = at("1...../....../....../....../....../......")
    last = GAME.guide(state, "a6").choices[-1]
    assert (last.label, last.text, last.words) == ("the base", "a6-base", "wins")
    assert last.places == ("base",)
