"""Xong's islands, near to each other, whole and apart, and its catalogue: every Xoid where its number says."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bench.positions import matches, recording, scenes
from games.hex_grid import Cell
from games.xong import board as board_generation, shapes
from games.xong.lattice import bits, ends
from games.xong.position import read
from games.xong.rules import fits
from renderers import RENDERERS, Scene
from renderers.board.scene import CatalogueRenderer
from renderers.drawing.canvas import Canvas
from renderers.drawing.colours import BLUE, RED
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import TextStyle
from renderers.xong.board import gather, label_size, layout
from renderers.xong.catalogue import find_statuses
from renderers.xong.colours import compose_catalogue_palette
from renderers.xong.renderer import XongRenderer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.xong.board import LegBoard
    from renderers.drawing.themes import Name

XONG = XongRenderer()
ALL = [shape for size in shapes.catalogue() for shape in size]
MATCH = list(scenes(recording("xong-islands-3")))
THEME_NAMES: tuple[Name, ...] = ("dark", "light")


@lru_cache
def drawn(ply: int, theme: Name = "dark") -> Image.Image:
    return XONG.draw_catalogue(replace(MATCH[ply], theme=theme)).convert("RGB")


def corner(number: int) -> tuple[int, int]:
    """The upper left corner of a tile."""
    row, column = divmod(number, 6)
    return 25 + 160 * column, 18 + 161 * row


def read_names(text: str, begins: str) -> list[str]:
    """The Xoids in a sentence of the words."""
    sentence = next((part for part in text.rstrip(".").split(". ") if part.startswith(begins)), "")
    return [entry.split()[-1] for entry in sentence.removeprefix(begins).split(", ")] if sentence else []


def test_a_renderer_has_a_page_to_look_things_up_on_only_if_it_draws_one() -> None:
    assert [key for key, renderer in RENDERERS.items() if isinstance(renderer, CatalogueRenderer)] == ["xong"]


@pytest.mark.parametrize("ply", [1, 12, 28, len(MATCH) - 1])
def test_every_xoid_stands_as_the_position_says(ply: int) -> None:
    state = MATCH[ply].state
    for shape, status in find_statuses(state).items():
        played = shape.text in state.played
        held = shape.text == state.hand
        assert (status == "played") == played
        assert (status == "hand") == held
        assert (status == "fits") == (not played and not held and fits(shape, state.vacant))
    assert list(find_statuses(state)) == ALL
    assert len(ALL) == 48


@pytest.mark.parametrize("theme", THEME_NAMES)
@pytest.mark.parametrize("ply", [1, 12, 28, len(MATCH) - 1])
def test_tiles_are_marked_by_shape_where_the_position_says(ply: int, theme: Name) -> None:
    picture, tones = drawn(ply, theme), THEMES[theme]
    for number, status in enumerate(find_statuses(MATCH[ply].state).values()):
        left, top = corner(number)
        struck = all(
            picture.getpixel((left + 8 + i, top + 8 + round(i * 136 / 134))) == tones.mid for i in (36, 67, 95, 132)
        )
        framed = picture.getpixel((left + 75, top + 2)) in {RED.base, BLUE.base}
        tick = not framed and picture.getpixel((left + 150 - 21, top + 21 + 9)) == tones.high
        solid = tones.bg not in {picture.getpixel((left + x, top + 1)) for x in range(40, 110)}
        assert (tick, struck, framed) == (status == "fits", status == "played", status == "hand"), number
        assert solid == (status != "cramped")


@pytest.mark.parametrize("theme", THEME_NAMES)
def test_every_tile_bears_its_number_and_its_shape(theme: Name) -> None:
    tones = THEMES[theme]
    first = (
        XongRenderer()
        .draw_catalogue(Scene(replace(MATCH[0].state, mover=None), ("Ann", "Bob"), 0, theme=theme))
        .convert("RGB")
    )
    for number, shape in enumerate(ALL):
        left, top = corner(number)
        blank = Canvas(Image.new("RGB", (150, 152), tones.panel))
        blank.write((12, 22), shapes.number(shape.text) or "", TextStyle("Bold", 25), tones.high)
        blank.write((75, 131), shape.text, TextStyle("Bold", 25), tones.high, "m")
        expected = compose_catalogue_palette(tones).store(blank.image).convert("RGB")
        for box in ((10, 10, 76, 33), (8, 119, 142, 144)):
            there = first.crop((left + box[0], top + box[1], left + box[2], top + box[3]))
            assert there.tobytes() == expected.crop(box).tobytes(), shape.text


def test_a_xoid_is_drawn_with_as_many_legs_as_it_has() -> None:
    """More legs, more ink: the drawing of each size covers more than the smallest of the one before."""
    first = XONG.draw_catalogue(replace(MATCH[0], ply=0)).convert("L")
    inks = [
        sum(value > 128 for value in first.crop((x + 8, y + 36, x + 142, y + 116)).tobytes())
        for x, y in map(corner, range(48))
    ]
    assert inks[0] < inks[1] < min(inks[2:5])
    assert len(set(inks)) > 40


@pytest.mark.parametrize("match", matches("xong"), ids=lambda match: f"{match['options']}{match['seed']}")
def test_the_words_tell_how_every_xoid_stands_in_at_most_1024_characters(match: dict[str, object]) -> None:
    for scene in list(scenes(match))[::6]:
        words = XONG.catalogue_alt(scene)
        assert len(words) <= 1024
        found = find_statuses(scene.state)
        for begins, status in (
            ("New, and fit the board: ", "fits"),
            ("New, but fit nowhere: ", "cramped"),
            ("Played: ", "played"),
        ):
            assert read_names(words, begins) == [shape.text for shape, other in found.items() if other == status]
        if scene.state.hand and "hand" in found.values():
            assert f"holds {shapes.number(scene.state.hand)} {scene.state.hand}." in words
        elif scene.state.hand:
            assert "holds a larger one" in words


def test_the_page_comes_in_every_size() -> None:
    assert [XONG.draw_catalogue(replace(MATCH[28], size=size)).width for size in ("small", "normal", "large")] == [
        600,
        1000,
        2000,
    ]


BOARDS = [board_generation.board("islands", hexes, seed) for seed in range(8) for hexes in (48, 80)]


def islands(cells: tuple[Cell, ...]) -> list[set[Cell]]:
    found: list[set[Cell]] = []
    for cell in cells:
        near = [island for island in found if island & set(cell.around())]
        found = [island for island in found if island not in near] + [{cell}.union(*near)]
    return found


def shift(cell: Cell, way: tuple[int, int]) -> Cell:
    rows = way[1] // 3
    return Cell(cell.row + rows, cell.number + (way[0] + rows) // 2)


@pytest.mark.parametrize("kind", ["standard", "random", "symmetric"])
def test_a_board_in_one_piece_stays_as_it_is(kind: str) -> None:
    assert set(gather(board_generation.board(kind, 61, 3).cells).values()) == {(0, 0)}


@pytest.mark.parametrize("board", BOARDS, ids=range(len(BOARDS)))
def test_islands_stay_whole_and_apart(board: LegBoard) -> None:
    moves = gather(board.cells)
    drawn: list[set[Cell]] = []
    for island in islands(board.cells):
        (way,) = {moves[point] for cell in island for point in (cell.centre, *cell.corners)}
        there = {shift(cell, way) for cell in island}
        assert all(shift(cell, way).centre == (cell.centre[0] + way[0], cell.centre[1] + way[1]) for cell in island)
        drawn.append(there)
    assert 2 <= len(drawn) <= 4
    for one, other in combinations(drawn, 2):
        assert min(cell.distance(near) for cell in one for near in other) >= 2


def square(cells: Iterable[Cell]) -> float:
    xs, ys = zip(*(cell.centre for cell in cells), strict=True)
    return max(max(xs) - min(xs) + 2, (max(ys) - min(ys) + 4) / 3**0.5)


@pytest.mark.parametrize("board", BOARDS[:6], ids=range(6))
def test_no_free_place_is_in_a_smaller_square_or_as_small_a_one_and_nearer(board: LegBoard) -> None:
    moves = gather(board.cells)
    first, *others = sorted(islands(board.cells), key=lambda island: (-len(island), min(island)))
    placed = set(first)
    for island in others:
        shores = placed.union(*(cell.around() for cell in placed))
        home = min(island)
        drawn = {shift(cell, moves[cell.centre]) for cell in island}
        best = square(placed | drawn), home.distance(min(drawn))
        for row, number in product(range(-20, 21), repeat=2):
            there = {Cell(cell.row + row, cell.number + number) for cell in island}
            if not there & shores:
                assert (square(placed | there), home.distance(min(there))) >= best
        placed |= drawn


@pytest.mark.parametrize(
    "kind", ["symmetric", *(pytest.param(kind, marks=pytest.mark.thorough) for kind in ("random", "islands"))]
)
def test_labels_are_8_pixels_high_at_a_third(kind: str) -> None:
    assert (
        min(label_size(board_generation.board(kind, hexes, seed)) for seed in range(12) for hexes in (48, 61, 80)) >= 24
    )


def test_legs_are_drawn_where_their_island_is() -> None:
    board = BOARDS[0]
    grid = layout(board).grid
    names = [board.names_of([leg])[0] for leg in bits(board.legs)]
    for name in names[:: len(names) // 6]:
        state = read(f"1:{name} 2: hand:FL played:F 2", board)
        picture = XongRenderer().draw(Scene(state, ("Ann", "Bob"), 2)).convert("RGB")
        (x, y), (end_x, end_y) = (grid.at(end) for end in ends(board.by_name[name]))
        assert picture.getpixel(((x + end_x) // 2, (y + end_y) // 2)) == RED.base, name
