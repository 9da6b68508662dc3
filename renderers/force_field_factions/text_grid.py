"""The board of Force Field Factions in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.force_field_factions.position import SEATS
from games.force_field_factions.state import COLOURS, FACINGS, GHOST, GRID, UP
from games.translation import gettext as _
from renderers.board.alt_text import describe_status, format_squares, one_line, open_grid
from renderers.force_field_factions.text import TITLE, pieces, pool

if TYPE_CHECKING:
    from games.force_field_factions.state import Piece, State
    from renderers.board.scene import Scene


def write_grid(scene: Scene) -> str:
    """Return the board in letters, from the scene's side; the pieces out of phase and all fields below.

    A piece in phase is its side, pips and facing. Facings are by the compass from any side: north is towards row 8.
    """
    state: State = scene.state
    last = state.last
    end = last.path[-1] if last else None
    way = -1 if scene.is_rotated(top=1) else 1
    board: list[tuple[str, list[str]]] = []
    for row in range(8, 0, -1)[::way]:
        cells = [_cell(state, square, end) for square in range(8 * row - 8, 8 * row)[::way]]
        board.append((str(row), cells))
    rows = [open_grid(scene, TITLE), *format_squares("abcdefgh"[::way], board)]
    rows.append(f"B {one_line(scene.names[0])}   W {one_line(scene.names[1])}")
    rows.append(_("North (n) is down, towards row 8") if way < 0 else _("North (n) is up, towards row 8"))
    rows.append(_("n ne e se s sw w nw points there, ^ upright, small b w out of phase, * played last"))
    template = _("{ghost} below {piece} on {square}")
    below = [
        template.format(ghost=_letters(ghost), piece=_letters(piece), square=GRID.names[square])
        for square, (piece, ghost) in enumerate(zip(state.board[:GHOST], state.board[GHOST:], strict=True))
        if piece and ghost
    ]
    if below:
        rows.append(_("Not shown, out of phase: {pieces}").format(pieces=", ".join(below)))
    worn = [f"{GRID.names[square]} {_letters(piece)} {piece.fields}" for square, piece in pieces(state) if piece.fields]
    if worn:
        rows.append(_("Fields from the inside out: {fields}").format(fields=", ".join(worn)))
    else:
        rows.append(_("Fields from the inside out: none"))
    rows.append(_("Pool, 2 and 3 pips: {fields}").format(fields=_terse_pool(state)))
    rows.append(describe_status(scene, SEATS, _("to play")))
    return "\n".join(rows)


def _letters(piece: Piece) -> str:
    side = "BW"[piece.seat - 1]
    facing = "^" if piece.facing == UP else FACINGS[piece.facing]
    return f"{side.lower() if piece.out_of_phase else side}{piece.pips}{facing}"


def _cell(state: State, square: int, end: int | None) -> str:
    piece = state.board[square] or state.board[square + GHOST]
    return f"{_letters(piece) if piece else '.'}{'*' if square == end else ''}".ljust(4)


def _terse_pool(state: State) -> str:
    """The pool by letters: "r23" for two red fields of 2 pips and three of 3 pips."""
    left = pool(state)
    return " ".join(f"{letter}{left[letter, 2]}{left[letter, 3]}" for letter in COLOURS)
