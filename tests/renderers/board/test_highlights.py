"""Marks on pictures, read back by their pixels: hints, and the stamp on moves that aren't played."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops

from games import GAMES
from games.contract import Destinations
from renderers import RENDERERS, Scene
from renderers.board.alt_text import add_highlights
from renderers.board.preview import ANALYSIS_WORD, WORD, draw_scene, stamp
from renderers.drawing.canvas import WIDTH
from renderers.drawing.colours import INK, PAPER
from tests.renderers.test_pictures import match

if TYPE_CHECKING:
    from renderers.drawing.themes import Name

SQUARES: dict[str, tuple[str, int, tuple[int, int]]] = {
    "xero-g": ("abcdef", 124, (128, 218)),
    "martian-life": ("abcdefgh", 106, (76, 160)),
    "force-field-factions": ("abcdefgh", 96, (60, 136)),
}
"""Columns, pitch and upper left corner of the square boards."""

THEMES = ("dark", "light")


@lru_cache(64)
def drawn(scene: Scene, key: str) -> Image.Image:
    return RENDERERS[key].draw(scene).convert("RGB")


TOP = {"xero-g": 2, "martian-life": 2, "force-field-factions": 1}
"""The seat for which a board is turned."""


def box(key: str, name: str, *, turned: bool) -> tuple[int, int, int, int]:
    """The inside of a square in the picture."""
    columns, pitch, (left, top) = SQUARES[key]
    column, row = columns.index(name[0]), int(name[1]) - 1
    if not turned:
        row = len(columns) - 1 - row
    else:
        column = len(columns) - 1 - column
    x, y = left + column * pitch, top + row * pitch
    return x + 8, y + 8, x + pitch - 8, y + pitch - 8


def changed(plain: Image.Image, marked: Image.Image, area: tuple[int, int, int, int]) -> bool:
    return plain.crop(area).tobytes() != marked.crop(area).tobytes()


def pupils(picture: Image.Image, x: float, y: float, radius: float) -> bool:
    """Whether an eye looks out of a point: ink in a ring of paper in a rim of ink."""
    rings = (0.0, 0.2 * radius), (0.6 * radius, 0.85 * radius), (radius + 1.2, radius + 2.4)
    for (near, far), colour in zip(rings, (INK, PAPER, INK), strict=True):
        for step in range(8):
            angle = step * math.pi / 4
            for distance in (near, far):
                at = math.floor(x + distance * math.cos(angle)), math.floor(y + distance * math.sin(angle))
                if picture.getpixel(at) != colour:
                    return False
    return True


def some_destinations(key: str) -> tuple[Scene, Destinations]:
    """A position of a match and the widest reach of one piece there, or of a whole question where none goes."""
    game = GAMES[key]
    scene = next(scene for scene in reversed(match(key)) if game.to_move(scene.state))
    whole = game.destinations(scene.state, "")
    return scene, max(
        (game.destinations(scene.state, place) for place in whole.places), key=lambda one: len(one.places)
    )


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", [1, 2])
@pytest.mark.parametrize("key", sorted(SQUARES))
def test_exactly_the_squares_that_the_hint_names_are_marked(key: str, side: int, theme: Any) -> None:
    scene, found = some_destinations(key)
    scene = replace(scene, side=side, theme=theme)
    plain, marked = drawn(scene, key), drawn(replace(scene, highlights=found), key)
    columns = SQUARES[key][0]
    squares = [f"{column}{row}" for column in columns for row in range(1, len(columns) + 1)]
    told = {name for name in squares if changed(plain, marked, box(key, name, turned=side == TOP[key]))}
    assert told == {*found.source, *found.places} - {"base"}
    if key == "xero-g":
        ahead = (0, 120, WIDTH, 212) if (scene.state.mover == 1) == (side == 1) else (0, 968, WIDTH, 1060)
        assert ("base" in found.places) == changed(plain, marked, ahead)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("key", sorted(SQUARES))
def test_an_empty_square_has_an_eye_in_its_middle_and_a_source_corners_of_paper(key: str, theme: Any) -> None:
    scene, _ = some_destinations(key)
    pitch = SQUARES[key][1]
    radius = {"xero-g": 20, "martian-life": 18, "force-field-factions": 16}[key]
    empty = [name for name in ("b2", "b3", "c3", "d4", "e4", "a4") if not _taken(key, scene.state, name)][:2]
    source = next(name for name in ("a1", "b1", "c1", "e3", "d5", "f5", "d4") if name not in empty)
    marked = replace(scene, theme=theme, highlights=Destinations((source,), tuple(empty), "b1 goes."))
    picture = drawn(marked, key)
    for name in empty:
        left, top, _, _ = box(key, name, turned=False)
        assert pupils(picture, left - 8 + pitch / 2, top - 8 + pitch / 2, radius), name
    left, top, right, bottom = box(key, source, turned=False)
    for x in (left - 4, right + 3):
        for y in (top - 4, bottom + 3):
            around = {picture.getpixel((x + east, y + south)) for east in range(-6, 7) for south in range(-6, 7)}
            assert PAPER in around
            assert INK in around


def _taken(key: str, state: Any, name: str) -> bool:
    columns = SQUARES[key][0]
    square = (int(name[1]) - 1) * len(columns) + columns.index(name[0])
    return bool(state.board[square])


@pytest.mark.parametrize("theme", THEMES)
def test_cells_of_zyrcan_have_their_eyes_below_their_names(theme: Any) -> None:
    game = GAMES["zyrcan"]
    state = game.start(5, {}, 0)
    names = ("Ann", "Bob", "Cleo", "Dan", "Eve")
    scene = Scene(state, names, 0, theme=theme)
    picture = drawn(replace(scene, highlights=Destinations((), ("e5", "a1", "i9"), "Anywhere.")), "zyrcan")
    for x, y in ((500, 627), (292, 987), (708, 267)):
        assert pupils(picture, x, y + 37, 15)
        assert not pupils(drawn(scene, "zyrcan"), x, y + 37, 15)


@pytest.mark.parametrize("theme", THEMES)
def test_legs_of_xong_have_their_eyes_in_their_middles(theme: Any) -> None:
    game = GAMES["xong"]
    state = game.play(game.start(2, {}, 0), game.parse(game.start(2, {}, 0), "give FL"))
    found = game.destinations(state, "e5e")
    assert found.places == ("d5ne", "d5nw", "e5ne", "e6nw")
    picture = drawn(Scene(state, ("Ann", "Bob"), 1, theme=theme, highlights=found), "xong")
    for east, south in ((26, -45), (78, -45), (26, 45), (78, 45)):
        assert pupils(picture, 500 + east, 570 + south, 9.5)


def test_a_large_picture_has_the_same_marks() -> None:
    state = GAMES["xero-g"].parse_position("....../....../..1.../....../....../...... play 1")
    found = GAMES["xero-g"].destinations(state, "c4")
    scene = Scene(state, ("Ann", "Bob"), 9, highlights=found, size="large")
    assert found.places == ("c3", "b4", "d4", "c5")
    for name in found.places:
        left, top, _, _ = box("xero-g", name, turned=False)
        assert pupils(drawn(scene, "xero-g"), 2 * (left + 54), 2 * (top + 54), 40), name


@pytest.mark.parametrize("key", sorted(RENDERERS))
def test_the_alt_text_tells_first_what_is_marked_and_stays_short(key: str) -> None:
    scene, found = some_destinations(key)
    told = RENDERERS[key].alt(replace(scene, highlights=found))
    assert told.startswith(f"Marked: {found.words.replace('`', '')} ")
    assert len(told) <= 1024
    assert told.endswith(RENDERERS[key].alt(scene))
    endless = RENDERERS[key].alt(replace(scene, highlights=replace(found, words="Again and " * 90)))
    assert 1024 - len(" Again") < len(endless) <= 1024
    assert re.fullmatch(r"Marked:( Again and)+( Again)? \.\.\. ", endless.removesuffix(RENDERERS[key].alt(scene)))


def test_highlights_that_no_word_of_has_room_are_left_out() -> None:
    scene, found = some_destinations("xero-g")
    scene = replace(scene, highlights=found)
    for length, told in ((1024 - len("Marked: f1 ... "), "Marked: f1 ... "), (1010, ""), (1024, "")):
        assert add_highlights(scene, "x" * length) == told + "x" * length


@pytest.mark.parametrize("size", ["small", "normal", "large"])
@pytest.mark.parametrize("theme", THEMES)
def test_a_cross_of_paper_rimmed_with_ink_marks_where_a_piece_dies(theme: Any, size: Any) -> None:
    game, unit = GAMES["martian-life"], {"small": 0.6, "normal": 1, "large": 2}[size]
    start = game.start(2, {}, 0)
    state = game.play(start, game.parse(start, "e4+"))
    found = game.destinations(state, "")
    assert "a1" in found.fatal
    assert "d3" in set(found.places) - set(found.fatal)
    picture = drawn(Scene(state, ("Ann", "Bob"), 0, theme=theme, size=size, highlights=found), "martian-life")

    def at(name: str, east: float, south: float) -> Any:
        x, y = 76 + 106 * ("abcdefgh".index(name[0]) + 0.5), 160 + 106 * (8.5 - int(name[1]))
        return picture.getpixel((round(unit * (x + east)), round(unit * (y + south))))

    assert at("a1", 0, 0) == PAPER
    assert [at("a1", east, south) for east, south in ((-9, -9), (9, -9), (-9, 9), (9, 9))] == [PAPER] * 4
    assert [at("a1", east, south) for east, south in ((-10, 0), (10, 0), (0, -10), (0, 10))] == [INK] * 4
    assert at("d3", 0, 0) == INK
    assert [at("d3", east, south) for east, south in ((-12, 0), (12, 0), (0, -12), (0, 12))] == [PAPER] * 4


GAME, RENDERER = GAMES["martian-life"], RENDERERS["martian-life"]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_preview_is_stamped_across_the_middle_and_stays_readable(theme: Name) -> None:
    scene = Scene(GAME.start(2, {}, 0), ("Ann", "Bob"), 0, theme=theme)
    plain, stamped = (draw_scene(RENDERER, replace(scene, preview=preview)) for preview in (False, True))
    assert stamped.mode == "P"
    assert stamped.size == plain.size
    difference = ImageChops.difference(plain.convert("L"), stamped.convert("L"))
    levels = [255 * (value > 16) for value in range(256)]
    changed = difference.point(levels)  # pyright: ignore[reportUnknownMemberType]
    west, north, east, south = changed.getbbox() or (0, 0, 0, 0)
    wide, high = plain.size
    assert abs(west + east - wide) < 40, "in the middle from west to east"
    assert abs(north + south - high) < 40, "in the middle from north to south"
    assert 0.7 < (east - west) / wide < 0.9
    covered = changed.histogram()[255] / (wide * high)
    assert 0.03 < covered < 0.2


def test_a_board_that_was_played_has_no_stamp() -> None:
    scene = Scene(GAME.start(2, {}, 0), ("Ann", "Bob"), 0)
    assert draw_scene(RENDERER, scene).tobytes() == RENDERER.draw(scene).tobytes()


def test_an_analysis_is_stamped_with_a_word_of_its_own_also_where_no_move_is_tried() -> None:
    scene = Scene(GAME.start(2, {}, 0), ("Ann", "Bob"), 0, analysis=True)
    plain = RENDERER.draw(scene)
    expected = stamp(plain, "dark", ANALYSIS_WORD).tobytes()
    assert draw_scene(RENDERER, scene).tobytes() == expected
    assert draw_scene(RENDERER, replace(scene, preview=True)).tobytes() == expected
    assert expected not in {plain.tobytes(), stamp(plain, "dark", WORD).tobytes()}


@pytest.mark.parametrize(("width", "share"), [(600, 0.0615), (1000, 0.2085), (2000, 0.2416)])
def test_a_line_whose_width_grows_with_the_picture_goes_round_the_letters(width: int, share: float) -> None:
    stamped = stamp(Image.new("RGB", (width, width)), "dark", WORD).convert("L")
    counts = stamped.histogram()
    letters, line = sum(counts[30:60]), sum(counts[100:])
    assert line / letters == pytest.approx(share, rel=0.1)
