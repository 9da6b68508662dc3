"""What Xero-G offers to a player who is typing."""

from __future__ import annotations

import random

import pytest

from tests.games.xero_g.positions import GAME, begins

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
