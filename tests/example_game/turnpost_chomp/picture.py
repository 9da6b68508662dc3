"""Chomp's picture and its words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from games.text import format_count, format_list
from renderers.board.alt_text import (
    add_highlights,
    describe_status,
    drawable_name,
    format_headline,
    name_with_seat,
    one_line,
)
from renderers.board.confetti import draw_margin_confetti
from renderers.board.frame import draw_caption, draw_panel, lay_out_panels, winner_star
from renderers.board.highlights import HighlightPlace, draw_highlights
from renderers.board.scene import Scene, is_won, sole_winner
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.palette import (
    BG,
    BLUE,
    HIGH,
    INK,
    LINE,
    LOW,
    MID,
    PANEL,
    PAPER,
    RED,
    Owner,
    build_palette,
    mix,
    rgb,
)
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import BOLD_LABEL, LABEL, NAME, truncate

from .rules import COLUMNS, ROWS, SEATS, Piece, State

if TYPE_CHECKING:
    from PIL import Image

    from renderers.drawing.sprite import Sprite

_OWNERS = (RED, BLUE)
_PITCH = 108
_TOP = 150
_BOTTOM = _TOP + ROWS * _PITCH
_HEIGHT = _BOTTOM + 148
_ROWS = tuple(_BOTTOM - _PITCH // 2 - row * _PITCH for row in range(ROWS))

_CHOCOLATE, _SHINE, _SHADE, _POISON = rgb("6E4128"), rgb("8C5836"), rgb("472715"), rgb("A6D854")
_GAPS = tuple(mix(BG, owner.base, 0.25) for owner in _OWNERS)
PALETTE = build_palette(
    (_CHOCOLATE, _SHINE, _SHADE, _POISON, *_GAPS, *(owner.base for owner in _OWNERS)),
    (
        *((colour, BG) for colour in (HIGH, MID, LOW, LINE, PANEL, _SHADE, _CHOCOLATE, _SHINE, *_GAPS)),
        *((owner.base, back) for owner in _OWNERS for back in (BG, INK)),
        *((owner.base, gap) for owner, gap in zip(_OWNERS, _GAPS, strict=True)),
        *((_CHOCOLATE, colour) for colour in (_SHINE, _SHADE, INK)),
        *((colour, INK) for colour in (_POISON, PAPER)),
        (HIGH, PANEL),
        (LINE, PANEL),
    ),
)


class Picture:
    """Draws and describes Chomp."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return the picture of a `State`, 1000 x 730 picture pixels, in mode P."""
        state: State = scene.state
        picture = Canvas.blank(_HEIGHT, BG, scene.scale)
        _draw_panels(picture, scene)
        _draw_bar(picture, state)
        draw_highlights(picture, scene.highlights, lambda name: _spot(state, name), 18)
        if is_won(state):
            draw_margin_confetti(picture, 64, _TOP, _ROWS, 28)
        biter = _biter(scene)
        lines = (format_headline(scene, SEATS, "to play"), _aftermath(state))
        draw_caption(picture, _BOTTOM + 52, scene.ply, _OWNERS[biter - 1] if biter else None, lines, "Chomp")
        return PALETTE.store(picture.resize_to(scene.size))

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words."""
        state: State = scene.state
        words = [f"Chomp, {format_count(scene.ply, 'move')} played."]
        if biter := _biter(scene):
            who = name_with_seat(scene.names[biter - 1], SEATS[biter - 1])
            words.append(f"{who} played {scene.move}: {format_count(len(state.broken), 'piece')} broken off.")
        words.append(describe_status(scene, SEATS, "to play"))
        left = [f"{length} in row {row}" for row, length in enumerate(state.rows, 1) if length]
        words.append(f"Left, from column a on: {format_list(left)}; a1 is poisoned." if left else "Nothing is left.")
        return add_highlights(scene, " ".join(words))

    def text(self, scene: Scene) -> str:
        """Return the board in letters."""
        state: State = scene.state
        lines = [f"Chomp, {format_count(scene.ply, 'move')} played{f', last {scene.move}' if scene.move else ''}"]
        for row in reversed(range(ROWS)):
            cells = [_letter(state, Piece(column, row)) for column in range(state.columns)]
            lines.append(f"{row + 1}  {' '.join(cells)}")
        lines.append(f"   {' '.join(COLUMNS[: state.columns])}")
        lines.append("# chocolate, ! poisoned, x broken off last")
        lines.append(f"Red {one_line(scene.names[0])}, Blue {one_line(scene.names[1])}")
        lines.append(describe_status(scene, SEATS, "to play"))
        return "\n".join(lines)


def _biter(scene: Scene) -> int | None:
    """Return the seat whose move the scene shows: none before the first, and none after a seat left."""
    return scene.state.biter if scene.move else None


def _aftermath(state: State) -> str:
    if state.outcome:
        return state.outcome.reason
    if not state.biter:
        return "if you have to take a1, you lose"
    return f"{format_count(len(state.broken), 'piece')} broken off, {sum(state.rows)} left"


def _letter(state: State, piece: Piece) -> str:
    if piece.column < state.rows[piece.row]:
        return "#" if any(piece) else "!"
    return "x" if piece in state.broken else "."


def _centre(state: State, piece: Piece) -> tuple[int, int]:
    left = (WIDTH - state.columns * _PITCH) // 2
    return left + piece.column * _PITCH + _PITCH // 2, _ROWS[piece.row]


def _spot(state: State, name: str) -> HighlightPlace:
    """Return where a hint marks a piece: in its middle."""
    middle = _centre(state, Piece(COLUMNS.index(name[0]), int(name[1]) - 1))
    return HighlightPlace(middle, _PITCH // 2 - 4, middle)


def _draw_panels(picture: Canvas, scene: Scene) -> None:
    state: State = scene.state
    best = sole_winner(state.outcome)
    for seat, panel in enumerate(lay_out_panels(_OWNERS, state.mover or best, 84), 1):
        draw_panel(picture, panel, pointer=seat == state.mover)
        end = panel.right - 24
        if seat == best:
            picture.paste_centred(winner_star(22), end - 22, panel.middle)
            end -= 60
        name = truncate(drawable_name(scene.names[seat - 1], SEATS[seat - 1]), NAME, end - panel.inset)
        picture.write((panel.inset, panel.middle), name, NAME, panel.ink)


def _draw_bar(picture: Canvas, state: State) -> None:
    """Draw the pieces that are left, the gaps of those broken off, and the coordinates below and beside them."""
    for row, length in enumerate(state.rows):
        pieces = [Piece(column, row) for column in range(state.columns)]
        picture.paste_all_centred(_piece(), (_centre(state, piece) for piece in pieces[:length]))
        picture.paste_all_centred(_gap(None), (_centre(state, piece) for piece in pieces[length:]))
    if state.rows[0]:
        picture.paste_centred(_poison(), *_centre(state, Piece(0, 0)))
    if state.biter:
        picture.paste_all_centred(_gap(_OWNERS[state.biter - 1]), (_centre(state, piece) for piece in state.broken))
    fresh = state.broken[:1]
    for column in range(state.columns):
        at = (_centre(state, Piece(column, 0))[0], _BOTTOM + 23)
        _write_label(picture, at, COLUMNS[column], fresh=any(piece.column == column for piece in fresh))
    for row in range(ROWS):
        x, y = _centre(state, Piece(0, row))
        _write_label(picture, (x - 78, y), str(row + 1), fresh=any(piece.row == row for piece in fresh))


def _write_label(picture: Canvas, at: tuple[int, int], text: str, *, fresh: bool) -> None:
    picture.write(at, text, BOLD_LABEL if fresh else LABEL, HIGH if fresh else MID, "m")


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
