"""How unlike two pictures look: a measure that sees a moved pip or another tint and hardly sees smoothing.

Pictures are compared in lightness and the two colour channels of JPEG (YCbCr, 0 to 255), which follow the eye better
than red, green and blue, after a blur over square windows of two widths:

- small windows, as wide as a pip: their worst difference tells that something is there, gone or moved;
- wide ones, as wide as a small piece: their worst difference tells that something has another colour.

What only moves inside a window, as an edge does that another build of Pillow or FreeType smooths otherwise, leaves the
window's mean nearly alone; the wider the window, the less is left of it.
"""

from __future__ import annotations

from functools import cached_property
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


class Blurred:
    """A picture and its blurs, each made once, for a picture that is compared with several others."""

    def __init__(self, picture: Image.Image) -> None:
        self.picture = picture.convert("RGB")

    @cached_property
    def small(self) -> Image.Image:
        """The picture blurred over small windows, in mode YCbCr."""
        return self._blur(_SMALL)

    @cached_property
    def wide(self) -> Image.Image:
        """The picture blurred over wide windows, in mode YCbCr."""
        return self._blur(_WIDE)

    def near(self, other: Blurred) -> Blurred:
        """Return the part of the picture that differs from another one, or the whole if most of it does.

        Farther from the difference than a window reaches the blurs are the same.
        """
        left, upper, right, lower = ImageChops.difference(self.picture, other.picture).getbbox() or (0, 0, 1, 1)
        width, height = self.picture.size
        if (right - left) * (lower - upper) * 4 > width * height:
            return self
        reach = 2 * _WIDE + 1
        box = max(left - reach, 0), max(upper - reach, 0), min(right + reach, width), min(lower + reach, height)
        return Blurred(self.picture.crop(box))

    def _blur(self, radius: int) -> Image.Image:
        return self.picture.filter(ImageFilter.BoxBlur(radius)).convert("YCbCr")


def measure_unlikeness(one: Blurred, other: Blurred) -> Unlikeness:
    """Return how unlike two pictures of the same size look."""
    one, other = one.near(other), other.near(one)
    return Unlikeness(_worst_difference(one.small, other.small), _worst_difference(one.wide, other.wide))


def is_alike(one: Blurred, other: Blurred) -> bool:
    """Return whether two pictures show the same."""
    if one.picture.size != other.picture.size:
        return False
    one, other = one.near(other), other.near(one)
    return (
        _worst_difference(one.small, other.small) < LIMITS.small
        and _worst_difference(one.wide, other.wide) < LIMITS.wide
    )


def _worst_difference(one: Image.Image, other: Image.Image) -> int:
    return max(high for _, high in ImageStat.Stat(ImageChops.difference(one, other)).extrema)
