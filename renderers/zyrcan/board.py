"""Zyrcan's empty board and what lies on it."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from PIL import Image

from games.translation import pgettext
from games.zyrcan.rules import fleets
from renderers.board.alt_text import drawable_name
from renderers.board.frame import draw_panel, lay_out_panels, winner_star
from renderers.drawing.colours import INK, PAPER
from renderers.drawing.shapes import emblem_outline, star_polygon
from renderers.drawing.sketch import Sketch
from renderers.drawing.sprite import Sprite, SpriteImage, crop
from renderers.drawing.typeface import COUNT, NAME, PLAIN, TextStyle, truncate
from renderers.zyrcan.colours import CORE, FLAME, HULLS, OWNERS, choose_colours
from renderers.zyrcan.text import SEATS

if TYPE_CHECKING:
    from games.zyrcan.state import State
    from renderers.board.frame import PlayerPanel
    from renderers.board.scene import Scene
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.themes import Theme
    from renderers.zyrcan.colours import Colours

Look: TypeAlias = Literal["plain", "moved", "idle", "ghost"]
"""How a ship looks: as usual, just come here, of a seat that left (engines off), or captured."""

_Point = tuple[float, float]

_RADII = (24.6, 28.2, 31)
_SPREAD = ((0,), (-10, 10), (-17, 0, 17))
_DROP = {"disc": 1, "diamond": 1, "triangle": 5, "square": 1, "star": 4}
"""How far below the middle of its cell the middle of a hull lies, by its shape."""

_FIGURES = {"triangle": (25, 4), "star": (24, 1)}
"""Size of the numeral and its drop from the middle of the hull, where a shape has less room than usual."""

_HALO = 9.5


@lru_cache(128)
def ship(owner: Owner, engines: int, look: Look, theme: Theme) -> Sprite:
    """Return a ship of 1 to 3 engines for the middle of a cell."""
    sketch, drop, colours = Sketch(120, 120), _DROP[owner.emblem], choose_colours(theme)
    hull = [(x, y + drop) for x, y in emblem_outline(owner.emblem, _RADII[engines - 1])]
    flames = [_flame(x, _bottom(hull, x), 1) for x in _SPREAD[engines - 1]]
    cores = [_flame(x, _bottom(hull, x) + 1, 0.5) for x in _SPREAD[engines - 1]]
    off = look in {"idle", "ghost"}
    rim = colours.ghost_rim if look == "ghost" else colours.idle_rim if off else INK
    layers = [(_HALO, INK), (_HALO - 2, PAPER)] if look == "moved" else []
    for grow, fill in layers:
        for shape in (*flames, hull):
            sketch.expanded_polygon(shape, grow, fill)
    for flame, core in zip(flames, cores, strict=True):
        sketch.expanded_polygon(flame, 3, rim)
        sketch.polygon(flame, colours.idle_flame if off else FLAME)
        sketch.polygon(core, colours.idle_flame if off else CORE)
    sketch.expanded_polygon(hull, 3, rim)
    _fill_hull(sketch, owner, hull, colours, off=off)
    size, fall = _FIGURES.get(owner.emblem, (28, 0))
    ink = colours.idle_ink if off else owner.ink
    sketch.write((0, drop + fall), str(engines), TextStyle("ExtraBold", size), ink, "m")
    return sketch.finish()


def _fill_hull(sketch: Sketch, owner: Owner, hull: list[_Point], colours: Colours, *, off: bool) -> None:
    """Fill a hull, lit from the left; dark ones have a light edge where the theme says so."""
    left, right = colours.idle_hulls[owner] if off else HULLS[owner]
    if owner.ink == PAPER and not off:
        sketch.polygon(hull, owner.top)
        middle = sum(y for _, y in hull) / len(hull)
        hull = [(x * colours.hull, middle + (y - middle) * colours.hull) for x, y in hull]
    sketch.polygon(hull, right)
    sketch.polygon([(min(x, 0), y) for x, y in hull], left)


def _flame(x: float, y: float, share: float) -> list[_Point]:
    wide, long = 5.5 * share, 18 * share
    return [(x - wide, y - 4), (x + wide, y - 4), (x + wide, y + 0.4 * long), (x, y + long), (x - wide, y + 0.4 * long)]


def top(owner: Owner, engines: int, look: Look) -> float:
    """Return how far above the middle of its cell a ship reaches, in pixels."""
    highest = min(y for _, y in emblem_outline(owner.emblem, _RADII[engines - 1]))
    return -(highest + _DROP[owner.emblem]) + (_HALO if look == "moved" else 3)


def _bottom(hull: list[_Point], x: float) -> float:
    """Return how far down a hull reaches at some distance from its middle."""
    depths = [
        y + (end_y - y) * (x - start) / (end - start)
        for (start, y), (end, end_y) in pairwise((*hull, hull[0]))
        if min(start, end) <= x <= max(start, end) and start != end
    ]
    return max(depths)


@lru_cache(32)
def ghost(owner: Owner, engines: int, theme: Theme) -> Sprite:
    """Return a captured ship, small and tumbling."""
    whole = ship(owner, engines, "ghost", theme)

    def paint(scale: int) -> SpriteImage:
        tilted = whole.full_image(scale).rotate(-24, Image.Resampling.BICUBIC)
        return crop(tilted.resize((82 * scale, 82 * scale), Image.Resampling.LANCZOS))  # pyright: ignore[reportUnknownMemberType]

    return Sprite(82, 82, paint)


@lru_cache(128)
def enlarge(sprite: Sprite, share: float) -> Sprite:
    """Return a sprite so many times as large, for larger cells; itself where they are as usual."""
    if share == 1:
        return sprite
    width, height = round(share * sprite.width), round(share * sprite.height)

    def paint(scale: int) -> SpriteImage:
        whole = sprite.full_image(2 * scale)
        return crop(whole.resize((width * scale, height * scale), Image.Resampling.HAMMING))  # pyright: ignore[reportUnknownMemberType]

    return Sprite(width, height, paint)


@lru_cache(8)
def blast(fill: Colour) -> Sprite:
    """Return the burst under a ship that has captured, in the colour of its victim."""
    sketch = Sketch(150, 150)
    points = star_polygon(9, 62, 0.66, math.pi / 2)  # its notches spare the labels of the cells below
    sketch.expanded_polygon(points, 4, INK)
    sketch.polygon(points, fill)
    return sketch.finish()


@lru_cache(32)
def model(owner: Owner, engines: int) -> Sprite:
    """Return a ship for a panel: small, without a numeral."""
    sketch = Sketch(40, 44, origin=(20, 18))
    hull = emblem_outline(owner.emblem, (9, 10, 11)[engines - 1])
    for x in (step * 0.38 for step in _SPREAD[engines - 1]):
        flame = [(x + px * 0.5, _bottom(hull, x) + (py + 2) * 0.62) for px, py in _flame(0, 0, 1)]
        sketch.expanded_polygon(flame, 2, INK)
        sketch.polygon(flame, FLAME)
    sketch.expanded_polygon(hull, 2.5, INK)
    sketch.polygon(hull, owner.base)
    sketch.polygon([(min(x, 0), y) for x, y in hull], owner.left)
    return sketch.finish()


@lru_cache(1)
def engine() -> Sprite:
    """Return the flame that stands for engines on a panel."""
    sketch = Sketch(30, 50)
    outer = [(-8.0, -18.0), (8.0, -18.0), (8.0, -4.0), (0.0, 19.0), (-8.0, -4.0)]
    sketch.expanded_polygon(outer, 3, INK)
    sketch.polygon(outer, FLAME)
    sketch.polygon([(x * 0.45, -13 + (y + 18) * 0.6) for x, y in outer], CORE)
    return sketch.finish()


@lru_cache(16)
def hollow(owner: Owner, fill: Colour) -> Sprite:
    """Return the outline of a seat's emblem, which stands for its ships on a panel."""
    sketch = Sketch(36, 36)
    sketch.emblem(owner.emblem, 0, 0, 11, fill)
    sketch.polygon(emblem_outline(owner.emblem, 6.5 if owner.emblem == "star" else 7.5), fill, alpha=0)
    return sketch.finish()


_TOP, _LOW, _TALL = 20, 118, 160
_NAMES = {3: NAME, 4: TextStyle("Bold", 31), 5: TextStyle("Bold", 26)}
_ENGINES = TextStyle("ExtraBold", 37)


def panels_height(state: State) -> int:
    """Return where the panels end in the picture; they hold one row more while ships are placed."""
    return _TOP + (_TALL if state.phase == "deploy" else _LOW)


def draw_panels(picture: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the players' panels in seat order."""
    state: State = scene.state
    winners = [seat for seat in state.outcome.winners if seat not in state.out] if state.outcome else []
    filled = state.mover or (winners[0] if len(winners) == 1 else None)
    height = panels_height(state) - _TOP
    owners = OWNERS[: state.players]
    radius = 21 if state.players == 5 else 25
    for seat, panel in enumerate(lay_out_panels(owners, filled, height, theme, height - 78, radius), 1):
        if seat in state.out:
            _draw_vacated_panel(picture, panel, scene.names[seat - 1], SEATS[seat - 1])
            continue
        draw_panel(picture, panel, pointer=seat == state.mover)
        name = truncate(
            drawable_name(scene.names[seat - 1], SEATS[seat - 1]), _NAMES[state.players], panel.right - 8 - panel.inset
        )
        picture.write((panel.inset, panel.middle), name, _NAMES[state.players], panel.ink)
        _draw_fleet(picture, panel, state, seat)
        if state.phase == "deploy":
            _draw_hand(picture, panel, state.hands[seat - 1])
        if seat in winners:
            picture.paste_centred(winner_star(22), panel.right - 20, _TOP + 10)


def _draw_fleet(picture: Canvas, panel: PlayerPanel, state: State, seat: int) -> None:
    """Engines beside a flame, ships beside the outline of the emblem."""
    have, y, x = fleets(state)[seat - 1], 110, panel.left + 14 + panel.radius
    picture.paste_centred(engine(), x, y)
    picture.write((x + 17, y), str(have.engines), _ENGINES, panel.ink)
    right = panel.left + max(0.57 * panel.width, 112)
    picture.paste_centred(hollow(panel.owner, panel.soft_ink), right, y)
    picture.write((right + 16, y), str(have.ships), COUNT, panel.soft_ink)


def _draw_hand(picture: Canvas, panel: PlayerPanel, hand: tuple[int, int, int]) -> None:
    """Ships in hand by engines, each kind with its count."""
    step = (panel.width - 20) / 3
    for kind, count in enumerate(hand):
        x = panel.left + 10 + (kind + 0.5) * step
        picture.paste_centred(model(panel.owner, kind + 1), x - 10, 157)
        picture.write((x + 8, 154), str(count), COUNT, panel.ink if count else panel.soft_ink)


def _draw_vacated_panel(picture: Canvas, panel: PlayerPanel, name: str, seat: str) -> None:
    """Draw the panel of a seat that has left: dashed, its emblem without colour."""
    sprite = _draw_empty_panel(panel)
    picture.paste(sprite, panel.left, _TOP)
    style = _NAMES[3 if panel.width > 300 else 4 if panel.width > 200 else 5]
    words, low = truncate(drawable_name(name, seat), style, panel.right - 8 - panel.inset), panel.theme.low
    picture.write((panel.inset, panel.middle), words, style, low)
    middle, room = panel.left + panel.width / 2, panel.width - 24
    picture.write_within((middle, 108), pgettext("seat", "out"), PLAIN, low, room, "m")


@lru_cache(8)
def _draw_empty_panel(panel: PlayerPanel) -> Sprite:
    sketch = Sketch(panel.width, panel.height, origin=(0, 0))
    arc = _round_corners(2, 2, panel.width - 2, panel.height - 2, 18)
    sketch.dashed_outline(arc, 3, 10, 9, panel.theme.line)
    sketch.emblem(panel.owner.emblem, 14 + panel.radius, panel.middle - _TOP, 0.62 * panel.radius, panel.theme.low)
    return sketch.finish()


def _round_corners(left: float, top: float, right: float, bottom: float, radius: float) -> list[tuple[float, float]]:
    """Return points along a box with rounded corners."""
    quarter = [(0.0, -1.0), (0.38, -0.92), (0.71, -0.71), (0.92, -0.38), (1.0, 0.0)]
    points: list[tuple[float, float]] = []
    for x, y, sign_x, sign_y in (
        (right - radius, top + radius, 1, 1),
        (right - radius, bottom - radius, 1, -1),
        (left + radius, bottom - radius, -1, -1),
        (left + radius, top + radius, -1, 1),
    ):
        arc = [(x + sign_x * radius * dx, y + sign_y * radius * dy) for dx, dy in quarter]
        points += arc if sign_x == sign_y else arc[::-1]
    return points
