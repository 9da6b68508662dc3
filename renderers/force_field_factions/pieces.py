"""A piece of Force Field Factions under its fields, and where it stands on a square that it shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from games.force_field_factions.powers import field_size
from games.force_field_factions.state import GHOST, UP, Piece
from renderers.drawing.colours import INK, PAPER
from renderers.drawing.pyramids import lying_pyramid, standing_pyramid
from renderers.force_field_factions.board import PITCH, centre, shade
from renderers.force_field_factions.colours import OWNERS, choose_colours, inside
from renderers.force_field_factions.fields import draw_badge, field, radius

if TYPE_CHECKING:
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Colour
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

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
