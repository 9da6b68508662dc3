"""Xong's board in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.hex_grid import DIRECTIONS
from games.translation import gettext as _
from games.xong.lattice import bits, ends, leg_index
from games.xong.rules import SEATS
from renderers.board.alt_text import describe_status, one_line, write_grid_heading
from renderers.xong.pieces import caption
from renderers.xong.text import TITLE, points, task

if TYPE_CHECKING:
    from games.xong.state import State
    from renderers.board.scene import Scene

LONGEST = 1499
_MOVE = 200


def write_grid(scene: Scene) -> str:
    """Return the board in letters, under 1500: drawn, or where that is too much hexagon by hexagon."""
    state: State = scene.state
    move = scene.move or ""
    head = write_grid_heading(TITLE, scene.ply, move if len(move) <= _MOVE else f"{move[: _MOVE - 3]}...")
    red, blue = points(state)
    tail = [f"r {one_line(scene.names[0])}: {red}   b {one_line(scene.names[1])}: {blue}"]
    if state.hand:
        shape = state.hand if len(state.hand) <= _MOVE else f"{state.hand[: _MOVE - 3]}..."
        number = caption(state.hand)
        tail.append(_("In hand: {walk} ({xoid})").format(walk=shape, xoid=number))
    tail.append(describe_status(scene, SEATS, task(state)))
    for board in (_draw_board(state), _list_hexagons(state)):
        whole = "\n".join([head, *board, *tail])
        if len(whole) <= LONGEST:
            return whole
    return "\n".join([head, _("This board is too large for letters."), *tail])


def _letters(state: State) -> dict[int, str]:
    """A letter for each leg: r and b for the owner, capital if it came last, a point if vacant."""
    newest = state.last.move.legs if state.last else 0
    letters = dict.fromkeys(bits(state.board.legs), ".")
    for letter, legs in zip("rb", state.legs, strict=True):
        letters |= dict.fromkeys(bits(legs), letter)
        letters |= dict.fromkeys(bits(legs & newest), letter.upper())
    return letters


def _draw_board(state: State) -> list[str]:
    """The board as a drawing: a letter in the middle of every leg, round the names of the hexagons."""
    spots: dict[tuple[int, int], str] = {}
    for leg, letter in _letters(state).items():
        (x, y), (end_x, end_y) = ends(leg)
        spots[(y + end_y) // 3, x + end_x] = letter
    for cell in state.board.cells:
        x, y = cell.centre
        for i, letter in enumerate(cell.name):
            spots[2 * y // 3, 2 * x - 1 + i] = letter
    west = min(column for _, column in spots)
    rows = sorted({row for row, _ in spots}, reverse=True)
    lines: list[str] = []
    for row in rows:
        columns = {column - west: letter for (line, column), letter in spots.items() if line == row}
        lines.append("".join(columns.get(i, " ") for i in range(max(columns) + 1)))
    # Translators: the legend of a board in letters, in which `r`, `b` and `.` stand.
    return [*lines, _("Sides: r red, b blue, capital if placed last, . vacant")]


def _list_hexagons(state: State) -> list[str]:
    """The six sides of every hexagon that is touched, a row a line."""
    letters = _letters(state)
    rows: dict[int, list[str]] = {}
    for cell in state.board.cells:
        sides = "".join(letters[leg_index(cell, direction)] for direction in range(len(DIRECTIONS)))
        if sides.strip("."):
            rows.setdefault(cell.row, []).append(f"{cell.name}:{sides}")
    lines = [" ".join(row) for row in rows.values()]
    legend = _("Sides in the order {directions}: r red, b blue, capital if placed last, . vacant")
    return [*lines, legend.format(directions=" ".join(DIRECTIONS))]
