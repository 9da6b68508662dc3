"""How the last turn of Force Field Factions is drawn: the path, bursts, ghosts, pushes, fields that are gone."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from games.force_field_factions.attacks import AHEAD
from games.force_field_factions.state import GHOST, UP, Attack, Crash, Piece, State, Turn
from renderers.drawing.colours import BLACK, INK, PAPER
from renderers.drawing.pyramids import lying_pyramid, standing_pyramid
from renderers.drawing.shapes import star_polygon
from renderers.drawing.sketch import Sketch
from renderers.drawing.sprite import stack
from renderers.force_field_factions.board import PITCH, SIGNS, Corner, Place, badge_corner, centre, draw_lost_badge
from renderers.force_field_factions.colours import OWNERS, choose_colours

if TYPE_CHECKING:
    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Colour
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

_LINE, _CASING = 12, 20
_AHEAD = (6, 10)
"""How far beyond the border a dart is drawn, straight and aslant, so that it leaves the attacker's badge in sight."""
_STAYS = {"converts", "strips", "fails"}


def heading(start: int, end: int) -> tuple[int, int]:
    """Return the step right and down, each -1 to 1, that leads from a square to another in line with it."""
    across, up = end % 8 - start % 8, end // 8 - start // 8
    return (across > 0) - (across < 0), (up < 0) - (up > 0)


def draw_below(picture: Canvas, last: Turn, theme: Theme) -> None:
    """Draw what lies under the pieces: bursts where the piece attacked, where it left from, its path."""
    for event in last.events:
        if isinstance(event, Attack) and event.outcome != "pushes":
            picture.paste_centred(
                _blast(_flare(event), theme.panel, _burst_radius(event.target)), *centre(event.target)
            )
        elif isinstance(event, Crash):
            picture.paste_centred(_blast(theme.panel, theme.panel, _burst_radius(event.square)), *centre(event.square))
    if len(set(last.path)) > 1:
        picture.paste_centred(_footprint(last.seat), *centre(last.start))
        _draw_path(picture, last.seat, last.path)


def _burst_radius(square: int) -> int:
    """The radius of a burst; at the edge it stays clear of panels, labels and pool."""
    return round((0.64 if square % 8 in (0, 7) or square // 8 in (0, 7) else 0.8) * PITCH)


def _flare(attack: Attack) -> Colour | None:
    """The colour of a burst: the victim's, or none where it withstood."""
    return None if attack.outcome in {"fails", "strips"} else OWNERS[attack.victim.seat - 1].base


def draw_above(picture: Canvas, state: State, last: Turn, piece: Piece | None, theme: Theme) -> None:
    """Draw what lies over the pieces: attacks that stayed, pushes, ghosts of what is lost, fields that are gone.

    `piece` is the one that acted, as it stands now, if it stands.
    """
    for event in last.events:
        if isinstance(event, Attack):
            way = heading(event.start, event.target)
            if event.outcome in _STAYS:
                x, y = _border(event.start, way)
                offset = _AHEAD[0 not in way]
                picture.paste_centred(_dart(last.seat, way), x + offset * way[0], y + offset * way[1])
            for push in event.pushes:
                for square in _squares_of_push(push.start, push.end, way):
                    picture.paste_centred(_shove(way), *_border(square, way))
            if event.outcome in {"strips", "converts"}:
                _draw_removed_field(picture, event.victim, event.target, theme)
    _draw_ghosts(picture, state, last, theme)
    if piece:
        _draw_field_removed_first(picture, last, piece, theme)


def _border(square: int, way: tuple[int, int]) -> tuple[float, float]:
    """The point where one leaves a square in a direction."""
    x, y = centre(square)
    return x + way[0] * PITCH / 2, y + way[1] * PITCH / 2


def _squares_of_push(start: int, end: int | None, way: tuple[int, int]) -> list[int]:
    """The squares that a pushed piece left, to a square or over the edge."""
    squares: list[int] = []
    square: int | None = start
    while square is not None and square != end:
        squares.append(square)
        square = AHEAD[square][_FACINGS[way]]
    return squares


_FACINGS = {(0, -1): 0, (1, -1): 1, (1, 0): 2, (1, 1): 3, (0, 1): 4, (-1, 1): 5, (-1, 0): 6, (-1, -1): 7}


def _draw_path(picture: Canvas, seat: int, path: tuple[int, ...]) -> None:
    """A line through the middles of squares, a chevron at every border crossed."""
    line, casing = _tones(seat)
    steps = [(start, heading(start, end)) for start, end in pairwise(path)]
    for width, fill in ((_CASING, casing), (_LINE, line)):
        for square, way in steps:
            picture.paste_centred(_leg(way, width, fill), *_border(square, way))
    crossed = {(start, end) for start, end in pairwise(path)}
    for (square, way), (start, end) in zip(steps, pairwise(path), strict=True):
        x, y = _border(square, way)
        offset = 12 if (end, start) in crossed else 0
        picture.paste_centred(_chevron(way, line, casing), x + offset * way[0], y + offset * way[1])


def _tones(seat: int) -> tuple[Colour, Colour]:
    """A seat's colour for lines, and the colour of their casing."""
    return (INK, PAPER) if OWNERS[seat - 1] is BLACK else (PAPER, INK)


@lru_cache(32)
def _leg(way: tuple[int, int], width: int, fill: Colour) -> Sprite:
    dx, dy = way[0] * PITCH / 2, way[1] * PITCH / 2
    sketch = Sketch(abs(way[0]) * PITCH + 24, abs(way[1]) * PITCH + 24)
    sketch.line(((-dx, -dy), (dx, dy)), width, fill)
    return sketch.finish()


@lru_cache(32)
def _chevron(way: tuple[int, int], fill: Colour, casing: Colour) -> Sprite:
    sketch = Sketch(48, 48)
    for wide, colour in ((13, casing), (6, fill)):
        sketch.line(_wings(way, 11, 0), wide, colour)
    return sketch.finish()


def _wings(way: tuple[int, int], arm: float, offset: float) -> list[tuple[float, float]]:
    """The three points of a chevron, moved forward from the middle by `offset`."""
    span = (way[0] ** 2 + way[1] ** 2) ** 0.5
    dx, dy = way[0] / span, way[1] / span
    tip = 0.6 * arm
    return [
        ((offset + along) * dx - across * dy, (offset + along) * dy + across * dx)
        for along, across in ((-tip, -arm), (tip, 0), (-tip, arm))
    ]


@lru_cache(2)
def _footprint(seat: int) -> Sprite:
    """A rounded square of dashes on a line of the other tone."""
    dashes, under = _tones(seat)
    sketch = Sketch(PITCH, PITCH)
    for half, fill in ((40, INK), (38.5, under)):
        sketch.box((-half, -half, half, half), fill, half - 28)
    sketch.box((-32, -32, 32, 32), INK, 5)
    sketch.box((-30.5, -30.5, 30.5, 30.5), INK, 4, alpha=0)
    for start in (-24, -8, 8, 24):
        for near in (-35.25, 35.25):
            sketch.line(((start - 3, near), (start + 3, near)), 5, dashes)
            sketch.line(((near, start - 3), (near, start + 3)), 5, dashes)
    return sketch.finish()


@lru_cache(16)
def _blast(fill: Colour | None, hollow: Colour, span: int) -> Sprite:
    """A burst with a white rim; without a colour, its rim alone."""
    sketch = Sketch(2 * span + 14, 2 * span + 14)
    corners = star_polygon(9, span, 0.68)
    sketch.expanded_polygon(corners, 5, INK)
    sketch.expanded_polygon(corners, 3.5, PAPER)
    sketch.polygon(star_polygon(9, span - 1, 0.68), fill or hollow)
    if fill is None:
        sketch.polygon(star_polygon(9, span - 6, 0.68), INK)
        sketch.polygon(star_polygon(9, span - 9, 0.68), INK, 0)
    return sketch.finish()


@lru_cache(16)
def _dart(seat: int, way: tuple[int, int]) -> Sprite:
    """An arrowhead at the border that an attack went over while the attacker stayed."""
    fill, rim = _tones(seat)
    sketch = Sketch(52, 52)
    head = _wings(way, 12, 3)
    span = (way[0] ** 2 + way[1] ** 2) ** 0.5
    tail = [(0.0, 0.0), (-14 * way[0] / span, -14 * way[1] / span)]
    for grow, colour in ((5, INK if rim == PAPER else rim), (3.5, rim), (0, fill)):
        sketch.line(tail, 6 + 2 * grow, colour)
        sketch.expanded_polygon(head, max(0.5, grow), colour)
    return sketch.finish()


@lru_cache(16)
def _shove(way: tuple[int, int]) -> Sprite:
    """Two white chevrons at a border that a piece was pushed over."""
    sketch = Sketch(56, 56)
    for wide, fill in ((12, INK), (6, PAPER)):
        for offset in (-6, 6):
            sketch.line(_wings(way, 11, offset), wide, fill)
    return sketch.finish()


def _draw_ghosts(picture: Canvas, state: State, last: Turn, theme: Theme) -> None:
    """Every piece that left the board as a small ghost beside the square it was lost from."""
    remaining = {place % GHOST for place, piece in enumerate(state.board) if piece}
    taken = remaining | set(last.path)
    for event in last.events:
        if isinstance(event, Crash):
            x, y = centre(event.square)
            picture.paste_centred(_ghost(last.piece._replace(fields=""), theme), x - 20, y - 18)
            picture.paste_centred(_ghost(event.other._replace(fields=""), theme), x + 20, y + 18)
            continue
        if not isinstance(event, Attack):
            continue
        lost = [(event.target, event.victim)] if event.outcome == "takes" else []
        lost += [(push.start, push.piece) for push in event.pushes if push.end is None]
        for square, piece in lost:
            beside = _free_square(square, _FACINGS[heading(event.start, event.target)], taken)
            if beside is not None:
                taken.add(beside)
                x, y = centre(square)
                across, down = heading(square, beside)
                away = PITCH * (0.9 if 0 in (across, down) else 0.84)
                picture.paste_centred(_ghost(piece._replace(fields=""), theme), x + across * away, y + down * away)


def _free_square(square: int, facing: int, taken: set[int]) -> int | None:
    """The nearest direction's empty neighbour, from straight on to straight back."""
    for turn in (0, 1, -1, 2, -2, 3, -3, 4):
        beside = AHEAD[square][(facing + turn) % 8]
        if beside is not None and beside not in taken:
            return beside
    return None


@lru_cache(64)
def _ghost(piece: Piece, theme: Theme) -> Sprite:
    """A lost piece: small, faded, with a pale outline and a cross."""
    owner, pitch = choose_colours(theme).faded[OWNERS[piece.seat - 1]], round(0.7 * PITCH)
    if piece.facing == UP:
        lost = standing_pyramid(owner, piece.pips, pitch, outline=PAPER)
    else:
        lost = lying_pyramid(owner, piece.pips, pitch, piece.facing, outline=PAPER)
    return stack(lost, _cross())


@lru_cache(1)
def _cross() -> Sprite:
    sketch = Sketch(40, 40)
    for wide, fill in ((8, INK), (4, PAPER)):
        for slope in (-1, 1):
            sketch.line(((-8, slope * 8), (8, -slope * 8)), wide, fill)
    return sketch.finish()


def _draw_removed_field(picture: Canvas, piece: Piece, square: int, theme: Theme) -> None:
    """Fields that an attack took off a piece, where their badges were."""
    at = Place(*centre(square), 1, theme, choose_colours(theme).tiles[0], shared=False)
    for number, letter in enumerate(piece.fields):
        corner = badge_corner(piece, outer=number == len(piece.fields) - 1)
        draw_lost_badge(picture, letter, *at.spot(corner, 0.46 * PITCH), theme)


def _draw_field_removed_first(picture: Canvas, last: Turn, piece: Piece, theme: Theme) -> None:
    """The field that the turn began by removing: where the piece left from, or at a corner that nothing else takes."""
    at = Place(*centre(last.start), 1, theme, choose_colours(theme).tiles[0], shared=False)
    taken = {heading(attack.start, attack.target) for attack in last.attacks if attack.start == last.start}
    taken |= {heading(last.start, square) for square in last.path[1:2]}
    moved = last.path[-1] != last.start
    corners: tuple[Corner, Corner] = ("nw", "se") if badge_corner(piece, outer=True) == "ne" else ("ne", "sw")
    if moved:
        corners = ("ne", "nw")
    first, second = corners
    if last.removed:
        corner = second if SIGNS[first] in taken else first
        draw_lost_badge(picture, last.removed, *at.spot(corner, 0.46 * PITCH), theme)
