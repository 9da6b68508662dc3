"""The curve of a rating over its matches, with a band as wide as its uncertainty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from renderers.charts.page import accent, band_tone
from renderers.drawing.typeface import TextStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from renderers.drawing.canvas import Canvas
    from renderers.drawing.themes import Theme

START = 1500
"""The number that everybody begins with."""
_FINE = 4
"""How much larger the curve is drawn before it is reduced, which smooths its edges."""
_WIDTH = 5
_LABEL = TextStyle("SemiBold", 21)


def draw_rating_curve(
    page: Canvas, box: tuple[int, int, int, int], points: Sequence[tuple[int, int]], theme: Theme
) -> None:
    """Draw a curve in a box (left, top, right, bottom) on a row, and on its left where everybody begins.

    `points` are the numbers with their uncertainties before the first match and after each, at least one.
    """
    left, top, right, bottom = box
    fine = page.scale * _FINE
    size = (right - left) * fine, (bottom - top) * fine
    image = Image.new("RGB", size, theme.panel)
    draw = ImageDraw.Draw(image)
    low = min(START, *(number - uncertainty for number, uncertainty in points))
    high = max(low + 1, START, *(number + uncertainty for number, uncertainty in points))

    def y(number: float) -> float:
        return (high - number) / (high - low) * (size[1] - 1)

    inset = 10 * fine  # for the point at the end
    xs = [index / max(1, len(points) - 1) * (size[0] - inset) for index in range(len(points))]
    upper = [(x, y(number + uncertainty)) for x, (number, uncertainty) in zip(xs, points, strict=True)]
    lower = [(x, y(number - uncertainty)) for x, (number, uncertainty) in zip(xs, points, strict=True)]
    if len(points) > 1:
        draw.polygon([*upper, *reversed(lower)], band_tone(theme))
    for x in range(0, size[0], 16 * fine):
        draw.line([(x, y(START)), (x + 6 * fine, y(START))], theme.low, 2 * fine)
    middle = [(x, y(number)) for x, (number, _) in zip(xs, points, strict=True)]
    draw.line(middle, accent(theme), _WIDTH * fine, joint="curve")
    (x, end), radius = middle[-1], 10 * fine
    draw.ellipse((x - radius, end - radius, x + radius, end + radius), accent(theme))
    page.image.paste(image.reduce(_FINE), (left * page.scale, top * page.scale))
    line = y(START) / fine
    page.write((left - 8, top + line), str(START), _LABEL, theme.mid, "r")
