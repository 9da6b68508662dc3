"""Views in words: what stands where, for alt texts and for sentences that are listened to."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from games.text import format_list
from games.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from renderers.kit.board import Board, Cell
    from renderers.kit.view import BoardView

_LONGEST_LISTED = 2
"""How many neighbours in a row are listed by name; more are told as "a1 to e1"."""


def describe_stack(view: BoardView, name: str, seats: Sequence[str]) -> str:
    """Return what stands on a cell, the topmost piece first: "Red stone on Blue stone"; empty for nothing."""
    pieces = [piece.describe(seats) for piece in reversed(view.stack(name))]
    if not pieces:
        return ""
    words = pieces.pop()
    while pieces:  # from the lowest up
        words = _("{piece} on {below}").format(piece=pieces.pop(), below=words)
    return words


def describe_pieces(view: BoardView, seats: Sequence[str]) -> list[str]:
    """Return a sentence for each kind of piece or stack with the cells where it stands, seat by seat.

    Cells that follow one another in a row are told as a run: "Red stone: a1 to c1, b3."
    """
    found: defaultdict[str, list[Cell]] = defaultdict(list)
    owners: dict[str, tuple[bool, int]] = {}
    for cell in _in_rows(view.board):
        if words := describe_stack(view, cell.name, seats):
            found[words].append(cell)
            top = view.stack(cell.name)[-1].seat
            owners[words] = (top is None, top or 0)
    kinds = sorted(found, key=lambda words: owners[words])
    told = [f"{words[0].upper()}{words[1:]}: {join_runs(view.board, found[words])}." for words in kinds]
    return told or [_("The board is empty.")]


def describe_rows(view: BoardView, seats: Sequence[str]) -> list[str]:
    """Return a sentence for each row that has pieces, and one that names the empty rows."""
    sentences: list[str] = []
    empty: list[str] = []
    for row in view.board.rows:
        kinds: defaultdict[str, list[Cell]] = defaultdict(list)
        for cell in row:
            if words := describe_stack(view, cell.name, seats):
                kinds[words].append(cell)
        listed = "; ".join(f"{words} {join_runs(view.board, cells)}" for words, cells in kinds.items())
        if listed:
            sentences.append(_("Row {row}: {pieces}.").format(row=_row_name(row), pieces=listed))
        else:
            empty.append(_row_name(row))
    if empty and sentences:
        sentences.append(_("Empty rows: {rows}.").format(rows=format_list(empty)))
    return sentences or [_("The board is empty.")]


def join_runs(board: Board, cells: Iterable[Cell]) -> str:
    """Return names of cells, with those that follow one another in a row as runs: "a1 to c1, e1"."""
    order = {cell.name: (row, place) for row, line in enumerate(board.rows) for place, cell in enumerate(line)}
    runs: list[list[str]] = []
    for name in sorted((cell.name for cell in cells), key=lambda name: order[name]):
        row, place = order[name]
        if runs and order[runs[-1][-1]] == (row, place - 1):
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(name_run(run[0], run[-1]) if len(run) > _LONGEST_LISTED else ", ".join(run) for run in runs)


def name_run(first: str, last: str) -> str:
    """Return the name of a run of cells: "a1 to c1"."""
    # Translators: cells of a board that follow one another.
    return _("{first} to {last}").format(first=first, last=last)


def split_sentences(sentences: Sequence[str], room: int) -> tuple[list[str], list[str]]:
    """Return the first sentences that fit in so many characters, joined by spaces, and the others."""
    kept, used = 0, -1
    for sentence in sentences:
        used += 1 + len(sentence)
        if used > room:
            break
        kept += 1
    return [*sentences[:kept]], [*sentences[kept:]]


def _in_rows(board: Board) -> list[Cell]:
    return [cell for row in board.rows for cell in row]


def _row_name(row: Sequence[Cell]) -> str:
    """Return what the names of a row's cells have in common, its number or letter; else those of its ends."""
    for part in (_digits, _letters):
        if len({part(cell.name) for cell in row}) == 1 and part(row[0].name):
            return part(row[0].name)
    return name_run(row[0].name, row[-1].name)


def _digits(name: str) -> str:
    return "".join(character for character in name if character.isdigit())


def _letters(name: str) -> str:
    return "".join(character for character in name if character.isalpha())
