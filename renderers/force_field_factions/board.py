"""Force Field Factions's empty board and what lies on it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from games.force_field_factions.attacks import field_size
from games.force_field_factions.state import COLOURS, GHOST, GRID, UP, Advance, Attack, Crash, FacingChange, Piece
from games.translation import gettext as _
from renderers.board.frame import MARGIN
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.colours import INK, PAPER
from renderers.drawing.pyramids import lying_pyramid, standing_pyramid
from renderers.drawing.sketch import Sketch
from renderers.drawing.typeface import BADGE, BOLD_LABEL, COUNT, LABEL, LETTERING, PLAIN
from renderers.force_field_factions.colours import BADGE_INKS, FIELDS, OWNERS, choose_colours, inside

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.force_field_factions.state import Event, State
    from renderers.drawing.colours import Colour
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme


def rotate(state: State) -> State:
    """Return a position of Force Field Factions with every square where the opposite one was, facings turned too."""
    board = tuple(
        piece and _rotate_piece(piece) for piece in (*state.board[GHOST - 1 :: -1], *state.board[: GHOST - 1 : -1])
    )
    last = state.last
    if last:
        place = last.move.place // GHOST * GHOST + 63 - last.start
        events = tuple(_rotate_event(event) for event in last.events)
        last = replace(last, move=last.move._replace(place=place), piece=_rotate_piece(last.piece), events=events)
    return replace(state, board=board, last=last)


def _rotate_facing(facing: int) -> int:
    return UP if facing == UP else (facing + 4) % 8


def _rotate_piece(piece: Piece) -> Piece:
    return piece._replace(facing=_rotate_facing(piece.facing))


def _rotate_event(event: Event) -> Event:
    match event:
        case FacingChange(square, facing):
            return FacingChange(63 - square, _rotate_facing(facing))
        case Advance(start, end):
            return Advance(63 - start, 63 - end)
        case Crash(square, other):
            return Crash(63 - square, _rotate_piece(other))
        case Attack():
            pushes = tuple(
                push._replace(
                    piece=_rotate_piece(push.piece),
                    start=63 - push.start,
                    end=None if push.end is None else 63 - push.end,
                )
                for push in event.pushes
            )
            return event._replace(
                start=63 - event.start,
                target=63 - event.target,
                victim=_rotate_piece(event.victim),
                facing=_rotate_facing(event.facing),
                pushes=pushes,
                became=event.became and _rotate_piece(event.became),
            )
        case _:
            return event


_RADII = {2: 0.35, 3: 0.462}
_BAND = 0.066
_BADGE = 19


def radius(size: int, pitch: float) -> float:
    """Return the radius of a field of 2 or 3 pips, in the middle of its band."""
    return _RADII[size] * pitch


@lru_cache(128)
def field(letter: str, size: int, pitch: int, filling: Colour, halo: tuple[Colour, ...] = ()) -> Sprite:
    """Return a field of 2 or 3 pips as a ring, dashed if it is clear; halo colours go from the ring outwards."""
    middle, band = radius(size, pitch), _BAND * pitch
    outer, inner = middle + band / 2, middle - band / 2
    span = 2 * math.ceil(outer + 14)
    sketch = Sketch(span, span)
    for i, fill in reversed(list(enumerate(halo))):
        sketch.disc(0, 0, outer + 6.5 + 2.5 * i, fill)
    sketch.disc(0, 0, outer + 2, INK)
    if letter == "c":
        count = round(math.tau * middle / (0.2 * pitch))
        for i in range(count):
            start, end = (math.tau * (i + share) / count for share in (0, 0.62))
            sketch.polygon(_sector(inner, outer, start, end), FIELDS["c"])
    else:
        sketch.disc(0, 0, outer, FIELDS[letter])
        sketch.disc(0, 0, inner, INK)
    sketch.disc(0, 0, inner - 2, filling)
    return sketch.finish()


def _sector(inner: float, outer: float, start: float, end: float) -> list[tuple[float, float]]:
    angles = [start + (end - start) * i / 5 for i in range(6)]
    return [
        (length * math.cos(angle), length * math.sin(angle))
        for length, way in ((outer, angles), (inner, angles[::-1]))
        for angle in way
    ]


def draw_badge(picture: Canvas, letter: str, x: float, y: float, *, highlighted: bool = False) -> None:
    """Draw the badge with a field's letter; a `highlighted` one is larger, with a white rim."""
    picture.paste_centred(_badge(letter, highlighted=highlighted), x, y)
    picture.write((x, y), letter.upper(), BADGE, BADGE_INKS[letter], "m")


def draw_lost_badge(picture: Canvas, letter: str, x: float, y: float, theme: Theme) -> None:
    """Draw the badge of a field that is gone: hollow and struck out."""
    picture.paste_centred(_lost(letter, theme.panel), x, y)
    picture.write((x, y), letter.upper(), BADGE, theme.high, "m")


@lru_cache(16)
def _badge(letter: str, *, highlighted: bool) -> Sprite:
    sketch, size = Sketch(60, 60), _BADGE * (1.12 if highlighted else 1)
    if highlighted:
        sketch.disc(0, 0, size + 5.5, INK)
        sketch.disc(0, 0, size + 4, PAPER)
    sketch.disc(0, 0, size, INK)
    sketch.disc(0, 0, size - 2.5, FIELDS[letter])
    return sketch.finish()


@lru_cache(16)
def _lost(letter: str, hollow: Colour) -> Sprite:
    sketch = Sketch(60, 60)
    for ends, wide, fill in ((21, 9, INK), (21, 5, FIELDS[letter])):
        sketch.line(((-ends, ends), (ends, -ends)), wide, fill)
    for size, fill in ((20, INK), (18, FIELDS[letter]), (14.5, hollow)):
        sketch.disc(0, 0, size, fill)
    return sketch.finish()


PITCH = 96
LEFT, TOP = 60, 136
HEIGHT = 1048
CAPTION = 952
PLATE = 96
ROWS = tuple(TOP + PITCH // 2 + i * PITCH for i in range(8))

_BOTTOM = TOP + 8 * PITCH
_PANEL_WIDTH = 132
_PANEL = WIDTH - MARGIN - _PANEL_WIDTH
_BADGES = _PANEL + 33
_COUNTS = {2: _PANEL + 74, 3: _PANEL + 108}
_PANEL_HEIGHT = 650
POOL_ROWS = tuple(TOP + 122 + 81 * i for i in range(7))
ROSE = _PANEL + _PANEL_WIDTH // 2, _BOTTOM - 51
"""The middle of the compass rose, its letter counted in."""
_ARM = 32


def centre(square: int) -> tuple[int, int]:
    """Return the middle of a square in the picture."""
    return LEFT + GRID.column(square) * PITCH + PITCH // 2, ROWS[8 - GRID.row(square)]


def shade(square: int) -> Literal[0, 1]:
    """Return which of the two tones a square has; a1 is dark."""
    return 1 if (GRID.column(square) + GRID.row(square)) % 2 == 0 else 0


def empty(theme: Theme, scale: int, *, rotated: bool) -> Canvas:
    """Return the empty board, its coordinates and the pool without heading and counts."""
    picture, tiles = Canvas.blank(HEIGHT, theme.bg, scale), choose_colours(theme).tiles
    for square in range(64):
        x, y = centre(square)
        picture.draw_box((x - 45, y - 45, x + 45, y + 45), 10, tiles[shade(square)])
    for square in range(64):
        label(picture, square, theme, rotated=rotated)
    picture.draw_box((_PANEL, TOP, _PANEL + _PANEL_WIDTH, TOP + _PANEL_HEIGHT), 20, theme.panel, 3, theme.line)
    for size, x in _COUNTS.items():
        picture.paste_centred(_pips(size, theme.mid), x, TOP + 72)
    for letter, y in zip(COLOURS, POOL_ROWS, strict=True):
        draw_badge(picture, letter, _BADGES, y)
    _draw_rose(picture, theme, 1 if rotated else -1)
    return picture


def _draw_rose(picture: Canvas, theme: Theme, north: int) -> None:
    """Draw the compass rose: an N beyond its north arm, which points up (`north` is -1) or down (1)."""
    x, y = ROSE
    picture.paste_centred(_rose(theme, north), x, y - 14 * north)
    picture.write((x, y + 38 * north), "N", LETTERING, theme.high, "m")


@lru_cache(4)
def _rose(theme: Theme, north: int) -> Sprite:
    """Four long arms and four short ones, each folded along its middle; the north arm is the bright one."""
    sketch = Sketch(2 * _ARM + 8, 2 * _ARM + 8)
    for quarter, length in (*((turn + 0.5, 0.5) for turn in range(4)), *((turn, 1.0) for turn in range(4))):
        tip = _around(quarter, _ARM * length, north)
        bright = quarter == 0
        for side, fill in ((-0.5, theme.high if bright else theme.mid), (0.5, theme.mid if bright else theme.low)):
            sketch.polygon(((0, 0), tip, _around(quarter + side, _ARM * 0.3, north)), fill)
    return sketch.finish()


def _around(quarter: float, radius: float, north: int) -> tuple[float, float]:
    """Return the point so many quarters of a turn from north, clockwise as the board is held."""
    angle = math.pi / 2 * quarter
    return -north * radius * math.sin(angle), north * radius * math.cos(angle)


@lru_cache(4)
def _pips(count: int, fill: Colour) -> Sprite:
    sketch = Sketch(36, 16)
    for i in range(count):
        sketch.disc((i - (count - 1) / 2) * 9.5, 0, 4, fill)
    return sketch.finish()


def label(picture: Canvas, square: int, theme: Theme, *, rotated: bool, highlighted: bool = False) -> None:
    """Write the coordinates of the row and column that a square lies in, over blank ground, in bold if `highlighted`.

    The square is counted as on a board that isn't rotated.
    """
    x, y = centre(square)
    column, row = GRID.names[63 - square if rotated else square]
    for at, text in (((x, _BOTTOM + 24), column), ((LEFT - 24, y), row)):
        picture.fill((at[0] - 17, at[1] - 18, at[0] + 17, at[1] + 18), theme.bg)
        picture.write(at, text, BOLD_LABEL if highlighted else LABEL, theme.high if highlighted else theme.mid, "m")


def draw_pool(picture: Canvas, left: Mapping[tuple[str, int], int], theme: Theme) -> None:
    """Write how many fields of each colour and size are left, with a heading; where none is, the number fades."""
    heading, room = (_PANEL + _PANEL_WIDTH / 2, TOP + 34), _PANEL_WIDTH - 12
    picture.write_within(heading, _("pool"), PLAIN, theme.high, room, "m")
    for letter, y in zip(COLOURS, POOL_ROWS, strict=True):
        for size, x in _COUNTS.items():
            count = left[letter, size]
            picture.write((x, y), str(count), COUNT, theme.high if count else theme.low, "m")


Corner = Literal["ne", "nw", "se", "sw"]

SIGNS: dict[Corner, tuple[int, int]] = {"ne": (1, -1), "nw": (-1, -1), "se": (1, 1), "sw": (-1, 1)}
"""Steps right and down towards each corner."""
_SLANTED = (1, 5)
"""Facings along the line from south-west to north-east."""
_FITTED = {(False, 1): 0.82, (False, 2): 0.84, (True, 1): 0.84, (True, 2): 0.9}
"""How much smaller a piece (lying or not, of so many pips) is drawn so that it fits into its innermost field."""

NEWS = (PAPER, INK)
"""The halo of a piece that has moved or changed."""


class Place(NamedTuple):
    """Where a piece is drawn: its middle in the picture, how large, on what ground, and whether it shares a square."""

    x: float
    y: float
    scale: float
    theme: Theme
    ground: Colour
    shared: bool

    def spot(self, corner: Corner, distance: float) -> tuple[float, float]:
        """Return the point in a diagonal direction, so far from the middle in pixels."""
        x, y = SIGNS[corner]
        return self.x + x * 0.707 * distance, self.y + y * 0.707 * distance


def place_on(board: tuple[Piece | None, ...], place: int, theme: Theme) -> Place:
    """Return where the piece on a place is drawn: of two on a square, each is smaller and to its own side."""
    square = place % GHOST
    x, y = centre(square)
    ground = choose_colours(theme).tiles[shade(square)]
    if board[square] is None or board[square + GHOST] is None:
        return Place(x, y, 1, theme, ground, shared=False)
    away = -20 if place >= GHOST else 20
    piece = board[place]
    scale = 0.62 if piece and piece.fields else 0.68
    return Place(x + away, y + away, scale, theme, ground, shared=True)


def badge_corner(piece: Piece, *, outer: bool, shared: bool = False) -> Corner:
    """Return the corner for the badge of a piece's outermost or inner field: off the point and the foot if it can."""
    if piece.facing in _SLANTED and not shared:
        return "nw" if outer else "se"
    return "ne" if outer else "sw"


def bare_spot(board: tuple[Piece | None, ...], square: int) -> tuple[int, int]:
    """Return how far right and down from the middle of a square there is room for a mark beside pieces and badges."""
    pieces = [piece for piece in (board[square], board[square + GHOST]) if piece]
    if not pieces:
        return 0, 0
    corner: Corner = "ne" if len(pieces) > 1 or badge_corner(pieces[0], outer=True) == "nw" else "nw"
    x, y = SIGNS[corner]
    return 32 * x, 32 * y


def draw_piece(
    picture: Canvas, piece: Piece, at: Place, *, halo: tuple[Colour, ...] = (), new_field: bool = False
) -> None:
    """Draw a piece under its fields. `halo` is drawn round it; `new_field` marks its outermost field as new."""
    pitch = PITCH * at.scale
    for number in range(len(piece.fields) - 1, -1, -1):
        letter, outermost = piece.fields[number], number == len(piece.fields) - 1
        filling = INK if number else inside(letter, at.ground)
        size = field_size(piece.pips, number)
        ring = field(letter, size, round(pitch), filling, halo if outermost else ())
        picture.paste_centred(ring, at.x, at.y)
    bare = () if piece.fields else halo
    picture.paste_centred(pyramid(piece, at.scale, at.theme, halo=bare), at.x, at.y)
    for number, letter in enumerate(piece.fields):
        outermost = number == len(piece.fields) - 1
        corner = badge_corner(piece, outer=outermost, shared=at.shared)
        distance = radius(field_size(piece.pips, len(piece.fields) - 1), pitch) + (3 if at.shared else 0)
        draw_badge(picture, letter, *at.spot(corner, distance), highlighted=new_field and outermost)


def pyramid(piece: Piece, scale: float, theme: Theme, *, halo: tuple[Colour, ...] = ()) -> Sprite:
    """Return a piece without its fields, but small enough to lie in them; out of phase it is faded."""
    owner, outline = OWNERS[piece.seat - 1], INK
    if piece.out_of_phase:
        colours = choose_colours(theme)
        owner, outline = colours.faded[owner], colours.faded_outline
    ringed = bool(piece.fields)
    pitch = round(PITCH * scale * (_FITTED[piece.facing != UP, piece.pips] if ringed else 1))
    if piece.facing == UP:
        return standing_pyramid(owner, piece.pips, pitch, outline=outline, halo=halo)
    return lying_pyramid(owner, piece.pips, pitch, piece.facing, rolling=ringed, outline=outline, halo=halo)
