"""Puzzles: positions in which the player to move has one way to win, or not to lose, proved by exhaustive search.

`make puzzles` finds them in matches of engines and adds them to the files of this package.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, TypeAlias

from engines import FOLDERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from engines.contract import ForcedWin

PROVERS: Mapping[str, Callable[[Any, int, int], ForcedWin | None]] = {
    key: folder.prove for key, folder in FOLDERS.items() if hasattr(folder, "prove")
}
"""By the game's key, the search that proves its puzzles."""

SAVERS: Mapping[str, Callable[[Any], Iterator[str]]] = {key: FOLDERS[key].saving_moves for key in PROVERS}
"""By the game's key, what finds the moves after which the opponent can't win at once."""

Aim: TypeAlias = Literal["win", "save"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position text with the game's key, version of the rules and options, what has to be found, and how.

    `number` names the puzzle among those of its game: a puzzle keeps its number, and no other ever gets it.
    To `win`, `turns` are the mover's turns to the win ("win in two"), `solutions` all first moves that win in so many
    turns, as canonical texts, and `line` leads from one of them to the end of the match. To `save` the match, the
    solutions are all moves after which the opponent can't win at once, and the line is one of them. Several solutions
    differ only in how the piece faces in the end and in the field that it is given.
    """

    game: str
    number: int
    rules: int
    options: Mapping[str, int | str]
    position: str
    aim: Aim
    turns: int
    solutions: tuple[str, ...]
    line: tuple[str, ...]


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game by its key, none if it has none, in the order of their numbers."""
    if game not in PROVERS:
        return ()
    text = files(__name__).joinpath(f"{game}.json").read_text(encoding="utf-8")
    return tuple(map(_read, json.loads(text)))


def find_puzzle(game: str, number: int) -> Puzzle | None:
    """Return the puzzle of a game with a number, or None."""
    return next((puzzle for puzzle in puzzles(game) if puzzle.number == number), None)


def _read(stored: Mapping[str, Any]) -> Puzzle:
    lists = {name: tuple(stored[name]) for name in ("solutions", "line")}
    return Puzzle(**dict(stored, **lists))
