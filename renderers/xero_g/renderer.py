"""Xero-G's picture (rules page, section "The picture"), its pieces alone, and its diagrams."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from games.translation import gettext as _, gettext_noop as N_
from games.xero_g import XeroG
from games.xero_g.state import BASE, GRID, SEATS, SIZES, Flight, Setup, State, Turn
from renderers.board.alt_text import add_highlights, format_headline
from renderers.board.confetti import draw_margin_confetti
from renderers.board.diagrams import Diagram, build_scene
from renderers.board.frame import draw_caption, draw_panel, lay_out_panels, winner_star
from renderers.board.highlights import HighlightPlace, draw_highlights
from renderers.board.name_panels import write_name
from renderers.board.picture import PictureRenderer
from renderers.board.piece_images import PIECE_SIDE, fit_pieces
from renderers.board.scene import Scene, is_won, sole_winner
from renderers.drawing.canvas import WIDTH, Canvas, cached_backdrop
from renderers.drawing.colours import INK
from renderers.drawing.pyramids import footprint, ship, ship_side, victory_burst
from renderers.drawing.shapes import square_polygon
from renderers.drawing.sketch import Sketch
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import BOLD_LABEL, COUNT, LETTERING, PLAIN, text_width
from renderers.xero_g import text
from renderers.xero_g.board import (
    CAPTION,
    COLUMNS,
    DOCKS,
    LEFT,
    MARGIN_LABELS,
    NORTH_TOP,
    PITCH,
    ROWS,
    SOUTH_TOP,
    TOP,
    DockedShip,
    View,
    base_outline,
    centre,
    draw_jump,
    draw_path,
    rotate,
    shade,
    space,
    tile,
)
from renderers.xero_g.colours import OWNERS, SHIP, choose_colours, compose_palette
from renderers.xero_g.text import describe_seat, home_row, write_grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PIL import Image

    from renderers.board.scene import Circle, Polygon
    from renderers.drawing.colours import Colour
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Name, Theme


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of a ship of each size."""
    return fit_pieces({size: ship(SHIP, pips, PIECE_SIDE) for pips, size in enumerate(SIZES) if pips})


_SOUTH = (60, 580, 632, 1064)
"""Columns a to d, rows 1 to 3, and South's base."""

_NORTH = (60, 116, 632, 594)
_ROW_1 = (24, 818, 976, 1064)


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return the setup and every kind of move."""
    game = XeroG()
    return (
        Diagram(
            N_("Lay"),
            N_("South lays two ships of each size on row 1, as it likes; then North lays its own on row 6."),
            build_scene(game, move="321123"),
            _ROW_1,
            wide=True,
        ),
        Diagram(
            N_("Fly"),
            N_("From your first occupied row, as many squares as the ship has pips, with turns, over empty squares."),
            build_scene(game, position="1...../....../....../....../....../.3.... play 1", move="b1-c3"),
            _SOUTH,
        ),
        Diagram(
            N_("Boost"),
            N_("It ends on a ship, so it may fly on, as many squares as that one has pips: here the 1 of b3."),
            build_scene(game, position="3...../....../....../.1..../....../.2.... play 1", move="b1-c3"),
            _SOUTH,
        ),
        Diagram(
            N_("Reprogram"),
            N_("Or it stays there, and that ship goes to an empty square, not beyond the opponent's first row."),
            build_scene(game, position="3...../....../....../....../..1.../.2.... play 1", move="b1xc2@a3"),
            _SOUTH,
        ),
        Diagram(
            N_("Win"),
            N_("The last step leads off the far row into the opponent's base."),
            build_scene(game, position="....../.3..../..2.../....../....../...... play 1", move="c4-base"),
            _NORTH,
        ),
    )


class XeroGRenderer(PictureRenderer):
    """Draws and describes Xero-G."""

    owners = OWNERS

    def palette(self, theme: Name) -> Palette:
        """Return the colours of a theme."""
        return compose_palette(THEMES[theme])

    def paint(self, scene: Scene) -> Canvas:
        """Return the picture of a `games.xero_g.state.State`, 1000 x 1162 picture pixels."""
        state: State = scene.state
        view = View(THEMES[scene.theme], scene.is_rotated(top=2))
        board = rotate(state) if view.rotated else state
        picture = Canvas.from_backdrop(cached_backdrop(_space, view, scene.scale), scene.scale)
        _draw_panels(picture, scene, view.theme)
        if board.mover:
            _draw_home_row(picture, view, board.mover, home_row(board))
        if is_won(state):
            draw_margin_confetti(picture, LEFT - 6, TOP, ROWS, 26)
        _draw_ships(picture, view, board)
        draw_highlights(picture, scene.highlights, partial(_spot, state, rotated=view.rotated), 20)
        mover = OWNERS[state.last.seat - 1] if scene.move and state.last else None
        lines = format_headline(scene, SEATS, text.task(state)), text.describe_outcome(scene)
        draw_caption(picture, CAPTION, scene.ply, mover, lines, text.TITLE, theme=view.theme)
        return picture

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words."""
        return add_highlights(scene, text.alt(scene))

    def text(self, scene: Scene) -> str:
        """Return the position in sentences."""
        return text.text(scene)

    def grid(self, scene: Scene) -> str:
        """Return the board in letters."""
        return write_grid(scene)

    def places(self, scene: Scene) -> Mapping[str, Polygon | Circle]:
        """Return the shape of each square in the picture, and of the base that the seat to move flies to."""
        rotated, mover = scene.is_rotated(top=2), scene.state.mover
        squares = {name: square_polygon(_middle(name, rotated=rotated), PITCH) for name in GRID.names}
        return squares | ({"base": base_outline(below=(mover == 1) == rotated)} if mover else {})

    def draw_pieces(self) -> Mapping[str, Image.Image]:
        """Return the pictures of the pieces."""
        return draw_pieces()

    def diagrams(self) -> Sequence[Diagram]:
        """Return the setup and every kind of move."""
        return diagrams()


def _space(view: View, scale: int) -> Image.Image:
    return compose_palette(view.theme).store(space(view, scale).image)


def _middle(name: str, *, rotated: bool) -> tuple[int, int]:
    square = GRID.numbers[name]
    return centre(35 - square if rotated else square)


def _spot(state: State, name: str, *, rotated: bool) -> HighlightPlace:
    """Where a square is marked: in its middle, or in the corner above a ship; a base beside its name."""
    if name == "base":
        dock = WIDTH / 2 - 140, NORTH_TOP + 24 if (state.mover == 1) != rotated else SOUTH_TOP + 68
        return HighlightPlace(dock, 0, dock)
    x, y = _middle(name, rotated=rotated)
    occupied = state.board[GRID.numbers[name]]
    return HighlightPlace((x, y), PITCH // 2 - 5, (x - 36, y - 36) if occupied else (x, y))


@lru_cache(8)
def _pad(rim: Colour, fill: Colour) -> Sprite:
    """The tile of a boost."""
    sketch = Sketch(PITCH, PITCH)
    sketch.box((-62, -62, 62, 62), rim, 14)
    sketch.box((-55, -55, 55, 55), fill, 8)
    return sketch.finish()


@lru_cache(4)
def _disc(radius: int, fill: Colour, *, inked: bool) -> Sprite:
    sketch = Sketch(2 * radius + 6, 2 * radius + 6)
    if inked:
        sketch.disc(0, 0, radius + 3, INK)
    sketch.disc(0, 0, radius, fill)
    return sketch.finish()


@lru_cache(8)
def _flight_chevrons(fill: Colour, way: int) -> Sprite:
    """Two chevrons that say which way a seat flies: -1 up, 1 down."""
    sketch = Sketch(40, 40)
    for middle in (-7, 7):
        sketch.line(((-13, middle - 5 * way), (0, middle + 5 * way), (13, middle - 5 * way)), 6, fill)
    return sketch.finish()


def _draw_panels(picture: Canvas, scene: Scene, theme: Theme) -> None:
    state: State = scene.state
    best = sole_winner(state.outcome)
    for seat, panel in enumerate(lay_out_panels(OWNERS, state.mover or best, 88, theme), 1):
        draw_panel(picture, panel)
        end = panel.right - 20
        if seat == best:
            picture.paste_centred(winner_star(36), panel.right - 51, panel.middle + 1)
            end -= 76
        write_name(picture, panel, (scene.names[seat - 1], SEATS[seat - 1]), end, 48)
        room = end - panel.inset
        picture.write_within((panel.inset, 84), describe_seat(state, seat), PLAIN, panel.soft_ink, room)


def _draw_home_row(picture: Canvas, view: View, seat: int, row: int) -> None:
    """Light up the row that a seat flies from or lays, and say which way it flies."""
    owner, y, way = view.owners[seat - 1], ROWS[6 - row], -1 if seat == 1 else 1
    tones = choose_colours(view.theme).home_row[owner]
    for square in range(6 * row - 6, 6 * row):
        picture.paste_centred(tile(tones[shade(square)]), *centre(square))
    for x in MARGIN_LABELS:
        picture.fill((x - 18, y - 18, x + 18, y + 18), view.theme.bg)
        picture.paste_centred(_disc(25, owner.base, inked=False), x, y)
        picture.write((x, y), view.row(row), BOLD_LABEL, INK, "m")
        picture.paste_centred(_flight_chevrons(view.theme.thin[owner], way), x, y + 54 * way)


def _draw_ships(picture: Canvas, view: View, state: State) -> None:
    """All ships, with the last turn below and above them; `state` lies as it is drawn."""
    last = state.last
    moved: set[int] = set()
    if last and isinstance(last.move, Setup):
        moved = set(range(6)) if last.seat == 1 else set(range(30, 36))
    elif last and isinstance(last.move, Flight) and last.path:
        _draw_below_ships(picture, view, last, last.move)
        moved = {last.move.landing, *({last.move.sent} if last.move.sent is not None else ())}
    _write_base_names(picture, view, last)
    for square in sorted(moved - {BASE}):
        picture.paste_centred(ship(SHIP, state.board[square], PITCH, highlighted=True), *centre(square))
    for square, pips in enumerate(state.board):
        if pips:
            picture.paste_centred(ship(SHIP, pips, PITCH), *centre(square))
    if last and isinstance(last.move, Flight) and last.path:
        _draw_above_ships(picture, view, state, last)


_BASES = (N_("SOUTH BASE"), N_("NORTH BASE"))


def _write_base_names(picture: Canvas, view: View, last: Turn | None) -> None:
    """Write the names of the bases, in the middle or beside a ship that has come in there."""
    for seat, y, away in ((1, NORTH_TOP + 24, -9), (2, SOUTH_TOP + 68, 9)):
        x, owner = WIDTH / 2, view.owners[2 - seat]
        if last and last.seat == seat and isinstance(last.move, Flight) and last.move.landing == BASE:
            dock = _dock(last)[0]
            if abs(dock - x) < PITCH:
                x, y = x + (160 if dock < x else -160), y + away  # noqa: PLW2901 - aside
        _write_spaced(picture, x, y, _(_BASES[OWNERS.index(owner)]))


def _write_spaced(picture: Canvas, x: float, y: float, words: str) -> None:
    """Write a base's name, its letters 4 pixels further apart than usual."""
    steps = [text_width(letter, LETTERING) + 4 for letter in words]
    left = x - (sum(steps) - 4) / 2
    for letter, step in zip(words, steps, strict=True):
        picture.write((left, y), letter, LETTERING, INK)
        left += step


def _dock(last: Turn) -> tuple[int, int]:
    """Where a ship lies that flew into the opponent's base."""
    return COLUMNS[GRID.column(last.path[-1])], DOCKS[0 if last.seat == 1 else 1]


def _draw_below_ships(picture: Canvas, view: View, last: Turn, move: Flight) -> None:
    """What lies under the ships: boosted tiles, the footprint, the line of the flight."""
    owner = view.owners[last.seat - 1]
    boosts = choose_colours(view.theme).boosts[owner]
    for square in sorted({last.path[index] for index in last.boosts}):
        picture.paste_centred(_pad(owner.base, boosts[shade(square)]), *centre(square))
    picture.paste_centred(footprint(view.theme.thin[owner], last.pips, PITCH), *centre(move.start))
    points = [centre(square) for square in last.path]
    if move.landing == BASE:
        points.append(_dock(last))
    draw_path(picture, points, ship_side(last.pips, PITCH) // 2 + 8, owner.base)


def _draw_above_ships(picture: Canvas, view: View, state: State, last: Turn) -> None:
    """What lies over the ships: the ship in the base, the jump of a reprogrammed one, the badges of boosts."""
    owner, move = view.owners[last.seat - 1], last.move
    if not isinstance(move, Flight):
        return
    if move.landing == BASE:
        picture.paste_centred(victory_burst(owner.base, 68), *_dock(last))
        picture.paste_centred(ship(SHIP, last.pips, 84, highlighted=True), *_dock(last))
    if move.sent is not None:
        ships = {
            square: DockedShip(*centre(square), ship_side(pips, PITCH) // 2)
            for square, pips in enumerate(state.board)
            if pips
        }
        draw_jump(
            picture,
            ships[move.landing],
            ships[move.sent],
            tuple(ships.values()),
            (LEFT, WIDTH - LEFT),
        )
    ends = [*last.boosts, len(last.path) - 1 + (move.landing == BASE)]
    seen: set[int] = set()
    for index, end in pairwise(ends):
        square = last.path[index]
        x, y = centre(square)
        x += -44 if square in seen else 44
        seen.add(square)
        picture.paste_centred(_disc(23, owner.base, inked=True), x, y - 44)
        picture.write((x, y - 44), f"+{end - index}", COUNT, INK, "m")
