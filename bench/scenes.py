"""The scenes of recorded matches, turn by turn."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bench.positions import GOLDEN
from games import GAMES
from renderers import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
"""The players, in seat order."""


def scenes(match: Mapping[str, Any]) -> Iterator[Scene]:
    """Yield the scenes of a recorded match: its start, then one after each turn or leave."""
    game = GAMES[match["game"]]
    state = game.start(match["players"], match["options"], match["seed"])
    names, ply = NAMES[: match["players"]], 0
    yield Scene(state, names, ply)
    for text, *_ in match["moves"]:
        if text.startswith("leave "):
            state, move = game.leave(state, int(text.split()[1])), None
        else:
            state, move, ply = game.play(state, game.parse(state, text)), text, ply + 1
        yield Scene(state, names, ply, move)


def recording(name: str) -> Mapping[str, Any]:
    """Return the recorded match in the file with this name, without its suffix."""
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
