"""What the checks look at: a game with its renderer, and random matches of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from games.contract import IllegalMove, TooManyMoves
from games.random_play import RandomMatch, choices, play_random_match
from renderers.board.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.plugin import Entry

_LONGEST = 40
"""Turns of the longest random match of two; the others are spread evenly below."""
_SAMPLE = 40
"""Moves of a position that are looked at."""


@dataclass(frozen=True)
class Subject:
    """A game with its renderer, the seed of all that is random, and how many matches are played."""

    entry: Entry
    seed: int = 0
    matches: int = 8

    @property
    def game(self) -> Any:
        """The game."""
        return self.entry.game

    @property
    def renderer(self) -> Any:
        """Its renderer."""
        return self.entry.renderer

    @cached_property
    def played(self) -> tuple[RandomMatch, ...]:
        """Random matches, each with other players and options, broken off at other moves or played to the end."""
        lengths = [_LONGEST * number // max(1, self.matches - 1) for number in range(self.matches)]
        return tuple(play_random_match(self.game, self.seed + number, plies) for number, plies in enumerate(lengths))

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """Every third scene of some of the matches, and their last ones."""
        return tuple(scene for match in self.played[1::2] for scene in self._scenes_of(match))

    def _scenes_of(self, match: RandomMatch) -> Iterator[Scene]:
        names = ("Ann", "Bob", "Cid", "Dan", "Eve", *self.game.info.seats[5:])[: match.players]
        last = len(match.states) - 1
        for ply, state in enumerate(match.states):
            if ply % 3 == 1 or ply == last:
                yield Scene(state, names, ply, match.texts[ply - 1] if ply else None)

    def rng(self) -> Random:
        """Return a new source of what is random, the same for the same seed."""
        return Random(self.seed)  # noqa: S311 - not a secret

    def some_moves(self, state: Any) -> list[Any]:
        """Return the legal moves of a state, at most some of them."""
        found = choices(self.game, state)
        return found if len(found) <= _SAMPLE else self.rng().sample(found, _SAMPLE)

    def listed(self, state: Any) -> Sequence[Any] | None:
        """Return the legal moves, or None where they are too many to list."""
        try:
            return self.game.legal(state)
        except TooManyMoves:
            return None

    def read(self, state: Any, text: str) -> Any | IllegalMove:
        """Return the move that a text is read as, or how it was refused."""
        try:
            return self.game.parse(state, text)
        except IllegalMove as refused:
            return refused

    def without_history(self, scene: Scene, match: RandomMatch) -> Scene:
        """Return the scene of the same position, of which nobody knows how it came about."""
        text = self.game.position(scene.state)
        state = self.game.parse_position(text, match.players, match.options, match.seed)
        return replace(scene, state=state, move=None)


Check: TypeAlias = Callable[[Subject], Iterator[str]]
"""A check yields a sentence for each fault that it finds."""
