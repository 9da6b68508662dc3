"""Random matches of any game, each decided by one seed: for tests, tools and samples."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from games.contract import IllegalMove, TooManyMoves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.contract import Game, Option


_BREADTH = 100
"""How many suggestions a random one is chosen from."""


@dataclass(frozen=True)
class RandomMatch:
    """A match as it was played: what it began with, its moves as texts, and every state from the first to the last."""

    players: int
    options: dict[str, int | str]
    seed: int
    texts: tuple[str, ...]
    states: tuple[Any, ...]

    @property
    def last(self) -> Any:
        """The last state."""
        return self.states[-1]


class _Match:
    """A random match that goes on as far as a test asks, so that tests of the same seed share its moves."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        self.game, self.chance = game, Random(seed)  # noqa: S311 - not a secret
        self.players = self.chance.randint(game.info.min_players, game.info.max_players)
        self.options = choose_options(game, self.chance)
        self.texts: list[str] = []
        self.states = [game.start(self.players, self.options, seed)]

    def play_to(self, plies: int) -> None:
        while self.game.to_move(self.states[-1]) is not None and len(self.texts) < plies:
            state = self.states[-1]
            move = choose_move(self.game, state, self.chance)
            self.texts.append(self.game.format(state, move))
            self.states.append(self.game.play(state, move))


_match = lru_cache(400)(_Match)


def play_random_match(game: Game[Any, Any], seed: int, plies: int) -> RandomMatch:
    """Play random moves, up to `plies` by two players, and by more players in proportion."""
    match = _match(game, seed)
    plies = plies * max(match.players, 2) // 2
    match.play_to(plies)
    return RandomMatch(match.players, match.options, seed, tuple(match.texts[:plies]), tuple(match.states[: plies + 1]))


def choices(game: Game[Any, Any], state: Any, breadth: int = 3) -> list[Any]:
    """Return every legal move; where they cannot be listed, some: those that the first suggestions lead to."""
    try:
        return list(game.legal(state))
    except TooManyMoves:
        return list(_complete(game, state, "", breadth))


def _complete(game: Game[Any, Any], state: Any, text: str, breadth: int) -> Iterator[Any]:
    for longer in game.suggest(state, text, breadth):
        try:
            yield game.parse(state, longer)
        except IllegalMove:
            if longer != text:
                yield from _complete(game, state, longer, breadth)


def choose_options(game: Game[Any, Any], chance: Random) -> dict[str, int | str]:
    """Return a value for each option, every other time the default."""
    return {option.name: _value(option, chance) for option in game.info.options}


def _value(option: Option, chance: Random) -> int | str:
    if chance.random() < 0.5:
        return option.default
    return chance.choice(option.values)


def choose_move(game: Game[Any, Any], state: Any, chance: Random) -> Any:
    """Return a random move; where they cannot be listed, one to which random suggestions lead."""
    try:
        return chance.choice(game.legal(state))
    except TooManyMoves:
        text = ""
    while True:
        text = chance.choice(game.suggest(state, text, _BREADTH))
        try:
            return game.parse(state, text)
        except IllegalMove:
            continue
