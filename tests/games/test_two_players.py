"""The base of games for two, in a game of taking one or two matches; and lines of position text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from games.contract import ENDED, BadOption, Info, Option
from games.position_text import read_position, write_position
from games.two_players import TwoPlayerGame, TwoPlayerState

if TYPE_CHECKING:
    from games.base import GameBase

INFO = Info(
    key="matches",
    title="Matches",
    designer="Nobody",
    year=None,
    seats=("Red", "Blue"),
    min_players=2,
    max_players=2,
    options=(Option("heap", "How many matches there are", 5, low=3, high=9),),
    rules=1,
    pitch="Take the last match.",
    help="`1` or `2`",
    examples=("1",),
)


@dataclass(frozen=True, slots=True)
class Heap(TwoPlayerState):
    """How many matches are left."""

    matches: int


class Matches(TwoPlayerGame[Heap, int]):
    """Players take one or two matches in turn; whoever takes the last has won."""

    info = INFO

    def begin(self, options: dict[str, Any], seed: int) -> Heap:
        del seed
        return Heap(matches=options["heap"])

    def read(self, start: Heap, text: str) -> Heap:
        matches, _, seat = text.partition(" ")
        return self.with_mover(replace(start, matches=int(matches)), None if seat == "-" else int(seat))

    def legal(self, state: Heap) -> list[int]:
        return [count for count in (1, 2) if state.mover and count <= state.matches]

    def play(self, state: Heap, move: int) -> Heap:
        left = state.matches - move
        if left:
            return self.pass_turn(state, matches=left)
        return self.win(state, state.mover or 1, "the last match is taken", matches=0)

    def position(self, state: Heap) -> str:
        return f"{state.matches} {state.mover or '-'}"

    def describe(self, state: Heap, move: int) -> str:
        del state
        return f"takes {move}"

    def task(self, state: Heap) -> str:
        return "take one or two" if state.mover else ""


GAME: GameBase[Heap, int] = Matches()


def test_a_match_begins_with_its_options_and_the_first_seat() -> None:
    assert GAME.start(2, {}, 0) == Heap(matches=5)
    assert GAME.start(2, {"heap": 7}, 0).matches == 7
    assert GAME.start(2, {}, 0).mover == 1


@pytest.mark.parametrize(("players", "options"), [(3, {}), (2, {"heap": 99}), (2, {"pile": 3})])
def test_a_match_does_not_begin_with_wrong_players_or_options(players: int, options: dict[str, int]) -> None:
    with pytest.raises(BadOption):
        GAME.start(players, options, 0)


def test_turns_alternate_and_the_last_one_wins() -> None:
    state = GAME.play(GAME.start(2, {}, 0), 2)
    assert (state.mover, state.waiting, state.matches) == (2, 1, 3)
    state = GAME.play(GAME.play(state, 1), 2)
    assert state.mover is None
    assert state.outcome
    assert (state.outcome.winners, state.outcome.clause) == ((1,), "the last match is taken")


@pytest.mark.parametrize("seat", [1, 2])
def test_the_other_wins_when_a_seat_leaves_and_the_state_says_who_left(seat: int) -> None:
    state = GAME.leave(GAME.start(2, {}, 0), seat)
    assert (state.mover, state.left) == (None, seat)
    assert state.outcome
    assert state.outcome.winners == (3 - seat,)
    assert state.outcome.clause == f"{INFO.seats[seat - 1]} left the match"
    assert GAME.leave(state, 3 - seat) == state


def test_a_match_can_be_drawn() -> None:
    state = Matches().draw(GAME.start(2, {}, 0), "nobody cares", matches=1)
    assert (state.mover, state.matches) == (None, 1)
    assert state.outcome
    assert (state.outcome.drawn, state.outcome.clause) == (True, "nobody cares")


def test_a_position_text_begins_from_the_first_state_of_its_options() -> None:
    assert GAME.parse_position("3 2", options={"heap": 9}) == Heap(matches=3, mover=2)
    assert GAME.parse_position("0 -") == Heap(matches=0, mover=None, outcome=ENDED)


@pytest.mark.parametrize("seed", range(20))
def test_what_is_written_as_a_position_is_read_back(seed: int) -> None:
    rng = Random(seed)
    widths = [rng.randint(1, 4) for _ in range(rng.randint(1, 5))]
    separator = rng.choice(["", ","])
    longest = 3 if separator else 1
    cells = tuple("".join(rng.choices(".rb", k=rng.randint(1, longest))) for _ in range(sum(widths)))
    mover = rng.choice([None, 1, 2, 3])
    text = write_position(cells, widths, mover, separator)
    assert read_position(text, widths, ".rb", 3, separator) == (cells, mover)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "2 rows joined by `/`, a space, and the seat to move or `-`"),
        (".r/.b", "2 rows joined by"),
        (".r/.b 0", "2 rows joined by"),
        (".r 1", "2 rows joined by `/`, here there are 1"),
        (".r/.bb 1", "Row 2 of the text has 3 cells, not 2"),
        (".r/.x 1", "written with `.`, `r`, `b`, not `x`"),
        (".r/.b 3", "seat to move is 1 to 2, not 3"),
    ],
)
def test_a_wrong_line_is_refused_with_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why.replace(".", "[.]", 1) if why.startswith("written") else why):
        read_position(text, (2, 2), ".rb")


def test_an_empty_cell_between_separators_is_refused() -> None:
    with pytest.raises(ValueError, match="not ` `"):
        read_position("r,,b 1", (3,), "rb", separator=",")
