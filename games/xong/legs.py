"""Reading the name of a leg, and saying what is wrong with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NoReturn

from games import hex_grid
from games.text import listed_code
from games.xong.notation import ask, refuse, reject

if TYPE_CHECKING:
    from games.xong.board import LegBoard
    from games.xong.state import State

_PARTS = re.compile(r"([a-z][0-9]*)([nesw]*)")


def leg_named(board: LegBoard, word: str, *, last: bool) -> int:
    """Return the leg with a name, the canonical one or the other.

    Raises `IllegalMove` if there is none: `unfinished` for the beginning of a name in the `last` word, else `illegal`.
    """
    leg = board.by_name.get(word)
    if leg is None:
        _refuse_name(board, word, last=last)
    return leg


def vacant_sides(state: State, word: str) -> str:
    """Return a sentence on which sides of a leg's hexagon are vacant."""
    name = _split(word)[0]
    sides = [
        f"{name}{side}" for side in hex_grid.DIRECTIONS if state.vacant >> state.board.by_name[f"{name}{side}"] & 1
    ]
    return (
        f" Vacant sides of `{name}`: {listed_code(sides, 'and')}." if sides else f" `{name}` has no vacant side left."
    )


def _split(word: str) -> tuple[str, str]:
    found = _PARTS.fullmatch(word)
    return (found[1], found[2]) if found else (word, "")


def _refuse_name(board: LegBoard, word: str, *, last: bool) -> NoReturn:
    name, side = _split(word)
    cell = hex_grid.named(name)
    row = [other for other in board.names if other[0] == name]
    if cell is None and row and last:
        ask(f"Name a leg of row `{name}`: its hexagons go from `{row[0]}` to `{row[-1]}`, and `{row[0]}e` is a leg.")
    if cell is None:
        refuse(f"`{word[:20]}` is no leg: a leg is a hexagon and a side, such as `{board.names[0]}e`.")
    if cell not in board.area:
        refuse(f"`{name}` is not a hexagon of this board: the nearest is `{board.nearest(cell).name}`.")
    if side and last:
        ask(f"`{word}` is not yet a leg: say `{word}e` or `{word}w`.")
    sides = listed_code(f"{name}{side}" for side in hex_grid.DIRECTIONS)
    reject(f"`{word}` is not a leg: a leg is a side of a hexagon, {sides}.", unfinished=last)
