"""What is suggested to a player of Xong, and what is told in words."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.contract import IllegalMove
from games.hex_grid import DIRECTIONS
from games.xong import Xong, notation, shapes
from games.xong.lattice import bits, spread
from games.xong.notation import xoid
from games.xong.rules import placements

if TYPE_CHECKING:
    from games.xong.state import Move, State

GAME = Xong()
START = GAME.start(2, {}, 0)


def played(*texts: str, state: State = START) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse(state, text))
    return state


FIRST = played("give FL")
LATER = played("place e5e e5ne give FLR", state=FIRST)


def followed(state: State, chance: Random, limit: int = 25) -> Move:
    """Return a move to which suggestions lead, part by part."""
    text = ""
    while True:
        text = chance.choice(GAME.suggest(state, text, limit))
        assert len(text) <= 100
        try:
            return GAME.parse(state, text)
        except IllegalMove as rejection:
            if rejection.kind != "unfinished":
                raise


class TestSuggestions:
    def test_placements_come_in_the_order_of_their_legs_on_the_board(self) -> None:
        first = GAME.suggest(LATER, "", 300)
        legs = [sorted((name[:2], DIRECTIONS.index(name[2:])) for name in text.split()[1:]) for text in first]
        assert legs == sorted(legs)
        assert len(first) == 300

    def test_every_placement_is_suggested_if_there_is_room(self) -> None:
        places = placements(shapes.read("FLR"), LATER.vacant)
        assert len(GAME.suggest(LATER, "", 9999)) == len(places)

    def test_legs_named_so_far_narrow_the_choice(self) -> None:
        assert all("d5nw" in text.split() for text in GAME.suggest(LATER, "place d5nw", 25))
        both = GAME.suggest(LATER, "place d4ne d", 25)
        assert both
        assert all("d4ne" in text.split() for text in both)

    def test_a_whole_placement_is_followed_by_gifts_that_fit(self) -> None:
        assert GAME.suggest(FIRST, "place e5e e5ne", 2) == ["place e5e e5ne give F", "place e5e e5ne give FLL"]
        assert GAME.suggest(FIRST, "place e5e e5ne g", 1) == ["place e5e e5ne give F"]
        assert GAME.suggest(FIRST, "place e5e e5ne give F(L)RL", 1) == ["place e5e e5ne give F(L)RL"]
        assert GAME.suggest(FIRST, "place e5e e5ne give 4-2", 1) == ["place e5e e5ne give FLLR"]
        assert "place e5e e5ne give FLRLRLRL" in GAME.suggest(FIRST, "place e5e e5ne give FLRLRLRL", 9)

    def test_a_walk_that_is_whole_is_suggested_once(self) -> None:
        gifts = [text.split()[-1] for text in GAME.suggest(FIRST, "place e5e e5ne give FLLR", 25)]
        assert gifts[0] == "FLLR"
        assert len(gifts) == len(set(gifts)) > 3

    def test_a_walk_laid_so_far_is_completed(self) -> None:
        assert GAME.suggest(FIRST, "place e5e>FL", 9) == ["place d5ne e5e", "place e5e e5ne"]
        assert len(GAME.suggest(FIRST, "place e5e>", 9)) == 4

    @pytest.mark.parametrize("text", ["place k9e", "nonsense", "give F x", "place e5e a1w", "x" * 5000])
    def test_what_begins_no_move_is_not_completed(self, text: str) -> None:
        assert GAME.suggest(FIRST, text, 5) == []

    @pytest.mark.parametrize("kind", ["standard", "islands"])
    def test_whole_matches_can_be_played_by_suggestions(self, kind: str) -> None:
        chance = Random(kind)
        state = GAME.start(2, {"board": kind, "hexes": 70}, 4)
        turns = 0
        while state.mover is not None:
            move = followed(state, chance)
            assert GAME.describe(state, move)
            assert "`" not in GAME.describe(state, move)
            assert GAME.task(state)
            state = GAME.play(state, move)
            turns += 1
        assert 20 < turns < 70

    @pytest.mark.parametrize("size", [18, 30, 40])
    def test_large_xoids_are_suggested_in_brief(self, size: int) -> None:
        """All legs of such a Xoid would not go into a choice of 100 letters, but a walk does."""
        chance = Random(size)
        legs = 1 << chance.choice(list(bits(START.vacant)))
        while legs.bit_count() < size:
            legs |= 1 << chance.choice(list(bits(spread(legs) & START.vacant & ~legs)))
        state = played(f"give {shapes.of(legs).text}")
        move = followed(state, chance)
        assert move.legs.bit_count() == size

    def test_what_is_too_large_for_a_choice_is_left_to_other_ways_of_typing(self) -> None:
        state = played(f"give {shapes.of(START.vacant).text}")
        assert GAME.suggest(state, "", 5) == []
        with pytest.raises(IllegalMove, match="Right so far: 1 of the 210 legs"):
            GAME.parse(state, "place e5e")

    def test_a_placement_in_brief_means_the_very_legs(self) -> None:
        for text in ("FLR", "FLLR", "F(L)R", "FLLLLL", "F(LLR)RL"):
            state = played(f"give {text}")
            for place in placements(shapes.read(text), state.vacant)[::17]:
                brief = notation.write_briefly(state.board, place, 0)
                assert ">" in brief
                assert GAME.parse(state, f"{brief} give F").legs == place

    @pytest.mark.parametrize("typed", ["give F(", "give F)", "give FLX", "give (", "give FL("])
    def test_a_walk_that_cannot_be_read_is_not_suggested(self, typed: str) -> None:
        for text in GAME.suggest(START, typed, 25):
            assert GAME.parse(START, text)


class TestWords:
    def test_a_turn_is_told_in_words(self) -> None:
        assert GAME.describe(START, GAME.parse(START, "give FL")) == ("gives red FL (2 legs, number 2-1) to begin with")
        assert GAME.describe(FIRST, GAME.parse(FIRST, "place e5e e5ne give F")) == (
            "places FL on e5e and e5ne, and gives F (1 leg, number 1-1)"
        )

    @pytest.mark.parametrize(
        ("walk", "words"),
        [
            ("FLR", "FLR (3 legs, number 3-2)"),
            ("F(L)R", "F(L)R (F, branch L, then R; 3 legs, number 3-3)"),
            ("FLRLRLR", "FLRLRLR (F L R L R L R; 7 legs)"),
            ("F(L(L)R)RL", "F(L(L)R)RL (F, branch L, branch L, then R, then R L; 6 legs, number 6-25)"),
        ],
    )
    def test_a_xoid_is_said_so_that_it_sounds_like_no_other(self, walk: str, words: str) -> None:
        assert xoid(walk) == words

    def test_the_seat_to_move_is_told_what_to_do(self) -> None:
        assert GAME.task(START) == "give red the first Xoid, any that fits, for example `give F`"
        assert GAME.task(FIRST) == (
            "place FL (2 legs, number 2-1) and give a new Xoid that fits, for example `place a1e a1ne give F`"
        )
        assert GAME.task(GAME.leave(FIRST, 1)) == ""
        assert GAME.news(FIRST) == ()
