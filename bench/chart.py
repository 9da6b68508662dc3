"""Curves as SVG for docs/benchmarks.md; a few lines and labels need no library."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

WIDTH, HEIGHT = 720, 380
LEFT, RIGHT, TOP, BOTTOM = 70, 180, 44, 56
COLOURS = ("#C03A22", "#3A9ACA", "#077A66", "#7A3CA0", "#B07A10", "#5C648A")
"""Tones of the boards' palette that differ in lightness too; each curve is also labelled."""

INK, SOFT, LINE = "#14161F", "#5A5E70", "#D5D7E0"


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis: its label, the values that get a line, and whether its scale is logarithmic."""

    label: str
    marks: Sequence[float]
    log: bool = True

    def share(self, value: float) -> float:
        """Return where a value lies between the first mark (0) and the last (1)."""
        low, high = self.marks[0], self.marks[-1]
        if self.log:
            return (math.log(value) - math.log(low)) / (math.log(high) - math.log(low))
        return (value - low) / (high - low)


def powers(values: Iterable[float], steps: Sequence[float] = (1, 2, 5)) -> list[float]:
    """Return round marks from below the smallest value to above the largest.

    >>> powers([3, 40])
    [2, 5, 10, 20, 50]
    """
    known = sorted(values)
    low, high = math.floor(math.log10(known[0])), math.ceil(math.log10(known[-1]))
    marks = [step * 10**power if power >= 0 else step / 10**-power for power in range(low, high + 1) for step in steps]
    first = max(place for place, mark in enumerate(marks) if mark <= known[0])
    last = min(place for place, mark in enumerate(marks) if mark >= known[-1])
    return [round(mark, 6) if mark < 1 else int(mark) for mark in marks[first : max(last, first + 1) + 1]]


def chart(title: str, across: Axis, up: Axis, curves: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """Return a picture of curves; each name stands at the right, near the curve's last point."""
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return LEFT + across.share(point[0]) * wide, TOP + (1 - up.share(point[1])) * high

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        '<g font-family="Manrope, sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#FFFFFF"/>',
        _text(LEFT, 24, title, INK, 'font-size="15" font-weight="bold"'),
        _text(LEFT + wide / 2, HEIGHT - 14, across.label, SOFT, 'text-anchor="middle"'),
        _text(16, TOP + high / 2, up.label, SOFT, f'text-anchor="middle" transform="rotate(-90 16 {TOP + high / 2})"'),
    ]
    for mark in across.marks:
        x, _ = place((mark, up.marks[0]))
        parts += [_line(x, TOP, x, TOP + high), _text(x, TOP + high + 18, f"{mark:,}", SOFT, 'text-anchor="middle"')]
    for mark in up.marks:
        _, y = place((across.marks[0], mark))
        parts += [_line(LEFT, y, LEFT + wide, y), _text(LEFT - 8, y + 4, f"{mark:,}", SOFT, 'text-anchor="end"')]
    labels: list[float] = []
    for (name, points), colour in zip(curves.items(), COLOURS, strict=False):
        placed = [place(point) for point in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        if len(placed) < 20:
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in placed]
        y = _free_height(placed[-1][1] + 4, labels)
        parts.append(f'<rect x="{LEFT + wide + 10}" y="{y - 6:.1f}" width="12" height="4" fill="{colour}"/>')
        parts.append(_text(LEFT + wide + 28, y, name, colour, 'font-weight="bold"'))
    return "\n".join([*parts, "</g></svg>"]) + "\n"


def _free_height(y: float, taken: list[float]) -> float:
    """Return the nearest height from y down at which a label covers no other, and mark it as taken."""
    heights = (y + step for step in range(HEIGHT))
    found = next(each for each in heights if all(abs(each - other) >= 15 for other in taken))
    taken.append(found)
    return found


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{LINE}"/>'


def _text(x: float, y: float, text: str, colour: str, more: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" {more}>{escape(text)}</text>'
