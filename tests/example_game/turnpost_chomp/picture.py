"""Chomp's picture and its words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.text import format_count, format_list
from renderers.board.alt_text import (
    add_highlights,
    describe_status,
    format_headline,
    format_rows,
    format_squares,
    one_line,
    open_alt,
    open_grid,
)
from renderers.board.confetti import draw_margin_confetti
from renderers.board.frame import draw_caption
from renderers.board.highlights import draw_highlights
from renderers.board.name_panels import draw_name_panels
from renderers.board.scene import Scene, is_won
from renderers.board.square_board import SquareBoard
from renderers.drawing.canvas import Canvas
from renderers.drawing.colours import BG, BLUE, INK, LINE, RED, Owner, mix, rgb
from renderers.drawing.palette import build_board_palette
from renderers.drawing.sketch import Sketch

from .rules import COLUMNS, ROWS, SEATS, Piece, State

if TYPE_CHECKING:
    from PIL import Image

    from renderers.drawing.sprite import Sprite

_OWNERS = (RED, BLUE)
_PITCH = 108
_TOP = 150
_BOTTOM = _TOP + ROWS * _PITCH

_CHOCOLATE, _SHINE, _SHADE, _POISON = rgb("6E4128"), rgb("8C5836"), rgb("472715"), rgb("A6D854")
_GAPS = tuple(mix(BG, owner.base, 0.25) for owner in _OWNERS)
PALETTE = build_board_palette((_CHOCOLATE, _SHINE, _SHADE, _POISON, *_GAPS), _OWNERS)


class Picture:
    """Draws and describes Chomp."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return the picture of a `State`, 1000 x 730 picture pixels, in mode P."""
        state: State = scene.state
        board = SquareBoard(state.columns, ROWS, _PITCH, _TOP)
        picture = Canvas.blank(_BOTTOM + 148, BG, scene.scale)
        draw_name_panels(picture, scene, _OWNERS, SEATS)
        _draw_bar(picture, board, state)
        draw_highlights(picture, scene.highlights, board.highlight, 18)
        if is_won(state):
            draw_margin_confetti(picture, 64, _TOP, board.row_middles, 28)
        biter = state.biter if scene.move else None
        lines = (format_headline(scene, SEATS, "to play"), _aftermath(state))
        draw_caption(picture, _BOTTOM + 52, scene.ply, _OWNERS[biter - 1] if biter else None, lines, "Chomp")
        return PALETTE.store(picture.resize_to(scene.size))

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words."""
        left = [f"{length} in row {row}" for row, length in enumerate(scene.state.rows, 1) if length]
        board = f"Left, from column a on: {format_list(left)}; a1 is poisoned." if left else "Nothing is left."
        return add_highlights(scene, " ".join([*_open(scene), board]))

    def text(self, scene: Scene) -> str:
        """Return the position in sentences, a row of the board a line."""
        state: State = scene.state
        lengths = enumerate(state.rows, 1)
        left = [(str(row), f"a{row} to {COLUMNS[length - 1]}{row}") for row, length in lengths if length]
        rows = format_rows(map(str, range(1, ROWS + 1)), left)
        return "\n".join([*_open(scene), *rows, "a1 is poisoned."])

    def grid(self, scene: Scene) -> str:
        """Return the board in letters."""
        state: State = scene.state
        rows = [[_letter(state, Piece(column, row)) for column in range(state.columns)] for row in range(ROWS)]
        numbered = [(str(number), letters) for number, letters in enumerate(rows, 1)]
        lines = [open_grid(scene, "Chomp"), *format_squares(COLUMNS[: state.columns], reversed(numbered))]
        lines.append("# chocolate, ! poisoned, x broken off last")
        lines.append(f"Red {one_line(scene.names[0])}, Blue {one_line(scene.names[1])}")
        lines.append(describe_status(scene, SEATS, "to play"))
        return "\n".join(lines)


def _open(scene: Scene) -> list[str]:
    """Return sentences on the last move and whose turn it is."""
    state: State = scene.state
    sentences = open_alt(scene, "Chomp", SEATS, state.biter, f"{format_count(len(state.broken), 'piece')} broken off")
    return [*sentences, describe_status(scene, SEATS, "to play")]


def _aftermath(state: State) -> str:
    """Return the second line below the board."""
    if state.outcome:
        return state.outcome.reason
    if not state.biter:
        return "if you have to take a1, you lose"
    return f"{format_count(len(state.broken), 'piece')} broken off, {sum(state.rows)} left"


def _letter(state: State, piece: Piece) -> str:
    if piece.column < state.rows[piece.row]:
        return "#" if any(piece) else "!"
    return "x" if piece in state.broken else "."


def _draw_bar(picture: Canvas, board: SquareBoard, state: State) -> None:
    """Draw the pieces that are left, the gaps of those broken off, and the coordinates."""
    board.draw_coordinates(picture)
    for row, length in enumerate(state.rows):
        middles = [board.centre(column, row) for column in range(state.columns)]
        picture.paste_all_centred(_piece(), middles[:length])
        picture.paste_all_centred(_gap(None), middles[length:])
    if state.rows[0]:
        picture.paste_centred(_poison(), *board.centre(0, 0))
    if state.biter:
        picture.paste_all_centred(_gap(_OWNERS[state.biter - 1]), [board.centre(*piece) for piece in state.broken])
        board.emphasize_coordinates(picture, *state.broken[0], str(state.broken[0]))


@lru_cache(1)
def _piece() -> Sprite:
    sketch = Sketch(_PITCH, _PITCH)
    sketch.box((-52, -52, 52, 52), _SHADE, 12)
    sketch.box((-52, -52, 48, 48), _SHINE, 12)
    sketch.box((-47, -47, 47, 47), _CHOCOLATE, 9)
    sketch.box((-30, -30, 30, 30), _SHADE, 8)
    sketch.box((-30, -30, 27, 27), _CHOCOLATE, 7)
    return sketch.finish()


@lru_cache(1)
def _poison() -> Sprite:
    """Return an upright triangle with an exclamation mark: a mark that players know by its shape."""
    sketch = Sketch(_PITCH, _PITCH)
    sketch.expanded_polygon(((0, -27), (29, 23), (-29, 23)), 8, INK)
    sketch.expanded_polygon(((0, -27), (29, 23), (-29, 23)), 4, _POISON)
    sketch.line(((0, -10), (0, 6)), 7, INK)
    sketch.disc(0, 18, 4.5, INK)
    return sketch.finish()


@lru_cache(3)
def _gap(owner: Owner | None) -> Sprite:
    """Return the mark of a gap: a dot, or the dashed frame and emblem of the `owner` who broke the piece off last."""
    sketch = Sketch(_PITCH, _PITCH)
    if owner is None:
        sketch.disc(0, 0, 6, LINE)
        return sketch.finish()
    sketch.box((-48, -48, 48, 48), _GAPS[_OWNERS.index(owner)], 10)
    sketch.dashed_square(48, 5, 12, 8, owner.base)
    sketch.emblem(owner.emblem, 0, 0, 12, owner.base)
    return sketch.finish()
