"""The caches of drawing, filled when this module is loaded: the processes that are forked afterwards share them.

A process takes up to ten times as long for its first board of a game as for the next ones, and a bot that is started
for one test draws few boards.
"""

from __future__ import annotations

from bot import plugins
from bot.game_checks.subject import make_scenes
from games.random_play import play_random_match
from renderers.board.scene import PieceRenderer

MATCHES, PLIES = 2, 12
"""Random matches of each game, and their length."""


def _fill() -> None:
    offered = plugins.read()
    for key, renderer in offered.renderers.items():
        for seed in range(MATCHES):
            for scene in make_scenes(play_random_match(offered.games[key], seed, PLIES))[::4]:
                renderer.draw(scene)
        if isinstance(renderer, PieceRenderer):
            renderer.draw_pieces()


_fill()
