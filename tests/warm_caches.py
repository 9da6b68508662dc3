"""What a bot loads and computes once, loaded when this module is: the processes that are forked afterwards share it.

A process takes up to ten times as long for its first board of a game as for the next ones, and reads every catalogue of
translations when it registers its commands. A bot that is started for one test does little else.
"""

from __future__ import annotations

import gc
import importlib

from bot import plugins
from bot.game_checks.subject import make_scenes
from games.random_play import play_random_match
from games.translation import measure_languages
from renderers.board.scene import PieceRenderer

MATCHES, PLIES = 2, 12
"""Random matches of each game, and their length."""
LOADED_LATER = ("_strptime", "babel.dates", "encodings.idna", "engines.generic", "tzdata", "uvloop")
"""What the bot loads when it first uses it."""


def _load() -> None:
    for name in LOADED_LATER:
        importlib.import_module(name)
    offered = plugins.read()
    measure_languages()
    for key, renderer in offered.renderers.items():
        for seed in range(MATCHES):
            for scene in make_scenes(play_random_match(offered.games[key], seed, PLIES))[::4]:
                renderer.draw(scene)
        if isinstance(renderer, PieceRenderer):
            renderer.draw_pieces()


_load()
gc.freeze()
