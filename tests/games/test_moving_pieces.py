"""The defaults of `games.base` in games whose moves name several places: where a piece stands, and where it goes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from bot.referee.turns.aids import walk_choices
from games.base import GameBase
from games.contract import Destinations, IllegalMove, Options, Result
from games.guide import MOST_CHOICES
from tests.bot.features.guide.large_game import NAMES
from tests.games.test_base import INFO

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Listed:
    """A position in which certain texts are the legal moves."""

    moves: tuple[str, ...]
    mover: int | None = 1
    outcome: Result | None = None


class ListedGame(GameBase[Listed, str]):
    """A game whose legal moves are what its state lists."""

    info = replace(INFO, examples=("a1-b1",))
    shape = re.compile(r"[a-zA-Z0-9/*-]+")

    def start(self, players: int, options: Options, seed: int) -> Listed:
        del players, options, seed
        return Listed(())

    def play(self, state: Listed, move: str) -> Listed:
        return replace(state, moves=tuple(each for each in state.moves if each != move))

    def legal(self, state: Listed) -> tuple[str, ...]:
        return state.moves if state.mover else ()

    def position(self, state: Listed) -> str:
        return " ".join(state.moves)

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> Listed:
        del players, options, seed
        return Listed(tuple(text.split()))

    def describe(self, state: Listed, move: str) -> str:
        del state
        return f"plays {move}"

    def task(self, state: Listed) -> str:
        return "play" if state.mover else ""


GAME = ListedGame()
STEPS = Listed(("a1-b1", "a1-a2", "c3-c2", "c3xa1"))
SHOTS = Listed(("a4-a7/b8", "a4-a7/a4", "a4-b5/a4", "d1-d2/d3"))
MIXED = Listed(("b2", "Cb2", "a1-b1", "c3-c2", "pass"))
MANY = Listed(
    tuple(f"{start}-{to}/{to[0]}{row}" for start in ("a4", "d1", "g1") for to in ("b2", "c3") for row in range(9, 30))
)


@pytest.mark.parametrize(
    ("state", "text", "source", "places", "words"),
    [
        (STEPS, "", (), ("a1", "c3"), "Red can move from `a1` or `c3`."),
        (STEPS, " A1", ("a1",), ("b1", "a2"), "After `a1`, Red can write `a1-b1` or `a1-a2`."),
        (STEPS, "c3", ("c3",), ("c2", "a1"), "After `c3`, Red can write `c3-c2` or `c3xa1`."),
        (STEPS, "c3xa1", ("c3",), ("a1",), "`c3xa1`: Red plays c3xa1."),
        (SHOTS, "a4", ("a4",), ("a7", "b5"), "After `a4`, Red can write `a4-a7/b8`, `a4-a7/a4` or `a4-b5/a4`."),
        (SHOTS, "a4-a7", ("a7",), ("b8", "a4"), "After `a4-a7`, Red can write `a4-a7/b8` or `a4-a7/a4`."),
        (SHOTS, "a4-a7/a4", ("a4",), ("a7",), "`a4-a7/a4`: Red plays a4-a7/a4."),
        (MIXED, "", (), ("b2", "a1", "c3"), "Red can play `b2`, `Cb2` or `pass`. Red can move from `a1` or `c3`."),
        (MIXED, "b2", (), ("b2",), "`b2`: Red plays b2."),
        (MIXED, "Cb2", (), ("b2",), "`Cb2`: Red plays Cb2."),
        (MIXED, "pass", (), (), "`pass`: Red plays pass."),
        (Listed(("c3n", "c3e", "d4e")), "c3", (), ("c3",), "After `c3`, Red can write `c3n` or `c3e`."),
        (MANY, "a4", ("a4",), ("b2", "c3"), "After `a4`, Red can write `a4-b2` or `a4-c3`."),
    ],
)
def test_destinations_of_a_place_are_where_its_moves_lead(
    state: Listed, text: str, source: tuple[str, ...], places: tuple[str, ...], words: str
) -> None:
    assert GAME.destinations(state, text) == Destinations(source, places, words)


@pytest.mark.parametrize("text", ["b1", "a1-c3", "z", "a"])
def test_a_place_from_which_nothing_moves_has_no_destinations(text: str) -> None:
    with pytest.raises(IllegalMove):
        GAME.destinations(STEPS, text)


def test_a_match_that_is_over_has_no_destinations() -> None:
    with pytest.raises(IllegalMove, match="The match is over"):
        GAME.destinations(replace(STEPS, mover=None), "a1")


def test_words_on_many_long_moves_stay_short() -> None:
    state = Listed(tuple(f"a1-b1-c1-d1-e1-f1-g1-h1-{column}{row}" for column in "abcdef" for row in range(1, 9)))
    assert 300 < len(GAME.destinations(state, "a1-b1-c1-d1-e1-f1-g1-h1").words) <= 600


def test_of_many_moves_the_next_place_is_suggested_and_then_whole_moves() -> None:
    assert GAME.suggest(MANY, "", 25) == ["a4", "d1", "g1"]
    assert GAME.suggest(MANY, "d", 25) == ["d1"]
    assert GAME.suggest(MANY, "d1", 25) == ["d1-b2", "d1-c3"]
    assert GAME.suggest(MANY, "d1-c3", 25) == [move for move in MANY.moves if move.startswith("d1-c3")]
    assert GAME.suggest(MANY, "", 2) == ["a4", "d1"]
    assert GAME.suggest(MANY, "d1-c3", 2) == ["d1-c3/c9", "d1-c3/c10"]
    assert GAME.suggest(SHOTS, "", 4) == list(SHOTS.moves)


def test_an_unfinished_move_names_what_can_come_next() -> None:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(MANY, "a4")
    assert (rejection.value.kind, rejection.value.reason) == ("unfinished", "Not yet a move: write `a4-b2` or `a4-c3`.")


@pytest.mark.parametrize(
    ("state", "text", "advice"),
    [
        (STEPS, "c3-b1", "After `c3`, Red can write `c3-c2` or `c3xa1`."),
        (SHOTS, "a4-a7/c1", "After `a4-a7`, Red can write `a4-a7/b8` or `a4-a7/a4`."),
        (Listed(("c3n", "c3e")), "c3s", "After `c3`, Red can write `c3n` or `c3e`."),
        (STEPS, "b2-b3", "Red can move from `a1` or `c3`."),
    ],
)
def test_a_wrong_move_is_advised_after_the_last_place_that_is_right(state: Listed, text: str, advice: str) -> None:
    with pytest.raises(IllegalMove) as rejection:
        GAME.parse(state, text)
    assert rejection.value.reason == f"`{text}` can't be played. {advice}"


def test_of_many_moves_each_place_is_chosen_by_itself_as_long_as_many_are_left() -> None:
    assert [choice.text for choice in GAME.guide(MANY, "").choices] == ["a4", "d1", "g1"]
    assert [choice.text for choice in GAME.guide(MANY, "d1").choices] == list(MANY.moves[42:84])
    shots = [f"d{row}" for row in range(MOST_CHOICES + 1)]
    crowded = Listed(tuple(f"a4-{to}/{shot}" for to in ("b2", "c3") for shot in shots))
    assert [choice.text for choice in GAME.guide(crowded, "").choices] == ["a4"]
    assert [choice.text for choice in GAME.guide(crowded, "a4").choices] == ["a4-b2", "a4-c3"]
    assert [choice.text for choice in GAME.guide(crowded, "a4-b2").choices] == ["a4-b2/d"]
    assert len(GAME.guide(crowded, "a4-b2/d").choices) == MOST_CHOICES + 1
    assert GAME.guide(crowded, "a4-b2/d7").move == "a4-b2/d7"
    assert GAME.guide(crowded, "a4-b2").highlights.source == ("b2",)


def tap(game: GameBase[Listed, str], moves: Iterable[str], *places: str) -> tuple[str, list[str]]:
    """Return the text that taps on places make, and the texts of the choices that they leave."""
    walk = walk_choices(game, Listed(tuple(moves)), (), places, turned=False)
    return walk.text, [choice.text for choice in walk.step.choices]


def test_a_piece_and_where_it_goes_are_tapped() -> None:
    assert tap(GAME, STEPS.moves, "c3", "c2") == ("c3-c2", [])
    assert tap(GAME, STEPS.moves, "c2") == ("c3-c2", []), "no other piece can go there"
    assert tap(GAME, STEPS.moves, "a1") == ("", ["a1-b1", "a1-a2", "c3xa1"])
    assert tap(GAME, ["a1-b1", "b1-a1", "c3"], "a1", "b1") == ("", ["a1-b1", "b1-a1"])
    assert tap(GAME, MIXED.moves, "b2") == ("", ["b2", "Cb2"])


def test_of_many_moves_taps_choose_place_after_place_through_the_columns() -> None:
    assert [choice.places for choice in GAME.guide(MANY, "").choices] == [("a4",), ("d1",), ("g1",)]
    assert tap(GAME, MANY.moves, "d1", "c3") == ("d1", [f"d1-c3/c{row}" for row in range(9, 30)])
    assert tap(GAME, MANY.moves, "d1", "c3", "c29") == ("d1-c3/c29", [])
    crowded = [f"a4-{to}/d{row}" for to in ("b2", "c3") for row in range(MOST_CHOICES + 1)]
    assert tap(GAME, crowded, "b2", "d7") == ("a4-b2/d7", [])
    assert tap(GAME, [*NAMES, "pass"], "j15") == ("j15", [])
    assert [choice.places for choice in GAME.guide(Listed((*NAMES, "pass")), "").choices] == [
        *(tuple(f"{column}{row}" for row in range(1, 16)) for column in "abcdefghij"),
        (),
    ]


class DropGame(ListedGame):
    """A game in which a column is named, and a piece falls to its lowest place."""

    def places(self, state: Listed, move: str) -> tuple[str, ...]:
        del state
        return (f"{move}1", f"{move}1")


def test_a_move_that_names_no_place_is_tapped_where_the_game_says() -> None:
    assert tap(DropGame(), "abc", "b1") == ("b", [])
    assert DropGame().guide(Listed(("a", "b")), "").choices[1].places == ("b1",)
