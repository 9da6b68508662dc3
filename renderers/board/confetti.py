"""Confetti for winners: emblems in both margins of a board, or wherever the picture is blank."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.drawing.canvas import WIDTH
from renderers.drawing.colours import CONFETTI
from renderers.drawing.sketch import Sketch

if TYPE_CHECKING:
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Colour
    from renderers.drawing.sprite import Sprite


def draw_margin_confetti(picture: Canvas, width: int, top: int, labels: tuple[int, ...], clear: int) -> None:
    """Scatter emblems over both side margins (`width` wide), at least `clear` pixels from the heights of labels."""
    for side in (0, 1):
        sprite = _margin_confetti(side, width, top, labels, clear)
        picture.paste(sprite, side * (WIDTH - width), top)


@lru_cache(4)
def _margin_confetti(side: int, width: int, top: int, labels: tuple[int, ...], clear: int) -> Sprite:
    height, edge = max(labels) + 50 - top, 14
    sketch, dice = Sketch(width, height, origin=(0, 0)), random.Random(side)  # noqa: S311 - decoration
    taken: list[tuple[float, float]] = []
    for _ in range(160):
        x, y = dice.uniform(edge, width - edge), dice.uniform(edge, height - edge)
        colour, emblem = dice.choice(CONFETTI)
        radius, turn = dice.uniform(6, 9), dice.uniform(0, math.tau)
        if all(abs(y + top - label) > clear for label in labels) and all(math.dist((x, y), at) > 34 for at in taken):
            taken.append((x, y))
            sketch.emblem(emblem, x, y, radius, colour, turn)
    return sketch.finish()


def draw_confetti_on_blank(picture: Canvas, top: int, bottom: int, ground: Colour) -> None:
    """Scatter emblems between two heights of the picture where it still shows nothing but the `ground`."""
    dice = random.Random(4)  # noqa: S311 - decoration
    taken: list[tuple[float, float]] = []
    for _ in range(420):
        x, y = dice.randint(20, WIDTH - 20), dice.randint(top, bottom)
        colour, emblem = dice.choice(CONFETTI)
        radius, turn = dice.uniform(6, 9), dice.uniform(0, math.tau)
        there = (x - 20, y - 20, x + 20, y + 20)
        if picture.is_blank(there, ground) and all(math.dist((x, y), other) > 34 for other in taken):
            taken.append((x, y))
            sketch = Sketch(28, 28)
            sketch.emblem(emblem, 0, 0, radius, colour, turn)
            sprite = sketch.finish()
            picture.paste(sprite, x - 14, y - 14, once=True)
