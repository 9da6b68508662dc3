"""The game with the shortest random matches, so that a season doesn't take long."""

from __future__ import annotations

from functools import cache
from random import Random

from games import GAMES
from games.random_play import choose_move

TRIED, LONGEST = 3, 100
"""Random matches, and how many moves of each, by which games are compared."""


@cache
def find_shortest_game(people: int) -> str:
    """Return the key of the game for so many people whose random matches are shortest."""
    fitting = [key for key, game in GAMES.items() if game.info.min_players <= people <= game.info.max_players]
    return min(fitting, key=lambda key: sum(_count_moves(key, people, seed) for seed in range(TRIED)))


def _count_moves(key: str, people: int, seed: int) -> int:
    """Return after how many random moves a match ends, `LONGEST` at most."""
    game, chance = GAMES[key], Random(seed)
    state = game.start(people, {option.name: option.default for option in game.info.options}, seed)
    for moves in range(LONGEST):
        if game.to_move(state) is None:
            return moves
        state = game.play(state, choose_move(game, state, chance))
    return LONGEST
