"""What is checked: a game with its renderer and engine, and the random matches that the checks look at."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ParamSpec

from games.contract import IllegalMove, TooManyMoves
from games.random_play import RandomMatch, choices, play_random_match
from renderers.board.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engines.contract import Engine
    from games.contract import Game
    from renderers.board.scene import Renderer

P = ParamSpec("P")
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
SHORT, LONG = 8, 80
"""Random matches of a run, and of a long one."""
_LONGEST = 40
"""Plies of the longest match for two; the matches of a subject are spread evenly from none to so many."""
_MOVES = 40
"""Moves of a position that are looked at."""


@dataclass(frozen=True)
class Subject:
    """A game to check by so many random matches, which `seed` decides."""

    game: Game[Any, Any]
    renderer: Renderer
    engine: Engine | None = None
    seed: int = 0
    matches: int = SHORT

    def played(self) -> Iterator[RandomMatch]:
        """Yield the matches: each has a number of players and options of its own, and they end at different plies."""
        for number in range(self.matches):
            plies = _LONGEST * (number + 1) // self.matches
            yield play_random_match(self.game, self.seed * 1_000 + number, plies)

    def lasts(self) -> Iterator[tuple[RandomMatch, Any]]:
        """Yield a few positions of each match: its first one, one in the middle and its last one."""
        for match in self.played():
            for ply in sorted({0, len(match.states) // 2, len(match.states) - 1}):
                yield match, match.states[ply]

    def scenes(self, count: int) -> list[Scene]:
        """Return so many scenes, spread evenly over all of the matches, in a long run as many times more."""
        found = [scene for match in self.played() for scene in make_scenes(match)]
        count = min(len(found), count * self.matches // SHORT)
        return [found[number * len(found) // count] for number in range(count)]

    def random(self, purpose: str) -> Random:
        """Return a generator that the seed and a purpose decide."""
        return Random(f"{self.game.info.key} {self.seed} {purpose}")  # noqa: S311 - for repeatable checks

    def moves(self, state: Any) -> list[Any]:
        """Return the legal moves of a position or, if they are many, a sample of them in their order."""
        found = choices(self.game, state)
        if len(found) <= _MOVES:
            return found
        return [found[place] for place in sorted(self.random("moves").sample(range(len(found)), _MOVES))]


def make_scenes(match: RandomMatch) -> list[Scene]:
    """Return the scenes of a match, its start included."""
    names = NAMES[: match.players]
    moves = (None, *match.texts)
    return [Scene(state, names, ply, moves[ply]) for ply, state in enumerate(match.states)]


def is_listable(game: Game[Any, Any], state: Any) -> bool:
    """Return whether the legal moves of a position can be listed."""
    try:
        game.legal(state)
    except TooManyMoves:
        return False
    return True


def rejection_of(call: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> IllegalMove | None:
    """Return the `IllegalMove` that a call raises with these arguments, or None if it answers."""
    try:
        call(*args, **kwargs)
    except IllegalMove as rejection:
        return rejection
    return None


def quote(text: str) -> str:
    """Return a text as a Python literal of at most 80 characters."""
    shown = repr(text)
    return shown if len(shown) <= 80 else f"{shown[:70]}...{shown[-1]} ({len(text)} characters)"


def list_some(names: Sequence[object]) -> str:
    """Return up to three things in a row."""
    return ", ".join(map(str, names[:3])) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
