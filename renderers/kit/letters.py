"""Views in monospaced letters, each cell where it lies on the board."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING

from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from renderers.kit.board import Board, Cell
    from renderers.kit.piece import Piece
    from renderers.kit.view import BoardView

_FACINGS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def draw_letters(view: BoardView, seats: Sequence[str], *, turned: bool = False) -> list[str]:
    """Return the lines of a board in letters and a legend below; `x` is where a piece left or was taken."""
    kinds = _name_kinds(view, seats)
    cells = {cell.name: _write_cell(view, cell.name, kinds) for cell in view.board.cells}
    lines = _lay_rows(view.board, cells, turned=turned)
    legend = [f"{letters} {piece.describe(seats)}" for piece, letters in kinds.items()]
    # Translators: parts of the legend of a board in letters, in which `x` and `.` stand.
    gone = [_("x left or taken last")] if any(_is_gone(view, name) for name in cells) else []
    return [*lines, ", ".join([*legend, *gone, _(". empty")])]


def _name_kinds(view: BoardView, seats: Sequence[str]) -> dict[Piece, str]:
    """Return letters for each piece that is on the board: its seat's, and where they are needed, more."""
    pieces = sorted(
        {piece for name in view.pieces for piece in view.stack(name)},
        key=lambda piece: (piece.seat is None, piece.seat or 0, piece.kind, piece.size or 0, piece.pips),
    )
    initials = [seat[0] for seat in seats]
    unique = len(set(initials)) == len(initials)
    several = len({replace(piece, seat=None) for piece in pieces}) > 1
    named: dict[Piece, str] = {}
    for piece in pieces:
        seat = (initials[piece.seat - 1] if unique else str(piece.seat)) if piece.seat else ""
        letters = [*piece.kind.replace(" ", "")] if several or not piece.seat else [""]
        more = f"{piece.size or piece.pips or ''}{'' if piece.facing is None else _FACINGS[piece.facing]}"
        choices = chain((f"{seat}{letter}{more}" for letter in letters), (f"{seat}{more}#{n}" for n in count(1)))
        named[piece] = next(choice for choice in choices if choice not in named.values())
    return named


def _write_cell(view: BoardView, name: str, kinds: Mapping[Piece, str]) -> str:
    return "".join(kinds[piece] for piece in view.stack(name)) or ("x" if _is_gone(view, name) else ".")


def _is_gone(view: BoardView, name: str) -> bool:
    """Return whether a cell is empty because of the last turn."""
    last = view.last
    return last is not None and not view.stack(name) and name in {*last.left, *dict(last.captured)}


def _lay_rows(board: Board, cells: Mapping[str, str], *, turned: bool) -> list[str]:
    """Return the rows from the highest, with the names of the cells at both ends of each."""
    width = max(map(len, cells.values())) + 1
    step = width + width % 2  # an even number of letters, for rows that are moved by half a cell
    way = -1 if turned else 1
    from_above = sorted(board.rows, key=lambda row: -way * row[0].y)
    rows = [sorted(row, key=lambda cell: way * cell.x) for row in from_above]
    ends = max(len(cell.name) for row in rows for cell in (row[0], row[-1]))
    start = min(way * row[0].x * board.unit[0] for row in rows)
    lines: list[str] = []
    for row in rows:
        line = " " * (ends + 1 + _column(row[0], board, step, way, start))
        for cell in row:
            at = ends + 1 + _column(cell, board, step, way, start)
            line = line.ljust(at) + cells[cell.name]
        first = " " * _column(row[0], board, step, way, start) + row[0].name.rjust(ends)
        lines.append(f"{first} {line[len(first) + 1 :].rstrip()} {row[-1].name}")
    return lines


def _column(cell: Cell, board: Board, step: int, way: int, start: float) -> int:
    """Return the column of letters in which a cell begins."""
    return round((way * cell.x * board.unit[0] - start) * step)
