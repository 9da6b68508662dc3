"""Sample scenes of a game, by which the palette of its pictures is found."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from games.random_play import choose_move
from renderers.board.scene import Scene

if TYPE_CHECKING:
    from games.contract import Game

_MOST_TURNS = 120
_MIDDLES = 3
"""Scenes from the middle of a match."""


def sample_scenes(game: Game[Any, Any]) -> list[Scene]:
    """Return scenes of random matches with the fewest and the most players: starts, middles, ends, and departures."""
    scenes: list[Scene] = []
    for players in sorted({game.info.min_players, game.info.max_players}):
        played = _play(game, players, seed=players)
        step = max(1, len(played) // (_MIDDLES + 1))
        scenes += [played[0], *played[step::step][:_MIDDLES], played[-1]]
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
