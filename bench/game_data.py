"""What measurements and the gallery have to know of single games: a file of JSON each in `bench/games`.

All entries are optional: `views` are the pictures of the gallery, `catalogue` its page of all pieces; `ladders` are the
options under which levels play each other, `variants` those under which the game itself is measured, and `note` says
what a reader of these tables should know; `hard_positions` are far slower than those of play.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = Path(__file__).parent / "games"


@cache
def game_data(key: str) -> Mapping[str, Any]:
    """Return what there is to know of the game with a key; nothing for a game without a file."""
    file = FOLDER / f"{key}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
