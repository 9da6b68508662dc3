"""What is suggested to a player of Xong and told in words, which legs can come next, and the game by choices."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.referee.turns.aids import walk_choices
from games.contract import IllegalMove
from games.hex_grid import DIRECTIONS
from games.xong import Xong, notation, shapes
from games.xong.lattice import bits, spread, union
from games.xong.notation import xoid
from games.xong.rules import placements
from tests.games.destinations import refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.turns.aids import Walk
    from games.contract import Choice
    from games.xong.shapes import Shape
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


GIVEN = GAME.play(START, GAME.parse(START, "give FL"))


def test_before_the_first_gift_only_where_a_xoid_fits_can_be_asked() -> None:
    assert GAME.destinations(START, "").places == ()
    assert len(GAME.destinations(START, "1-1").places) == 210
    assert refusal(GAME, START, "e5e").startswith("No Xoid is in hand yet")


def test_beside_a_leg_lie_those_that_meet_it_at_a_corner() -> None:
    found = GAME.destinations(GIVEN, "e5e")
    assert (found.source, found.places) == (("e5e",), ("d5ne", "d5nw", "e5ne", "e6nw"))
    assert "Red has to place Xoid FL (2 legs, number 2-1). With e5e it fits in 4 ways" in found.words


def test_a_whole_placement_has_nothing_left_to_name() -> None:
    found = GAME.destinations(GIVEN, "place e5e e5ne")
    assert (found.source, found.places) == (("e5e", "e5ne"), ())
    assert "These are all the legs of FL" in found.words


def test_of_two_ways_both_are_named() -> None:
    found = GAME.destinations(GIVEN, "a1sw")
    assert "fits in 2 ways, on a1se and a1sw, or on a1sw and a1w; next you can add a1se or a1w" in found.words


def test_a_hexagon_stands_for_its_six_sides() -> None:
    found = GAME.destinations(GIVEN, "a1")
    assert found.source == ("a1",)
    assert set(found.places) >= {"a1e", "a1ne", "a1nw", "a1w", "a1sw", "a1se"}


def test_a_taken_leg_is_rejected() -> None:
    state = GAME.play(GIVEN, GAME.parse(GIVEN, "place e5e e5ne give F"))
    assert refusal(GAME, state, "e5e").startswith("`e5e` is taken by red")


HAND_1 = GAME.play(START, GAME.parse(START, "give F"))
HAND_2 = GAME.play(HAND_1, GAME.parse(HAND_1, "place e5e give FL"))
SIDES_OF_E5 = ("d4ne", "d5nw", "e4e", "e5e", "e5ne", "e5nw")


def test_the_first_gift_is_chosen_from_the_catalogue() -> None:
    step = GAME.guide(START, "")
    assert step.question == "Which Xoid do you give?"
    assert [(one.label, one.piece, one.text) for one in step.choices][:3] == [
        ("1-1", "1-1", "give F"),
        ("2-1", "2-1", "give FL"),
        ("3-1", "3-1", "give FLL"),
    ]
    assert len(step.choices) == 49
    assert (step.choices[-1].label, step.choices[-1].text) == ("Draw it", "draw")
    assert step.shown is None
    assert GAME.guide(START, "give FL").move == "give FL"


def gifts_after(played: Sequence[Shape]) -> tuple[Choice, ...]:
    """Return what can be given after the single leg, where these Xoids were played besides."""
    state = replace(HAND_1, played=tuple(shape.text for shape in played))
    *gifts, drawn = GAME.guide(state, "place e5e").choices
    assert (drawn.label, drawn.text) == ("Draw it", "place e5e draw")
    return tuple(gifts)


def test_where_few_of_the_catalogue_are_left_larger_xoids_are_offered_besides() -> None:
    catalogue = [shape for size in shapes.catalogue() for shape in size]
    gifts = gifts_after(catalogue[9:])
    assert [one.label for one in gifts[:8]] == [shapes.number(shape.text) for shape in catalogue[1:9]]
    assert gifts[8].label == gifts[8].text.removeprefix("place e5e give ")
    assert shapes.size(gifts[8].label) == 7
    assert {one.piece for one in gifts[8:]} == {""}
    assert [len(gifts_after(catalogue[left:])) for left in (9, 20, 21, 22)] == [20, 20, 20, 21]
    walks = [one.label for one in gifts_after(catalogue)]
    assert max(map(len, walks)) <= 16
    assert len(set(walks)) == 20


def test_a_xoid_is_placed_by_the_hexagon_in_its_middle_and_a_number_on_the_picture() -> None:
    step = GAME.guide(HAND_1, "")
    assert (step.question, len(step.choices)) == ("You place 1-1. Which hexagon is in its middle?", 61)
    assert step.choices[0].words == "nobody touches it"
    assert step.highlights.places == tuple(one.label for one in step.choices), "what can be chosen is marked"
    ways = GAME.guide(HAND_1, "place e5")
    assert ways.question == "How does 1-1 lie at e5?"
    assert [one.label for one in ways.choices] == ["1", "2", "3", "4", "5", "6"]
    assert [one.text for one in ways.choices] == [f"place {leg}" for leg in SIDES_OF_E5]
    assert ways.highlights.numbered == tuple((leg,) for leg in SIDES_OF_E5)
    assert [one.places for one in ways.choices] == [*ways.highlights.numbered], "they can be tapped"
    assert ways.highlights.source == ("e5",)
    assert ways.highlights.words == "1 on d4ne; 2 on d5nw; 3 on e4e; 4 on e5e; 5 on e5ne; 6 on e5nw."


def test_the_numbers_of_large_xoids_are_told_by_walks() -> None:
    small, large = "F(L)RLLL", "F(L)RLRLRLRL"
    for text, told in ((small, "1 on d4e, d4ne, "), (large, ">F")):
        state = played(f"give {text}")
        step = GAME.guide(state, "place e5")
        assert len(step.choices) == 12
        assert 200 < len(step.highlights.words) <= 600
        assert told in step.highlights.words
        for way, choice in zip(step.highlights.words[:-1].split("; "), step.choices, strict=True):
            number, _, legs = way.partition(" on ")
            meant = GAME.parse(state, f"place {legs.replace(',', '').replace(' and', '')} give F")
            assert (number, choice.text) == (choice.label, GAME.format(state, meant).removesuffix(" give F"))


def test_before_the_gift_the_xoid_lies_on_the_picture() -> None:
    gifts = GAME.guide(HAND_2, "place e5ne e5nw")
    assert gifts.highlights.source == ("e5ne", "e5nw")
    legs = (HAND_2.legs[0], GAME.parse(HAND_2, "place e5ne e5nw give F(L)R").legs)
    assert gifts.shown == replace(HAND_2, legs=legs, hand=None), "it isn't in the hand any more"
    assert {"1-1", "2-1"}.isdisjoint(one.label for one in gifts.choices), "they were played"
    assert GAME.guide(HAND_2, "place e5ne e5nw give FLL").move == "place e5ne e5nw give FLL"
    third = GAME.play(HAND_2, GAME.parse(HAND_2, "place e5ne e5nw give FLL"))
    assert GAME.guide(third, "place a1nw a1sw a1w").shown.legs == (
        third.legs[0] | GAME.parse(third, "place a1nw a1sw a1w give F(L)R").legs,
        third.legs[1],
    )


@pytest.mark.parametrize("options", [{}, {"board": "islands"}, {"board": "random", "hexes": 80}])
def test_by_hexagon_and_number_every_placement_is_chosen_once_or_at_each_of_its_middles(
    options: dict[str, int | str],
) -> None:
    start = GAME.start(2, options, 3)
    for text in ("F", "FL", "FLR", "F(L)R", "FLLRLL", "F(LLR)RL", "F(L)RLR", "FLLLLL"):
        state = GAME.play(start, GAME.parse(start, f"give {text}"))
        steps = [GAME.guide(state, one.text) for one in GAME.guide(state, "").choices]
        assert all(step.choices for step in steps)
        offered = {one.text for step in steps for one in step.choices}
        places = placements(shapes.read(text), state.vacant)
        assert offered == {notation.write_placement(state.board, place) for place in places}
        for place in Random(len(places)).sample(places, 5):
            taps = state.board.names_of(bits(place))
            assert walk_choices(GAME, state, (), taps, turned=False).text == notation.write_placement(
                state.board, place
            )
        if not options:
            assert max(len(step.choices) for step in steps) <= 12


def tapped(state: State, taps: str, labels: Sequence[str] = ()) -> Walk:
    return walk_choices(GAME, state, labels, taps.split(), turned=False)


def test_taps_on_legs_leave_the_ways_that_have_them_and_a_hexagon_those_round_it() -> None:
    step = tapped(HAND_2, "f5nw").step
    assert {leg for one in step.choices for leg in one.places} == {"f4e", "f4ne", "f5ne", "f5nw", "g5e"}
    assert tapped(HAND_2, "f5nw f5ne").text == "place f5ne f5nw"
    assert tapped(HAND_2, "f5nw a1w").taps == ("a1w",), "they don't fit together"
    assert tapped(HAND_2, "e5").text == "place e5"
    assert tapped(HAND_2, "e5 e5ne e5nw").text == "place e5ne e5nw"


def test_a_gift_is_drawn_leg_by_leg_anywhere_on_the_board() -> None:
    text = "place e5ne e5nw"
    begun = GAME.guide(HAND_2, f"{text} draw")
    assert begun.question == "Where do you draw the first leg?"
    assert [one.label for one in begun.choices] == list(HAND_2.board.names)
    assert sorted(leg for one in begun.choices for leg in one.places) == sorted(HAND_2.board.leg_names.values())
    assert begun.shown == GAME.guide(HAND_2, text).shown, "the Xoid in hand lies there already"
    first = GAME.guide(HAND_2, f"{text} draw e5")
    assert first.question == "Which leg of e5 do you draw first?"
    assert [one.label for one in first.choices] == ["e5e", "e5ne", "e5nw"]
    assert (first.highlights.source, first.highlights.places) == (("e5",), ("e5e", "e5ne", "e5nw"))
    leg = GAME.guide(HAND_2, f"{text} draw e5e")
    assert leg.question == "You drew F (1 leg, number 1-1), which was played already. Which leg comes next?"
    assert (leg.move, leg.highlights.source) == ("", ("e5e",)), "a taken leg can be drawn as well"
    assert [one.label for one in leg.choices] == ["d5ne", "d5nw", "e5ne", "e6nw"]
    assert leg.highlights.places == ("d5ne", "d5nw", "e5ne", "e6nw")
    bent = GAME.guide(HAND_2, f"{text} draw e5e e5ne f5e")
    assert bent.question == "You drew FLR (3 legs, number 3-2). Which leg comes next?"
    assert bent.move == f"{text} give FLR"
    assert (bent.choices[0].text, bent.choices[0].places) == (f"{text} draw d5ne e5e e5ne f5e", ("d5ne",))


def test_a_gift_is_drawn_by_taps() -> None:
    placed = tapped(HAND_2, "e5ne e5nw")
    walked = tapped(HAND_2, "e5e e5ne f5e", [*placed.labels, "Draw it"])
    assert walked.labels == (*placed.labels, "Draw it", "e5", "e5e", "e5ne", "f5e")
    assert walked.step.move == "place e5ne e5nw give FLR"
    assert tapped(START, "a1w", ["Draw it"]).step.move == "give F"


def test_only_what_can_become_a_gift_is_drawn() -> None:
    vacant = HAND_1.board.by_name["e5e"], HAND_1.board.by_name["e5ne"], HAND_1.board.by_name["a1w"]
    taken = HAND_1.board.legs & ~union(vacant)
    state = replace(HAND_1, legs=(taken, 0), mover=2)
    assert [one.label for one in GAME.guide(state, "place a1w").choices] == ["2-1"], "there's nothing to choose"
    wide = replace(state, legs=(taken & ~(1 << HAND_1.board.by_name["e5nw"]), 0))
    step = GAME.guide(wide, "place a1w draw e5e e5ne")
    assert (step.move, [one.label for one in step.choices]) == ("place a1w give FL", ["d5nw", "e5nw"])


@pytest.mark.parametrize(
    "text",
    [
        *("place", " ", "place e99", "place e5e e5ne", "place e5ne e5nw e4e", "give FL", "place give *", "e5"),
        *("place e5w", "place e5ne", "place e5e"),
    ],
)
def test_what_is_no_choice_is_rejected(text: str) -> None:
    with pytest.raises(IllegalMove, match="can't be chosen here"):
        GAME.guide(HAND_2, text)
