"""Pictures that the kit draws of views: pieces, the last turn, themes, sizes, sides and palettes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

from bench.kit_pictures import BOARDS, PICTURES, draw_part
from games.contract import Destinations, win_of_two
from games.hex_grid import hexagon, rhombus
from renderers import encode
from renderers.board.diagrams import draw_page
from renderers.board.scene import mark_ended
from renderers.drawing.canvas import PICTURE_WIDTHS
from renderers.drawing.colours import BLUE, RED
from renderers.kit.board import POOL, Board, hex_board, square_board
from renderers.kit.layout import lay_out
from renderers.kit.piece import Piece
from renderers.kit.view import BoardView, LastTurn
from tests.renderers.image_comparison import Blurred, is_alike
from tests.renderers.kit.sample_game import BOARD, GRID, RENDERER, scene_of

if TYPE_CHECKING:
    from renderers.board.scene import Scene
    from renderers.drawing.themes import Name

LAYOUT = lay_out(BOARD, 140)
STONES = {"a1": Piece(1), "b2": Piece(2)}
PLAIN = BoardView(BOARD, STONES)


def picture(scene: Scene) -> Image.Image:
    return RENDERER.draw(scene).convert("RGB")


def changed_cells(one: Scene, other: Scene) -> set[str]:
    """Return the squares in which two pictures differ."""
    difference = ImageChops.difference(picture(one), picture(other))
    half = LAYOUT.pitch // 2 - 3
    boxes = {name: (x - half, y - half, x + half, y + half) for name, (x, y) in LAYOUT.middles.items()}
    return {name for name, box in boxes.items() if difference.crop(box).getbbox()}


@pytest.mark.parametrize(
    ("last", "cells"),
    [
        (LastTurn(2, "came", arrived=("b2",)), {"b2"}),
        (LastTurn(2, "left", left=("c3",)), {"c3"}),
        (LastTurn(2, "went", path=("a3", "b3", "c3")), {"a3", "b3", "c3"}),
        (LastTurn(2, "took", captured=(("d1", Piece(1)),)), {"d1"}),
    ],
)
def test_each_part_of_the_last_turn_is_marked_where_it_happened(last: LastTurn, cells: set[str]) -> None:
    assert changed_cells(scene_of(PLAIN), scene_of(replace(PLAIN, last=last))) == cells


def test_coordinates_of_an_arrival_are_bold() -> None:
    arrived = replace(PLAIN, last=LastTurn(2, "came", arrived=("b2",)))
    difference = ImageChops.difference(picture(scene_of(PLAIN)), picture(scene_of(arrived)))
    changed = {label.text for label in LAYOUT.labels if difference.crop(box_round(label.place, 18)).getbbox()}
    assert changed == {"b", "2"}


def box_round(place: tuple[float, float], half: int) -> tuple[int, int, int, int]:
    x, y = map(round, place)
    return x - half, y - half, x + half, y + half


def test_pieces_that_have_won_carry_a_mark_and_confetti_falls() -> None:
    won = scene_of(PLAIN)
    won = replace(won, state=mark_ended(won.state, win_of_two(2, "all is full")))
    marked = replace(won, state=replace(won.state, view=replace(PLAIN, winning=("b2",))))
    assert changed_cells(won, marked) == {"b2"}
    margin = (0, 300, 60, 600)
    assert picture(won).crop(margin).tobytes() != picture(scene_of(PLAIN)).crop(margin).tobytes()


@pytest.mark.parametrize(
    "piece",
    [
        Piece(1, shape="disc"),
        Piece(1, shape="diamond"),
        Piece(1, shape="triangle"),
        Piece(1, shape="square"),
        Piece(1, shape="star"),
        Piece(1, shape="pyramid"),
        Piece(1, shape="pyramid", facing=2),
        Piece(1, shape="pyramid", size=1),
        Piece(2),
        Piece(1, size=1),
        Piece(1, size=2),
        Piece(1, pips=2),
        Piece(1, pips=3),
        Piece(1, letter="K"),
        Piece(1, look=BLUE),
        Piece(None),
    ],
)
def test_what_tells_pieces_apart_is_seen(piece: Piece) -> None:
    plain = Piece(3 - piece.seat) if piece == Piece(2) and piece.seat else Piece(1)
    one, other = (scene_of(BoardView(BOARD, {"c2": each})) for each in (plain, piece))
    assert changed_cells(one, other) == {"c2"}


def test_the_pieces_of_a_stack_are_all_seen() -> None:
    stacks = [(Piece(1),), (Piece(1), Piece(1)), (Piece(2), Piece(1)), (Piece(2), Piece(1), Piece(1))]
    pictures = {encode(RENDERER.draw(scene_of(BoardView(BOARD, {"c2": stack})))) for stack in stacks}
    assert len(pictures) == len(stacks)


def test_a_board_is_seen_turned_from_the_far_side() -> None:
    scene = scene_of(replace(PLAIN, last=LastTurn(2, "came", arrived=("b2",))))
    near, far = picture(scene), picture(replace(scene, side=2))
    around = LAYOUT.pitch * 2 // 5
    for name, other in (("a1", "d3"), ("b2", "c2"), ("c3", "b1"), ("d2", "a2")):
        one, two = (shown.crop(box_round(LAYOUT.middles[each], around)) for shown, each in ((near, name), (far, other)))
        assert one.tobytes() == two.tobytes()
    assert near.crop((0, 0, 1000, 130)).tobytes() == far.crop((0, 0, 1000, 130)).tobytes()
    assert picture(replace(scene, side=1)).tobytes() == near.tobytes()


def test_highlights_stand_on_empty_cells_and_beside_pieces() -> None:
    hint = Destinations(("a1",), ("b2", "d3"), "Two places.")
    assert changed_cells(scene_of(PLAIN), scene_of(PLAIN, highlights=hint)) >= {"a1", "b2", "d3"}
    assert LAYOUT.highlight("d3", occupied=False).eye == LAYOUT.middles["d3"]
    assert LAYOUT.highlight("b2", occupied=True).eye != LAYOUT.middles["b2"]


@pytest.mark.parametrize(("side", "way"), [(None, 1), (1, 1), (2, -1)])
def test_each_cell_has_its_outline_as_the_shape_to_tap(side: int | None, way: int) -> None:
    places = RENDERER.places(scene_of(PLAIN, side=side))
    assert list(places) == list(LAYOUT.middles)
    half = LAYOUT.pitch / 2
    for name, (x, y) in LAYOUT.middles.items():
        east, south = LAYOUT.middles[name] if way > 0 else (1000 - x, LAYOUT.top + LAYOUT.bottom - y)
        corners = {(east + i * half, south + j * half) for i in (-1, 1) for j in (-1, 1)}
        assert {*places[name]} == corners


def test_hexagons_are_tapped_between_their_corners() -> None:
    board = hex_board(hexagon(2))
    layout, places = lay_out(board, 140), RENDERER.places(scene_of(BoardView(board, {})))
    x, y = layout.middles["b2"]
    wide, high = layout.across, layout.up
    corners = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
    assert {*places["b2"]} == {(x + wide * east, y + high * south) for east, south in corners}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_patch_of_colour_is_in_the_palette(theme: str) -> None:
    last = LastTurn(2, "came", arrived=("b2", "b3"), left=("c3", "d3"), captured=(("d1", Piece(1)),))
    scene = scene_of(replace(PLAIN, last=last), theme=theme)
    colours = {*RENDERER.palette(scene.theme).colours}
    painted = RENDERER.paint(scene).image.getcolors(1 << 24) or []
    assert not [colour for count, colour in painted if count >= 2000 and colour not in colours]


def test_themes_differ_and_sizes_are_as_wide_as_they_should_be() -> None:
    scene = scene_of(PLAIN)
    assert picture(scene).getpixel((5, 5)) != picture(replace(scene, theme="light")).getpixel((5, 5))
    for size, wide in PICTURE_WIDTHS.items():
        assert RENDERER.draw(replace(scene, size=size)).width == wide


@pytest.mark.parametrize(
    "board",
    [
        square_board(GRID, checkered=False, edges={"north": 1, "east": 2, "south": 1, "west": 2}, ground=POOL),
        hex_board(rhombus(14, 14), edges={"north": 1, "east": 2, "south": 1, "west": 2}),
        hex_board(hexagon(4), labels="cells"),
        hex_board(hexagon(3), labels="none"),
    ],
    ids=["squares", "rhombus", "names in cells", "no names"],
)
def test_boards_of_all_kinds_fit_into_a_picture(board: Board) -> None:
    first, last = board.cells[0].name, board.cells[-1].name
    view = BoardView(board, {first: Piece(1), last: (Piece(2), Piece(1))}, LastTurn(1, "came", arrived=(last,)))
    drawn = RENDERER.draw(scene_of(view))
    assert drawn.height <= 1180
    frame = drawn.convert("RGB").getpixel((5, 5))
    layout = lay_out(board, 140)
    for x in (2, 997):
        column = drawn.convert("RGB").crop((x, 140, x + 1, layout.bottom))
        assert column.getcolors(1) == [(column.height, frame)]


def test_edges_have_the_colours_of_their_seats() -> None:
    board = square_board(GRID, edges={"north": 1, "west": 2})
    drawn, layout = RENDERER.paint(scene_of(BoardView(board, {}))).image, lay_out(board, 140)
    above, left = layout.middles["b3"], layout.middles["a2"]
    half = layout.pitch // 2
    assert drawn.getpixel((above[0] + half // 2, above[1] - half - 5)) == RED.base
    assert drawn.getpixel((left[0] - half - 5, left[1] + half // 3)) == BLUE.base
    assert drawn.getpixel((above[0], layout.bottom + 5)) not in {RED.base, BLUE.base}


def test_a_diagram_shows_the_whole_board_with_its_labels() -> None:
    diagram = RENDERER.diagram("Fill", "A square is filled.", scene_of(PLAIN))
    left, top, right, bottom = diagram.box
    assert left <= min(label.place[0] for label in LAYOUT.labels) - 10
    assert right >= max(label.place[0] for label in LAYOUT.labels) + 10
    assert (top < LAYOUT.top, bottom >= LAYOUT.foot) == (True, True)
    assert draw_page(RENDERER, [diagram], "Stones").width == 1000


PAGE = (Path(__file__).parents[3] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", BOARDS)
def test_a_part_of_the_kit_looks_as_the_page_shows_it(name: str, theme: Name) -> None:
    kept = Image.open(PICTURES / f"{name}-{theme}.png")
    assert is_alike(Blurred(kept), Blurred(draw_part(name, theme))), "if meant, run `make gallery` and look"


def test_the_page_shows_every_part_in_both_themes() -> None:
    for name in BOARDS:
        assert f'srcset="images/kit/{name}-light.png"' in PAGE
        assert f'src="images/kit/{name}-dark.png"' in PAGE
