"""Martian Life's board in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.translation import gettext as _
from renderers.board.alt_text import describe_status, format_squares, one_line, open_grid
from renderers.martian_life.text import SEATS, TITLE, list_stashes, scores

if TYPE_CHECKING:
    from games.martian_life.state import State
    from renderers.board.scene import Scene


def write_grid(scene: Scene) -> str:
    """Return the board in letters, from the scene's side: R and Y for the owner, 1 to 3 for the size."""
    state: State = scene.state
    last = state.last
    dead = {square for wave in last.culled for square, _ in wave} if last else set[int]()
    way = -1 if scene.is_rotated(top=2) else 1
    board: list[tuple[str, list[str]]] = []
    for row in range(8, 0, -1)[::way]:
        cells: list[str] = []
        for square in range(8 * row - 8, 8 * row)[::way]:
            piece = state.board[square]
            mark = "*" if last and last.move.square == square else " "
            letters = f"{'RY'[piece.seat - 1]}{piece.size}" if piece else "x " if square in dead else ". "
            cells.append(letters + mark)
        board.append((str(row), cells))
    rows = [open_grid(scene, TITLE), *format_squares("abcdefgh"[::way], board)]
    red, yellow = scores(state)
    # The letters on the board are R and Y in every language.
    rows.append(f"R {one_line(scene.names[0])}: {red}   Y {one_line(scene.names[1])}: {yellow}")
    rows.append(_("1 small, 2 medium, 3 large, * played last, x died"))
    rows.append(list_stashes(state))
    rows.append(describe_status(scene, SEATS, _("to play")))
    return "\n".join(rows)
