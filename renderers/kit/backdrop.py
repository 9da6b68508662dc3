"""The empty board of the kit: edges in the colours of seats, cells, and their names."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING

from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.colours import INK
from renderers.drawing.png_palettes import find_palette
from renderers.drawing.sketch import Sketch
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import LABEL, TextStyle
from renderers.kit.layout import split_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Name
    from renderers.kit.layout import Layout

_GAP = 0.025
"""How far a cell's tile stays from its sides, as a share of the pitch."""
_ROUND = 0.08


def draw_backdrop(layout: Layout, owners: tuple[Owner, ...], theme: Name, height: int, scale: int) -> Image.Image:
    """Return the picture of an empty board in mode P, in colours of its own."""
    picture = Canvas.blank(height, THEMES[theme].bg, scale)
    _draw_sides(picture, layout, owners, THEMES[theme].bg)
    for cell in layout.board.cells:
        tile = tile_sprite(layout.outline(cell), layout.board.ground.tones(theme)[cell.shade], layout.pitch)
        picture.paste_centred(tile, *layout.middles[cell.name])
    return find_palette([picture.image], THEMES[theme].frame).store(picture.image)


def write_labels(picture: Canvas, layout: Layout, theme: Name, arrived: tuple[str, ...]) -> None:
    """Write the coordinates, in bold those of the cells where the last turn `arrived`; or the names in the cells."""
    tones, size = THEMES[theme], LABEL.size if layout.pitch >= 52 else max(20, round(0.58 * layout.pitch))
    for label in layout.labels:
        bold = any(label.text in split_name(name) for name in arrived)
        style = TextStyle("ExtraBold" if bold else "SemiBold", size)
        picture.write(label.place, label.text, style, tones.high if bold else tones.mid, "m")
    if layout.board.labels == "cells":
        small = TextStyle("SemiBold", max(16, round(0.2 * layout.pitch)))
        for name, (x, y) in layout.middles.items():
            picture.write((x, y + 0.34 * layout.pitch), name, small, tones.high, "m")


@lru_cache(64)
def tile_sprite(outline: tuple[tuple[float, float], ...], tone: Colour, pitch: int) -> Sprite:
    """Return the tile of a cell, its corners a little round; `outline` is seen from the middle."""
    half = max(max(abs(x), abs(y)) for x, y in outline)
    sketch, around = Sketch(2 * round(half) + 4, 2 * round(half) + 4), _ROUND * pitch
    share = 1 - (_GAP * pitch + around) / half
    sketch.expanded_polygon([(share * x, share * y) for x, y in outline], around, tone)
    return sketch.finish()


def _draw_sides(picture: Canvas, layout: Layout, owners: tuple[Owner, ...], ground: Colour) -> None:
    """Draw the edges that belong to seats as bands, with the seats' emblems on them, round a blank board."""
    if not layout.board.sides:
        return
    top = layout.top - layout.pitch
    sketch = Sketch(WIDTH, layout.bottom + layout.pitch - top, origin=(0, 0))
    width = 2 * layout.band
    lines = [
        (owners[side.seat - 1], [(x, y - top) for x, y in map(layout.point, side.line)]) for side in layout.board.sides
    ]
    for owner, line in lines:
        sketch.line(line, width + 6, owner.edge or INK)
    for owner, line in lines:
        sketch.line(line, width, owner.plate or owner.base)
    for cell in layout.board.cells:
        x, y = layout.middles[cell.name]
        sketch.polygon([(x + east, y + south - top) for east, south in layout.outline(cell)], ground)
    for owner, line in lines:
        for x, y in _beads(line, 2 * layout.pitch):
            sketch.emblem(owner.emblem, x, y, 0.65 * layout.band + 3, owner.edge or INK)
            sketch.emblem(owner.emblem, x, y, 0.65 * layout.band, owner.plate or owner.base)
    picture.paste(sketch.finish(), 0, top, once=True)


def _beads(line: Sequence[tuple[float, float]], apart: float) -> list[tuple[float, float]]:
    """Return points that lie evenly along a line, about so far apart."""
    lengths = [dist(one, other) for one, other in pairwise(line)]
    count = max(1, round(sum(lengths) / apart))
    points: list[tuple[float, float]] = []
    done = 0.0
    for (one, other), length in zip(pairwise(line), lengths, strict=True):
        while len(points) < count and (away := (len(points) + 0.5) * sum(lengths) / count - done) <= length:
            share = away / length
            points.append((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))
        done += length
    return points
