"""Zyrcan's picture, read back by its pixels, and its words, read against the position."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from games.contract import Result
from games.hex_grid import STANDARD
from games.translation import in_language, measure_languages
from games.zyrcan.field import field
from games.zyrcan.rules import start
from games.zyrcan.state import FULL_HAND, Flight, Move, Note, Placement, Ship, State, Turn
from renderers import RENDERERS, Scene, encode
from renderers.drawing.canvas import Canvas
from renderers.drawing.colours import (
    BG,
    BLUE,
    DELTA,
    GREEN,
    HIGH,
    INK,
    PANEL,
    PAPER,
    PURPLE,
    RED,
    Colour,
    mix,
)
from renderers.drawing.themes import THEMES
from renderers.drawing.typeface import TextStyle
from renderers.zyrcan.board import top
from renderers.zyrcan.colours import DARK, FLAME, HULLS
from renderers.zyrcan.text import write_grid
from tests.renderers.position_reader import read_zyrcan

if TYPE_CHECKING:
    from PIL import Image

RENDERER = RENDERERS["zyrcan"]
OWNERS = (RED, BLUE, DELTA, GREEN, PURPLE)
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
EMPTY = (0, 0, 0)
NUMBERS = STANDARD.numbers
PLACES = ("c3", "c5", "b2", "f3", "g4", "h4", "d2", "d4", "d6", "f6", "f8", "h7", "a2", "a4", "i8")
FLEET = {name: (i // 3 + 1, i % 3 + 1) for i, name in enumerate(PLACES)}
"""One ship of each kind for each seat."""


def board(ships: dict[str, tuple[int, int]]) -> tuple[Ship | None, ...]:
    return tuple(Ship(*ships[name]) if name in ships else None for name in STANDARD.names)


def scene(ships: dict[str, tuple[int, int]] = FLEET, ply: int = 75, move: str | None = None, **changes: Any) -> Scene:
    values: dict[str, Any] = {"players": 5, "variant": "standard", "phase": "attack", "mover": 1, **changes}
    hands = values.pop("hands", (EMPTY,) * values["players"])
    state = State(board=board(ships), hands=hands, **values)
    return Scene(state, NAMES[: state.players], ply, move)


def turn(seat: int, start: str, landing: str, flown: int, taken: tuple[int, int] | None = None) -> Turn:
    move = Move(None, Flight(NUMBERS[start], NUMBERS[landing]))
    return Turn(seat, move, Ship(seat, flown), Ship(*taken) if taken else None)


CAPTURE = scene({**FLEET, "e7": (1, 2)}, move="e5xe7", mover=2, last=turn(1, "e5", "e7", 2, (3, 2)))


def drawn(what: Scene) -> Image.Image:
    return RENDERER.draw(what).convert("RGB")


def centre(name: str, *, deploy: bool = False) -> tuple[int, int]:
    row, number = "abcdefghi".index(name[0]) - 4, int(name[1]) - 5
    return 500 + 104 * number - 52 * row, 585 - 90 * row + (42 if deploy else 0)


def place(name: str, *, wide: bool) -> tuple[int, int]:
    """Return the middle of a cell, on the board for three (`wide`) or for more players."""
    row, number = "abcdefghi".index(name[0]) - 4, int(name[1]) - 5
    across, up = (66, 38) if wide else (52, 30)
    return 500 + across * (2 * number - row), 585 - 3 * up * row


def at(picture: Image.Image, x: float, y: float) -> Colour:
    pixel = picture.getpixel((int(x), int(y)))
    assert isinstance(pixel, tuple)
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def halves(seat: int) -> tuple[Colour, Colour]:
    return HULLS[OWNERS[seat - 1]]


def panel(picture: Image.Image, seat: int, players: int) -> Colour:
    return at(picture, 24 + 952 * seat / players - 25, 90)


def test_every_ship_shows_its_seats_two_tones_where_the_position_has_it() -> None:
    picture = drawn(scene())
    for name, (seat, _) in FLEET.items():
        x, y = centre(name)
        assert (at(picture, x - 12, y + 7), at(picture, x + 12, y + 7)) == halves(seat), name


def test_a_ship_has_as_many_flames_as_engines() -> None:
    picture = drawn(scene())
    for name, (_, engines) in FLEET.items():
        x, y = centre(name)
        lit = [any(at(picture, x + i, y + down) == FLAME for down in range(16, 54)) for i in range(-27, 28)]
        assert sum(now and not before for before, now in pairwise(lit)) == engines, name


def test_larger_ships_have_larger_hulls_and_other_figures() -> None:
    picture = drawn(scene())
    for seat in range(1, 6):
        names = sorted((name for name in FLEET if FLEET[name][0] == seat), key=lambda name: FLEET[name][1])
        hulls = [picture.crop((x - 40, y - 30, x + 40, y + 20)) for x, y in map(centre, names)]
        own = {OWNERS[seat - 1].top, *halves(seat)}
        areas = [sum(count for count, colour in hull.getcolors(4000) or [] if colour in own) for hull in hulls]
        assert areas == sorted(areas)
        assert areas[2] > areas[0] * 1.3
        figures = {picture.crop((x - 9, y - 8, x + 9, y + 12)).tobytes() for x, y in map(centre, names)}
        assert len(figures) == 3


@pytest.mark.parametrize("players", [3, 4, 5])
def test_cells_that_this_many_players_use_are_filled_and_no_others(players: int) -> None:
    picture = drawn(scene({}, players=players))
    used = {STANDARD.names[cell] for cell in field(players).cells}
    wide = players == 3
    for name in STANDARD.names:
        x, y = place(name, wide=wide)
        if name in used or not wide:
            assert (at(picture, x + 34, y) == DARK.cell) == (name in used), name


@pytest.mark.parametrize(
    ("players", "share"),
    [
        (3, 0.92),
        pytest.param(4, 0.82, marks=pytest.mark.thorough),
        pytest.param(5, 0.93, marks=pytest.mark.thorough),
    ],
)
def test_the_cells_in_use_fill_the_picture(players: int, share: float) -> None:
    picture = drawn(scene({}, players=players))
    board = picture.crop((0, 150, 1000, 1010))
    columns = [x for x in range(1000) if DARK.cell in {board.getpixel((x, y)) for y in range(0, 860, 3)}]
    rows = [y for y in range(860) if DARK.cell in {board.getpixel((x, y)) for x in range(0, 1000, 3)}]
    assert columns[-1] - columns[0] > share * 1000 - 12
    assert rows[-1] - rows[0] > 800


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.thorough), 5])
@pytest.mark.parametrize(
    ("start", "landing"),
    [("e4", "e6"), *(pytest.param(*each, marks=pytest.mark.thorough) for each in (("d4", "f6"), ("f5", "d5")))],
)
def test_every_name_lies_over_ships_flames_bursts_and_flights(
    theme: Any, players: int, start: str, landing: str
) -> None:
    """Names are 11 pixels large where a picture is shown 350 wide: written once more, they change nothing."""
    names = [STANDARD.names[cell] for cell in field(players).cells]
    ships = {name: (number % players + 1, number % 3 + 1) for number, name in enumerate(names) if name != start}
    last = turn(1, start, landing, 2, (2, 3))
    what = replace(scene({**ships, landing: (1, 2)}, players=players, last=last, move="x"), theme=theme)
    picture, wide, high = drawn(what), players == 3, THEMES[theme].high
    assert 0.35 * 32 > 11
    for name in names:
        seat, engines = ships.get(name, (0, 0))
        if not seat or name in {"e5", landing}:
            continue
        x, y = place(name, wide=wide)
        over = (38 / 30 if wide else 1) * max(47, 13 + top(OWNERS[seat - 1], engines, "plain"))
        again = picture.copy()
        Canvas(again).write((x, y - round(over)), name, TextStyle("Bold", 32), high, "m")
        box = (x - 24, y - round(over) - 14, x + 24, y - round(over) + 14)
        one, other = (part.crop(box).convert("L").tobytes() for part in (picture, again))
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) < 100, name


def test_every_cell_in_use_has_its_label() -> None:
    empty, full = drawn(scene({})), drawn(scene(dict.fromkeys(STANDARD.names, (1, 1))))
    middles = {empty.crop((x - 20, y - 12, x + 20, y + 12)).tobytes() for x, y in map(centre, STANDARD.names)}
    assert len(middles) == 61
    above = {full.crop((x - 17, y - 54, x + 17, y - 36)).tobytes() for x, y in map(centre, STANDARD.names)}
    assert len(above) == 61


def test_a_capture_is_a_line_from_a_tinted_cell_to_a_burst_in_the_victims_colour() -> None:
    picture = drawn(CAPTURE)
    x, y = centre("e5")
    assert at(picture, x - 30, y) == mix(DARK.cell, RED.base, 0.32)
    assert at(picture, x + 104, y) == RED.base
    x, y = centre("e7")
    burst = picture.crop((x - 62, y - 62, x + 62, y + 62))
    assert sum(count for count, colour in burst.getcolors(9999) or [] if colour == DELTA.base) > 800
    assert at(picture, x - 12, y + 7) == RED.left


def test_the_captured_ship_tumbles_beyond_its_cell_paler_and_smaller() -> None:
    picture = drawn(CAPTURE)
    without = drawn(scene({**FLEET, "e7": (1, 2)}, mover=2))
    x, y = centre("e7")
    beyond = (x + 40, y - 70, x + 90, y + 70)
    assert picture.crop(beyond).tobytes() != without.crop(beyond).tobytes()
    colours = {colour for _, colour in picture.crop(beyond).getcolors(9999) or []}
    assert mix(DARK.cell, DELTA.left, 0.32) in colours
    assert PAPER in colours


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_captured_ship_never_lies_on_the_caption(players: int) -> None:
    used = {STANDARD.names[cell] for cell in field(players).used}
    lowest = min(used)[0]
    for landing in sorted(name for name in used if name[0] == lowest):
        above = f"{chr(ord(lowest) + 1)}{landing[1]}", f"{chr(ord(lowest) + 1)}{int(landing[1]) + 1}"
        for start_cell in used & {*above}:
            for others in ({}, {name: (2, 1) for name in used if name[0] == lowest}):
                ships, move = {**others, landing: (1, 1)}, f"{start_cell}x{landing}"
                flights = (turn(1, start_cell, landing, 1, taken) for taken in ((3, 3), None))
                captions = [
                    drawn(scene(ships, move=move, players=players, mover=2, last=last)).crop((0, 1020, 1000, 1064))
                    for last in flights
                ]
                assert captions[0].tobytes() == captions[1].tobytes(), move


@pytest.mark.parametrize(("start", "landing"), [("e5", "h8"), ("e5", "b2"), ("e5", "h5"), ("e5", "b5"), ("e5", "e2")])
def test_a_flight_in_any_direction_keeps_the_labels_of_crossed_cells_in_sight(start: str, landing: str) -> None:
    rows, columns = ord(landing[0]) - ord(start[0]), int(landing[1]) - int(start[1])
    empty, held = [f"{chr(ord(start[0]) + rows * i // 3)}{int(start[1]) + columns * i // 3}" for i in (1, 2)]
    picture = drawn(scene({landing: (2, 3), held: (3, 1)}, last=turn(2, start, landing, 3)))
    lean = 0 if rows == 0 else 1 if columns else -1
    for name, colour, above, aside, wide in (
        (empty, mix(DARK.cell, PAPER, 0.54), 46, 0, 52),
        (held, HIGH, -34, -22 * lean, 24),
    ):
        x, y = centre(name)
        box = x + aside - wide, y - 60, x + aside + wide, y + above
        spots = [(i, j) for i in range(box[0], box[2]) for j in range(box[1], box[3]) if at(picture, i, j) == colour]
        assert len(spots) > 40, name
        (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*spots, strict=True))
        label = picture.crop((left, top, right + 1, bottom + 1))
        assert not {BLUE.base, INK} & {other for _, other in label.getcolors(9999) or []}, name


def test_what_was_placed_has_a_white_halo_and_nothing_else_has() -> None:
    last = Turn(1, Move(Placement(NUMBERS["c5"], 2), None))
    picture = drawn(scene(phase="deploy", hands=(FULL_HAND,) * 5, mover=2, last=last, move="2@c5"))
    for name in FLEET:
        x, y = centre(name, deploy=True)
        left = {at(picture, x - i, y) for i in range(20, 48)}
        assert (PAPER in left) == (name == "c5"), name


def test_in_blitzkrieg_both_halves_of_a_turn_are_shown() -> None:
    move = Move(Placement(NUMBERS["c5"], 2), Flight(NUMBERS["e5"], NUMBERS["e7"]))
    ships = {**FLEET, "e7": (1, 2)}
    last = Turn(1, move, Ship(1, 2))
    hands = ((1, 0, 2),) * 5
    picture = drawn(
        scene(ships, phase="deploy", variant="blitzkrieg", hands=hands, mover=2, last=last, move="2@c5 e5-e7")
    )
    for name in ("c5", "e7"):
        x, y = centre(name, deploy=True)
        assert PAPER in {at(picture, x - i, y - 10) for i in range(20, 48)}, name
    x, y = centre("e6", deploy=True)
    assert at(picture, x, y + 2) == RED.base


@pytest.mark.parametrize("players", [3, 4, 5])
def test_only_the_panel_of_the_seat_to_move_is_filled(players: int) -> None:
    for mover in range(1, players + 1):
        picture = drawn(scene({}, players=players, mover=mover))
        colours = [panel(picture, seat, players) for seat in range(1, players + 1)]
        assert colours[mover - 1] == OWNERS[mover - 1].base
        assert set(colours[: mover - 1] + colours[mover:]) <= {PANEL}


def test_a_panel_tells_engines_and_ships() -> None:
    base = drawn(scene())
    engines = drawn(scene({**FLEET, "f3": (2, 2)}))
    ships = drawn(scene({**FLEET, "f3": (2, 2), "g4": (2, 1), "h4": (2, 2), "h9": (2, 1)}))
    count, number = (268, 90, 325, 130), (350, 95, 392, 125)
    assert base.crop(count).tobytes() != engines.crop(count).tobytes()
    assert base.crop(number).tobytes() == engines.crop(number).tobytes() != ships.crop(number).tobytes()


def test_hands_are_on_the_panels_while_ships_are_placed() -> None:
    full = drawn(scene({}, phase="deploy", hands=(FULL_HAND,) * 5, mover=5))
    fewer = drawn(scene({}, phase="deploy", hands=((4, 5, 2), *(FULL_HAND,) * 4), mover=5))
    assert full.size == (1000, 1160)
    first, others = (24, 140, 203, 178), (217, 140, 1000, 178)
    assert full.crop(first).tobytes() != fewer.crop(first).tobytes()
    assert full.crop(others).tobytes() == fewer.crop(others).tobytes()
    assert drawn(scene()).size == (1000, 1118)


def test_a_seat_that_left_has_an_empty_panel_and_pale_ships() -> None:
    picture = drawn(scene(out=(2,)))
    assert panel(picture, 2, 5) == BG
    for name, (seat, _) in FLEET.items():
        x, y = centre(name)
        pale = at(picture, x - 12, y + 7) == mix(DARK.cell, halves(seat)[0], 0.32)
        assert pale == (seat == 2), name


def test_the_last_round_is_announced_in_the_picture() -> None:
    pill = (780, 982)
    assert at(drawn(scene(phase="last")), *pill) == PAPER
    assert at(drawn(scene()), *pill) == BG


def test_at_the_end_the_winners_panel_is_filled_and_starred_and_confetti_falls() -> None:
    over = Result((2, 1, 3, 4, 5), "12 engines to 6, 5, 4 and 3", (6, 12, 5, 4, 3))
    picture = drawn(scene(phase="over", mover=None, outcome=over))
    assert [panel(picture, seat, 5) for seat in range(1, 6)] == [PANEL, BLUE.base, PANEL, PANEL, PANEL]
    assert at(picture, 376, 30) == PAPER
    corner = picture.crop((0, 160, 120, 400))
    assert len(corner.getcolors() or []) > 5


def test_those_who_share_the_win_have_a_star_each_and_no_panel_is_filled() -> None:
    over = Result((1, 3, 1, 4, 5), "6 engines and 3 ships each", (6, 5, 6, 4, 3))
    what = scene(phase="over", mover=None, outcome=over)
    picture = drawn(what)
    assert {panel(picture, seat, 5) for seat in range(1, 6)} == {PANEL}
    assert [at(picture, right, 30) == PAPER for right in (183, 376, 569, 762, 955)] == [True, False, True, False, False]
    assert "Ann (Red) and Cid (Yellow) share the win: 6 engines and 3 ships each." in RENDERER.alt(what)


def read_back(words: str) -> dict[str, tuple[int, int]]:
    """Read the ships from the alt text."""
    return read_zyrcan(words)["ships"]


def test_the_alt_text_names_every_ship_the_move_and_the_mover() -> None:
    words = RENDERER.alt(CAPTURE)
    assert read_back(words) == {**FLEET, "e7": (1, 2)}
    for part in (
        "Ann (Red) played e5xe7: a 2-engine ship flew and took Yellow's 2-engine ship.",
        "Bob (Blue) has to capture.",
        "Ann (Red): 8 engines, 4 ships",
        "All 61 cells are in use.",
    ):
        assert part in words


def test_the_alt_text_tells_the_cells_in_use_the_hands_who_left_and_the_last_round() -> None:
    words = RENDERER.alt(Scene(start(4, "blitzkrieg"), NAMES[:4], 0))
    assert "In use: a2, a4, b1 to b6, c2 to c6, d1 to d8, e2 to e8, f2 to f9, g4 to g8, h4 to h9, i6, i8." in words
    assert "Ann (Red) has to place a ship." in words, "there is none yet that could fly"
    assert "Dan (Green): 0 engines, 0 ships. In hand: 4 of 1 engine, 6 of 2 engines and 2 of 3 engines." in words
    notes = (Note("left", 2), Note("stuck", 3), Note("last"))
    words = RENDERER.alt(scene(phase="last", mover=4, out=(2,), notes=notes))
    for part in (
        "Bob (Blue) (out): ",
        "Blue is out",
        "Yellow can capture nothing",
        "last round: Green and Purple still play.",
    ):
        assert part in words


@pytest.mark.parametrize(
    ("ships", "hand", "task"),
    [
        ({"e5": (2, 1)}, (1, 0, 0), "has to place a ship"),
        ({"e5": (1, 1)}, (0, 0, 1), "has to place and fly"),
        ({"e5": (1, 1)}, (0, 0, 0), "has to fly a ship"),
    ],
)
def test_blitzkrieg_asks_for_what_is_possible(
    ships: dict[str, tuple[int, int]], hand: tuple[int, int, int], task: str
) -> None:
    state = replace(start(3, "blitzkrieg"), board=board(ships), hands=(hand, (0, 0, 0), (0, 0, 0)))
    assert f"Ann (Red) {task}." in RENDERER.alt(Scene(state, NAMES[:3], 5))


@pytest.mark.parametrize("language", ["en", *measure_languages()])
def test_all_five_hands_are_told_while_ships_are_put_down(language: str) -> None:
    ships = {name: (i % 5 + 1, (i // 5) % 3 + 1) for i, name in enumerate(STANDARD.names[:56])}
    full = scene(ships, phase="deploy", mover=5, last=turn(1, "i9", "f6", 3, (2, 3)))
    state = replace(full.state, hands=((4, 6, 2), (0, 1, 2), (3, 0, 1), (2, 2, 0), (1, 5, 1)))
    what = Scene(state, ("W" * 300, "\u6f22" * 300, "x" * 32, "y" * 32, "z" * 32), 99999, "3@e5 i9xf6")
    with in_language(language):
        told = RENDERER.alt(what)
    assert len(told) <= 1024
    assert told.endswith(".")
    assert "5" in told.rstrip(".").rsplit(". ", 1)[1], "the last hand, with five ships of two engines"


def test_the_fullest_position_with_the_longest_names_fits() -> None:
    ships = {name: (i % 5 + 1, (i // 5) % 3 + 1) for i, name in enumerate(STANDARD.names[:60])}
    notes = (Note("left", 1), Note("stuck", 2), Note("last"), Note("stuck", 3), Note("stuck", 4))
    full = scene(ships, phase="last", mover=5, notes=notes, last=turn(1, "i9", "f6", 3, (2, 3)))
    what = Scene(full.state, ("W" * 300, "\u6f22" * 300, "x" * 32, "y" * 32, "z" * 32), 99999, "3@e5 i9xf6")
    assert read_back(RENDERER.alt(what)) == ships
    assert len(RENDERER.alt(what)) <= 1024
    assert len(RENDERER.text(what)) < 1500
    assert len(encode(RENDERER.draw(what))) < 100_000


def test_the_board_in_letters() -> None:
    assert (
        write_grid(
            scene(
                {"b2": (1, 3), "e7": (1, 2), "h6": (3, 1)},
                players=3,
                mover=2,
                move="e5xe7",
                last=turn(1, "e5", "e7", 2, (3, 2)),
            )
        )
        == """\
Zyrcan, 75 moves played, last e5xe7
        i5                     i9
      h4     .   Y1  .   .       h9
    g3     .   .   .   .   .       g9
  f2     .   .   .   .   .   .       f9
e1     .   .   .   .o  .   R2* .       e9
  d1     .   .   .   .   .   .       d8
    c1     .   .   .   .   .       c7
      b1     R3  .   .   .       b6
        a1                     a5
R1 Red with 1 engine, . empty, * came last, o left from
R Ann: 5 engines, 2 ships
B Bob: 0 engines, 0 ships
Y Cid: 1 engine, 1 ship
Bob (Blue) has to capture."""
    )
