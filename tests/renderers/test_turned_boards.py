"""Boards from the other side: turned by 180 degrees with their coordinates, people and words where they were."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games import GAMES
from games.force_field_factions.state import UP
from games.martian_life.state import Move, Piece, State, Turn
from games.xero_g.state import BASE, GRID
from renderers import RENDERERS, Scene, encode
from renderers.board.scene import GridRenderer
from renderers.drawing.canvas import Canvas
from renderers.drawing.colours import BG, BLUE, INK, NOBODY, RED, YELLOW, mix
from renderers.drawing.themes import DARK, THEMES
from renderers.drawing.typeface import BOLD_LABEL, LABEL
from renderers.force_field_factions.board import rotate as rotate_factions
from renderers.martian_life.colours import DARK as MARS
from renderers.martian_life.renderer import rotate as rotate_martian_life
from renderers.xero_g.board import rotate as rotate_xero_g
from renderers.xero_g.colours import DARK as SPACE, compose_palette
from tests.renderers.drawing.test_themes import at, drawn, later
from tests.renderers.test_pictures import match

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from PIL import Image

    from renderers.drawing.canvas import Size
    from renderers.drawing.themes import Name

TURNING: dict[str, Callable[[Any], Any]] = {
    "xero-g": rotate_xero_g,
    "martian-life": rotate_martian_life,
    "force-field-factions": rotate_factions,
}
NAMES = ("Ann", "Bob")


def shows(picture: Image.Image, x: int, y: int, text: str, *, bold: bool = False) -> bool:
    """Whether a label stands at a place on blank ground, pixel by pixel."""
    blank = picture.copy()
    box = (x - 16, y - 16, x + 16, y + 16)
    blank.paste(BG, box)
    Canvas(blank).write((x, y), text, BOLD_LABEL if bold else LABEL, DARK.high if bold else DARK.mid, "m")
    one, other = blank.crop(box).convert("L"), picture.crop(box).convert("L")
    apart = [abs(a - b) for a, b in zip(one.tobytes(), other.tobytes(), strict=True)]
    return max(apart) < 40


@pytest.mark.parametrize("key", sorted(TURNING))
def test_turning_twice_changes_nothing(key: str) -> None:
    for scene in match(key):
        assert TURNING[key](TURNING[key](scene.state)) == scene.state


HOME_ROWS = {"xero-g": ("1", "6"), "force-field-factions": ("8", "1")}
"""The home row of each seat, in every game whose seats have one."""

LOWEST_LABEL = {"xero-g": (90, 900), "force-field-factions": (36, 856)}
"""Where the label of the row at the bottom stands."""

AT_THE_TOP = {"xero-g": 2, "martian-life": 2, "force-field-factions": 1}
"""The seat for which a board is turned."""


def grid(key: str, scene: Scene) -> str:
    """The board in letters."""
    renderer = RENDERERS[key]
    assert isinstance(renderer, GridRenderer)
    return renderer.grid(scene)


def test_these_are_the_games_with_home_rows() -> None:
    assert set(HOME_ROWS) == {key for key, game in GAMES.items() if game.info.homes}


@pytest.mark.parametrize("key", sorted(HOME_ROWS))
def test_each_seat_has_its_home_row_at_the_bottom_and_nobody_has_row_1_there(key: str) -> None:
    scene = replace(later(key, 6), state=replace(later(key, 6).state, mover=None, last=None))
    for side, row in zip((1, 2, None), (*HOME_ROWS[key], "1"), strict=True):
        seen = replace(scene, side=side)
        rows = [line[0] for line in grid(key, seen).splitlines() if re.match(r"\d  ", line)]
        assert rows[-1] == row
        assert shows(drawn(seen), *LOWEST_LABEL[key], row)


@pytest.mark.parametrize("key", sorted(HOME_ROWS))
def test_the_first_pieces_of_a_seat_stand_on_its_home_row(key: str) -> None:
    game = GAMES[key]
    for seat, row in enumerate(HOME_ROWS[key], 1):
        state = game.start(2, {}, 0)
        if key == "xero-g":
            for text in ("321123", "123321")[:seat]:
                state = game.play(state, game.parse(state, text))
            assert state.last.seat == seat
            assert all(state.board[6 * int(row) - 6 : 6 * int(row)])
        else:
            stand = {place // 8 + 1 for place, piece in enumerate(state.board) if piece and piece.seat == seat}
            assert stand == {int(row)}


@pytest.mark.parametrize("key", sorted(TURNING))
def test_one_seat_sees_the_shared_board_and_the_other_sees_it_turned(key: str) -> None:
    """The check `sides` of `bot.game_checks` compares frames and words; this says for whom the board is turned."""
    top = AT_THE_TOP[key]
    for scene in match(key)[:8]:
        plain, low, high = (RENDERERS[key].draw(replace(scene, side=side)) for side in (None, 3 - top, top))
        assert encode(plain) == encode(low) != encode(high)


@pytest.mark.parametrize("size", ["small", "normal", "large"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_compass_rose_of_the_factions_turns_with_the_board(theme: Name, size: Size) -> None:
    colours, unit = THEMES[theme], {"small": 0.6, "normal": 1, "large": 2}[size]
    for side, north in ((None, -1), (2, -1), (1, 1)):
        scene = replace(later("force-field-factions", 6), side=side, theme=theme, size=size)
        picture = drawn(scene)

        def near(x: float, y: float, colour: tuple[int, int, int], picture: Image.Image = picture) -> int:
            left, top, right, bottom = (round(unit * edge) for edge in (898 + x, 841 + y, 922 + x, 865 + y))
            part = picture.crop((left, top, right, bottom))
            return {one: count for count, one in part.getcolors(1 << 16) or []}.get(colour, 0)

        assert near(0, 38 * north, colours.high) > 40 * unit**2, "the letter N stands beyond the north arm"
        assert near(0, -2 * north, colours.high) > 10 * unit**2, "the north arm is bright"
        assert near(0, -26 * north, colours.low) > 10 * unit**2, "the south arm is not"
        assert not near(0, -26 * north, colours.high)


def test_the_words_of_the_factions_say_where_north_is() -> None:
    scene, renderer = later("force-field-factions", 6), RENDERERS["force-field-factions"]
    for side, way in ((None, "up"), (2, "up"), (1, "down")):
        seen = replace(scene, side=side)
        assert f"\nNorth (n) is {way}, towards row 8\n" in grid("force-field-factions", seen)
        assert "North is towards row 8." in renderer.alt(seen)


@pytest.mark.parametrize("key", ["xong", "zyrcan"])
def test_boards_of_hexagons_have_no_sides(key: str) -> None:
    scene = match(key)[5]
    for side in (2, 3):
        rotated = replace(scene, side=side)
        assert encode(RENDERERS[key].draw(rotated)) == encode(RENDERERS[key].draw(scene))
        assert grid(key, rotated) == grid(key, scene)


def test_from_yellows_side_a1_of_mars_lies_at_the_upper_right_with_its_labels() -> None:
    board = [None] * 64
    board[0] = Piece(1, 3)  # type: ignore[call-overload]
    board[9] = Piece(2, 2)  # type: ignore[call-overload]
    last = Turn(1, Move(0, promotes=True), Piece(1, 3), (((2, Piece(2, 1)),),))
    state = State(tuple(board), 2, unlimited=False, target=15, last=last)
    picture = drawn(Scene(state, NAMES, 9, "a1+", side=2))
    x, y = 76 + 7 * 106 + 53, 160 + 53
    assert (at(picture, x - 36, y), at(picture, x + 36, y)) == (RED.left, RED.right)
    assert (at(picture, x - 106 - 28, y + 106), at(picture, x - 106 + 28, y + 106)) == (YELLOW.left, YELLOW.right)
    assert at(picture, 129, 955) == MARS.tiles[0], "h8 at the lower left is empty"
    assert at(picture, x - 2 * 106 + 44, y - 40) in MARS.tiles
    assert shows(picture, x, 1031, "a", bold=True)
    assert shows(picture, x + 81, y, "1", bold=True)
    assert shows(picture, 129, 1031, "h")
    assert shows(picture, 48, 955, "8")
    died = picture.crop((x - 212 - 30, y - 30, x - 212 + 30, y + 30)).getcolors(1 << 16) or []
    assert YELLOW.left in {colour for _, colour in died}


def test_from_norths_side_the_home_row_the_path_and_the_bases_follow() -> None:
    rules = GAMES["xero-g"]
    state = rules.parse_position("1.32../..3.2./1.2.../...3../....../2.1... play 2")
    picture = drawn(Scene(state, NAMES, 8, side=2))
    for square, pips in enumerate(state.board):
        x, y = 190 + 124 * (5 - GRID.column(square)), 280 + 124 * (GRID.row(square) - 1)
        ground = SPACE.tiles[(GRID.column(square) + GRID.row(square)) % 2 == 0]
        assert at(picture, x - 54, y + 50) == (mix(ground, BLUE.base, 0.42) if GRID.row(square) == 6 else ground)
        assert (at(picture, x - 10 - 8 * pips, y) == NOBODY.left) == bool(pips)
    assert shows(picture, 90, 280, "1")
    assert at(picture, 70, 900) == BLUE.base, "the badge of row 6 is at the bottom"
    assert (at(picture, 500, 990), at(picture, 300, 130)) == (BLUE.base, RED.base)


def test_a_flight_is_drawn_from_the_other_side() -> None:
    rules = GAMES["xero-g"]
    state = rules.parse_position("1.32../..3.2./1.2.../...3../....../..1... play 1")
    move = rules.legal(state)[0]
    after = rules.play(state, move)
    assert after.last
    picture = drawn(Scene(after, NAMES, 9, rules.format(state, move), side=2))
    one, other = (
        (190 + 124 * (5 - GRID.column(square)), 280 + 124 * (GRID.row(square) - 1)) for square in after.last.path[:2]
    )
    middle = (one[0] + other[0]) // 2, (one[1] + other[1]) // 2
    near = picture.crop((middle[0] - 8, middle[1] - 8, middle[0] + 8, middle[1] + 8)).getcolors(1 << 12) or []
    assert RED.base in {colour for _, colour in near}
    assert after.last.move.landing != BASE
    assert RED.base in compose_palette(DARK).colours


def test_lying_pyramids_turn_and_standing_ones_do_not() -> None:
    for scene in match("force-field-factions"):
        rotated = rotate_factions(scene.state)
        for square in range(64):
            piece, other = scene.state.board[square], rotated.board[63 - square]
            assert (piece is None) == (other is None)
            if piece and other:
                same = piece.facing == UP
                assert other == piece._replace(facing=UP if same else (piece.facing + 4) % 8)


def test_from_blacks_side_a1_of_the_factions_lies_at_the_upper_right() -> None:
    rules = GAMES["force-field-factions"]
    state = rules.parse_position("a1:w3.up a8:b3.up b1:w2.up b8:b2.up c1:w1.up c8:b1.up d5:w2.n 1")
    picture = drawn(Scene(state, NAMES, 9, side=1))
    plain = drawn(Scene(state, NAMES, 9))
    here, there = (60 + 7 * 96, 136), (60, 136 + 7 * 96)
    box = [(x + 8, y + 8, x + 88, y + 88) for x, y in (here, there)]
    assert picture.crop(box[0]).tobytes() == plain.crop(box[1]).tobytes(), "an upright piece stays upright"
    assert shows(picture, here[0] + 48, 136 + 768 + 24, "a")
    assert shows(picture, 36, here[1] + 48, "1")
    x, y = 60 + 96 * 4 + 48, 136 + 96 * 4 + 48
    across = {dy: sum(at(picture, x + i, y + dy) != at(picture, x - 42, y) for i in range(-40, 41)) for dy in (-24, 24)}
    assert across[-24] > across[24] + 10, "d5 points down, so its foot is above"


@pytest.mark.parametrize(("key", "size"), [("xero-g", 6), ("martian-life", 8), ("force-field-factions", 8)])
def test_boards_in_letters_follow_the_side(key: str, size: int) -> None:
    scene = later(key, 6)
    plain, rotated = (grid(key, replace(scene, side=side)).splitlines() for side in (None, AT_THE_TOP[key]))
    rows = [
        [line.translate(str.maketrans("o@", "  ")) for line in lines if line[:1].isdigit() and line[1:3] == "  "]
        for lines in (plain, rotated)
    ]
    assert [row[0] for row in rows[0]] == [str(row) for row in range(size, 0, -1)]
    assert [row[0] for row in rows[1]] == [str(row) for row in range(1, size + 1)]
    ones, others = ([row.replace("*", " ").split()[1 : size + 1] for row in side] for side in rows)
    assert all(len(row) == size for row in ones)
    assert [row[::-1] for row in others[::-1]] == ones
    assert " ".join("abcdefgh"[:size][::-1]) in " ".join(" ".join(rotated).split())


def test_the_letters_on_the_planets_follow_the_side() -> None:
    state = GAMES["xero-g"].parse_position("1.32../..3.2./1.2.../...3../....../2.1... play 2")
    for side, letters in ((1, "abcdef"), (2, "fedcba")):
        picture = drawn(Scene(state, NAMES, 8, side=side))
        for i, letter in enumerate(letters):
            x = 190 + 124 * i
            y = 968 + 2300 - (2300**2 - (x - 500) ** 2) ** 0.5 + 31
            box = (x - 16, int(y) - 16, x + 16, int(y) + 16)
            inks: list[int] = []
            for other in (letter, "w"):
                written = picture.copy()
                Canvas(written).write((x, y), other, BOLD_LABEL, INK, "m")
                inks.append(written.crop(box).tobytes().count(bytes(INK)))
            there = picture.crop(box).tobytes().count(bytes(INK))
            assert there - 4 <= inks[0] <= there + 14 < inks[1], (side, letter)
