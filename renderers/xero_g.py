"""Xero-G's picture (rules page of the game, section "The picture")."""

from __future__ import annotations

import math
import random
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from PIL import Image

from games.xero_g.state import BASE, GRID, Flight, Lay, State, Turn
from renderers import xero_g_words
from renderers.canvas import WIDTH, Sketch, burst, paste, store
from renderers.flight import draw_jump, draw_path
from renderers.frame import caption, draw_confetti, draw_plate, plates, star
from renderers.palette import (
    BG,
    BLUE,
    HIGH,
    INK,
    LINE,
    LOW,
    MID,
    NOBODY,
    PANEL,
    PAPER,
    RED,
    SPACE,
    STAR_DUST,
    Colour,
    Owner,
    mix,
    palette,
)
from renderers.pyramids import blast, footprint, ship, side
from renderers.scene import Scene, headline, winner
from renderers.words import COUNT, FRESH_LABEL, LABEL, LETTERING, NAME, PLAIN, fit, shown, width, write
from renderers.xero_g_words import SEATS, home_row, outlook

if TYPE_CHECKING:
    from collections.abc import Sequence

_OWNERS = (RED, BLUE)
_PITCH = 124
_LEFT, _TOP = 128, 218
_HEIGHT = 1162
_CAPTION = 1064
_ROWS = tuple(_TOP + _PITCH // 2 + i * _PITCH for i in range(6))
_COLUMNS = tuple(_LEFT + _PITCH // 2 + i * _PITCH for i in range(6))
_MARGIN_LABELS = 90, WIDTH - 90

_NORTH_TOP, _SOUTH_TOP, _PLANET = 120, 968, 92
_PLANET_RADIUS = 2300
_DOCKS = (_NORTH_TOP + 54, _SOUTH_TOP + 38)
"""Height of a ship in the north base and in the south base."""

_LIT = tuple(mix(tile, owner.base, 0.42) for owner in _OWNERS for tile in SPACE)
_PADS = tuple(mix(tile, owner.base, 0.34) for owner in _OWNERS for tile in SPACE)
_BANDS = tuple(mix(owner.base, owner.left, 0.5) for owner in _OWNERS)
_HOLLOWS = tuple(mix(owner.base, owner.right, 0.4) for owner in _OWNERS)
_PALETTE = palette(
    (*SPACE, STAR_DUST, *RED.tones[1:4], *BLUE.tones[1:4], *NOBODY.tones, *_LIT, *_PADS, *_BANDS, *_HOLLOWS),
    (
        *((tile, BG) for tile in (*SPACE, *_LIT)),
        *((tile, INK) for tile in (*SPACE, *_LIT)),
        *((tone, INK) for tone in (*NOBODY.tones, RED.base, BLUE.base, *_BANDS)),
        *((owner.base, tile) for owner in _OWNERS for tile in SPACE),
        *((owner.base, BG) for owner in _OWNERS),
        *((owner.right, BG) for owner in _OWNERS),
        *((owner.right, owner.base) for owner in _OWNERS),
        (PAPER, INK),
        *((text, back) for text in (HIGH, MID) for back in (BG, PANEL)),
        (LOW, BG),
        (LINE, BG),
        (STAR_DUST, BG),
    ),
)


class XeroG:
    """Draws and describes Xero-G."""

    def draw(self, scene: Scene) -> Image.Image:
        """Return the picture of a `games.xero_g.state.State`, 1000 x 1162 pixels in mode P."""
        state: State = scene.state
        picture = _space().copy()
        _plates(picture, scene)
        if state.mover:
            _home_row(picture, state.mover, home_row(state))
        else:
            draw_confetti(picture, _LEFT - 6, _TOP, _ROWS, 26)
        _ships(picture, state)
        mover = _OWNERS[state.last.seat - 1] if scene.move and state.last else None
        title = headline(scene, SEATS, xero_g_words.task(state))
        caption(picture, _CAPTION, scene.ply, mover, (title, xero_g_words.aftermath(scene)), xero_g_words.TITLE)
        return store(picture, _PALETTE)

    def alt(self, scene: Scene) -> str:
        """Return the position and the last move in words."""
        return xero_g_words.alt(scene)

    def text(self, scene: Scene) -> str:
        """Return the board in digits."""
        return xero_g_words.text(scene)


def _centre(square: int) -> tuple[int, int]:
    return _COLUMNS[GRID.column(square)], _ROWS[6 - GRID.row(square)]


def _shade(square: int) -> Literal[0, 1]:
    return 1 if (GRID.column(square) + GRID.row(square)) % 2 == 0 else 0


@lru_cache(1)
def _space() -> Image.Image:
    """The empty board between its two planets, with all coordinates."""
    picture = Image.new("RGB", (WIDTH, _HEIGHT), BG)
    for x, y, sprite in _stars():
        paste(picture, sprite, x, y)
    for square in range(36):
        paste(picture, _tile(SPACE[_shade(square)]), *_centre(square))
    for seat, top in ((1, _SOUTH_TOP), (2, _NORTH_TOP)):
        paste(picture, _planet(seat), WIDTH / 2, top + _PLANET / 2)
        for column, x in enumerate(_COLUMNS):
            depth = _edge(x - WIDTH / 2) + 31
            y = top + depth if seat == 1 else top + _PLANET - depth
            write(picture, (x, y), "abcdef"[column], FRESH_LABEL, INK, "m")
    for row in range(1, 7):
        for x in _MARGIN_LABELS:
            write(picture, (x, _ROWS[6 - row]), str(row), LABEL, MID, "m")
    return picture


def _stars() -> Sequence[tuple[float, float, Image.Image]]:
    dice = random.Random(8)  # noqa: S311 - decoration
    found: list[tuple[float, float, Image.Image]] = []
    for i in range(28):
        sketch = Sketch(24, 24)
        if i % 7:
            sketch.disc(0, 0, dice.uniform(1.6, 2.8), STAR_DUST)
        else:
            sketch.polygon(burst(4, 9, 0.28), STAR_DUST)
        x, y = dice.uniform(14, 56), dice.uniform(_TOP + 10, _SOUTH_TOP - 10)
        found.append((x if i % 2 else WIDTH - x, y, sketch.done()))
    return found


def _edge(x: float) -> float:
    """How far a planet's edge falls off, in pixels, at a distance from the middle of the picture."""
    return _PLANET_RADIUS - math.sqrt(_PLANET_RADIUS**2 - x * x)


def _planet(seat: int) -> Image.Image:
    """A base: the edge of a planet, rim towards the board. South's has craters, North's bands."""
    owner = _OWNERS[seat - 1]
    sketch = Sketch(WIDTH, _PLANET, origin=(WIDTH / 2, 0))
    xs = range(-500, 501, 10)

    def layer(depth: float, fill: Colour) -> None:
        arc = [(float(x), min(float(_PLANET), _edge(x) + depth)) for x in xs]
        shape = [*arc, (500.0, float(_PLANET)), (-500.0, float(_PLANET))]
        sketch.polygon(shape if seat == 1 else [(x, _PLANET - y) for x, y in shape], fill)

    layer(0, owner.right)
    layer(8, owner.base)
    if seat == 2:
        layer(50, _BANDS[1])
        layer(80, owner.base)
    else:
        for x, y, radius in ((-404, 84, 14), (-330, 52, 7), (-182, 86, 9), (146, 28, 6), (318, 88, 16), (392, 66, 9)):
            sketch.disc(x, y, radius, _HOLLOWS[0])
    return sketch.done()


@lru_cache(8)
def _tile(fill: Colour) -> Image.Image:
    sketch = Sketch(_PITCH, _PITCH)
    sketch.box((-59, -59, 59, 59), fill, 12)
    return sketch.done()


@lru_cache(4)
def _pad(owner: Owner, shade: Literal[0, 1]) -> Image.Image:
    """The tile of a boost."""
    sketch = Sketch(_PITCH, _PITCH)
    sketch.box((-62, -62, 62, 62), owner.base, 14)
    sketch.box((-55, -55, 55, 55), mix(SPACE[shade], owner.base, 0.34), 8)
    return sketch.done()


@lru_cache(4)
def _disc(radius: int, fill: Colour, *, inked: bool) -> Image.Image:
    sketch = Sketch(2 * radius + 6, 2 * radius + 6)
    if inked:
        sketch.disc(0, 0, radius + 3, INK)
    sketch.disc(0, 0, radius, fill)
    return sketch.done()


@lru_cache(2)
def _headings(owner: Owner) -> Image.Image:
    """Two chevrons that say which way a seat flies."""
    sketch, way = Sketch(40, 40), -1 if owner is RED else 1
    for middle in (-7, 7):
        sketch.line(((-13, middle - 5 * way), (0, middle + 5 * way), (13, middle - 5 * way)), 6, owner.base)
    return sketch.done()


def _plates(picture: Image.Image, scene: Scene) -> None:
    state: State = scene.state
    best = winner(state.outcome)
    for seat, plate in enumerate(plates(_OWNERS, state.mover or best, 88), 1):
        draw_plate(picture, plate)
        end = plate.right - 20
        if seat == best:
            paste(picture, star(36), plate.right - 51, plate.middle + 1)
            end -= 76
        name = fit(shown(scene.names[seat - 1], SEATS[seat - 1]), NAME, end - plate.inset)
        write(picture, (plate.inset, 48), name, NAME, plate.ink)
        word = fit(outlook(state, seat), PLAIN, end - plate.inset)
        write(picture, (plate.inset, 84), word, PLAIN, plate.soft_ink)


def _home_row(picture: Image.Image, seat: int, row: int) -> None:
    """Light up the row that a seat flies from or lays, and say which way it flies."""
    owner, y = _OWNERS[seat - 1], _ROWS[6 - row]
    for square in range(6 * row - 6, 6 * row):
        paste(picture, _tile(mix(SPACE[_shade(square)], owner.base, 0.42)), *_centre(square))
    for x in _MARGIN_LABELS:
        picture.paste(BG, (x - 18, y - 18, x + 18, y + 18))
        paste(picture, _disc(25, owner.base, inked=False), x, y)
        write(picture, (x, y), str(row), FRESH_LABEL, INK, "m")
        paste(picture, _headings(owner), x, y + (-54 if seat == 1 else 54))


def _ships(picture: Image.Image, state: State) -> None:
    """All ships, with the last turn below and above them."""
    last = state.last
    fresh: set[int] = set()
    label_at = WIDTH / 2, WIDTH / 2
    if last and isinstance(last.move, Lay):
        fresh = set(range(6)) if last.seat == 1 else set(range(30, 36))
    elif last and isinstance(last.move, Flight) and last.path:
        _below(picture, last, last.move)
        fresh = {last.move.landing, *({last.move.sent} if last.move.sent is not None else ())}
        label_at = _base_labels(last, last.move)
    _spaced(picture, label_at[0], _SOUTH_TOP + 68, "SOUTH BASE")
    _spaced(picture, label_at[1], _NORTH_TOP + 24, "NORTH BASE")
    for square in sorted(fresh - {BASE}):
        paste(picture, ship(state.board[square], _PITCH, fresh=True), *_centre(square))
    for square, pips in enumerate(state.board):
        if pips:
            paste(picture, ship(pips, _PITCH), *_centre(square))
    if last and isinstance(last.move, Flight) and last.path:
        _above(picture, last, last.move)


def _base_labels(last: Turn, move: Flight) -> tuple[float, float]:
    """Where the names of the south and the north base are centred: beside a ship that has come in."""
    centre = WIDTH / 2
    x = _COLUMNS[GRID.column(last.path[-1])]
    if move.landing != BASE or abs(x - centre) > _PITCH:
        return centre, centre
    aside = centre + (160 if x < centre else -160)
    return (centre, aside) if last.seat == 1 else (aside, centre)


def _spaced(picture: Image.Image, x: float, y: float, words: str) -> None:
    """Write a base's name, its letters 4 pixels further apart than usual."""
    steps = [width(letter, LETTERING) + 4 for letter in words]
    left = x - (sum(steps) - 4) / 2
    for letter, step in zip(words, steps, strict=True):
        write(picture, (left, y), letter, LETTERING, INK)
        left += step


def _dock(last: Turn) -> tuple[int, int]:
    """Where a ship lies that flew into the opponent's base."""
    return _COLUMNS[GRID.column(last.path[-1])], _DOCKS[0 if last.seat == 1 else 1]


def _below(picture: Image.Image, last: Turn, move: Flight) -> None:
    """What lies under the ships: boosted tiles, the footprint, the line of the flight."""
    owner = _OWNERS[last.seat - 1]
    for square in sorted({last.path[index] for index in last.boosts}):
        paste(picture, _pad(owner, _shade(square)), *_centre(square))
    paste(picture, footprint(owner.base, last.pips, _PITCH), *_centre(move.start))
    points = [_centre(square) for square in last.path]
    if move.landing == BASE:
        points.append(_dock(last))
    draw_path(picture, points, side(last.pips, _PITCH, 0.88) // 2 + 8, owner.base)


def _above(picture: Image.Image, last: Turn, move: Flight) -> None:
    """What lies over the ships: the ship in the base, the jump of a reprogrammed one, the badges of boosts."""
    owner = _OWNERS[last.seat - 1]
    if move.landing == BASE:
        paste(picture, blast(owner.base, 70), *_dock(last))
        paste(picture, ship(last.pips, 84, fresh=True), *_dock(last))
    if move.sent is not None:
        leave, arrive = side(last.pips, _PITCH, 0.88) / 2 + 4, side(last.sent_pips, _PITCH, 0.88) / 2 + 16
        draw_jump(picture, _centre(move.landing), _centre(move.sent), leave, arrive)
    ends = [*last.boosts, len(last.path) - 1 + (move.landing == BASE)]
    seen: set[int] = set()
    for index, end in pairwise(ends):
        square = last.path[index]
        x, y = _centre(square)
        x += -44 if square in seen else 44
        seen.add(square)
        paste(picture, _disc(23, owner.base, inked=True), x, y - 44)
        write(picture, (x, y - 44), f"+{end - index}", COUNT, INK, "m")
