"""How unlike two pictures look: a measure that sees a moved pip or another tint and hardly sees smoothing.

Pictures are compared in lightness and the two colour channels of JPEG (YCbCr, 0 to 255), which follow the eye better
than red, green and blue, after a blur over square windows of two widths:

- small windows, as wide as a pip: their worst difference tells that something is there, gone or moved;
- wide ones, as wide as a small piece: their worst difference tells that something has another colour.

What only moves inside a window, as an edge does that another build of Pillow or FreeType smooths otherwise, leaves the
window's mean nearly alone; the wider the window, the less is left of it.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageStat

_SMALL = 5
"""How far a small window reaches from its middle, in pixels."""

_WIDE = 17
"""How far a wide window reaches from its middle, in pixels."""


class Unlikeness(NamedTuple):
    """How far two pictures differ in their worst small and their worst wide window, in 255ths of a channel."""

    small: int
    wide: int


LIMITS = Unlikeness(small=45, wide=12)
"""From either on two pictures do not show the same.

Pillow 11.0 smooths corners otherwise and spaces letters otherwise (the end of a long line lies 3 pixels off); its
gallery is 38 and 8 away at most from that of Pillow 13. A leg, ship or owner changed is 76 and 19 away at least.
"""


def unlikeness(one: Image.Image, other: Image.Image) -> Unlikeness:
    """Return how unlike two pictures of the same size look."""
    return Unlikeness(_worst(one, other, _SMALL), _worst(one, other, _WIDE))


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether two pictures show the same."""
    if one.size != other.size:
        return False
    found = unlikeness(one, other)
    return found.small < LIMITS.small and found.wide < LIMITS.wide


def _worst(one: Image.Image, other: Image.Image, destinations: int) -> int:
    seen = [
        picture.convert("RGB").filter(ImageFilter.BoxBlur(destinations)).convert("YCbCr") for picture in (one, other)
    ]
    return max(high for _, high in ImageStat.Stat(ImageChops.difference(*seen)).extrema)
