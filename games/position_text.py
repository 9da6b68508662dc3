"""Positions as lines of text: the cells row by row, and the seat to move, as in `..R/.B./... 1`."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHAPE = re.compile(r"(\S+) ([1-9]|-)")


def write_position(cells: Sequence[str], widths: Sequence[int], mover: int | None, separator: str = "") -> str:
    """Return cells row by row and the seat to move, or `-` if the match is over.

    `widths` are the numbers of cells in the rows. Cells of more than one letter need a separator.

    >>> write_position(["r", ".", ".", "b"], (2, 2), 1), write_position(["rb", "."], (2,), None, ",")
    ('r./.b 1', 'rb,. -')
    """
    ends = [*accumulate(widths)]
    rows = [separator.join(cells[end - width : end]) for end, width in zip(ends, widths, strict=True)]
    return f"{'/'.join(rows)} {mover or '-'}"


def read_position(
    text: str, widths: Sequence[int], letters: str, players: int = 2, separator: str = ""
) -> tuple[tuple[str, ...], int | None]:
    """Return the cells and the seat to move of a text that `write_position` wrote, whose cells are of certain letters.

    Raises `ValueError` with a sentence on what is wrong.

    >>> read_position("r./.b 1", (2, 2), ".rb")
    (('r', '.', '.', 'b'), 1)
    """
    found = _SHAPE.fullmatch(text)
    if found is None:
        raise ValueError(f"A position is {len(widths)} rows joined by `/`, a space, and the seat to move or `-`.")
    rows = found[1].split("/")
    if len(rows) != len(widths):
        raise ValueError(f"A position has {len(widths)} rows joined by `/`, here there are {len(rows)}.")
    cells: list[str] = []
    for number, (row, width) in enumerate(zip(rows, widths, strict=True), 1):
        parts = row.split(separator) if separator else [*row]
        if len(parts) != width:
            raise ValueError(f"Row {number} of the text has {len(parts)} cells, not {width}.")
        if strange := next((letter for part in parts for letter in part or " " if letter not in letters), None):
            raise ValueError(f"A cell is written with {', '.join(f'`{each}`' for each in letters)}, not `{strange}`.")
        cells += parts
    mover = None if found[2] == "-" else int(found[2])
    if mover and mover > players:
        raise ValueError(f"The seat to move is 1 to {players}, not {mover}.")
    return tuple(cells), mover
