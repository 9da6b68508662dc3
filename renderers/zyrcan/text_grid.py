"""Zyrcan's board in letters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.hex_grid import STANDARD
from games.translation import gettext as _
from games.zyrcan.field import NAMES, field
from games.zyrcan.result import fleets
from games.zyrcan.turn_descriptions import news
from renderers.board.alt_text import one_line, open_grid
from renderers.zyrcan.text import TITLE, count_fleet, describe_status, list_hand

if TYPE_CHECKING:
    from games.zyrcan.state import Ship, State
    from renderers.board.scene import Scene

_LETTERS = "RBYGP"


def write_grid(scene: Scene) -> str:
    """Return the board in letters: a letter for the owner, a figure for the engines, marks for the last turn."""
    state: State = scene.state
    move = state.last.move if state.last else None
    marks: dict[int, str] = {}
    if move and move.flight:
        marks = {move.flight.start: "o", move.flight.landing: "*"}
    if move and move.placement:
        marks[move.placement.cell] = "*"
    lines = [open_grid(scene, TITLE)]
    used = field(state.players).used
    for row in range(8, -1, -1):
        cells = [number for number, cell in enumerate(STANDARD.cells) if cell.row == row]
        spots = [(_spot(state.board[cell], cell in used) + marks.get(cell, "")).ljust(3) for cell in cells]
        first, end = NAMES[cells[0]], NAMES[cells[-1]]
        lines.append(f"{'  ' * abs(row - 4)}{first} {' '.join(spots)} {end}")
    # Translators: the legend of a board in letters, in which `R1`, `.`, `*` and `o` stand.
    lines.append(_("R1 Red with 1 engine, . empty, * came last, o left from"))
    lines += [_score(scene, seat) for seat in range(1, state.players + 1)]
    lines += [*news(state), describe_status(scene)]
    return "\n".join(lines)


def _spot(ship: Ship | None, used: bool) -> str:  # noqa: FBT001 - a fact of the cell
    return f"{_LETTERS[ship.seat - 1]}{ship.engines}" if ship else "." if used else ""


def _score(scene: Scene, seat: int) -> str:
    state: State = scene.state
    have = fleets(state)[seat - 1]
    words = f"{_LETTERS[seat - 1]} {one_line(scene.names[seat - 1])}: {count_fleet(have)}"
    if seat in state.out:
        # Translators: {fleet} is what a seat that has left has on the board: "Ann: 24 engines, 12 ships".
        return _("{fleet}, out").format(fleet=words)
    if state.phase != "deploy":
        return words
    return _("{fleet}, in hand {ships}").format(fleet=words, ships=list_hand(state.hands[seat - 1]))
