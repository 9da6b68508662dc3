"""Xong's picture, read back by its pixels, and its words, read against the position."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from games.contract import Destinations, Result
from games.hex_grid import hexagon
from games.xong import Xong, board as board_generation
from games.xong.board import LegBoard, standard
from games.xong.lattice import bits, ends, spread, union
from games.xong.state import Move, State, Turn
from renderers import RENDERERS, Scene
from renderers.board.frame import MARGIN
from renderers.board.hexagons import corners
from renderers.drawing.canvas import PICTURE_WIDTHS
from renderers.drawing.colours import BG, BLUE, INK, PANEL, PAPER, RED, Colour, mix
from renderers.xong.board import CARD_HIGH, CARD_WIDE, layout
from renderers.xong.colours import DARK, LEGS
from renderers.xong.text import alt, write_grid
from tests.renderers.position_reader import read_xong

if TYPE_CHECKING:
    from PIL import Image

    from renderers.drawing.canvas import Size

RENDERER = RENDERERS["xong"]
OWNERS = (RED, BLUE)
BOARD = standard()
NAMES = ("Ann", "Bob")
CASHED = "e5e e5ne e5nw e5w e5sw e5se"
RED_LEGS = f"{CASHED} b2w b2nw"
BLUE_LEGS = "f8e f8ne g8nw b2e"
"""Red alone touches e5 and its neighbours, and cashed e5; b2 is greened out; i5 is vacant."""


def legs(names: str, board: LegBoard = BOARD) -> int:
    return union(board.by_name[name] for name in names.split())


def scene(red: str = RED_LEGS, blue: str = BLUE_LEGS, move: str | None = None, **changes: Any) -> Scene:
    values: dict[str, Any] = {"hand": "FLR", "played": ("F",), "mover": 2, **changes}
    return Scene(State(BOARD, (legs(red), legs(blue)), **values), NAMES, 9, move)


def turn(seat: int, names: str, gift: str | None, number: str | None = None) -> Turn:
    return Turn(seat, Move(legs(names), gift), "F", number, (3, -1))


def drawn(what: Scene) -> Image.Image:
    return RENDERER.draw(what).convert("RGB")


def at(picture: Image.Image, x: float, y: float) -> Colour:
    pixel = picture.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def centre(name: str) -> tuple[int, int]:
    row, number = "abcdefghi".index(name[0]) - 4, int(name[1]) - 5
    return 500 + 104 * number - 52 * row, 570 - 90 * row


def along(leg: int, share: float, aside: float = 0) -> tuple[float, float]:
    """A point on a leg of the standard board, or so many pixels to its right."""
    (x, y), (end_x, end_y) = ((500 + 52 * (x - 6), 570 - 30 * (y - 12)) for x, y in ends(leg))
    dx, dy = (end_x - x) / 60, (end_y - y) / 60
    return x + share * (end_x - x) - aside * dy, y + share * (end_y - y) + aside * dx


def card(picture: Image.Image, seat: int) -> Image.Image:
    return picture.crop((24, 130, 176, 322) if seat == 1 else (824, 130, 976, 322))


def ground(picture: Image.Image, name: str) -> Colour:
    x, y = centre(name)
    return at(picture, x - 33, y + 2)


def test_every_leg_shows_its_owners_colour_and_vacant_ones_are_thin() -> None:
    picture = drawn(scene())
    red, blue = legs(RED_LEGS), legs(BLUE_LEGS)
    for leg in bits(BOARD.legs):
        owner = RED if red >> leg & 1 else BLUE if blue >> leg & 1 else None
        thick = at(picture, *along(leg, 0.4, 3)), at(picture, *along(leg, 0.4, -3))
        name = BOARD.leg_names[leg]
        assert (thick == (owner.base, owner.base)) if owner else not {RED.base, BLUE.base} & {*thick}, name
        if not owner:
            assert DARK.vacant in {at(picture, *along(leg, 0.5, aside)) for aside in (-1, 0, 1)}, name


def test_blue_legs_have_three_dots_and_red_ones_none() -> None:
    picture = drawn(scene())
    for names, dots in ((RED_LEGS, False), (BLUE_LEGS, True)):
        for leg in bits(legs(names)):
            assert [at(picture, *along(leg, share)) == INK for share in (0.26, 0.5, 0.74)] == [dots] * 3


def test_hexagons_are_tinted_for_the_only_player_who_touches_them() -> None:
    picture = drawn(scene())
    assert ground(picture, "e5") == mix(BG, RED.base, 0.9)
    for name in ("e4", "e6", "f5", "f6", "d4", "d5", "b1", "c2"):
        assert ground(picture, name) == mix(BG, RED.base, 0.34), name
    for name in ("f8", "f9", "g8", "g9", "h8", "b3"):
        assert ground(picture, name) == mix(BG, BLUE.base, 0.34), name
    assert ground(picture, "b2") == BG
    assert ground(picture, "i5") == ground(picture, "a1") == DARK.hexagon


def test_emblems_tell_one_point_from_two_without_colour() -> None:
    picture = drawn(scene())
    x, y = centre("e5")
    assert at(picture, x, y - 27) == INK
    x, y = centre("e6")
    assert at(picture, x, y - 27) == mix(BG, RED.base, 0.34)
    assert RED.base in {at(picture, x + i, y - 27) for i in range(7, 13)}
    x, y = centre("b3")
    assert BLUE.base in {at(picture, x + i, y - 27) for i in range(7, 15)}
    x, y = centre("i5")
    assert {at(picture, x + i, y - 27) for i in range(-14, 15)} == {DARK.hexagon}


def test_every_hexagon_has_its_label() -> None:
    picture = drawn(scene("", "", played=()))
    labels = {picture.crop((x - 22, y - 12, x + 22, y + 14)).tobytes() for x, y in map(centre, BOARD.names)}
    assert len(labels) == 61


def test_the_newest_xoid_has_a_white_halo_and_no_other_leg_has() -> None:
    picture = drawn(scene(last=turn(1, "b2w b2nw", "FLR")))
    for leg in bits(legs(f"{RED_LEGS} {BLUE_LEGS}")):
        beside = {at(picture, *along(leg, 0.3, aside)) for aside in (-14, -13, -12, 12, 13, 14)}
        assert (PAPER in beside) == (
            BOARD.leg_names[leg] in {"b2w", "b2nw", "a1ne", "b1e", "c2sw", "c1e", "c2w", "b1ne"}
        )


def test_the_xoid_in_hand_hangs_below_the_panel_of_the_one_who_places_it() -> None:
    for mover in (1, 2):
        picture = drawn(scene(mover=mover))
        grounds = [at(card(picture, seat), 20, 20) for seat in (1, 2)]
        assert grounds[mover - 1] == DARK.cards[OWNERS[mover - 1]]
        assert grounds[2 - mover] == BG
    cards = {card(drawn(scene(hand=hand)), 2).tobytes() for hand in ("FLR", "FLL", "F(L)R", "FLLLRLR", "F" + "LR" * 14)}
    assert len(cards) == 5


def test_without_a_xoid_in_hand_there_is_no_card() -> None:
    for what in (
        scene("", "", hand=None, played=()),
        scene(hand=None, mover=None, outcome=Result((1, 2), "20 points to 13", (20, 13))),
    ):
        assert all(at(card(drawn(what), seat), 20, 180) == BG for seat in (1, 2))


@pytest.mark.parametrize("mover", [1, 2])
def test_only_the_panel_of_the_mover_is_filled(mover: int) -> None:
    picture = drawn(scene(mover=mover))
    spots = at(picture, 350, 30), at(picture, 835, 30)
    assert spots[mover - 1] == OWNERS[mover - 1].base
    assert spots[2 - mover] == PANEL


def test_the_panels_show_the_score() -> None:
    one, other = drawn(scene()), drawn(scene(f"{RED_LEGS} i5ne"))
    red, blue = (390, 35, 475, 100), (875, 35, 960, 100)
    assert one.crop(red).tobytes() != other.crop(red).tobytes()
    assert one.crop(blue).tobytes() == other.crop(blue).tobytes()


def test_at_the_end_the_winners_panel_is_filled_and_starred_and_confetti_falls() -> None:
    over = Result((2, 1), "20 points to 13", (13, 20))
    picture = drawn(scene(hand=None, mover=None, outcome=over))
    assert at(picture, 835, 30) == BLUE.base
    assert at(picture, 350, 30) == PANEL
    assert PAPER in {at(picture, x, 68) for x in range(800, 870)}
    assert len(picture.crop((0, 140, 130, 400)).getcolors() or []) > 5


@pytest.mark.parametrize("kind", board_generation.KINDS)
@pytest.mark.parametrize("hexes", [48, 61, 80])
def test_boards_of_all_kinds_fit_with_room_for_both_cards(kind: str, hexes: int) -> None:
    for seed in range(4):
        board = board_generation.board(kind, hexes, seed)
        where = layout(board)
        assert where.bottom + 118 <= 1180
        assert where.grid.across >= 20
        shape = corners(where.grid.across, where.grid.up)
        points = [
            (x + dx * share, y + dy * share)
            for x, y in map(where.grid.centre, board.cells)
            for dx, dy in shape
            for share in (1, 0.5)
        ]
        assert all(10 <= x <= 990 and 130 <= y <= where.bottom for x, y in points)
        for x, y in where.cards:
            assert 20 <= x - CARD_WIDE / 2 < x + CARD_WIDE / 2 <= 980
            assert CARD_HIGH / 2 + 130 <= y <= where.bottom - CARD_HIGH / 2
            assert not any(abs(px - x) < CARD_WIDE / 2 + 4 and abs(py - y) < CARD_HIGH / 2 + 4 for px, py in points)


def test_boards_drawn_by_lot_show_legs_and_tints_as_the_standard_one_does() -> None:
    for kind in board_generation.KINDS[1:]:
        board = board_generation.board(kind, 80, 7)
        where = layout(board)
        leg = next(bits(board.legs))
        state = State(board, (1 << leg, 0), "FL", ("F",), 2)
        picture = RENDERER.draw(Scene(state, NAMES, 2)).convert("RGB")
        (x, y), (end_x, end_y) = map(where.grid.at, ends(leg))
        assert at(picture, (x + end_x) / 2, (y + end_y) / 2) == RED.base
        tints = {at(picture, x + where.grid.across * 0.6, y) for x, y in map(where.grid.centre, board.cells)}
        assert {DARK.hexagon, mix(BG, RED.base, 0.34)} <= tints


def test_the_alt_text_tells_move_hand_and_score_and_the_legs_while_they_fit() -> None:
    what = scene(move="place b2nw b2w give FLR", last=turn(1, "b2w b2nw", "FLR", "3-2"))
    words = RENDERER.alt(what)
    for part in (
        "Ann (Red) played place b2nw b2w give FLR.",
        "Bob (Blue) has to place FLR (3 legs, number 3-2) and give a new Xoid.",
        "Score: Red 10, Blue 6.",
        "Red cashed: e5;",
        "Greened out: b2.",
    ):
        assert part in words
    assert read_xong(words, BOARD)["legs"] == what.state.legs


def test_the_xoids_played_are_heard_in_the_alt_text_or_below_it() -> None:
    short = scene(played=("F", "FL", "FLRLRLR"))
    assert " Xoids played: 1-1, 2-1, FLRLRLR." in RENDERER.alt(short)
    assert alt(short)[1] == ""
    larger = tuple(f"FLRLRLR{end}" for end in map("".join, product("LR", repeat=6)))
    long = scene(played=("F", "FL", *larger))
    assert "Xoids played" not in RENDERER.alt(long)
    assert alt(long)[1] == f"Xoids played: 1-1, 2-1, {', '.join(larger)}."


def test_a_long_move_is_cut_behind_a_whole_word() -> None:
    names = BOARD.names_of(list(bits(BOARD.legs))[:100])
    words = RENDERER.alt(scene(move=f"place {' '.join(names)} give FLR"))
    told = re.search(r"The last move was place (.*?) \.\.\.\.", words)
    assert told
    assert told[1].split() == list(names[: len(told[1].split())])


def test_the_alt_text_tells_the_beginning_and_the_end() -> None:
    first = RENDERER.alt(scene("", "", hand=None, played=()))
    assert "Bob (Blue) has to give Red the first Xoid, any that fits." in first
    over = Result((2, 1), "20 points to 13", (13, 20))
    last = RENDERER.alt(scene(hand=None, mover=None, outcome=over))
    assert "Bob (Blue) wins: 20 points to 13. Points: Red 13, Blue 20." in last


@pytest.mark.parametrize("kind", board_generation.KINDS)
def test_the_fullest_positions_with_the_longest_names_fit(kind: str) -> None:
    for seed in range(3):
        board = board_generation.board(kind, 80, seed)
        red = board.legs & -board.legs
        while red.bit_count() < 40:
            red |= spread(red) & board.legs
        blue = board.legs & ~red
        move = f"place {' '.join(board.names_of(bits(red)))}"
        last = Turn(1, Move(red, None), "F", None, (0, 0))
        long = "F" + "LR" * 40
        for hand, mover in ((None, None), (long, 2)):
            what = Scene(State(board, (red, blue), hand, ("F",), mover, last), ("W" * 300, "\u6f22" * 300), 99999, move)
            assert len(RENDERER.alt(what)) <= 1024
            assert len(RENDERER.text(what)) < 1500
            assert "Sides" in write_grid(what)
            assert len(write_grid(what)) < 1500
            assert RENDERER.draw(what).height <= 1180


def test_the_board_in_letters() -> None:
    board = LegBoard(hexagon(2).area)
    red, blue = legs("a1e a1ne", board), legs("c3e b3e b3ne", board)
    last = Turn(2, Move(blue, "FLR"), "FLR", "3-2", (0, 0))
    what = Scene(State(board, (red, blue), "FLR", ("F",), 1, last), NAMES, 3, "place b3e b3ne c3e give FLR")
    assert (
        write_grid(what)
        == """\
Xong, 3 moves played, last place b3e b3ne c3e give FLR
   . . . .
  .c2 .c3 B
 . . . . . B
.b1 .b2 .b3 B
 . . r . . .
  .a1 ra2 .
   . . . .
Sides: r red, b blue, capital if placed last, . vacant
r Ann: 3   b Bob: 2
In hand: FLR (3-2)
Ann (Red) to place."""
    )


def test_every_leg_can_be_read_from_the_letters() -> None:
    picture = write_grid(scene(last=turn(1, "b2w b2nw", "FLR"))).partition("Sides")[0]
    drawing = picture.partition("played\n")[2]
    marks = re.sub(r"[a-i][1-9]", "", drawing)
    assert [marks.count(letter) for letter in "rRbB."] == [6, 2, 4, 0, 198]


GAME = Xong()


def ways_at(hexagon: str, given: str, board: dict[str, int | str] | None = None) -> Scene:
    """Return the scene of the step in which a Xoid's number at a hexagon is chosen."""
    start = GAME.start(2, board or {}, 3)
    state = GAME.play(start, GAME.parse(start, f"give {given}"))
    return Scene(state, ("Ann", "Bob"), 1, f"give {given}", highlights=GAME.guide(state, f"place {hexagon}").highlights)


@pytest.mark.parametrize(
    ("given", "hexagon", "count", "columns"),
    [("FLLLLL", "e5", 1, 1), ("FLRLR", "a1", 2, 2), ("F", "e5", 6, 2), ("F(L)RLL", "e5", 12, 3), ("FLR", "a1", 8, 3)],
)
def test_each_numbered_way_has_its_part_of_the_picture(given: str, hexagon: str, count: int, columns: int) -> None:
    shown = ways_at(hexagon, given)
    assert shown.highlights is not None
    assert len(shown.highlights.numbered) == count
    picture = RENDERERS["xong"].draw(shown)
    assert picture.width == 1000
    assert 400 <= picture.height <= 1180
    image = picture.convert("RGB")
    lines, wide = -(-count // columns), (1000 - 2 * MARGIN) // columns
    high = (picture.height - 98 - MARGIN) // lines
    for place in range(columns * lines):
        left, top = MARGIN + place % columns * wide, MARGIN + place // columns * high
        part = image.crop((left, top, left + wide - 20, top + high - 20))
        colours = {colour: number for number, colour in part.getcolors(1 << 20) or []}
        assert (colours.get(LEGS[RED], 0) > 500) == (place < count), place


def test_the_ways_of_one_step_are_drawn_differently() -> None:
    shown = ways_at("e5", "F(L)RLL")
    assert shown.highlights is not None
    pictures = {
        RENDERERS["xong"].draw(replace(shown, highlights=replace(shown.highlights, numbered=(names,)))).tobytes()
        for names in shown.highlights.numbered
    }
    assert len(pictures) == 12


@pytest.mark.parametrize("size", ["small", "normal", "large"])
def test_ways_at_the_edge_of_a_picture_are_drawn_in_every_size(size: Size) -> None:
    for board in ({"board": "islands", "hexes": 80}, {"board": "random", "hexes": 80}):
        start = GAME.start(2, board, 3)
        state = GAME.play(start, GAME.parse(start, "give F(L)RLRL"))
        for choice in GAME.guide(state, "").choices[:: 80 if size == "large" else 12]:
            shown = replace(ways_at(choice.label, "F(L)RLRL", board), size=size)
            assert RENDERERS["xong"].draw(shown).width == PICTURE_WIDTHS[size]


def test_legs_that_were_chosen_are_drawn_as_they_will_lie() -> None:
    state = ways_at("e5", "F").state
    chosen = Destinations(("e5e",), (), "")
    shown = RENDERERS["xong"].draw(Scene(state, ("Ann", "Bob"), 1, highlights=chosen)).convert("RGB")
    (x, y), (end_x, end_y) = (layout(state.board).grid.at(end) for end in ends(state.board.by_name["e5e"]))
    assert shown.getpixel(((x + end_x) // 2, (y + end_y) // 2)) == LEGS[RED]


def test_while_a_gift_is_chosen_the_xoid_has_left_the_hand() -> None:
    state = GAME.play(GAME.start(2, {}, 0), GAME.parse(GAME.start(2, {}, 0), "give F"))
    placed = Scene(GAME.guide(state, "place e5e").shown, ("Ann", "Bob"), 1, "give F")
    assert "Ann (Red) has to give a new Xoid." in RENDERER.alt(placed)
    assert "Bob (Blue) has to give Red the first Xoid" in RENDERER.alt(Scene(GAME.start(2, {}, 0), ("Ann", "Bob"), 0))


def test_a_marked_hexagon_keeps_its_name() -> None:
    state = GAME.play(GAME.start(2, {}, 0), GAME.parse(GAME.start(2, {}, 0), "give F"))
    plain = Scene(state, ("Ann", "Bob"), 1, "give F")
    marked = replace(plain, highlights=GAME.guide(state, "").highlights)
    where = layout(state.board)
    one, other = (RENDERER.draw(scene).convert("RGB") for scene in (plain, marked))
    for cell in state.board.cells:
        x, y = map(round, where.grid.centre(cell))
        name, below = (x - 25, y - 16, x + 25, y + 20), (x - 12, y + 26, x + 12, y + 50)
        assert one.crop(name).tobytes() == other.crop(name).tobytes(), cell
        assert one.crop(below).tobytes() != other.crop(below).tobytes(), cell
