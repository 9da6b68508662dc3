"""Draws the pieces of a view on its board, with the marks of the last turn below them and those of the win on top."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from renderers.board.hexagons import draw_flight
from renderers.drawing.colours import INK, PAPER, mix
from renderers.drawing.sketch import Sketch
from renderers.kit.piece import captured_sprite, line_tone, piece_sprite

if TYPE_CHECKING:
    from collections.abc import Iterator

    from renderers.drawing.canvas import Canvas
    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Name
    from renderers.kit.board import Ground
    from renderers.kit.layout import Layout
    from renderers.kit.view import BoardView

_RISE = 0.14
"""How much higher each piece of a stack stands, as a share of the pitch."""
_HIGHEST_RISE = 0.5
_LEFT_TINT, _ARRIVAL_TINT = 0.3, 0.45
"""How much of the seat's colour the cells have that a piece left or reached."""
_Outline = tuple[tuple[float, float], ...]


def draw_last_turn(picture: Canvas, layout: Layout, view: BoardView, owners: tuple[Owner, ...], theme: Name) -> None:
    """Draw what the last turn left, where it arrived and its path, below the pieces."""
    last = view.last
    if last is None:
        return
    owner, cells = owners[last.seat - 1], layout.board.by_name
    tone, grounds = line_tone(owner, light=theme == "light"), layout.board.ground.tones(theme)
    for name in last.left:
        fill = mix(grounds[cells[name].shade], owner.base, _LEFT_TINT)
        picture.paste_centred(_left_mark(layout.outline(cells[name]), fill, tone, layout.pitch), *layout.middles[name])
    for name in last.arrived:
        fill = mix(grounds[cells[name].shade], owner.base, _ARRIVAL_TINT)
        picture.paste_centred(_arrival_mark(layout.outline(cells[name]), fill, layout.pitch), *layout.middles[name])
    if len(last.path) > 1:
        draw_flight(picture, [layout.middles[name] for name in last.path], tone)
    for name, piece in last.captured:
        lost = line_tone(piece.owner(owners), light=theme == "light")
        picture.paste_centred(captured_sprite(piece, lost, layout.pitch), *layout.middles[name])


def list_tones(ground: Ground, owners: tuple[Owner, ...], theme: Name) -> Iterator[Colour]:
    """Yield the tones of all marks and pieces that there can be on a ground."""
    for owner in owners:
        yield from (*owner.tones, line_tone(owner, light=theme == "light"))
        for tone in ground.tones(theme):
            yield from (tone, mix(tone, owner.base, _LEFT_TINT), mix(tone, owner.base, _ARRIVAL_TINT))


def draw_pieces(picture: Canvas, layout: Layout, view: BoardView, owners: tuple[Owner, ...]) -> None:
    """Draw all pieces, the higher ones of a stack a little farther up."""
    raised = 0.08 * layout.pitch if layout.board.labels == "cells" else 0.0
    for cell in layout.board.cells:
        stack = view.stack(cell.name)
        x, y = layout.middles[cell.name]
        step = min(_RISE, _HIGHEST_RISE / max(1, len(stack) - 1)) * layout.pitch
        for level, piece in enumerate(stack):
            sprite = piece_sprite(piece, piece.owner(owners), layout.pitch)
            picture.paste_centred(sprite, x, round(y - raised - (level - (len(stack) - 1) / 2) * step))


def draw_winning(picture: Canvas, layout: Layout, view: BoardView) -> None:
    """Put a ring of paper round each piece that has won."""
    for name in view.winning:
        picture.paste_centred(_winning_mark(layout.pitch), *layout.middles[name])


def _span(outline: _Outline) -> int:
    return 2 * round(max(max(abs(x), abs(y)) for x, y in outline)) + 12


def _shrunk(outline: _Outline, pitch: int, inset: float) -> list[tuple[float, float]]:
    """Return an outline with its corners moved inwards by a share of the pitch."""
    half = max(max(abs(x), abs(y)) for x, y in outline)
    share = 1 - inset * pitch / half
    return [(share * x, share * y) for x, y in outline]


@lru_cache(64)
def _left_mark(outline: _Outline, fill: Colour, tone: Colour, pitch: int) -> Sprite:
    """Return the mark of a cell that a piece has left: tinted, with a dashed edge."""
    sketch = Sketch(_span(outline), _span(outline))
    sketch.expanded_polygon(_shrunk(outline, pitch, 0.12), 0.07 * pitch, fill)
    sketch.dashed_outline(_shrunk(outline, pitch, 0.09), max(3, 0.035 * pitch), 0.1 * pitch, 0.08 * pitch, tone)
    return sketch.finish()


@lru_cache(64)
def _arrival_mark(outline: _Outline, fill: Colour, pitch: int) -> Sprite:
    """Return the mark of a cell where a piece has arrived: tinted, in a frame of paper with ink on both sides."""
    sketch, corner = Sketch(_span(outline), _span(outline)), 0.08 * pitch
    thick = max(3, 0.05 * pitch)
    base = 0.02 * pitch + corner
    layers = ((base, INK), (base + 2, PAPER), (base + 2 + thick, INK), (base + 4 + thick, fill))
    for inset, tone in layers:
        sketch.expanded_polygon(_shrunk(outline, pitch, inset / pitch), corner, tone)
    return sketch.finish()


@lru_cache(8)
def _winning_mark(pitch: int) -> Sprite:
    sketch, radius = Sketch(pitch + 4, pitch + 4), 0.13 * pitch
    sketch.emblem("star", 0, 0, radius + 3, INK)
    sketch.emblem("star", 0, 0, radius, PAPER)
    return sketch.finish()
