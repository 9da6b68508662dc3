"""The defaults of `games.base`, in a game with nothing of its own but its rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest

from games.base import GameBase
from games.contract import Destinations, IllegalMove, Info, Options, Result

INFO = Info(
    key="pegs",
    title="Pegs",
    designer="Nobody",
    year=None,
    seats=("Red", "Blue"),
    min_players=2,
    max_players=2,
    options=(),
    rules=1,
    pitch="Take the last peg.",
    help="Name a peg to take it.",
    examples=("A 1",),
)


@dataclass(frozen=True, slots=True)
class Pegs:
    """The pegs that are left, and whose turn it is."""

    left: tuple[str, ...] = ("A 1", "A 2", "B 1")
    mover: int | None = 1
    outcome: Result | None = None


class PegGame(GameBase[Pegs, str]):
    """Players take pegs in turn, and the player who takes the last one wins."""

    info = INFO

    def start(self, players: int, options: Options, seed: int) -> Pegs:
        del players, options, seed
        return Pegs()

    def parse(self, state: Pegs, text: str) -> str:
        if state.mover is None or text.upper() not in state.left:
            raise IllegalMove("illegal", "There is no such peg.")
        return text.upper()

    def format(self, state: Pegs, move: str) -> str:
        del state
        return move

    def play(self, state: Pegs, move: str) -> Pegs:
        seat = state.mover or 1
        left = tuple(peg for peg in state.left if peg != move)
        after = replace(state, left=left, mover=3 - seat)
        return after if left else replace(after, mover=None, outcome=Result((seat, 3 - seat), "no peg is left"))

    def legal(self, state: Pegs) -> tuple[str, ...]:
        return state.left if state.mover else ()

    def places(self, state: Pegs, move: str) -> tuple[str, ...]:
        del state
        return (move,)

    def position(self, state: Pegs) -> str:
        return " ".join(state.left)

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> Pegs:
        raise NotImplementedError

    def describe(self, state: Pegs, move: str) -> str:
        del state
        return f"takes {move}"

    def task(self, state: Pegs) -> str:
        return "take a peg" if state.mover else ""


GAME = PegGame()
START = Pegs()
OVER = GAME.play(GAME.play(GAME.play(START, "A 1"), "A 2"), "B 1")


def test_the_seat_to_move_and_the_result_are_those_of_the_state() -> None:
    assert (GAME.to_move(START), GAME.result(START)) == (1, None)
    assert (GAME.to_move(OVER), GAME.result(OVER)) == (None, OVER.outcome)
    assert OVER.outcome is not None


def test_a_turn_brings_no_news() -> None:
    assert GAME.news(START) == GAME.news(OVER) == ()


@pytest.mark.parametrize(
    ("seat", "places", "reason"), [(1, (2, 1), "Red left the match"), (2, (1, 2), "Blue left the match")]
)
def test_a_seat_that_leaves_loses(seat: int, places: tuple[int, ...], reason: str) -> None:
    left = GAME.leave(START, seat)
    assert left.outcome is not None
    assert (left.mover, left.outcome.places, left.outcome.clause) == (None, places, reason)


def test_leaving_changes_nothing_once_the_match_is_over() -> None:
    assert GAME.leave(OVER, 1) is OVER


def test_leaving_keeps_the_points_of_a_game_that_has_some() -> None:
    class Scored(PegGame):
        def points(self, state: Pegs) -> tuple[int, ...]:
            return (len(state.left), 7)

    outcome = Scored().leave(START, 2).outcome
    assert outcome is not None
    assert (outcome.places, outcome.points) == ((1, 2), (3, 7))


@pytest.mark.parametrize(
    ("text", "limit", "found"),
    [
        ("", 9, ["A 1", "A 2", "B 1"]),
        ("", 2, ["A 1", "A 2"]),
        ("", 0, []),
        ("", -1, []),
        ("a", 9, ["A 1", "A 2"]),
        ("`A2` ", 9, ["A 2"]),
        ("b  1", 9, ["B 1"]),
        ("1", 9, []),
        ("b 12", 9, []),
    ],
)
def test_suggestions_are_the_legal_moves_that_begin_with_the_text(text: str, limit: int, found: list[str]) -> None:
    assert GAME.suggest(START, text, limit) == found


def test_a_move_is_suggested_for_each_of_its_spellings_but_only_once() -> None:
    class Spelled(PegGame):
        def spellings(self, state: Pegs, move: str) -> tuple[str, ...]:
            return (*super().spellings(state, move), f"take {move.lower()}", "ann's")

    assert Spelled().suggest(START, "take b", 9) == ["B 1"]
    assert Spelled().suggest(START, "a", 9) == ["A 1", "A 2", "B 1"]


def test_an_empty_text_gives_all_legal_moves_as_destinations() -> None:
    words = "Red can play `A 1`, `A 2` or `B 1`."
    assert GAME.destinations(START, " ") == Destinations((), ("A 1", "A 2", "B 1"), words)
    assert GAME.destinations(replace(START, mover=2), "").words.startswith("Blue can play")


def test_a_move_is_its_own_destination_and_comes_with_its_description() -> None:
    after = GAME.play(START, "A 1")
    assert GAME.destinations(after, "b 1") == Destinations((), ("B 1",), "`B 1`: Blue takes B 1.")


@pytest.mark.parametrize(("state", "text"), [(START, "c"), (OVER, ""), (OVER, "A 1")])
def test_destinations_are_rejected_as_a_move_is(state: Pegs, text: str) -> None:
    with pytest.raises(IllegalMove, match="There is no such peg"):
        GAME.destinations(state, text)


def test_a_game_without_one_of_the_abstract_calls_cannot_be_made() -> None:
    half = type("Half", (GameBase,), {"info": INFO})
    with pytest.raises(TypeError, match=r"abstract.*play"):
        half()


class Typed(PegGame):
    """The pegs with the default parser."""

    shape = re.compile("(take)?[a-c][0-9]?")
    parse = GameBase[Pegs, str].parse

    def spellings(self, state: Pegs, move: str) -> tuple[str, ...]:
        return (*super().spellings(state, move), f"take {move.lower()}")


@pytest.mark.parametrize("text", ["A 1", "a1", " `A  1`", "take a 1", "TAKEA1", "a1" + 38 * " "])
def test_a_text_is_the_move_of_which_it_is_a_spelling(text: str) -> None:
    assert Typed().parse(START, text) == "A 1"


@pytest.mark.parametrize(
    ("state", "text", "kind", "reason"),
    [
        (START, "hello", "not_a_move", "That isn't a move: write it as in `A 1`."),
        (START, "", "not_a_move", "That isn't a move: write it as in `A 1`."),
        (START, "a1" + 39 * " ", "not_a_move", "That isn't a move: write it as in `A 1`."),
        (START, "a", "unfinished", "Not yet a move: write `A 1` or `A 2`."),
        (START, "take b", "unfinished", "Not yet a move: write `B 1`."),
        (START, "c", "illegal", "`c` can't be played. Red can play `A 1`, `A 2` or `B 1`."),
        (START, "A 3", "illegal", "`a3` can't be played. Red can play `A 1`, `A 2` or `B 1`."),
        (OVER, "a1", "illegal", "The match is over."),
        (OVER, "hello", "not_a_move", "That isn't a move: write it as in `A 1`."),
    ],
)
def test_a_text_that_is_no_legal_move_is_rejected(state: Pegs, text: str, kind: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as rejection:
        Typed().parse(state, text)
    assert (rejection.value.kind, rejection.value.reason) == (kind, reason)


def test_the_default_text_of_a_move_is_its_string() -> None:
    assert GameBase[Pegs, str].format(GAME, START, "A 1") == "A 1"


def test_the_other_places_that_a_move_changes_are_its_destinations() -> None:
    class Toppling(PegGame):
        def affected(self, state: Pegs, move: str) -> tuple[str, ...]:
            return tuple(peg for peg in state.left if peg > move)

    words = "`A 1`: Red takes A 1."
    assert Toppling().destinations(START, "a 1") == Destinations(("A 1",), ("A 2", "B 1"), words)


class TestGuide:
    def test_all_moves_are_choices_that_say_what_they_do(self) -> None:
        step = GAME.guide(START, "")
        assert [choice.text for choice in step.choices] == [GAME.format(START, move) for move in GAME.legal(START)]
        assert all(choice.words == GAME.describe(START, choice.text) for choice in step.choices)
        assert (step.question, step.move) == ("Which move?", "")

    def test_a_chosen_move_can_be_played_as_it_stands(self) -> None:
        text = GAME.guide(START, "").choices[0].text
        step = GAME.guide(START, text)
        assert (step.choices, step.move) == ((), text)

    @pytest.mark.parametrize("text", ["z99", "a1 a1"])
    def test_a_text_that_is_no_choice_is_rejected(self, text: str) -> None:
        with pytest.raises(IllegalMove, match="can't be chosen here"):
            GAME.guide(START, text)
