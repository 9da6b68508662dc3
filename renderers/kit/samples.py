"""Sample scenes of a game, by which the palette of its pictures is found."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from games.random_play import choose_move
from renderers.board.scene import Scene

if TYPE_CHECKING:
    from games.contract import Game

_MATCHES = 2
_MOST_TURNS = 120
_PER_MATCH = 4


def sample_scenes(game: Game[Any, Any]) -> list[Scene]:
    """Return scenes of random matches with the fewest and the most players: starts, middles, ends, and departures."""
    scenes: list[Scene] = []
    for seed in range(_MATCHES):
        players = (game.info.min_players, game.info.max_players)[seed % 2]
        played = _play(game, players, seed)
        step = max(1, (len(played) - 1) // (_PER_MATCH - 1))
        scenes += [*played[:1], *played[1::step][:_PER_MATCH], played[-1]]
        middle = played[len(played) // 2]
        if middle.state.mover:
            scenes.append(replace(middle, state=game.leave(middle.state, middle.state.mover), move=None))
    return scenes


def _play(game: Game[Any, Any], players: int, seed: int) -> list[Scene]:
    rng = Random(seed)  # noqa: S311 - not a secret
    scene = Scene(game.start(players, {}, seed), game.info.seats[:players], 0)
    scenes = [scene]
    while scene.state.mover and len(scenes) <= _MOST_TURNS:
        move = choose_move(game, scene.state, rng)
        text = game.format(scene.state, move)
        scene = Scene(game.play(scene.state, move), scene.names, len(scenes), text)
        scenes.append(scene)
    return scenes
