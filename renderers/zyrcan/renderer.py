"""Zyrcan's picture (rules page, section "The picture"), its pieces alone, and its diagrams."""

from __future__ import annotations

import math
import random
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from games.hex_grid import DIRECTIONS, STANDARD
from games.translation import gettext as _, gettext_noop as N_
from games.zyrcan import Zyrcan
from games.zyrcan.field import CENTRE, ENGINES, field, way
from games.zyrcan.notation import SEATS
from renderers.board.alt_text import add_highlights
from renderers.board.confetti import draw_confetti_on_blank
from renderers.board.diagrams import Diagram, build_scene
from renderers.board.frame import MARGIN, draw_caption
from renderers.board.hexagons import Grid, departure_mark, draw_flight, hexagon
from renderers.board.highlights import HighlightPlace, draw_highlights
from renderers.board.picture import PictureRenderer
from renderers.board.piece_images import fit_pieces
from renderers.board.scene import is_won
from renderers.drawing.canvas import WIDTH, Canvas, cached_backdrop
from renderers.drawing.shapes import star_polygon
from renderers.drawing.sketch import Sketch
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import LETTERING, TextStyle, fit, text_width
from renderers.zyrcan import text
from renderers.zyrcan.board import blast, draw_panels, enlarge, ghost, panels_height, ship, top
from renderers.zyrcan.colours import OWNERS, choose_colours, compose_palette
from renderers.zyrcan.text import write_grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PIL import Image

    from games.zyrcan.state import Flight, State
    from renderers.board.scene import Circle, Polygon, Scene
    from renderers.drawing.colours import Colour
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Name, Theme
    from renderers.zyrcan.board import Look


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of a ship of each seat and number of engines."""
    return fit_pieces(
        {
            f"{seat.lower()}-{engines}": ship(owner, engines, "plain", THEMES["dark"])
            for seat, owner in zip(SEATS, OWNERS, strict=True)
            for engines in ENGINES
        }
    )


_FIELD = (30, 196, 970, 1062)
_PLACING = (268, 392, 732, 822)
"""Round e5, in the phase in which panels hold a row more."""

_CAPTURING = (268, 350, 732, 780)
_SHIPS = "/-,-,-,-/-,-,-,-,-/-,-,-,21,-,-/-,-,-,33,-,-,-/-,-,12,-,-,-/-,-,31,-,-/-,22,-,-/ 0,0,0;0,0,0;0,0,0 attack 1"


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return the field and every kind of move."""
    game, blitz = Zyrcan(), {"variant": "blitzkrieg"}
    placed = ("2@e4", "1@f6", "3@d5")
    return (
        Diagram(N_("Three players"), N_("They use the 37 cells in the middle."), build_scene(game, players=3), _FIELD),
        Diagram(N_("Four players"), N_("They use 12 more. Five use all 61."), build_scene(game, players=4), _FIELD),
        Diagram(
            N_("Place"),
            N_("First each puts down twelve ships, one a turn: four of 1 engine, six of 2, two of 3."),
            build_scene(game, players=3, before=placed[:2], move=placed[2]),
            _PLACING,
        ),
        Diagram(
            N_("Capture"),
            N_("Then a ship flies straight, exactly its engines, over anything, and takes another player's ship."),
            build_scene(game, position=_SHIPS, players=3, move="d4xf6"),
            _CAPTURING,
        ),
        Diagram(
            N_("Blitzkrieg"),
            N_("In phase one you place, and in the same turn fly a ship placed earlier, to an empty cell or an enemy."),
            build_scene(game, players=3, options=blitz, before=placed, move="1@f4 e4-e6"),
            _PLACING,
        ),
        Diagram(
            N_("And capture"),
            N_("The new ship keeps at least as many steps from your others as it has engines."),
            build_scene(game, players=3, options=blitz, before=("2@d4", "1@f6", "3@e5"), move="1@d6 d4xf6"),
            _PLACING,
        ),
    )


_ACROSS, _UP = 52, 30
_WIDE = {3: (66, 38)}
"""Half the width of a cell and half the length of its side, for three players and for the others."""
_LABEL = TextStyle("SemiBold", 32)
_SHIP_LABEL = TextStyle("Bold", 32)
_PILL_ROOM = 180
"""How wide the words of the pill may be: beyond that it would lie on the board."""
_MIDDLE = STANDARD.cells[CENTRE].centre


class ZyrcanRenderer(PictureRenderer):
    """Draws and describes Zyrcan. No side of its hexagon board belongs to a seat: a scene's side is of no account."""

    owners = OWNERS

    def palette(self, theme: Name) -> Palette:
        """Return the colours of a theme."""
        return compose_palette(THEMES[theme])

    def paint(self, scene: Scene) -> Canvas:
        """Return the picture of a `games.zyrcan.state.State`, 1000 picture pixels wide."""
        state: State = scene.state
        foot, theme = panels_height(state), THEMES[scene.theme]
        grid = _grid(state)
        picture = Canvas.from_backdrop(cached_backdrop(_board, state.players, grid, theme, scene.scale), scene.scale)
        draw_panels(picture, scene, theme)
        _draw_pieces(picture, grid, state, theme)
        draw_highlights(picture, scene.highlights, partial(_spot, grid, state), 15)
        if state.mover and state.phase == "last":
            _draw_pill(picture, foot + 852, _("LAST ROUND"), theme)
        if is_won(state):
            draw_confetti_on_blank(picture, foot + 20, foot + 870, theme.bg)
        mover = OWNERS[state.last.seat - 1] if scene.move and state.last else None
        lines = text.write_headline(scene), text.describe_outcome(scene)
        draw_caption(picture, foot + 882, scene.ply, mover, lines, text.TITLE, theme=theme)
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
        """Return the shape of each cell in use in the picture."""
        grid = _grid(scene.state)
        used = field(scene.state.players).used
        return {STANDARD.names[cell]: grid.outline(STANDARD.cells[cell]) for cell in used}

    def draw_pieces(self) -> Mapping[str, Image.Image]:
        """Return the pictures of the pieces."""
        return draw_pieces()

    def diagrams(self) -> Sequence[Diagram]:
        """Return the setup and every kind of move."""
        return diagrams()


def _grid(state: State) -> Grid:
    """Where the board for so many players lies below their panels, e5 in the middle."""
    across, up = _WIDE.get(state.players, (_ACROSS, _UP))
    east, north = _MIDDLE
    return Grid(across, up, WIDTH // 2 - east * across, panels_height(state) + 447 + north * up)


def _spot(grid: Grid, state: State, name: str) -> HighlightPlace:
    """Where a cell is marked: below its name or its ship, or above where the name of the last start lies below."""
    number, flight = STANDARD.numbers[name], state.last.move.flight if state.last else None
    cell = STANDARD.cells[number]
    x, y = grid.centre(cell)
    above = flight is not None and flight.start == number and STANDARD.cells[flight.landing].row > cell.row
    aside = round(37 * grid.up / _UP)
    return HighlightPlace((x, y), grid.across - 3, (x, y - aside if above else y + aside))


def _board(players: int, grid: Grid, theme: Theme, scale: int) -> Image.Image:
    """The empty board for so many players with its names; cells not in use are outlines with a star in them."""
    picture = Canvas.blank(grid.y - _MIDDLE[1] * grid.up + 533, theme.bg, scale)
    colours, dice = choose_colours(theme), random.Random(players)  # noqa: S311 - decoration
    tile = hexagon(grid.across, grid.up, ((2, colours.cell_edge), (4.5, colours.cell)))
    hole = hexagon(grid.across, grid.up, ((2, colours.unused_edge), (4.5, theme.bg)))
    for number, cell in enumerate(STANDARD.cells):
        x, y = grid.centre(cell)
        if number in field(players).used:
            picture.paste_centred(tile, x, y)
            picture.write((x, y), STANDARD.names[number], _LABEL, colours.name, "m")
        elif players not in _WIDE:
            picture.paste_centred(hole, x, y)
            picture.paste_centred(
                _star(dice.randint(0, 1), theme.star_dust),
                x + dice.randint(-18, 18),
                y + dice.randint(-18, 18),
            )
    return compose_palette(theme).store(picture.image)


@lru_cache(4)
def _star(size: int, fill: Colour) -> Sprite:
    sketch = Sketch(24, 24)
    sketch.polygon(star_polygon(4, 7 + 3 * size, 0.3), fill)
    return sketch.finish()


def _draw_pieces(picture: Canvas, grid: Grid, state: State, theme: Theme) -> None:
    """All ships, with the last turn below and above them, and over all that the names of their cells."""
    last, colours = state.last, choose_colours(theme)
    flight = last.move.flight if last else None
    path = _path(flight) if flight else ()
    busy = [cell for cell in field(state.players).used if state.board[cell] or cell in path]
    for x, y in (grid.centre(STANDARD.cells[cell]) for cell in busy):
        picture.fill((x - 28, y - 20, x + 28, y + 20), colours.cell)
    if last and flight:
        owner = OWNERS[last.seat - 1]
        mark = departure_mark(grid.across, grid.up, colours.departure[owner], theme.thin[owner])
        picture.paste_centred(mark, *grid.centre(STANDARD.cells[flight.start]))
        draw_flight(picture, [grid.centre(STANDARD.cells[cell]) for cell in path], colours.flight[owner])
        if last.taken:
            burst = enlarge(blast(OWNERS[last.taken.seat - 1].base), grid.up / _UP)
            picture.paste_centred(burst, *grid.centre(STANDARD.cells[flight.landing]))
    for cell, piece in enumerate(state.board):
        if piece:
            sprite = enlarge(ship(OWNERS[piece.seat - 1], piece.engines, _look(state, cell), theme), grid.up / _UP)
            picture.paste_centred(sprite, *grid.centre(STANDARD.cells[cell]))
    if last and flight and last.taken:
        x, y = _find_tumble(state, flight, path)
        at, share = grid.centre(STANDARD.cells[flight.landing]), grid.up / _UP
        thrown = enlarge(ghost(OWNERS[last.taken.seat - 1], last.taken.engines, theme), share)
        picture.paste_centred(thrown, at[0] + round(share * x), at[1] + round(share * y))
    for cell in field(state.players).used:
        _draw_label(picture, grid, cell, state, path, theme)


def _look(state: State, cell: int) -> Look:
    """How the ship on a cell looks: idle if its seat has left, moved if the last turn brought it here."""
    piece, move = state.board[cell], state.last.move if state.last else None
    if piece and piece.seat in state.out:
        return "idle"
    placement, flight = (move.placement, move.flight) if move else (None, None)
    return "moved" if (placement and placement.cell == cell) or (flight and flight.landing == cell) else "plain"


def _path(flight: Flight) -> tuple[int, ...]:
    """The cells of a flight from start to landing."""
    for direction in range(len(DIRECTIONS)):
        for engines in (1, 2, 3):
            crossed = way(flight.start, direction, engines)
            if crossed and crossed[-1] == flight.landing:
                return flight.start, *crossed
    return flight.start, flight.landing


def _rise(path: tuple[int, ...]) -> int:
    """Which way a flight leans: 0 level, 1 up to the right and down to the left, -1 the other way."""
    start, end = (STANDARD.cells[cell].centre for cell in (path[0], path[-1]))
    return 0 if start[1] == end[1] else 1 if (start[0] < end[0]) == (start[1] < end[1]) else -1


def _draw_label(picture: Canvas, grid: Grid, cell: int, state: State, path: tuple[int, ...], theme: Theme) -> None:
    """Write a cell's name over all else: above its ship, beside the line of the last flight, else in the middle."""
    (x, y), share = grid.centre(STANDARD.cells[cell]), grid.up / _UP
    crossed, piece, colours = cell in path[1:-1], state.board[cell], choose_colours(theme)
    style, tone = _LABEL, colours.name
    if piece:
        x -= round(share * 22 * _rise(path)) if crossed else 0
        y -= round(share * max(47, 13 + top(OWNERS[piece.seat - 1], piece.engines, _look(state, cell))))
        style, tone = _SHIP_LABEL, theme.high
    elif crossed:
        rise = _rise(path)
        x, y = x - round(share * 31 * rise), y - round(share * (18 if rise else 36))
    elif cell in path:
        upwards = STANDARD.cells[path[0]].row < STANDARD.cells[path[-1]].row
        y += round(share * (36 if upwards else -36))
        style, tone = _SHIP_LABEL, theme.high
    picture.write_with_halo((x, y), STANDARD.names[cell], style, tone, colours.cell, "m")


def _find_tumble(state: State, flight: Flight, path: tuple[int, ...]) -> tuple[int, int]:
    """How far from the landing the captured ship tumbles: over a corner beyond it, between the emptier neighbours.

    It stays beside the rim rather than leave the board, and never falls straight down on the caption.
    """
    landing, before = STANDARD.cells[flight.landing], STANDARD.cells[path[-2]]
    heading = before.around().index(landing)

    def crowd(turn: int) -> int:
        return sum(_weigh(state, flight.landing, near % 6) for near in (heading, heading + turn))

    turn = min((1, -1), key=crowd)
    angle = math.radians(60 * heading + 30 * turn)
    return round(70 * math.cos(angle)), -round(70 * math.sin(angle))


def _weigh(state: State, cell: int, direction: int) -> int:
    """Return how little room there is beside a cell: 0 for an empty cell, 1 for a ship, more beyond the rim."""
    near = STANDARD.neighbours[cell][direction]
    if near is None or near not in field(state.players).used:
        return 3 if DIRECTIONS[direction] in {"sw", "se"} else 2
    return 0 if state.board[near] is None else 1


def _draw_pill(picture: Canvas, y: int, words: str, theme: Theme) -> None:
    """Write a word of warning in the free corner at the lower right."""
    words, style = fit(words, LETTERING, _PILL_ROOM)
    wide = round(text_width(words, style)) + 40
    sprite = _capsule(wide, theme.high)
    picture.paste_centred(sprite, WIDTH - MARGIN - wide / 2, y)
    picture.write((WIDTH - MARGIN - wide / 2, y), words, style, choose_colours(theme).pill_ink, "m")


@lru_cache(2)
def _capsule(wide: int, fill: Colour) -> Sprite:
    sketch = Sketch(wide, 56)
    sketch.box((-wide / 2, -28, wide / 2, 28), fill, 28)
    return sketch.finish()
