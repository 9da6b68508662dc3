"""Xong's catalogue: the 48 Xoids of one to six legs on one picture, each as it stands in a match."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from games.translation import gettext as _, gettext_noop as N_, pgettext
from games.xong import shapes
from games.xong.notation import xoid
from games.xong.rules import fits
from renderers.board.alt_text import LONGEST_ALT, count_moves, name_with_seat
from renderers.board.frame import MARGIN, draw_caption
from renderers.board.piece_images import PIECE_SIDE, fit_pieces
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.colours import INK, PAPER
from renderers.drawing.sketch import Sketch
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import PLAIN, TextStyle, fit, text_width
from renderers.xong.board import sketch_xoid
from renderers.xong.colours import OWNERS, choose_colours, compose_catalogue_palette
from renderers.xong.text import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from games.xong.shapes import Shape
    from games.xong.state import State
    from renderers.board.scene import Scene
    from renderers.drawing.colours import Colour, Owner
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Theme

Status: TypeAlias = Literal["hand", "fits", "cramped", "played"]
"""What becomes of a Xoid: it has to be placed now, it can be given, it is new but fits nowhere, it was played."""

TITLE = N_("The Xoids of 1 to 6 legs")

_LONGEST = 1700
_COLUMNS, _ROWS = 6, 8
_WIDE, _HIGH = 150, 152
_PITCH = 160, 161
_LEFT, _TOP = 25, 18
_CAPTION = _TOP + _ROWS * _PITCH[1]
_NAME = TextStyle("Bold", 25)


def find_statuses(state: State) -> dict[Shape, Status]:
    """Return what becomes of every Xoid of the catalogue, in the order of their numbers."""
    return {shape: _find_status(state, shape) for size in shapes.catalogue() for shape in size}


def _find_status(state: State, shape: Shape) -> Status:
    if shape.text == state.hand:
        return "hand"
    if shape.text in state.played:
        return "played"
    return "fits" if fits(shape, state.vacant) else "cramped"


def draw(scene: Scene) -> Image.Image:
    """Return the catalogue at a position, 1000 x 1406 picture pixels, in mode P."""
    state: State = scene.state
    theme = THEMES[scene.theme]
    picture = Canvas.blank(_CAPTION + 100, theme.bg, scene.scale)
    owner = OWNERS[state.mover - 1] if state.mover else None
    for place, (shape, status) in enumerate(find_statuses(state).items()):
        row, column = divmod(place, _COLUMNS)
        left, top = _LEFT + column * _PITCH[0], _TOP + row * _PITCH[1]
        picture.paste(_tile(shape, status, owner if status == "hand" else None, theme), left, top)
    draw_caption(picture, _CAPTION + 8, scene.ply, None, (_(TITLE), ""), "Xong", theme=theme)
    _draw_legend(picture, owner if state.hand else None, theme)
    return compose_catalogue_palette(theme).store(picture.resize_to(scene.size))


def draw_pieces() -> dict[str, Image.Image]:
    """Return the picture of each Xoid by its number, as large as its square has room for."""
    return fit_pieces({shapes.number(shape.text) or "": _piece(shape) for size in shapes.catalogue() for shape in size})


def _piece(shape: Shape) -> Sprite:
    sketch = Sketch(PIECE_SIDE, PIECE_SIDE)
    for thick, fill in ((30, INK), (17, PAPER)):
        sketch_xoid(sketch, shape, (0, 0), (96, 96), 40, fill, thick=thick)
    return sketch.finish()


def _draw_legend(picture: Canvas, holder: Owner | None, theme: Theme) -> None:
    """What the marks of the tiles mean, below the title."""
    x, y = 204, _CAPTION + 72
    words = _legend(held=holder is not None)
    room = WIDTH - MARGIN - 70 - x - len(words) * (43 + 26)
    _all, style = fit("".join(words.values()), PLAIN, room)
    for status, word in words.items():
        picture.paste_centred(_mark(status, holder, theme), x + 18, y)
        picture.write((x + 43, y), word, style, theme.mid)
        x += 43 + round(text_width(word, style)) + 26


def _legend(*, held: bool) -> dict[Status, str]:
    """Return what the marks of the tiles mean, of those that there are."""
    words: dict[Status, str] = {
        "hand": pgettext("Xoid", "in hand"),
        "fits": pgettext("Xoid", "fits"),
        "cramped": pgettext("Xoid", "no room"),
        "played": pgettext("Xoid", "played"),
    }
    if not held:
        del words["hand"]
    return words


@lru_cache(128)
def _tile(shape: Shape, status: Status, holder: Owner | None, theme: Theme) -> Sprite:
    """A Xoid with its number, its shape text and the mark of how it stands."""
    sketch = Sketch(_WIDE, _HIGH, origin=(0, 0))
    _draw_ground(sketch, (_WIDE, _HIGH), status, holder, theme)
    ink = _ink(status, theme)
    sketch_xoid(sketch, shape, (_WIDE / 2, 75), (122, 70), 18, holder or ink)
    if status == "played":
        _draw_strike(sketch, (_WIDE, _HIGH), theme)
    sketch.write((12, 22), shapes.number(shape.text) or "", _NAME, ink)
    sketch.write((_WIDE / 2, _HIGH - 21), shape.text, _NAME, ink, "m")
    if status in {"hand", "fits"}:
        _draw_badge(sketch, (_WIDE - 21, 21), holder, theme)
    return sketch.finish()


@lru_cache(16)
def _mark(status: Status, holder: Owner | None, theme: Theme) -> Sprite:
    """A tile of the legend: no Xoid, the mark alone."""
    sketch = Sketch(38, 34, origin=(0, 0))
    _draw_ground(sketch, (38, 34), status, holder if status == "hand" else None, theme)
    if status == "played":
        _draw_strike(sketch, (38, 34), theme)
    if status in {"hand", "fits"}:
        _draw_badge(sketch, (19, 17), holder if status == "hand" else None, theme)
    return sketch.finish()


def _ink(status: Status, theme: Theme) -> Colour:
    return theme.high if status in {"hand", "fits"} else theme.mid if status == "cramped" else theme.low


def _draw_ground(sketch: Sketch, size: tuple[int, int], status: Status, holder: Owner | None, theme: Theme) -> None:
    wide, high = size
    radius = 12 if wide > 100 else 7
    if status == "cramped":
        points = _round_corners(2, 2, wide - 2, high - 2, radius)
        sketch.dashed_outline(points, 3, 9, 8, theme.low)
        return
    edge, rim = (holder.base, 5) if holder else (theme.mid, 3) if status == "fits" else (theme.line, 3)
    ground = choose_colours(theme).cards[holder] if holder else theme.panel if status == "fits" else theme.bg
    sketch.box((0, 0, wide, high), edge, radius)
    sketch.box((rim, rim, wide - rim, high - rim), ground, radius - rim)


def _draw_strike(sketch: Sketch, size: tuple[int, int], theme: Theme) -> None:
    """A line from corner to corner."""
    wide, high = size
    ends = ((8, 8), (wide - 8, high - 8))
    sketch.line(ends, 9, theme.bg)
    sketch.line(ends, 4, theme.mid)


def _draw_badge(sketch: Sketch, at: tuple[float, float], holder: Owner | None, theme: Theme) -> None:
    """The holder's emblem, or a tick: it fits."""
    x, y = at
    if holder:
        sketch.emblem(holder.emblem, x, y, 11, INK)
        sketch.emblem(holder.emblem, x, y, 8, holder.base)
        return
    sketch.disc(x, y, 12, theme.high)
    sketch.line(((x - 5.5, y + 0.5), (x - 1.5, y + 5), (x + 5.5, y - 4.5)), 3.5, theme.panel)


def _round_corners(left: float, top: float, right: float, bottom: float, radius: float) -> list[tuple[float, float]]:
    """Return points along a box with cut corners."""
    return [
        (left + radius, top),
        (right - radius, top),
        (right, top + radius),
        (right, bottom - radius),
        (right - radius, bottom),
        (left + radius, bottom),
        (left, bottom - radius),
        (left, top + radius),
    ]


def alt(scene: Scene) -> str:
    """Return the catalogue in words, at most 1024 characters: every Xoid's number and shape, by how it stands."""
    parts = [*_list_statuses(scene, _name), _list_larger(scene.state)]
    whole = " ".join(filter(None, parts))
    return whole if len(whole) <= LONGEST_ALT else " ".join(parts[:-1])


def text(scene: Scene) -> str:
    """Return the catalogue in sentences, under 1700 characters, with what branches sound like if there is room."""
    wholes = [
        "\n".join(filter(None, [*_list_statuses(scene, name), _list_larger(scene.state)])) for name in (_speak, _name)
    ]
    return next((whole for whole in wholes if len(whole) < _LONGEST), f"{wholes[-1][: _LONGEST - 4]}...")


def _list_statuses(scene: Scene, name: Callable[[Shape], str]) -> list[str]:
    """Who holds which Xoid, and all others by how they stand."""
    state: State = scene.state
    found = find_statuses(state)
    parts = [count_moves(_(TITLE), scene.ply)]
    if state.mover and state.hand:
        held = [name(shape) for shape, status in found.items() if status == "hand"]
        who = name_with_seat(scene.names[state.mover - 1], SEATS[state.mover - 1])
        parts.append(
            _("{who} holds {xoid}.").format(who=who, xoid=held[0])
            if held
            else _("{who} holds a larger one.").format(who=who)
        )
    for template, wanted in (
        (_("New, and fit the board: {xoids}."), "fits"),
        (_("New, but fit nowhere: {xoids}."), "cramped"),
        (_("Played: {xoids}."), "played"),
    ):
        listed = [name(shape) for shape, status in found.items() if status == wanted]
        if listed:
            parts.append(template.format(xoids=", ".join(listed)))
    return parts


def _list_larger(state: State) -> str:
    """The Xoids played of seven legs and more."""
    larger = [xoid(walk) for walk in state.played if not shapes.number(walk)]
    return _("Played, of 7 legs and more: {xoids}.").format(xoids=", ".join(larger)) if larger else ""


def _name(shape: Shape) -> str:
    return f"{shapes.number(shape.text)} {shape.text}"


def _speak(shape: Shape) -> str:
    """A Xoid's number, its walk, and how that is said if it has branches."""
    return f"{_name(shape)} ({shapes.speak(shape.text)})" if "(" in shape.text else _name(shape)
