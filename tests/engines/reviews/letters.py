"""A small game for tests of reviews: seats write letters by turns, and a letter brings its place in the alphabet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engines.reviews.contract import PlayedMatch, PlayedMove
from engines.reviews.turning_points import review_match
from games.base import GameBase
from games.contract import Info, Options, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engines.contract import Thought
    from engines.reviews.contract import Review


@dataclass(frozen=True, slots=True)
class Written:
    """What is written so far, and the points that it brought each seat."""

    mover: int | None
    outcome: Result | None
    text: str
    scores: tuple[int, ...]


class Letters(GameBase[Written, str]):
    """The match ends with a z: its writer wins."""

    info = Info("letters", "Letters", "Nobody", None, ("a", "b", "c"), 2, 3, (), 1, "", "", ())

    def start(self, players: int, options: Options, seed: int) -> Written:
        del options, seed
        return Written(1, None, "", (0,) * players)

    def parse(self, state: Written, text: str) -> str:
        del state
        return text

    def format(self, state: Written, move: str) -> str:
        del state
        return move

    def play(self, state: Written, move: str) -> Written:
        seat, players = state.mover or 1, len(state.scores)
        won = Result(tuple(1 if one == seat else 2 for one in range(1, players + 1)), "z")
        gain = 0 if move == "z" else ord(move) - ord("a")
        scores = tuple(score + gain * (one == seat) for one, score in enumerate(state.scores, 1))
        over = move == "z"
        return Written(None if over else seat % players + 1, won if over else None, state.text + move, scores)

    def points(self, state: Written) -> tuple[int, ...]:
        return state.scores

    def leave(self, state: Written, seat: int) -> Written:
        return replace(state, mover=(state.mover or 1) % len(state.scores) + 1) if state.mover == seat else state

    def legal(self, state: Written) -> Sequence[str]:
        return () if state.outcome else "abcdz"

    def position(self, state: Written) -> str:
        return state.text

    def parse_position(self, text: str, players: int = 2, options: Options | None = None, seed: int = 0) -> Written:
        raise NotImplementedError

    def describe(self, state: Written, move: str) -> str:
        del state
        return f"writes {move}"

    def task(self, state: Written) -> str:
        del state
        return ""


GAME = Letters()


def played(text: str, seats: int = 2) -> PlayedMatch:
    """Return a match in which these letters were written; a `-` stands for seat 3 leaving."""
    states: list[Any] = [GAME.start(seats, {}, 0)]
    moves: list[PlayedMove | None] = []
    gone = [frozenset[int]()]
    for letter in text:
        state = states[-1]
        if letter == "-":
            states.append(GAME.leave(state, 3))
            moves.append(None)
            gone.append(frozenset([3]))
        else:
            states.append(GAME.play(state, letter))
            moves.append(PlayedMove(state.mover or 0, len(states[-1].text), letter))
            gone.append(gone[-1])
    return PlayedMatch(GAME, seats, tuple(states), tuple(moves), tuple(gone))


def review(match: PlayedMatch, think: Callable[[Written], Thought]) -> tuple[Review, list[str]]:
    """Return the review of a match by an engine that thinks as given, and the texts that it thought about."""
    search, asked = review_match(match), list[str]()
    try:
        state = next(search)
        while True:
            asked.append(state.text)
            state = search.send(think(state))
    except StopIteration as end:
        return end.value, asked
