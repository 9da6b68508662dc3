"""Diagrams of a game: parts of its pictures with a caption each, on one page beside the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from PIL import Image

from games.translation import gettext as _
from renderers.board.frame import MARGIN
from renderers.board.scene import Renderer, Scene
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.png_palettes import read_palette
from renderers.drawing.sketch import Sketch
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import MOVE, NAME, PLAIN, text_width, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.contract import Game, Options
    from renderers.drawing.canvas import Size
    from renderers.drawing.sprite import Sprite
    from renderers.drawing.themes import Name, Theme

Box = tuple[int, int, int, int]

_GAP = 24
_HALF = (WIDTH - 2 * MARGIN - _GAP) // 2
_FULL = WIDTH - 2 * MARGIN
_TOP = 86
_LINE = 36
_FRAME = 3


@dataclass(frozen=True, slots=True)
class Diagram:
    """A part of the picture of a scene, with a `title` ("Boost") and a `caption` of one or two sentences, in English.

    `box` is that part (left, top, right, bottom in picture pixels); a `wide` diagram has a row to itself.
    """

    title: str
    caption: str
    scene: Scene
    box: Box
    wide: bool = False


@runtime_checkable
class DiagramRenderer(Renderer, Protocol):
    """A renderer of a game with diagrams for its rules. Optional for renderers."""

    def diagrams(self) -> Sequence[Diagram]:
        """Return the diagrams in reading order, in the dark theme: the setup, then every kind of move."""
        ...


def build_scene(
    game: Game[Any, Any],
    *,
    position: str = "",
    before: Sequence[str] = (),
    move: str | None = None,
    players: int = 2,
    options: Options | None = None,
) -> Scene:
    """Return the scene after moves from a position or the start, with `move` as the last move.

    Raises `IllegalMove` for an illegal move and `ValueError` for an invalid position.
    """
    options = options or {}
    state = game.parse_position(position, players, options) if position else game.start(players, options, 0)
    last = None
    for text in (*before, *([move] if move else [])):
        parsed = game.parse(state, text)
        last = game.format(state, parsed)
        state = game.play(state, parsed)
    return Scene(state, game.info.seats[:players], len(before) + bool(move), last if move else None)


def draw_page(
    renderer: Renderer, diagrams: Sequence[Diagram], title: str, theme: Name = "dark", size: Size = "normal"
) -> Image.Image:
    """Return all diagrams on one page under a title, in mode P, as wide as `PICTURE_WIDTHS` says for the size.

    The pictures must share a palette that has the theme's text colours, as all pictures of one renderer and theme do.
    """
    return assemble_page(diagrams, [draw_diagram(renderer, each, theme, size) for each in diagrams], title, theme, size)


def draw_diagram(renderer: Renderer, diagram: Diagram, theme: Name, size: Size) -> Image.Image:
    """Return the picture of a diagram for `assemble_page`."""
    return renderer.draw(replace(diagram.scene, theme=theme, size="large" if size == "large" else "normal"))


def assemble_page(
    diagrams: Sequence[Diagram], pictures: Sequence[Image.Image], title: str, theme: Name, size: Size
) -> Image.Image:
    """Return the page of diagrams from their pictures."""
    tones, scale = THEMES[theme], 2 if size == "large" else 1
    rows = _rows(diagrams)
    heights = [max(_height(diagrams[place]) for place in row) for row in rows]
    picture = Canvas.blank(_TOP + sum(heights) + 8, tones.bg, scale)
    picture.write_within((MARGIN, 48), title, MOVE, tones.high, _FULL)
    top = _TOP
    for row, height in zip(rows, heights, strict=True):
        for column, place in enumerate(row):
            _place_diagram(picture, diagrams[place], pictures[place], (MARGIN + column * (_HALF + _GAP), top), tones)
        top += height
    return read_palette(pictures[0]).store(picture.resize_to(size))


def describe_diagrams(diagrams: Sequence[Diagram], title: str) -> str:
    """Return the diagrams in words."""
    parts = [
        f"{_(each.title)}{f', {each.scene.move}' if each.scene.move else ''}: {_(each.caption)}" for each in diagrams
    ]
    return f"{title}. {' '.join(parts)}"


def _rows(diagrams: Sequence[Diagram]) -> list[list[int]]:
    """Return the indices of the diagrams row by row: a wide one alone, others in pairs."""
    rows: list[list[int]] = []
    for place, each in enumerate(diagrams):
        if rows and not each.wide and len(rows[-1]) == 1 and not diagrams[rows[-1][0]].wide:
            rows[-1].append(place)
        else:
            rows.append([place])
    return rows


def _size_on_page(diagram: Diagram) -> tuple[int, int]:
    """Return the width and height of a diagram's part of the picture on the page, reduced if it doesn't fit."""
    left, top, right, bottom = diagram.box
    room = _available_width(diagram)
    share = min(1, room / (right - left))
    return round((right - left) * share), round((bottom - top) * share)


def _available_width(diagram: Diagram) -> int:
    return _FULL if diagram.wide else _HALF


def _fits_beside_title(diagram: Diagram) -> bool:
    """Return whether the move fits beside the title."""
    move = diagram.scene.move or ""
    return text_width(_(diagram.title), NAME) + 16 + text_width(move, PLAIN) <= _available_width(diagram)


def _lines(diagram: Diagram) -> list[tuple[str, bool]]:
    """Return the lines below the title, and whether each is notation."""
    move = "" if _fits_beside_title(diagram) else diagram.scene.move or ""
    notation = [(line, True) for line in wrap(move, PLAIN, _available_width(diagram))]
    return [*notation, *((line, False) for line in wrap(_(diagram.caption), PLAIN, _available_width(diagram)))]


def _height(diagram: Diagram) -> int:
    return _size_on_page(diagram)[1] + 50 + _LINE * len(_lines(diagram)) + 22


def _place_diagram(picture: Canvas, diagram: Diagram, whole: Image.Image, at: tuple[int, int], theme: Theme) -> None:
    """Draw a diagram at a place of the page, with its title and caption below."""
    left, top = at
    room = _available_width(diagram)
    wide, high = _size_on_page(diagram)
    west, north, east, south = (edge * picture.scale for edge in diagram.box)
    part = whole.crop((west, north, east, south)).convert("RGB")
    size = (wide * picture.scale, high * picture.scale)
    if part.size != size:
        part = part.resize(size, Image.Resampling.HAMMING)  # pyright: ignore[reportUnknownMemberType]
    inset = (room - wide) // 2
    picture.image.paste(part, ((left + inset) * picture.scale, top * picture.scale))
    picture.paste(_frame(room, high, inset, theme), left, top)
    y = top + high + 30
    title = _(diagram.title)
    picture.write_within((left, y), title, NAME, theme.high, room)
    if diagram.scene.move and _fits_beside_title(diagram):
        picture.write((left + text_width(title, NAME) + 16, y), diagram.scene.move, PLAIN, theme.high)
    for number, (line, notation) in enumerate(_lines(diagram)):
        picture.write((left, y + 40 + _LINE * number), line, PLAIN, theme.high if notation else theme.mid)


def _frame(wide: int, high: int, inset: int, theme: Theme) -> Sprite:
    """Return a frame with round corners for a part of a picture, and the ground beside a narrow part."""
    sketch = Sketch(wide, high, origin=(0, 0))
    sketch.box((0, 0, wide, high), theme.bg)
    sketch.box((0, 0, wide, high), theme.line, 16)
    sketch.box((_FRAME, _FRAME, wide - _FRAME, high - _FRAME), theme.bg, 16 - _FRAME)
    clear = (max(inset, _FRAME), _FRAME, wide - max(inset, _FRAME), high - _FRAME)
    sketch.box(clear, theme.bg, 0 if inset > 16 else 16 - _FRAME, 0)
    return sketch.finish()
