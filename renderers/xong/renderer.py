"""Xong's picture (rules page, section "The picture"), its pieces alone, and its diagrams."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, TypeAlias

from PIL import Image

from games.translation import gettext_noop as N_
from games.xong import Xong, shapes
from games.xong.lattice import bits, cell_index, ends, union, union_of
from games.xong.rules import count_score
from renderers.board.alt_text import add_highlights
from renderers.board.confetti import draw_confetti_on_blank
from renderers.board.diagrams import Diagram, build_scene
from renderers.board.frame import MARGIN, draw_caption, draw_panel, lay_out_panels, winner_star
from renderers.board.hexagons import draw_tiles
from renderers.board.highlights import HighlightPlace, draw_highlights, draw_number
from renderers.board.name_panels import write_name
from renderers.board.picture import PictureRenderer
from renderers.board.scene import is_won, sole_winner
from renderers.drawing.canvas import WIDTH, Canvas, cached_backdrop
from renderers.drawing.colours import INK
from renderers.drawing.sketch import Sketch
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import PLAIN, SCORE, TextStyle, text_width
from renderers.xong import catalogue, text
from renderers.xong.board import (
    CARD_HIGH,
    CARD_TOP,
    draw_card,
    draw_legs,
    draw_vacant,
    hexagon_shape,
    label_size,
    layout,
    leg_shape,
    thin,
    token,
)
from renderers.xong.colours import OWNERS, choose_colours, compose_palette
from renderers.xong.text import SEATS, TITLE, describe_seat, points, write_grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.contract import Destinations
    from games.hex_grid import Cell
    from games.xong.board import LegBoard
    from games.xong.lattice import Mask
    from games.xong.state import State
    from renderers.board.hexagons import Grid
    from renderers.board.scene import Circle, Polygon, Scene
    from renderers.drawing.colours import Owner
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Name, Theme
    from renderers.xong.board import Layout

_GIFT = (16, 10, 480, 400)
_MIDDLE = (268, 380, 732, 770)
_UPPER = (24, 10, 976, 520)

_LAST = "h6e"
"""The leg that is vacant in the position of the last turn."""

_SEAM = 13
"""Twice the width at which the two Xoids there meet."""


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return every kind of move, and what it does to the hexagons."""
    game = Xong()
    turn = "place e5e e5ne e5nw give F(L)R"
    return (
        Diagram(
            N_("First gift"),
            N_("Blue gives Red any Xoid that fits. It lies in Red's hand."),
            build_scene(game, move="give FLL"),
            _GIFT,
        ),
        Diagram(
            N_("Place and give"),
            N_("Place it on vacant sides, turned or flipped; give a new one. Hexagons that only you touch count 1."),
            build_scene(game, before=["give FLL"], move=turn),
            _MIDDLE,
        ),
        Diagram(
            N_("Greened out"),
            N_("Hexagons that both touch count for nobody: here e6 and f6."),
            build_scene(game, before=["give FLL", turn], move="place f6e f6se f7sw give FLLLLL"),
            _MIDDLE,
        ),
        Diagram(
            N_("Cashed"),
            N_("A hexagon that only you touch counts 2 once it has no vacant side."),
            build_scene(game, before=["give FLLLLL"], move="place e5e e5ne e5nw e5se e5sw e5w give F"),
            _MIDDLE,
        ),
        Diagram(
            N_("Last turn"),
            N_(
                "When no new Xoid fits, nothing is given, and the match is over: 2 points for each hexagon that only "
                "you touch, and 1 for not having placed last."
            ),
            build_scene(game, position=_nearly_full(), move=f"place {_LAST}"),
            _UPPER,
            wide=True,
        ),
    )


def _nearly_full() -> str:
    """Return a position in which a single leg is vacant: two huge Xoids lie on the others."""
    board = Xong().start(2, {}, 0).board
    vacant = 1 << board.by_name[_LAST]
    red = sum(1 << leg for leg in bits(board.legs) if sum(x for x, _ in ends(leg)) < _SEAM) & ~vacant
    blue = board.legs & ~red & ~vacant
    legs = [",".join(board.names_of(bits(mask))) for mask in (red, blue)]
    played = sorted((shapes.of(mask).text for mask in (red, blue)), key=lambda text: (len(text), text))
    return f"1:{legs[0]} 2:{legs[1]} hand:F played:{','.join(played)} 1"


_Touched: TypeAlias = "tuple[Owner | None, bool, list[Cell]]"

_PLATE = 96


class XongRenderer(PictureRenderer):
    """Draws and describes Xong. No side of its hexagon board belongs to a seat: a scene's side is of no account."""

    owners = OWNERS

    def palette(self, theme: Name) -> Palette:
        """Return the colours of a theme."""
        return compose_palette(THEMES[theme])

    def paint(self, scene: Scene) -> Canvas:
        """Return the picture of a `games.xong.state.State`, 1000 picture pixels wide."""
        state: State = scene.state
        where, theme = layout(state.board), THEMES[scene.theme]
        picture = Canvas.from_backdrop(cached_backdrop(_board, state.board, theme, scene.scale), scene.scale)
        if is_won(state):
            draw_confetti_on_blank(picture, 136, where.bottom + 10, theme.bg)
        touched = _find_touched(state)
        _draw_cells(picture, where.grid, touched, theme)
        _draw_legs(picture, where.grid, state)
        _draw_labels(picture, where.grid, state, touched, theme)
        foot = where.bottom + 20
        if scene.highlights and scene.highlights.numbered:
            picture, foot = _draw_ways(picture, where, state, scene.highlights, theme)
        else:
            _draw_highlights(picture, where.grid, state, scene.highlights)
            _draw_panels(picture, scene, where, theme)
        mover = OWNERS[state.last.seat - 1] if scene.move and state.last else None
        lines = text.write_headline(scene), text.describe_outcome(scene)
        draw_caption(picture, foot, scene.ply, mover, lines, TITLE, theme=theme)
        return picture

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words."""
        return add_highlights(scene, text.alt(scene)[0])

    def overflow(self, scene: Scene) -> str:
        """Return what of the position the alt text has no room for."""
        return text.alt(scene)[1]

    def text(self, scene: Scene) -> str:
        """Return the position in sentences."""
        return text.text(scene)

    def grid(self, scene: Scene) -> str:
        """Return the board in letters."""
        return write_grid(scene)

    def places(self, scene: Scene) -> Mapping[str, Polygon | Circle]:
        """Return the shape of each hexagon and leg in the picture; where ways are numbered, these have the room."""
        if scene.highlights and scene.highlights.numbered:
            return {}
        board: LegBoard = scene.state.board
        grid = layout(board).grid
        hexagons = {cell.name: hexagon_shape(grid, cell) for cell in board.cells}
        return hexagons | {name: leg_shape(board, grid, leg) for leg, name in board.leg_names.items()}

    def draw_pieces(self) -> Mapping[str, Image.Image]:
        """Return the pictures of all Xoids in the catalogue by their numbers."""
        return catalogue.draw_pieces()

    def diagrams(self) -> Sequence[Diagram]:
        """Return the setup and every kind of move."""
        return diagrams()

    def draw_catalogue(self, scene: Scene) -> Image.Image:
        """Return the catalogue of Xoids, as they stand in the match."""
        return catalogue.draw(scene)

    def catalogue_alt(self, scene: Scene) -> str:
        """Return the catalogue in words."""
        return catalogue.alt(scene)

    def catalogue_text(self, scene: Scene) -> str:
        """Return the catalogue in sentences."""
        return catalogue.text(scene)


def _spot(board: LegBoard, grid: Grid, name: str) -> HighlightPlace:
    """Where a leg is marked: in its middle; a hexagon below its name."""
    scale = grid.across / 52
    if name in board.numbers:
        x, y = grid.centre(board.cells[board.numbers[name]])
        return HighlightPlace((x, y), max(16, round(30 * scale)), (x, y + round(38 * scale)))
    (x, y), (end_x, end_y) = (grid.at(end) for end in ends(board.by_name[name]))
    middle = (x + end_x) // 2, (y + end_y) // 2
    return HighlightPlace(middle, max(13, round(19 * scale)), middle)


def _board(board: LegBoard, theme: Theme, scale: int) -> Image.Image:
    """The empty board."""
    where, colours = layout(board), choose_colours(theme)
    picture = Canvas.blank(where.bottom + 118, theme.bg, scale)
    draw_tiles(picture, where.grid, ((0, colours.hexagon),), board.cells)
    draw_vacant(picture, where.grid, board.legs, colours.vacant)
    style = TextStyle("SemiBold", label_size(board))
    for cell in board.cells:
        picture.write(where.grid.centre(cell), cell.name, style, theme.mid, "m")
    return compose_palette(theme).store(picture.image)


def _draw_highlights(picture: Canvas, grid: Grid, state: State, marked: Destinations | None) -> None:
    """Draw the legs that were named so far as they will lie, and mark the rest."""
    if marked is None:
        return
    board, owner = state.board, OWNERS[(state.mover or 1) - 1]
    legs = [board.by_name[name] for name in marked.source if name not in board.numbers]
    draw_legs(picture, grid, owner, union(legs), newest=bool(legs))
    rest = replace(marked, source=tuple([name for name in marked.source if name in board.numbers]))
    draw_highlights(picture, rest, partial(_spot, board, grid), max(6, 9.5 * grid.across / 52))


_GAP, _FOOT = 12, 1040
"""Between the parts that show the numbered ways, and the lowest that these reach."""


def _draw_ways(board: Canvas, where: Layout, state: State, marked: Destinations, theme: Theme) -> tuple[Canvas, int]:
    """Return a picture with the same part of the board for each way in which a Xoid can lie, and where it ends."""
    count = len(marked.numbered)
    columns = 1 if count == 1 else 2 if count <= 6 else 3 if count <= 12 else 4
    lines = -(-count // columns)
    wide, high = (WIDTH - 2 * MARGIN + _GAP) // columns - _GAP, min(400, (_FOOT - MARGIN) // lines - _GAP)
    masks = [union([state.board.by_name[name] for name in names]) for names in marked.numbered]
    west, north, factor = _find_part(where.grid, union_of(masks), (wide, high))
    size = round(wide * factor) * board.scale, round(high * factor) * board.scale
    foot = MARGIN + lines * (high + _GAP)
    picture = Canvas.blank(foot + 98, theme.bg, board.scale)
    for place, mask in enumerate(masks):
        line, column = divmod(place, columns)
        left, top = MARGIN + column * (wide + _GAP), MARGIN + line * (high + _GAP)
        laid = Canvas(board.image.copy(), board.scale)
        draw_legs(laid, where.grid, OWNERS[(state.mover or 1) - 1], mask, newest=True)
        part = Image.new("RGB", size, theme.bg)
        part.paste(laid.image, (-west * board.scale, -north * board.scale))
        part.thumbnail((wide * board.scale, high * board.scale), Image.Resampling.LANCZOS)
        picture.fill((left - 2, top - 2, left + wide + 2, top + high + 2), theme.line)
        picture.image.paste(part, (left * board.scale, top * board.scale))
        draw_number(picture, place + 1, (left + 34, top + 34))
    return picture, foot


def _find_part(grid: Grid, legs: Mask, size: tuple[int, int]) -> tuple[int, int, float]:
    """Return the upper left corner of the part of a picture that is shown round some legs, and how often it is a size.

    It is never smaller than the size, so that nothing is enlarged.
    """
    points = [grid.at(end) for leg in bits(legs) for end in ends(leg)]
    xs, ys, margin = [x for x, _ in points], [y for _, y in points], grid.across
    wide, high = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    factor = max(1.0, wide / size[0], high / size[1])
    west, north = (max(xs) + min(xs) - size[0] * factor) / 2, (max(ys) + min(ys) - size[1] * factor) / 2
    return round(west), round(north), factor


def _find_touched(state: State) -> list[_Touched]:
    """The hexagons that somebody touches, by who alone does (None: greened out) and whether they are cashed."""
    now = count_score(state.board, state.legs)
    masks: list[tuple[Owner | None, bool, Mask]] = [(None, False, now.greened)]
    for owner, only, cashed in zip(OWNERS, now.only, now.cashed, strict=True):
        masks += [(owner, False, only & ~cashed), (owner, True, cashed)]
    bits = [(1 << cell_index(cell), cell) for cell in state.board.cells]
    return [(owner, cashed, [cell for bit, cell in bits if bit & mask]) for owner, cashed, mask in masks if mask]


def _draw_cells(picture: Canvas, grid: Grid, touched: list[_Touched], theme: Theme) -> None:
    """The hexagons that somebody touches, each with its half of its sides."""
    colours = choose_colours(theme)
    for owner, cashed, cells in touched:
        fill = (colours.cashed if cashed else colours.touched)[owner] if owner else colours.greened
        draw_tiles(picture, grid, ((0, colours.vacant), (thin(grid) / 2, fill)), cells)


def _draw_legs(picture: Canvas, grid: Grid, state: State) -> None:
    """All legs that are taken, those of the last turn on top."""
    newest = state.last.move.legs if state.last else 0
    for owner, legs in zip(OWNERS, state.legs, strict=True):
        draw_legs(picture, grid, owner, legs & ~newest)
    if state.last and newest:
        draw_legs(picture, grid, OWNERS[state.last.seat - 1], newest, newest=True)


def _draw_labels(picture: Canvas, grid: Grid, state: State, touched: list[_Touched], theme: Theme) -> None:
    """The names of hexagons that are touched; above them an outlined emblem for one point, a solid one for two."""
    scale, size = grid.across / 52, label_size(state.board)
    for owner, cashed, cells in touched:
        style, ink, below = TextStyle("SemiBold", size), theme.low, 0
        places = [grid.centre(cell) for cell in cells]
        if owner:
            style, ink, below = TextStyle("Bold", size), INK if cashed else theme.high, round(15 * scale)
            mark = token(owner, 11 * scale, INK if cashed else theme.thin[owner], solid=cashed)
            picture.paste_all_centred(mark, [(x, y - round(27 * scale)) for x, y in places])
        for cell, (x, y) in zip(cells, places, strict=True):
            picture.write((x, y + below), cell.name, style, ink, "m")


def _draw_panels(picture: Canvas, scene: Scene, where: Layout, theme: Theme) -> None:
    state: State = scene.state
    best, score = sole_winner(state.outcome), points(state)
    for seat, panel in enumerate(lay_out_panels(OWNERS, state.mover or best, _PLATE, theme), 1):
        spot = where.cards[seat - 1]
        hangs = seat == state.mover and state.hand is not None and spot[1] == CARD_TOP + CARD_HIGH // 2
        draw_panel(picture, panel, pointer=seat == state.mover and not hangs)
        if seat == state.mover and state.hand:
            draw_card(picture, spot, panel.owner, state.hand, theme)
        if hangs:
            picture.paste_centred(_hook(panel.owner), spot[0], 122)
        picture.write((panel.right - 26, panel.middle), str(score[seat - 1]), SCORE, panel.ink, "r")
        end = panel.right - 46 - text_width(str(score[seat - 1]), SCORE)
        if seat == best:
            picture.paste_centred(winner_star(30), end - 24, panel.middle)
            end -= 68
        write_name(picture, panel, (scene.names[seat - 1], SEATS[seat - 1]), end, 52)
        room = end - panel.inset
        picture.write_within((panel.inset, 90), describe_seat(state, seat), PLAIN, panel.soft_ink, room)


@lru_cache(2)
def _hook(owner: Owner) -> Sprite:
    """What a card hangs from its panel by."""
    sketch = Sketch(40, 20)
    sketch.polygon(((-17, -8), (17, -8), (0, 10)), owner.base)
    return sketch.finish()
