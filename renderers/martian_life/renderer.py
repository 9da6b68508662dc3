"""Martian Life's picture (rules page, section "The picture"), its pieces alone, and its diagrams."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from games.martian_life import MartianLife
from games.martian_life.rules import SEATS, SIZES
from games.martian_life.state import GRID, State
from games.translation import gettext as _, gettext_noop as N_, pgettext
from renderers.board.alt_text import add_highlights, format_headline
from renderers.board.confetti import draw_margin_confetti
from renderers.board.diagrams import Diagram, build_scene
from renderers.board.frame import PlayerPanel, draw_caption, draw_panel, lay_out_panels, winner_star
from renderers.board.highlights import draw_highlights
from renderers.board.name_panels import write_name
from renderers.board.picture import PictureRenderer
from renderers.board.piece_images import PIECE_SIDE, fit_pieces
from renderers.board.scene import Scene, is_won, sole_winner
from renderers.drawing.canvas import Canvas, cached_backdrop
from renderers.drawing.colours import INK, PAPER
from renderers.drawing.pyramids import culled_pyramid, pyramid_icon, standing_pyramid
from renderers.drawing.sketch import Sketch
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import COUNT, PLAIN, SCORE, text_width
from renderers.kit.backdrop import write_labels
from renderers.kit.board import square_board
from renderers.kit.layout import lay_out
from renderers.martian_life import text
from renderers.martian_life.colours import (
    FILLED_TRAYS,
    OPEN_TICKS,
    OWNERS,
    choose_colours,
    compose_palette,
    mix_played_tile,
)
from renderers.martian_life.text import TITLE, describe_outcome, scores, stashes, write_grid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PIL import Image

    from renderers.board.scene import Circle, Polygon
    from renderers.drawing.colours import Colour
    from renderers.drawing.png_palettes import Palette
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Name, Theme
    from renderers.kit.layout import Layout
    from renderers.martian_life.colours import Colours


def rotate(state: State) -> State:
    """Return a position of Martian Life with every square where the opposite one was; seats stay as they are."""
    last = state.last
    if last:
        waves = tuple(tuple((63 - square, piece) for square, piece in wave) for wave in last.culled)
        last = replace(last, move=last.move._replace(square=63 - last.move.square), culled=waves)
    return replace(state, board=state.board[::-1], last=last)


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of a pyramid of each seat and size."""
    return fit_pieces(
        {
            f"{seat.lower()}-{size}": standing_pyramid(owner, pips, PIECE_SIDE, halo=(PAPER,))
            for seat, owner in zip(SEATS, OWNERS, strict=True)
            for pips, size in enumerate(SIZES, 1)
        }
    )


_CORNER = (20, 578, 506, 1060)
"""Columns a to d, rows 1 to 4, with their coordinates."""

_SETUP = (20, 150, 980, 1060)
"""The whole board, with its coordinates."""


@lru_cache(1)
def diagrams() -> Sequence[Diagram]:
    """Return the setup and every kind of move."""
    game = MartianLife()
    return (
        Diagram(
            N_("Setup"), N_("Red has smalls on d5 and e4, Yellow on d4 and e5; Red begins."), build_scene(game), _SETUP
        ),
        Diagram(
            N_("Place"),
            N_("Put a small on an empty square."),
            build_scene(
                game, position="......../......../......../......../......../..sS..../...s..../........ 1", move="b2"
            ),
            _CORNER,
        ),
        Diagram(
            N_("Promote"),
            N_("Or turn one of your smalls into a medium, or a medium into a large."),
            build_scene(
                game, position="......../......../......../......../.S....../..sS..../.s.s..../........ 1", move="c3+"
            ),
            _CORNER,
        ),
        Diagram(
            N_("Who dies"),
            N_(
                "After each move, again and again: smalls live with 1 to 3 neighbours, mediums with 3 to 5, "
                "larges with 5 to 7."
            ),
            build_scene(
                game, position="......../......../......../......../.sS...../.Ss...../......../........ 1", move="a3"
            ),
            _CORNER,
        ),
    )


_TOP = 160
_NEAR, _FAR = (lay_out(square_board(GRID), _TOP, turned=turned) for turned in (False, True))
"""The board as Red sees it, and as Yellow does."""
_PITCH = _NEAR.pitch
_ROWS = tuple(sorted({y for _, y in _NEAR.middles.values()}))
_HEIGHT = 1150
_PANEL_HEIGHT = 118
_TRAY, _OUTCOME = 200, 72
"""Widths of a stash, and of the word on how a seat fared."""

_CRATERS = (  # square, place in it from its middle, radius
    ("a7", -21, -16, 19),
    ("a7", 20, 22, 8),
    ("c8", 18, 20, 9),
    ("g7", 10, -22, 12),
    ("c5", -24, 12, 12),
    ("a3", 20, 8, 11),
    ("d2", -18, -16, 8),
    ("b1", -8, -14, 15),
    ("h1", 18, 20, 10),
)


class MartianLifeRenderer(PictureRenderer):
    """Draws and describes Martian Life."""

    owners = OWNERS

    def palette(self, theme: Name) -> Palette:
        """Return the colours of a theme."""
        return compose_palette(THEMES[theme])

    def paint(self, scene: Scene) -> Canvas:
        """Return the picture of a `games.martian_life.state.State`, 1000 x 1150 picture pixels."""
        state: State = scene.state
        theme, rotated = THEMES[scene.theme], scene.is_rotated(top=2)
        layout = _lay_out(scene)
        picture = Canvas.from_backdrop(cached_backdrop(_draw_backdrop, theme, scene.scale, rotated), scene.scale)
        _draw_panels(picture, scene, theme)
        arrived = (GRID.names[state.last.move.square],) if state.last else ()
        write_labels(picture, layout, scene.theme, arrived)
        _draw_pieces(picture, rotate(state) if rotated else state, theme)
        if is_won(state):
            draw_margin_confetti(picture, 76, _TOP, _ROWS, 28)
        draw_highlights(
            picture,
            scene.highlights,
            lambda name: layout.highlight(name, occupied=state.board[GRID.numbers[name]] is not None),
            18,
        )
        last = state.last
        mover = OWNERS[last.seat - 1] if scene.move and last else None
        lines = format_headline(scene, SEATS, _("to play")), describe_outcome(scene)
        draw_caption(picture, 1052, scene.ply, mover, lines, TITLE, theme=theme)
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
        """Return the shape of each square in the picture."""
        return _lay_out(scene).places

    def draw_pieces(self) -> Mapping[str, Image.Image]:
        """Return the pictures of the pieces."""
        return draw_pieces()

    def diagrams(self) -> Sequence[Diagram]:
        """Return the setup and every kind of move."""
        return diagrams()


def _lay_out(scene: Scene) -> Layout:
    return _FAR if scene.is_rotated(top=2) else _NEAR


def _centre(square: int) -> tuple[int, int]:
    return _NEAR.middles[GRID.names[square]]


def _shade(square: int) -> Literal[0, 1]:
    return 1 if (GRID.column(square) + GRID.row(square)) % 2 == 0 else 0


def _draw_backdrop(theme: Theme, scale: int, rotated: bool) -> Image.Image:  # noqa: FBT001 - a fact of the board
    """The empty board."""
    picture, way = Canvas.blank(_HEIGHT, theme.bg, scale), -1 if rotated else 1
    colours = choose_colours(theme)
    for square in range(64):
        x, y = _centre(square)
        ground = colours.tiles[_shade(square)]
        picture.draw_box((x - 50, y - 50, x + 50, y + 50), 11, ground)
        for name, east, south, radius in _CRATERS:
            if name == _name(square, rotated=rotated):
                picture.paste_centred(_crater(radius, ground, colours), x + way * east, y + way * south, once=True)
    return compose_palette(theme).store(picture.image)


def _crater(radius: int, ground: Colour, colours: Colours) -> Sprite:
    sketch, half = Sketch(2 * radius + 10, 2 * radius + 10), radius + 5
    sketch.box((-half, -half, half, half), ground)
    sketch.disc(1.5, 1.5, radius + 1.5, colours.crater_rim)
    sketch.disc(0, 0, radius + 1, colours.crater)
    sketch.disc(1.5, 1.5, radius - 3, colours.crater_bed)
    return sketch.finish()


def _name(square: int, *, rotated: bool) -> str:
    """The name of the square that lies where a square lies on a board that isn't turned."""
    return GRID.names[63 - square if rotated else square]


@lru_cache(8)
def _frame(fill: Colour) -> Sprite:
    """The tile of the piece played: a white frame with ink on both sides."""
    sketch = Sketch(116, 116)
    sketch.box((-56, -56, 56, 56), INK, 15)
    sketch.box((-54, -54, 54, 54), PAPER, 13)
    sketch.box((-48, -48, 48, 48), INK, 9)
    sketch.box((-46, -46, 46, 46), fill, 8)
    return sketch.finish()


def _draw_pieces(picture: Canvas, state: State, theme: Theme) -> None:
    """All pieces, over what the last turn left; `state` lies as it is drawn."""
    last, colours = state.last, choose_colours(theme)
    if last:
        square = last.move.square
        fill = mix_played_tile(colours.tiles[_shade(square)], OWNERS[last.seat - 1])
        picture.paste_centred(_frame(fill), *_centre(square))
        for wave in last.culled:
            for corpse, piece in wave:
                owner, just_played = OWNERS[piece.seat - 1], corpse == square
                tone, veil = (colours.dead_at_home[owner], 0) if just_played else (colours.dead[owner], colours.veil)
                picture.paste_centred(culled_pyramid(owner.emblem, piece.size, _PITCH, tone, veil), *_centre(corpse))
    for square, piece in enumerate(state.board):
        if piece:
            picture.paste_centred(standing_pyramid(OWNERS[piece.seat - 1], piece.size, _PITCH), *_centre(square))


def _draw_panels(picture: Canvas, scene: Scene, theme: Theme) -> None:
    state: State = scene.state
    points, stocks, best = scores(state), stashes(state), sole_winner(state.outcome)
    for seat, panel in enumerate(lay_out_panels(OWNERS, state.mover or best, _PANEL_HEIGHT, theme, foot=12), 1):
        draw_panel(picture, panel, pointer=seat == state.mover)
        score = str(points[seat - 1])
        picture.write((panel.right - 26, panel.middle), score, SCORE, panel.ink, "r")
        end = panel.right - 40 - text_width(score, SCORE)
        if seat == best:
            picture.paste_centred(winner_star(26), end - 26, panel.middle - 18)
            picture.write_within((end - 26, 98), pgettext("narrow", "wins"), PLAIN, panel.soft_ink, _OUTCOME, "m")
            end -= 66
        elif state.outcome and state.outcome.drawn:
            picture.write_within((end - 26, 98), pgettext("narrow", "draw"), PLAIN, panel.soft_ink, _OUTCOME, "m")
        write_name(picture, panel, (scene.names[seat - 1], SEATS[seat - 1]), end, 52)
        _draw_stash(picture, panel, stocks[seat - 1])
        _draw_score_bar(picture, panel, points[seat - 1], state.target + 1)


def _draw_stash(picture: Canvas, panel: PlayerPanel, stash: tuple[int, ...] | None) -> None:
    left = panel.inset - 2
    fill = FILLED_TRAYS[panel.owner] if panel.filled else choose_colours(panel.theme).tray
    picture.paste(_tray(_TRAY, 42, fill, 10), left, 74)
    if stash is None:
        picture.paste_centred(pyramid_icon(panel.owner, 24), left + 24, 95)
        picture.write_within((left + 47, 96), _("unlimited"), COUNT, panel.ink, _TRAY - 55)
        return
    x = left + 7
    for span, count in zip((18, 24, 30), stash, strict=True):
        picture.paste_centred(pyramid_icon(panel.owner, span), x + span / 2 + 2, 95)
        picture.write((x + span + 9, 96), str(count), COUNT, panel.ink)
        x += span + 40


@lru_cache(64)
def _tray(width: int, height: int, fill: Colour, radius: int) -> Sprite:
    sketch = Sketch(width, height)
    sketch.box((-width / 2, -height / 2, width / 2, height / 2), fill, radius)
    return sketch.finish()


def _draw_score_bar(picture: Canvas, panel: PlayerPanel, score: int, length: int) -> None:
    """The score as ticks, as many as it takes to win."""
    left, span, gap = panel.left + 20, panel.width - 40, 4
    if panel.filled:
        done, open_ = INK, OPEN_TICKS[panel.owner]
    else:
        done, open_ = panel.theme.thin[panel.owner], panel.theme.line
    for i in range(length):
        start, end = (left + round(k * (span + gap) / length) for k in (i, i + 1))
        tick = _tray(end - start - gap, 8, done if i < score else open_, 4)
        picture.paste(tick, start, 120)
