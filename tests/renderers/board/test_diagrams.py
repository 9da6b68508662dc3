"""Diagrams of positions and of every kind of move, and flights over a board of hexagons."""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import mean
from typing import TYPE_CHECKING, Any

import pytest

from games import GAMES
from games.contract import IllegalMove
from games.force_field_factions.state import Advance, Attack, Crash, FacingChange, FieldAddition, FieldRemoval
from games.xero_g.state import BASE, Setup
from renderers import RENDERERS
from renderers.board.diagrams import Diagram, DiagramRenderer, build_scene, describe_diagrams, draw_page
from renderers.board.hexagons import draw_flight
from renderers.drawing.canvas import WIDTH, Canvas
from renderers.drawing.colours import INK, PAPER
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import PLAIN, text_width, wrap
from tests.thorough import first_quick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from renderers.board.hexagons import Pixel
    from renderers.drawing.themes import Name

KEYS = sorted(RENDERERS)


def diagrams(key: str) -> list[Diagram]:
    renderer = RENDERERS[key]
    assert isinstance(renderer, DiagramRenderer)
    return list(renderer.diagrams())


def drawn(key: str, theme: Name = "dark") -> Image.Image:
    return draw_page(RENDERERS[key], diagrams(key), "How it is played", theme).convert("RGB")


def xero_g(state: Any) -> Iterator[str]:
    move = state.last.move
    if isinstance(move, Setup):
        yield "lay"
    elif move.landing == BASE:
        yield "win"
    elif move.sent is not None:
        yield "reprogram"
    else:
        yield "boost" if state.last.boosts else "fly"


def martian_life(state: Any) -> Iterator[str]:
    yield "promote" if state.last.move.promotes else "place"
    if state.last.culled:
        yield "cull"


def zyrcan(state: Any) -> Iterator[str]:
    move = state.last.move
    parts = ["place"] if move.placement else []
    if move.flight:
        parts.append("capture" if state.last.taken else "fly")
    yield " and ".join(parts)


def xong(state: Any) -> Iterator[str]:
    move = state.last.move
    yield " and ".join(["place"] * bool(move.legs) + ["give"] * bool(move.gift))


def force_field_factions(state: Any) -> Iterator[str]:
    for event in state.last.events:
        match event:
            case FieldRemoval():
                yield "remove"
            case FieldAddition():
                yield "add"
            case FacingChange():
                yield "point"
            case Advance():
                yield "advance"
            case Crash():
                yield "crash"
            case Attack():
                yield "push" if event.pushes else event.outcome
            case _:
                raise AssertionError(event)


KINDS: dict[str, tuple[Any, set[str]]] = {
    "xero-g": (xero_g, {"lay", "fly", "boost", "reprogram", "win"}),
    "martian-life": (martian_life, {"place", "promote", "cull"}),
    "zyrcan": (zyrcan, {"place", "capture", "place and fly", "place and capture"}),
    "xong": (xong, {"give", "place and give", "place"}),
    "force-field-factions": (
        force_field_factions,
        {"remove", "point", "advance", "add", "takes", "push", "converts", "strips", "crash"},
    ),
}


@pytest.mark.parametrize("key", KEYS)
def test_every_kind_of_move_is_shown_by_a_move_that_the_rules_took(key: str) -> None:
    kinds, expected = KINDS[key]
    moved = [each.scene for each in diagrams(key) if each.scene.move]
    assert {kind for scene in moved for kind in kinds(scene.state)} == expected
    assert all(scene.state.last for scene in moved)


def test_a_diagram_of_an_illegal_move_cannot_be_made() -> None:
    with pytest.raises(IllegalMove):
        build_scene(GAMES["martian-life"], move="e5")
    with pytest.raises(ValueError, match="position"):
        build_scene(GAMES["martian-life"], position="no position")


@pytest.mark.parametrize("key", KEYS)
def test_the_words_name_every_diagram_and_its_move_in_at_most_1024_characters(key: str) -> None:
    words = describe_diagrams(diagrams(key), "How it is played")
    assert len(words) <= 1024
    for each in diagrams(key):
        assert f"{each.title}{f', {each.scene.move}' if each.scene.move else ''}: {each.caption}" in words


@pytest.mark.parametrize("key", KEYS)
def test_the_page_shows_parts_of_the_very_pictures_in_a_grid(key: str) -> None:
    """The inside of every part that fits as it is lies on the page, in the column and the order of its number."""
    shown, where = drawn(key), list[tuple[int, int]]()
    for each in diagrams(key):
        left, top, right, bottom = each.box
        if right - left > (952 if each.wide else 464):
            continue
        inside = RENDERERS[key].draw(each.scene).convert("RGB").crop((left + 40, top + 40, right - 40, bottom - 40))
        row = 3 * inside.width
        for first, room in ((24, 952),) if each.wide else ((24, 464), (512, 464)):
            x = first + (room - (right - left)) // 2 + 40
            column = shown.crop((x, 0, x + inside.width, shown.height)).tobytes()
            assert column.count(inside.tobytes()) <= 1
            if inside.tobytes() in column:
                where.append((x, column.index(inside.tobytes()) // row))
                break
        else:
            pytest.fail(f"{each.title} is nowhere")
    assert where == sorted(where, key=lambda place: (place[1], place[0]))
    assert where or key in {"xero-g", "martian-life"}, "all parts of these two are reduced"


@pytest.mark.parametrize("key", first_quick(KEYS))
def test_the_page_is_as_sharp_in_light_and_its_margins_are_bare(key: str) -> None:
    for theme, tones in THEMES.items():
        shown = drawn(key, theme)
        assert shown.width == WIDTH
        for box in ((0, 0, 20, shown.height), (980, 0, 1000, shown.height), (0, shown.height - 6, 1000, shown.height)):
            assert shown.crop(box).getcolors() == [((box[2] - box[0]) * (box[3] - box[1]), tones.bg)]


def test_a_page_comes_in_every_size() -> None:
    some = diagrams("martian-life")[:2]
    widths = [
        draw_page(RENDERERS["martian-life"], some, "Rules", size=size).width for size in ("small", "normal", "large")
    ]
    assert widths == [600, 1000, 2000]


def test_texts_are_wrapped_at_words_and_lose_none() -> None:
    text = "It ends on a ship, so it may fly on, as many squares as that one has pips"
    lines = wrap(text, PLAIN, 300)
    assert " ".join(lines) == text
    assert all(text_width(line, PLAIN) <= 300 for line in lines)
    assert all(text_width(f"{one} {other.split()[0]}", PLAIN) > 300 for one, other in pairwise(lines))
    assert wrap("", PLAIN, 300) == []


def test_the_corners_of_a_part_are_round() -> None:
    shown, line = drawn("martian-life"), THEMES["dark"].line
    top = next(y for y in range(shown.height) if shown.getpixel((200, y)) == line)
    assert shown.getpixel((24 + 5, top + 6)) == line


FILL = (255, 0, 0)
FLIGHTS: dict[str, tuple[Pixel, ...]] = {
    "east": ((300, 300), (500, 300)),
    "west": ((300, 300), (100, 300)),
    "south": ((300, 300), (300, 500)),
    "north": ((300, 300), (300, 100)),
    "slanting": ((300, 300), (420, 140)),
    "two legs": ((100, 300), (200, 300), (400, 300)),
}


def ink_along(image: Image.Image, start: Pixel, end: Pixel, across: float) -> list[int]:
    """Return where ink lies half-way from a point to another, in pixels ahead of the middle, `across` right of it."""
    span = math.dist(start, end)
    ahead = (end[0] - start[0]) / span, (end[1] - start[1]) / span
    x, y = (start[0] + end[0]) / 2 - across * ahead[1], (start[1] + end[1]) / 2 + across * ahead[0]
    places = range(-12, 13)
    return [step for step in places if image.getpixel((round(x + step * ahead[0]), round(y + step * ahead[1]))) == INK]


@pytest.mark.parametrize("points", FLIGHTS.values(), ids=FLIGHTS)
def test_a_chevron_half_way_points_ahead(points: tuple[Pixel, ...]) -> None:
    canvas = Canvas.blank(600, PAPER)
    draw_flight(canvas, points, FILL)
    for start, end in pairwise(points):
        tip, *wings = (ink_along(canvas.image, start, end, across) for across in (0, -5, 5))
        assert mean(tip) == pytest.approx(2.5, abs=0.6)
        assert [mean(wing) for wing in wings] == pytest.approx([-2.75, -2.75], abs=0.8)
