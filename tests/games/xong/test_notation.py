"""What a player of Xong can type, and what is answered."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from games.contract import IllegalMove
from games.xong import Xong, shapes
from games.xong.lattice import bits, spread

if TYPE_CHECKING:
    from games.xong.state import State

GAME = Xong()
START = GAME.start(2, {}, 0)


TAKEN = "taken by red: a Xoid lies on vacant legs only."


def played(*texts: str, state: State = START) -> State:
    for text in texts:
        state = GAME.play(state, GAME.parse(state, text))
    return state


FIRST = played("give FL")
LATER = played("place e5e e5ne give FLR", state=FIRST)


def canonical(state: State, text: str) -> str:
    return GAME.format(state, GAME.parse(state, text))


def refusal(text: str, state: State = FIRST) -> IllegalMove:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(state, text)
    return rejection.value


class TestForms:
    @pytest.mark.parametrize(
        "text",
        [
            "give FL",
            "GIVE FL",
            " give  fl ",
            "`give FL`",
            "give FR",
            "give 2-1",
            "give 2\u20131",
            "give e5e e5ne",
            "give e6w f6sw",
            "give F L",
            "give f5se e5ne",
        ],
    )
    def test_every_first_gift_reads_as_the_canonical_one(self, text: str) -> None:
        assert canonical(START, text) == "give FL"

    @pytest.mark.parametrize(
        "text",
        [
            "place e5e e5ne give FLR",
            "PLACE E5E E5NE GIVE FLR",
            "place e5ne e5e give flr",
            "place e6w f6sw give 3-2",
            "place e5e e5ne give FRL",
            "place e5e e5ne give a1e a1ne b1e",
            "place e5e>FL e5ne give FLR",
            "place e5ne e5e>FL give FLR",
            "place e5e > FL e5ne give 3-2",
            "place e5e>2-1 e5ne give FLR",
            "place e5ne>FR e5e give FLR",
            "`place  e5e   e5ne  give FLR`",
            "e5e e5ne give FLR",
            "Place E5E and E5NE give FLR.",
            "place on e5e and e5ne then give FLR",
            "Place E5E, E5NE, give FLR.",
            "e5e>FL e5ne give FLR",
        ],
    )
    def test_every_turn_reads_as_the_canonical_one(self, text: str) -> None:
        assert canonical(FIRST, text) == "place e5e e5ne give FLR"

    def test_legs_alone_are_a_placement_that_lacks_its_gift(self) -> None:
        wrong = refusal("e5e e5ne")
        assert wrong.kind == "unfinished"
        assert wrong.reason.startswith("Right so far. Now add a new Xoid for your opponent, for example `give")

    def test_legs_of_a_placement_are_sorted_by_name(self) -> None:
        state = played("give FLLL")
        assert canonical(state, "place e5nw e5ne e5e e4e give F") == "place e4e e5e e5ne e5nw give F"

    def test_a_walk_that_is_vacant_in_one_heading_only_needs_no_more_legs(self) -> None:
        assert canonical(FIRST, "place a1w>FR give F") == "place a1nw a1w give F"

    def test_a_walk_that_can_be_laid_in_two_ways_is_rejected_with_both(self) -> None:
        wrong = refusal("place e5e>FL give F")
        assert wrong.kind == "unfinished"
        assert wrong.reason == "That can be read in 2 ways: `place d5ne e5e` or `place e5e e5ne`."
        for choice in ("place d5ne e5e", "place e5e e5ne"):
            assert canonical(FIRST, f"{choice} give F") == f"{choice} give F"

    def test_the_same_walk_mirrored_lies_on_the_other_side(self) -> None:
        assert canonical(FIRST, "place e5e>FR e6nw give F") == "place e5e e6nw give F"

    def test_a_walk_that_lies_on_the_same_legs_in_both_headings_is_not_ambiguous(self) -> None:
        state = played("give FLLLLL")
        # From the rim leg a1w the other way round there is no hexagon.
        assert canonical(state, "place a1w>FLLLLL give F") == "place a1e a1ne a1nw a1se a1sw a1w give F"


class TestWalks:
    @pytest.mark.parametrize(
        ("text", "kind", "part"),
        [
            ("give F(L", "unfinished", "a bracket is still open"),
            ("give F()", "illegal", "a pair of brackets is empty"),
            ("give F)L", "illegal", "closes nothing"),
            ("give L", "illegal", "begins with `F`"),
            ("give FFL", "illegal", "made of `L`, `R` and brackets"),
            ("give FLLLLLL", "illegal", "runs over a leg that is laid already"),
            ("give F" + "L" * 300, "illegal", "has 301 legs, but only 210 are vacant"),
            ("give F" + "LR" * 100, "illegal", "fits nowhere on the vacant legs"),
            ("give", "unfinished", "for example `give F`, `give FL` or `give FLL`"),
            ("give 4", "unfinished", "`4-1` to `4-4`"),
            ("give 4-", "unfinished", "`4-1` to `4-4`"),
            ("give 4-5", "illegal", "the last of that size is `4-4`"),
            ("give 4-0", "illegal", "There's no Xoid `4-0`"),
            ("give 7-1", "illegal", "1 to 6 legs"),
            ("give 0-1", "illegal", "1 to 6 legs"),
            ("give FL e5e", "illegal", "one walk"),
            ("give e5e e5w", "illegal", "aren't connected"),
            ("give e5e e6w", "illegal", "named twice"),
            ("give e5e e5", "unfinished", "a side of a hexagon"),
        ],
    )
    def test_what_is_wrong_with_a_gift_is_said(self, text: str, kind: str, part: str) -> None:
        wrong = refusal(text, START)
        assert wrong.kind == kind
        assert part in wrong.reason

    def test_a_leg_may_be_walked_only_once_but_a_corner_again(self) -> None:
        assert shapes.read("FLLLLL").size == 6
        assert len(shapes.trace("F(LLLLL)R")) == 7

    def test_large_xoids_with_rings_are_written_and_read_back(self) -> None:
        chance = Random(2)
        for size in (20, 40, 60, 90):
            legs = 1 << chance.choice(list(bits(START.vacant)))
            while legs.bit_count() < size:
                legs |= 1 << chance.choice(list(bits(spread(legs) & START.vacant & ~legs)))
            text = shapes.of(legs).text
            assert shapes.size(text) == size
            assert shapes.read(text).text == text
            assert shapes.read(text.translate(str.maketrans("LR", "RL"))).text == text
            assert canonical(START, f"give {text.lower()}") == f"give {text}"


class TestPlacing:
    @pytest.mark.parametrize(
        ("text", "kind", "reason"),
        [
            (
                "place",
                "unfinished",
                "Name the legs on which your Xoid `FL` should lie, for example `place a1w b1sw`.",
            ),
            (
                "place e5e",
                "unfinished",
                "Right so far: 1 of the 2 legs of `FL`. Next you can add `d5ne`, `d5nw`, `e5ne` or `e6nw`.",
            ),
            (
                "place e5e e5ne",
                "unfinished",
                "Right so far. Now add a new Xoid for your opponent, for example `give F`, `give FLL` or `give FLR`.",
            ),
            (
                "place e5e e5ne give",
                "unfinished",
                "Say which new Xoid you give, for example `give F`, `give FLL` or `give FLR`.",
            ),
            (
                "place e5e e5ne gi",
                "unfinished",
                "Say which new Xoid you give, for example `give F`, `give FLL` or `give FLR`.",
            ),
            ("place e", "unfinished", "Name a leg of row `e`: its hexagons go from `e1` to `e9`, and `e1e` is a leg."),
            (
                "place e5",
                "unfinished",
                "`e5` isn't a leg: a leg is a side of a hexagon, `e5e`, `e5ne`, `e5nw`, `e5w`, `e5sw` or `e5se`.",
            ),
            ("place e5s", "unfinished", "`e5s` isn't yet a leg: say `e5se` or `e5sw`."),
            ("place e5e>", "unfinished", "Say how the walk from `e5e` goes, as in `e5e>FL`."),
            ("place e5e>f(", "unfinished", "`F(` can't be walked: a bracket is still open."),
            ("pla", "unfinished", "Not yet a move: it begins with `place` and legs, or `give` and a Xoid."),
            ("place e12e", "illegal", "`e12` isn't a hexagon of this board: the nearest is `e9`."),
            ("place z", "illegal", "`z` isn't a leg: a leg is a hexagon and a side, such as `a1e`."),
            (
                "place e5 e5ne",
                "illegal",
                "`e5` isn't a leg: a leg is a side of a hexagon, `e5e`, `e5ne`, `e5nw`, `e5w`, `e5sw` or `e5se`.",
            ),
            ("place e5e e6w", "illegal", "`e6w` names a leg that is named already."),
            (
                "place e5e a1w give F",
                "illegal",
                "These legs aren't connected: your Xoid is `FL`. The nearest placement: `place a1w b1sw`.",
            ),
            (
                "place e5e e5ne e5nw give F",
                "illegal",
                "You name 3 legs, but your Xoid `FL` has 2. The nearest placement: `place e5e e5ne`.",
            ),
            ("place e5e>FLL", "illegal", "`FLL` has 3 legs, but your Xoid `FL` has 2."),
            ("place e5e>9-9", "illegal", "There's no Xoid `9-9` in the catalogue."),
            (
                "place a1sw>FLR give F",
                "illegal",
                "`FLR` has 3 legs, but your Xoid `FL` has 2.",
            ),
            (
                "place e5e e5ne give FL",
                "illegal",
                "`FL` is played already: give a new Xoid, for example `give F`, `give FLL` or `give FLR`.",
            ),
            (
                "place e5e e5mne give F",
                "illegal",
                "What follows `e5e` is neither a leg such as `e5e` nor a Xoid such as `FLR` or `3-2`.",
            ),
            (
                "place e5e e5ne give FLX 3-2",
                "illegal",
                "What follows `give` is neither a leg such as `e5e` nor a Xoid such as `FLR` or `3-2`.",
            ),
            ("give F", "illegal", "Place the Xoid in your hand first, `FL`, and then give: `place ... give ...`."),
        ],
    )
    def test_a_placement_that_is_not_right_is_rejected(self, text: str, kind: str, reason: str) -> None:
        wrong = refusal(text)
        assert wrong.kind == kind
        assert wrong.reason == reason

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            (
                "place e5e",
                f"`e5e` is {TAKEN} Vacant sides of `e5`: `e5nw`, `e5w`, `e5sw` and `e5se`.",
            ),
            (
                "place e6w",
                f"`e6w` is {TAKEN} Vacant sides of `e6`: `e6e`, `e6ne`, `e6nw`, `e6sw` and `e6se`.",
            ),
            (
                "place a1e a1ne a1nw give F",
                "These legs make `FLL`, but your Xoid is `FLR`. The nearest placement: `place a1ne a1nw a2nw`.",
            ),
            (
                "place a1e a1nw",
                "Your Xoid `FLR` can't lie on all of these legs. The nearest placement: `place a1ne a1nw a2nw`.",
            ),
        ],
    )
    def test_a_leg_that_is_taken_and_a_wrong_shape_are_named(self, text: str, reason: str) -> None:
        assert refusal(text, LATER).reason == reason

    def test_a_walk_off_the_vacant_legs_is_rejected_with_one_that_fits(self) -> None:
        state = played("give FLRLRLRLRLRLRLRLRL")
        reason = refusal("place e5ne>FLRLRLRLRLRLRLRLRL give F", state).reason
        assert reason.startswith("Either way from `e5ne`, `FLRLRLRLRLRLRLRLRL` leaves the vacant legs. The nearest")
        nearest = reason.split("`")[-2]
        assert GAME.parse(state, f"{nearest} give F").legs.bit_count() == 18

    def test_a_placement_before_the_first_gift_is_rejected(self) -> None:
        assert refusal("place e5e", START).reason == (
            "Red has no Xoid to place yet: first blue gives one, for example `give F`."
        )

    def test_nothing_is_played_after_the_end(self) -> None:
        assert refusal("give F", GAME.leave(START, 1)).reason == "The match is over."

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "give up",
            "place your bets",
            "I give a5 a chance",
            "good game",
            "flr?",
            "give it to me",
            "e5",
            "gg",
            "e5 and e6",
            "e5 give up",
        ],
    )
    def test_chat_is_no_move(self, text: str) -> None:
        assert refusal(text).kind == "not_a_move"
