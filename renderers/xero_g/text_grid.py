"""Xero-G's board in digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.xero_g.names import SEATS
from games.xero_g.state import BASE, Flight
from renderers.board.alt_text import describe_status, format_squares, one_line, open_grid
from renderers.xero_g.text import TITLE, task, write_route

if TYPE_CHECKING:
    from games.xero_g.state import State
    from renderers.board.scene import Scene


_BASES = (N_("South's base:"), N_("North's base:"))


def write_grid(scene: Scene) -> str:
    """Return the board in digits, the pips of each ship, from the scene's side, with marks for the last turn."""
    state: State = scene.state
    last = state.last
    marks: dict[int, str] = {}
    if last and isinstance(last.move, Flight):
        marks = {last.move.start: "o", last.move.landing: "*"}
        if last.move.sent is not None:
            marks[last.move.sent] = "@"
    way = -1 if scene.is_rotated(top=2) else 1
    bases = [f"   {_(base)} {one_line(scene.names[seat])}" for seat, base in enumerate(_BASES)][::way]
    board: list[tuple[str, list[str]]] = []
    for row in range(6, 0, -1)[::way]:
        squares = range(6 * row - 6, 6 * row)[::way]
        cells = [f"{state.board[square] or '.'}{marks.get(square, ' ')}" for square in squares]
        board.append((str(row), cells))
    rows = [open_grid(scene, TITLE), bases[1], *format_squares("abcdef"[::way], board), bases[0]]
    rows.append(_("1 small, 2 medium, 3 large, o left from, * landed, @ put there"))
    if last and isinstance(last.move, Flight) and last.path:
        template = _("Flight: {squares} base") if last.move.landing == BASE else _("Flight: {squares}")
        rows.append(template.format(squares=write_route(last, last.move)))
    rows.append(describe_status(scene, SEATS, task(state)))
    return "\n".join(rows)
