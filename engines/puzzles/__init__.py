"""Puzzles: positions in which the player to move has one way to win, or not to lose, proved by exhaustive search.

`make puzzles` finds them in matches of engines and adds them to the files of this package.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, TypeAlias

from engines import find_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import ModuleType
    from typing import Any

    from engines.contract import ForcedWin

Aim: TypeAlias = Literal["win", "save"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position text with the game's key, version of the rules and options, what has to be found, and how.

    `number` names the puzzle among those of its game: a puzzle keeps its number, and no other ever gets it. To `win`,
    `turns` are the mover's turns to the win ("win in two"), `solutions` all first moves that win in so many turns, as
    canonical texts, and `line` leads from one of them to the end of the match. To `save` the match, the solutions are
    all moves after which the opponent can't win at once, and the line is one of them. Several solutions differ only in
    how the piece faces in the end and in the field that it is given.
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
    file = files(__name__).joinpath(f"{game}.json")
    return tuple(map(_read, json.loads(file.read_text(encoding="utf-8")))) if file.is_file() else ()


def find_puzzle(game: str, number: int) -> Puzzle | None:
    """Return the puzzle of a game with a number, or None."""
    return next((puzzle for puzzle in puzzles(game) if puzzle.number == number), None)


def prove(game: str, state: Any, turns: int, nodes: int) -> ForcedWin | None:
    """Return the win in so many turns of the player to move, or None, by the search of a game that has puzzles."""
    return _searches(game).prove(state, turns, nodes)


def saving_moves(game: str, state: Any) -> Iterator[str]:
    """Yield the moves after which the opponent can't win at once, by the search of a game that has puzzles."""
    return _searches(game).saving_moves(state)


def _searches(game: str) -> ModuleType:
    folder = find_folder(game)
    if folder is None:
        raise LookupError(f"{game} has no folder with the searches for its puzzles")
    return folder


def _read(stored: Mapping[str, Any]) -> Puzzle:
    lists = {name: tuple(stored[name]) for name in ("solutions", "line")}
    return Puzzle(**dict(stored, **lists))
