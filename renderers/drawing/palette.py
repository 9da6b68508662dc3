"""The fixed palettes that pictures are stored in."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from PIL import Image

from renderers.drawing.colours import BG, FRAME, HIGH, INK, LINE, LOW, MID, PANEL, PAPER, mix

if TYPE_CHECKING:
    from collections.abc import Iterable

    from renderers.drawing.colours import Colour, Owner


@dataclass(frozen=True, slots=True)
class Palette:
    """A fixed set of colours that a picture is stored in."""

    colours: tuple[Colour, ...]
    cells: Image.Image
    """The colours that Pillow matches against. It looks a colour up by its cell, four steps wide in each channel, and
    by the lowest corner of the cell; so a colour in the corner of its cell is found exactly."""

    def store(self, picture: Image.Image) -> Image.Image:
        """Return the picture in mode P, every pixel in the nearest colour, flat colours exactly as they were."""
        stored = picture.quantize(palette=self.cells, dither=Image.Dither.NONE)
        stored.putpalette([channel for colour in self.colours for channel in colour])
        return stored


def build_palette(
    flats: Iterable[Colour], edges: Iterable[tuple[Colour, Colour]], frame: tuple[Colour, ...] = FRAME
) -> Palette:
    """Return a palette of flat colours, and of blends of each two that meet at an edge.

    `frame` has the colours of every picture of a theme, by default the dark one.

    Raises `ValueError` beyond 256 colours, and where two flat colours are too close to be told apart.
    """
    fixed = tuple(dict.fromkeys((*frame, *flats)))
    chosen = {_cell(colour): colour for colour in fixed}
    if len(chosen) < len(fixed):
        raise ValueError(f"Flat colours too close to be told apart: {sorted(set(fixed) - set(chosen.values()))}.")
    for blend in (mix(one, other, share) for one, other in edges for share in (1 / 3, 2 / 3)):
        chosen.setdefault(_cell(blend), blend)
    if len(chosen) > 256:
        raise ValueError(f"A palette holds 256 colours, not {len(chosen)}.")
    cells = Image.new("P", (1, 1))
    cells.putpalette([channel for cell in chosen for channel in cell])
    return Palette(tuple(chosen.values()), cells)


def build_board_palette(flats: Iterable[Colour], owners: Iterable[Owner]) -> Palette:
    """Return a palette of the dark theme for a game of few colours, in which any two may meet at an edge.

    `flats` are the colours of the board and its marks, besides the base colours of the `owners` and the frame's.
    Raises `ValueError` as `build_palette` does.
    """
    own = tuple(dict.fromkeys((*flats, *(owner.base for owner in owners))))
    frame = (HIGH, MID, LOW, LINE, PANEL)
    edges = [*((colour, BG) for colour in (*frame, *own)), *((colour, INK) for colour in (*own, PAPER))]
    return build_palette(own, [*edges, (HIGH, PANEL), (LINE, PANEL), *combinations(own, 2)])


def read_palette(stored: Image.Image) -> Palette:
    """Return the palette that a picture is stored in."""
    channels = stored.getpalette() or []
    colours = [(red, green, blue) for red, green, blue in zip(*[iter(channels)] * 3, strict=True)]
    cells = Image.new("P", (1, 1))
    cells.putpalette([channel for colour in colours for channel in _cell(colour)])
    return Palette(tuple(colours), cells)


def _cell(colour: Colour) -> Colour:
    red, green, blue = colour
    return red & ~3, green & ~3, blue & ~3
