"""Xero-G's picture, read back by its pixels, and its words, read against the position."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageDraw

from games.contract import Result
from games.xero_g import XeroG as Rules
from games.xero_g.state import BASE, GRID, Flight, Setup, State, Turn
from renderers import RENDERERS, Scene
from renderers.drawing.canvas import Canvas
from renderers.drawing.colours import BLUE, NOBODY, PANEL, PAPER, RED, Colour, mix
from renderers.xero_g.board import DockedShip, draw_jump
from renderers.xero_g.colours import DARK
from renderers.xero_g.text import write_grid
from tests.renderers.position_reader import read_xero_g
from tests.thorough import first_quick

RENDERER = RENDERERS["xero-g"]
PLATES = ((300, 30), (800, 30))
"""A blank spot of each plate."""


def board(rows: str) -> tuple[int, ...]:
    return tuple(int(cell) if cell != "." else 0 for row in reversed(rows.split("/")) for cell in row)


def squares(names: str) -> tuple[int, ...]:
    return tuple(GRID.numbers[name] for name in names.split())


BOARD = board("1.32../.3.2../1.2.../3.2.3./...11./......")
PATH = squares("c1 c2 c3 d3 e3 e4 e5 d5")
FLIGHT = Turn(1, Flight(PATH[0], PATH[-1], GRID.numbers["a6"]), PATH, (2, 4), 2, 1)
REPROGRAM = Scene(State(BOARD, 2, 2, FLIGHT), ("Ann", "Bob"), 15, "c1xd5@a6")

WON_BOARD = board("11..../....23/..3..2/.2.13./..1..2/......")
WON_PATH = squares("d1 d2 e2 e3 e4 d4 c4 c5 c6")
WON_FLIGHT = Turn(1, Flight(WON_PATH[0], BASE), WON_PATH, (3, 6), 3)
WON = Scene(
    State(WON_BOARD, 2, None, WON_FLIGHT, outcome=Result((1, 2), "a ship in the base")), ("Ann", "Bob"), 13, "d1-base"
)
AT_REST = State(BOARD, 2, 1)


def drawn(what: Scene) -> Image.Image:
    return RENDERER.draw(what).convert("RGB")


def centre(name: str) -> tuple[int, int]:
    return 128 + 124 * "abcdef".index(name[0]) + 62, 218 + 124 * (6 - int(name[1])) + 62


def at(picture: Image.Image, x: float, y: float) -> Colour:
    pixel = picture.getpixel((int(x), int(y)))
    assert isinstance(pixel, tuple)
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def tile(name: str) -> Colour:
    return DARK.tiles[(ord(name[0]) - 97 + int(name[1])) % 2 == 0]


def pixels(picture: Image.Image, box: tuple[int, int, int, int], colour: Colour) -> int:
    return sum(count for count, found in picture.crop(box).getcolors(1 << 20) or [] if found == colour)


def test_every_ship_shows_neutral_facets_where_the_position_has_it() -> None:
    picture = drawn(Scene(AT_REST, ("Ann", "Bob"), 15))
    for square, pips in enumerate(BOARD):
        name = GRID.names[square]
        x, y = centre(name)
        if pips:
            assert at(picture, x - 10 - 8 * pips, y) == NOBODY.left, name
            assert at(picture, x + 10 + 8 * pips, y) == NOBODY.right, name
        elif name[1] != "2":
            assert at(picture, x, y) == tile(name), name


def test_ships_differ_by_extent_and_by_pips() -> None:
    picture = drawn(Scene(AT_REST, ("Ann", "Bob"), 15))
    widths: list[int] = []
    for name, size in (("a4", 1), ("c4", 2), ("b5", 3)):
        x, y = centre(name)
        half = (25, 35, 45)[size - 1]
        covered = [i for i in range(-59, 59) if at(picture, x + i, y - half + 4) != tile(name)]
        widths.append(max(covered) - min(covered))
        row = [sum(at(picture, x + i, y + half - 11)) < 120 for i in range(5 - half, half - 4)]
        assert sum(dark and not before for before, dark in zip([False, *row], row, strict=False)) == size
    assert widths[0] < widths[1] - 10 < widths[2] - 20


@pytest.mark.thorough
def test_the_flight_is_a_line_in_the_movers_colour_across_every_border_it_crossed() -> None:
    picture, rest = drawn(REPROGRAM), drawn(Scene(AT_REST, ("Ann", "Bob"), 15))
    names = [GRID.names[square] for square in PATH]
    crossed = {frozenset(pair) for pair in pairwise(names)}
    for name in GRID.names:
        for other in (f"{chr(ord(name[0]) + 1)}{name[1]}", f"{name[0]}{int(name[1]) + 1}"):
            if other in GRID.numbers:
                (x, y), (u, v) = centre(name), centre(other)
                gate_x, gate_y = (x + u) // 2, (y + v) // 2
                wide, high = (7, 0) if x == u else (0, 7)
                before = gate_x - wide - 6 * (x != u), gate_y - high - 6 * (x == u), gate_x + wide, gate_y + high
                after = gate_x - wide, gate_y - high, gate_x + wide + 6 * (x != u), gate_y + high + 6 * (x == u)
                sides = (before, after) if y == v else (after, before)
                beside = [
                    side for side, cell in zip(sides, (name, other), strict=True) if cell not in ("c3", "d5", "e3")
                ]
                red = all(pixels(picture, side, RED.base) > 20 for side in beside)
                assert red == (frozenset((name, other)) in crossed), (name, other)
                assert not any(pixels(rest, side, RED.base) for side in sides)


def test_the_line_turns_on_empty_squares_and_hides_under_ships() -> None:
    picture = drawn(REPROGRAM)
    assert at(picture, *centre("e4")) == at(picture, *centre("e5")) == RED.base
    assert at(picture, *centre("d3")) == RED.base
    assert at(picture, centre("c3")[0] - 20, centre("c3")[1]) == NOBODY.left


def test_the_ship_left_a_dashed_footprint() -> None:
    picture = drawn(REPROGRAM)
    x, y = centre("c1")
    assert at(picture, x - 34, y + 33) == RED.base
    assert at(picture, x, y) == tile("c1")


def test_boosts_are_pads_with_a_badge() -> None:
    picture = drawn(REPROGRAM)
    for name in ("c3", "e3"):
        x, y = centre(name)
        assert at(picture, x - 58, y - 40) == RED.base
        assert at(picture, x - 50, y - 51) == mix(tile(name), RED.base, 0.34)
        assert at(picture, x + 44, y - 26) == RED.base
    assert at(picture, centre("c4")[0] - 58, centre("c4")[1] - 40) == tile("c4")


def test_a_second_boost_off_the_same_ship_has_its_own_badge() -> None:
    path = squares("b1 c1 d1 d2 c2 c1 b1 a1")
    spot = board("....../....../....../....../....../1.2...")
    twice = Turn(1, Flight(path[0], path[-1]), path, (1, 5), 1)
    x, y = centre("c1")
    for boosts, expected in (((1, 5), RED.base), ((1,), None)):
        state = State(spot, 2, 2, Turn(1, twice.move, path, boosts, 1))
        badge = at(drawn(Scene(state, ("Ann", "Bob"), 5, "b1-a1")), x - 44, y - 26)
        assert (badge == RED.base) == (expected is not None)


def test_the_jump_of_a_reprogrammed_ship_is_a_dotted_line_to_it() -> None:
    picture = drawn(REPROGRAM)
    between = (250, 270, 500, 380)
    dots = pixels(picture, between, PAPER)
    landed = Scene(State(BOARD, 2, 2, Turn(1, Flight(PATH[0], PATH[-1]), PATH, (2, 4), 2)), ("Ann", "Bob"), 15, "c1-d5")
    assert dots > 300 + pixels(drawn(landed), between, PAPER)


def test_the_jump_goes_round_the_pips_of_the_ships_between() -> None:
    path = squares("a1 a2 a3 a4")
    spot = board("..3..3/..21../.3..../12.3../.12.1./.2....")
    last = Turn(1, Flight(path[0], GRID.numbers["c6"], GRID.numbers["b1"]), path, (), 3, 2)
    picture = drawn(Scene(State(spot, 2, 2, last), ("Ann", "Bob"), 15, "a1xc6@b1"))
    for name, half in (("b2", 25), ("b3", 35), ("b4", 45), ("c5", 35), ("c6", 45), ("b1", 35)):
        x, y = centre(name)
        pips = (x - half + 8, y + half - 19, x + half - 8, y + half - 4)
        assert pixels(picture, pips, PAPER) < 5, name


def test_ships_that_came_to_rest_wear_a_halo() -> None:
    picture, rest = drawn(REPROGRAM), drawn(Scene(AT_REST, ("Ann", "Bob"), 15))
    for name in ("a6", "d5"):
        x, y = centre(name)
        box = x - 62, y - 62, x + 62, y + 62
        assert pixels(picture, box, PAPER) > 500
        assert pixels(rest, box, PAPER) < 20


@pytest.mark.parametrize(("mover", "row", "owner"), [(1, 2, RED), (2, 6, BLUE)])
def test_the_home_row_of_the_mover_is_lit_and_no_other(mover: int, row: int, owner: object) -> None:
    picture = drawn(Scene(State(BOARD, 2, mover), ("Ann", "Bob"), 15))
    seat = (RED, BLUE)[mover - 1]
    assert seat is owner
    for name in GRID.names:
        x, y = centre(name)
        ground = at(picture, x - 57, y - 40)
        lit = mix(tile(name), seat.base, 0.42)
        assert (ground == lit) == (int(name[1]) == row), name
    assert at(picture, 90 - 20, centre(f"a{row}")[1]) == seat.base


@pytest.mark.parametrize("mover", [1, 2])
def test_only_the_panel_of_the_mover_is_filled(mover: int) -> None:
    picture = drawn(Scene(State(BOARD, 2, mover), ("Ann", "Bob"), 15))
    filled = [at(picture, *spot) for spot in PLATES]
    assert filled[mover - 1] == (RED, BLUE)[mover - 1].base
    assert filled[2 - mover] == PANEL


def test_both_bases_are_planets_in_their_sides_colours() -> None:
    picture = drawn(Scene(AT_REST, ("Ann", "Bob"), 15))
    assert at(picture, 640, 196) == BLUE.base
    assert at(picture, 640, 1045) == RED.base


def test_a_win_shows_the_ship_in_the_base_and_no_home_row() -> None:
    picture = drawn(WON)
    x = centre("c6")[0]
    assert at(picture, x - 24, 178) == NOBODY.left
    assert pixels(picture, (x - 70, 110, x + 70, 250), PAPER) > 500
    assert pixels(picture, (x - 70, 110, x + 70, 216), RED.base) > 1000
    assert at(picture, *centre("c5")) == at(picture, centre("c6")[0] - 4, 280) == RED.base
    assert [at(picture, *spot) for spot in PLATES] == [RED.base, PANEL]
    for row in range(1, 7):
        assert at(picture, 70, centre(f"a{row}")[1]) not in (RED.base, BLUE.base)


def test_north_wins_into_the_southern_base() -> None:
    path = squares("c2 c1")
    state = State(
        board("3...../....../....../....../....../......"), 2, None, Turn(2, Flight(path[0], BASE), path, (), 2)
    )
    picture = drawn(Scene(state, ("Ann", "Bob"), 8, "c2-base"))
    assert at(picture, centre("c1")[0] - 20, 1002) == NOBODY.left


def test_the_setup_shows_the_empty_board_and_then_the_row_laid() -> None:
    rules = Rules()
    state = rules.start(2, {}, 1)
    first = drawn(Scene(state, ("Ann", "Bob"), 0))
    assert at(first, *centre("a1")) == mix(tile("a1"), RED.base, 0.42)
    assert at(first, *centre("a6")) == tile("a6")
    laid = rules.play(state, rules.parse(state, "321123"))
    second = drawn(Scene(laid, ("Ann", "Bob"), 1, "321123"))
    for name in ("a1", "b1", "c1"):
        assert at(second, centre(name)[0] - 17, centre(name)[1]) == NOBODY.left
    assert at(second, *centre("a6")) == mix(tile("a6"), BLUE.base, 0.42)


def test_a_resignation_and_a_draw_can_be_drawn() -> None:
    left = State(BOARD, 2, None, FLIGHT, outcome=Result((2, 1), "South left the match"))
    picture = drawn(Scene(left, ("Ann", "Bob"), 15))
    assert [at(picture, *spot) for spot in PLATES] == [PANEL, BLUE.base]
    even = State(BOARD, 2, None, FLIGHT, outcome=Result((1, 1), "the same position for the third time"))
    picture = drawn(Scene(even, ("Ann", "Bob"), 15, "c1xd5@a6"))
    assert [at(picture, *spot) for spot in PLATES] == [PANEL, PANEL]


def test_a_position_read_from_text_can_be_drawn_also_when_it_is_over() -> None:
    rules = Rules()
    for tail in ("play 2", "play -"):
        what = Scene(rules.parse_position("123321/....../....../....../....../321123 " + tail), ("Ann", "Bob"), 7)
        assert drawn(what).size == (1000, 1162)
        assert len(RENDERER.alt(what)) < 1024


def read_names(words: str) -> list[int]:
    """Read the board back from the alt text's list of ships."""
    ships = read_xero_g(words)["ships"]
    return [ships.get(square, 0) for square in range(36)]


def test_the_alt_text_names_every_ship_the_whole_flight_and_the_task() -> None:
    words = RENDERER.alt(REPROGRAM)
    assert read_names(words) == list(BOARD)
    assert "Ann (South) played c1xd5@a6: a medium flies c1 c2 c3 (boost 2) d3 e3 (boost 3) e4 e5 d5" in words
    assert "the small from there is put on a6" in words
    assert "Bob (North) has to fly from row 6." in words


def test_the_alt_text_names_ships_in_the_corners() -> None:
    state = Rules().parse_position("123321/....../....../....../....../321123 play 1")
    assert read_names(RENDERER.alt(Scene(state, ("Ann", "Bob"), 2))) == list(state.board)


def test_the_alt_text_tells_a_setup_and_a_win() -> None:
    lay = State(board("....../....../....../....../....../321123"), 1, 2, Turn(1, Setup((3, 2, 1, 1, 2, 3))))
    words = RENDERER.alt(Scene(lay, ("Ann", "Bob"), 1, "321123"))
    assert "played 321123: row 1 from a to f is large medium small small medium large." in words
    assert "Bob (North) has to lay out row 6." in words
    assert "c5 c6 into the base. Ann (South) wins: a ship in the base." in RENDERER.alt(WON)


def test_the_longest_flight_with_the_longest_names_fits() -> None:
    path = tuple(range(36)) * 2
    last = Turn(1, Flight(0, path[-1], 20), path[:60], tuple(range(3, 58, 2)), 3, 3)
    what = Scene(State(BOARD, 2, 2, last, passed=(2,)), ("W" * 300, "\u6f22" * 300), 99999, "a1xf6@c4")
    assert "a1xf6@c4" in RENDERER.alt(what)
    assert len(RENDERER.alt(what)) <= 1024
    assert len(RENDERER.text(what)) < 1500


def test_the_board_in_digits() -> None:
    assert (
        write_grid(REPROGRAM)
        == """\
Xero-G, 15 moves played, last c1xd5@a6
   North's base: Bob
   a  b  c  d  e  f
6  1@ .  3  2  .  .  6
5  .  3  .  2* .  .  5
4  1  .  2  .  .  .  4
3  3  .  2  .  3  .  3
2  .  .  .  1  1  .  2
1  .  .  .o .  .  .  1
   a  b  c  d  e  f
   South's base: Ann
1 small, 2 medium, 3 large, o left from, * landed, @ put there
Flight: c1 c2 c3 (boost 2) d3 e3 (boost 3) e4 e5 d5
Bob (North) has to fly from row 6."""
    )


GROUND = (90, 120, 150)
START = DockedShip(190, 900, 35)
SIDES = (128, 872)


def draw_arrow(end: DockedShip, scale: int, *between: DockedShip) -> Image.Image:
    """Return where an arrow from `START` is drawn, as 255 in mode L."""
    picture = Canvas.blank(1100, GROUND, scale)
    draw_jump(picture, START, end, (START, end, *between), SIDES)
    changed = ImageChops.difference(picture.image, Image.new("RGB", picture.image.size, GROUND))
    return changed.convert("L").point([0] + 255 * [255])  # pyright: ignore[reportUnknownMemberType]


def spread(mask: Image.Image, scale: int) -> tuple[float, float, float, float]:
    left, top, right, bottom = mask.getbbox() or (0, 0, 0, 0)
    return left / scale, top / scale, right / scale, bottom / scale


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("end", first_quick([(810, 280), (314, 900), (810, 900), (190, 776), (438, 652)]))
def test_an_arrow_is_one_piece_from_ship_to_ship(end: tuple[int, int], scale: int) -> None:
    mask = draw_arrow(DockedShip(*end, 35), scale)
    first = next((x, y) for y in range(mask.height) for x in range(mask.width) if mask.getpixel((x, y)))
    ImageDraw.floodfill(mask, first, 128)
    assert {colour for _, colour in mask.getcolors() or []} == {0, 128}
    left, top, right, bottom = spread(mask, scale)
    for x, y in (end, (START.x, START.y)):
        assert left - 70 < x < right + 70
        assert top - 70 < y < bottom + 70


def test_an_arrow_takes_another_arc_where_a_ship_is_in_its_way() -> None:
    end = DockedShip(810, 900, 35)
    free = spread(draw_arrow(end, 1), 1)
    blocked = spread(draw_arrow(end, 1, DockedShip(500, int(free[1]) + 10, 45)), 1)
    assert blocked != free
    assert blocked[3] > free[3] + 20 or blocked[1] < free[1] - 20


def test_an_arrow_stays_between_the_sides_of_the_board() -> None:
    end = DockedShip(190, 280, 35)
    left, _, right, _ = spread(draw_arrow(end, 1), 1)
    assert SIDES[0] - 20 < left
    assert right < SIDES[1] + 20
