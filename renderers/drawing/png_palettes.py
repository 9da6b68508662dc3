"""The fixed palettes that pictures are stored in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PIL import Image

from renderers.drawing.colours import FRAME, mix

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from renderers.drawing.colours import Colour

_MOST = 256
"""Colours that a palette holds."""
_MOST_BLENDS = 300
"""Colours of edges among which those of a palette are found."""
_PATCH = 0.0002
"""The share of a picture that a colour must cover to be seen as an area, not as the blend of an edge."""


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
    if len(chosen) > _MOST:
        raise ValueError(f"A palette holds {_MOST} colours, not {len(chosen)}.")
    cells = Image.new("P", (1, 1))
    cells.putpalette([channel for cell in chosen for channel in cell])
    return Palette(tuple(chosen.values()), cells)


def find_palette(pictures: Iterable[Image.Image], frame: tuple[Colour, ...] = FRAME) -> Palette:
    """Return the palette that fits pictures in mode RGB best.

    The `frame` and every colour that covers at least `_PATCH` of the pixels are in it exactly, the more frequent first
    where two can't be told apart; of all others, those that are farthest from what is there and cover most.
    """
    counts: Counter[Colour] = Counter()
    pixels = 0
    for picture in pictures:
        pixels += picture.width * picture.height
        for count, colour in picture.getcolors(picture.width * picture.height) or []:
            counts[_channels(colour)] += count
    chosen = {_cell(colour): colour for colour in reversed(frame)}
    rest: dict[Colour, int] = {}
    for colour, count in counts.most_common():
        if count >= _PATCH * pixels and len(chosen) < _MOST:
            chosen.setdefault(_cell(colour), colour)
        elif _cell(colour) not in chosen:
            rest[_cell(colour)] = rest.get(_cell(colour), 0) + count
    often = dict(sorted(rest.items(), key=lambda item: -item[1])[:_MOST_BLENDS])
    chosen |= {cell: cell for cell in _spread(often, [*chosen], _MOST - len(chosen))}
    cells = Image.new("P", (1, 1))
    cells.putpalette([channel for cell in chosen for channel in cell])
    return Palette(tuple(chosen.values()), cells)


def _spread(weights: Mapping[Colour, int], taken: Sequence[Colour], count: int) -> list[Colour]:
    """Return up to `count` colours, one after the other the one whose loss would be seen most.

    That is the one of the greatest squared distance from all that are taken, times its weight.
    """
    losses: dict[Colour, int] = {colour: min(_distance(colour, other) for other in taken) for colour in weights}
    found: list[Colour] = []
    while losses and len(found) < count:
        best = max(losses, key=lambda colour: losses[colour] * weights[colour])
        found.append(best)
        nearer = {colour: min(loss, _distance(colour, best)) for colour, loss in losses.items()}
        losses = {colour: loss for colour, loss in nearer.items() if loss}
    return found


def _distance(one: Colour, other: Colour) -> int:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2


def _channels(colour: object) -> Colour:
    """Return a pixel of a picture in mode RGB. Raises `TypeError` for one of another mode."""
    if isinstance(colour, tuple) and len(cast("tuple[object, ...]", colour)) == 3:
        return cast("Colour", colour)
    raise TypeError("A palette is found for pictures in mode RGB.")


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
