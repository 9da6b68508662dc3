"""Martian Life's picture, read back by its pixels, and its words, read against the position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.contract import Result
from games.martian_life import MartianLife as Rules
from games.martian_life.state import GRID, Move, Piece, State, Turn
from renderers import RENDERERS, Scene
from renderers.drawing.colours import BG, PANEL, PAPER, RED, YELLOW, Colour, mix
from renderers.martian_life.colours import DARK
from renderers.martian_life.text import write_grid
from tests.renderers.position_reader import read_martian_life

if TYPE_CHECKING:
    from PIL import Image

RENDERER = RENDERERS["martian-life"]
OWNERS = (RED, YELLOW)
PLATES = ((260, 30), (745, 30))
"""A blank spot of each plate."""


def position(pieces: dict[str, tuple[int, int]]) -> tuple[Piece | None, ...]:
    return tuple(Piece(*pieces[name]) if name in pieces else None for name in GRID.names)


PIECES = {"a1": (1, 1), "c3": (1, 2), "e5": (1, 3), "b1": (2, 1), "d3": (2, 2), "h8": (2, 3)}
DEAD = {"g4": (2, 2), "h4": (2, 1), "g3": (1, 3)}


def turn(square: str, piece: Piece, dead: dict[str, tuple[int, int]]) -> Turn:
    wave = tuple((GRID.numbers[name], Piece(*dead[name])) for name in dead)
    return Turn(piece.seat, Move(GRID.numbers[square], piece.size > 1), piece, (wave,) if wave else ())


def scene(**changes: object) -> Scene:
    state = State(position(PIECES), 2, unlimited=False, target=15, last=turn("c3", Piece(1, 2), DEAD))
    values = {"state": state, "names": ("Ann", "Bob"), "ply": 31, "move": "c3+"} | changes
    return Scene(**values)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def drawn(what: Scene) -> Image.Image:
    return RENDERER.draw(what).convert("RGB")


def centre(name: str) -> tuple[int, int]:
    return 76 + 106 * "abcdefgh".index(name[0]) + 53, 160 + 106 * (8 - int(name[1])) + 53


def at(picture: Image.Image, x: float, y: float) -> Colour:
    pixel = picture.getpixel((int(x), int(y)))
    assert isinstance(pixel, tuple)
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def tile(name: str) -> Colour:
    return DARK.tiles[(ord(name[0]) - 97 + int(name[1])) % 2 == 0]


def extent(picture: Image.Image, name: str) -> int:
    """Width of what stands on a square, measured along its middle."""
    x, y = centre(name)
    ground = [i for i in range(-50, 50) if at(picture, x + i, y) != tile(name)]
    return max(ground) - min(ground) + 1


def test_every_piece_shows_its_owners_facets_where_the_position_has_it() -> None:
    picture = drawn(scene())
    for name, (seat, size) in PIECES.items():
        x, y = centre(name)
        destinations = 12 + 8 * size
        owner = OWNERS[seat - 1]
        assert at(picture, x - destinations, y) == owner.left, name
        assert at(picture, x + destinations, y) == owner.right, name
        assert at(picture, x, y - destinations) == owner.top, name


def test_the_three_sizes_are_drawn_in_three_widths() -> None:
    picture = drawn(scene(state=State(position(PIECES), 2, unlimited=False, target=15), move=None))
    for small, medium, large in (("a1", "c3", "e5"), ("b1", "d3", "h8")):
        assert 40 < extent(picture, small) < extent(picture, medium) - 10 < extent(picture, large) - 20 < 80


def test_pips_count_the_size() -> None:
    picture = drawn(scene(state=State(position(PIECES), 2, unlimited=False, target=15), move=None))
    for name, (_, size) in PIECES.items():
        x, y = centre(name)
        half = (24, 34, 43)[size - 1]
        row = [sum(at(picture, x + i, y + half - 11)) < 120 for i in range(5 - half, half - 4)]
        assert sum(dark and not before for before, dark in zip([False, *row], row, strict=False)) == size, name


def test_empty_squares_are_bare() -> None:
    picture = drawn(scene())
    for name in ("b2", "d7", "f6", "h2"):
        assert at(picture, *centre(name)) == tile(name)


def test_the_square_played_is_framed_in_paper_and_tinted_in_the_movers_colour() -> None:
    picture = drawn(scene())
    x, y = centre("c3")
    assert at(picture, x - 51, y) == at(picture, x + 50, y) == at(picture, x, y - 51) == PAPER
    assert at(picture, x - 43, y) == mix(tile("c3"), RED.base, 0.45)


def test_the_labels_of_the_square_played_stand_out() -> None:
    played, other = drawn(scene()), drawn(scene(state=State(position(PIECES), 2, unlimited=False, target=15)))
    for box in ((323, 1015, 359, 1050), (30, 725, 66, 761), (934, 725, 970, 761)):
        assert played.crop(box).tobytes() != other.crop(box).tobytes()


def test_culled_pieces_leave_a_tinted_ghost_in_their_owners_colour() -> None:
    picture = drawn(scene())
    for name, (seat, size) in DEAD.items():
        x, y = centre(name)
        half, owner = (24, 34, 43)[size - 1], OWNERS[seat - 1]
        assert at(picture, x - half + 1, y - half + 1) == owner.left, name
        assert at(picture, x - half + 7, y) == mix(tile(name), owner.left, 0.16), name


def test_a_piece_that_dies_where_it_was_played_wears_both_marks() -> None:
    state = State(position({}), 2, unlimited=False, target=15, last=turn("c3", Piece(1, 2), {"c3": (1, 2)}))
    picture = drawn(scene(state=state))
    x, y = centre("c3")
    assert at(picture, x - 51, y) == PAPER
    assert at(picture, x - 33, y - 33) == RED.top
    assert at(picture, x - 20, y) == mix(tile("c3"), RED.base, 0.45)


@pytest.mark.parametrize("mover", [1, 2])
def test_only_the_panel_of_the_mover_is_filled(mover: int) -> None:
    picture = drawn(scene(state=State(position(PIECES), mover, unlimited=False, target=15), move=None))
    filled = [at(picture, *spot) for spot in PLATES]
    assert filled[mover - 1] == OWNERS[mover - 1].base
    assert filled[2 - mover] == PANEL


def test_at_the_end_the_winners_panel_is_filled_and_confetti_falls() -> None:
    over = Result((2, 1), "16 points to 12", (12, 16))
    state = State(position(PIECES), None, unlimited=False, target=15, outcome=over)
    picture, running = drawn(scene(state=state, move=None)), drawn(scene())
    assert at(picture, *PLATES[1]) == YELLOW.base
    assert at(picture, *PLATES[0]) == PANEL
    margin = (0, 160, 70, 1000)
    assert len(picture.crop(margin).getcolors() or []) > len(running.crop(margin).getcolors() or [])


def test_a_draw_fills_no_panel() -> None:
    over = Result((1, 1), "the board is empty", (0, 0))
    picture = drawn(scene(state=State(position({}), None, unlimited=False, target=15, outcome=over)))
    assert [at(picture, *spot) for spot in PLATES] == [PANEL, PANEL]


@pytest.mark.parametrize("target", [10, 15, 25])
def test_the_bar_shows_the_score_out_of_target_and_one(target: int) -> None:
    picture = drawn(scene(state=State(position(PIECES), 2, unlimited=False, target=target), move=None))
    row = [at(picture, x, 124) == RED.base for x in range(40, 475)]
    ticks = sum(now and not before for before, now in zip([False, *row], row, strict=False))
    assert ticks == 6
    blank = [at(picture, x, 124) == PANEL for x in range(40, 475)]
    assert sum(now and not before for before, now in zip([False, *blank], blank, strict=False)) == target + 2


def test_stashes_and_unlimited_supply_look_different() -> None:
    some = State(position(PIECES), 2, unlimited=False, target=15)
    fewer = State(position({**PIECES, "d8": (1, 1)}), 2, unlimited=False, target=15)
    endless = State(position(PIECES), 2, unlimited=True, target=15)
    trays = {drawn(scene(state=state)).crop((126, 74, 330, 116)).tobytes() for state in (some, fewer, endless)}
    assert len(trays) == 3


def test_a_position_read_from_text_can_be_drawn_also_when_it_is_over() -> None:
    rules = Rules()
    for text in (
        "......../......../......../...sS.../...Ss.../......../......../........ 2",
        "/".join(["." * 8] * 8) + " -",
    ):
        what = Scene(rules.parse_position(text), ("Ann", "Bob"), 7)
        assert drawn(what).size == (1000, 1150)
        assert at(drawn(what), 5, 5) == BG
        assert len(RENDERER.alt(what)) < 1024


def read_names(words: str) -> dict[str, tuple[int, int]]:
    """Read pieces back from the alt text's list of the board."""
    return {GRID.names[square]: piece for square, piece in read_martian_life(words)["pieces"].items()}


def test_the_alt_text_names_every_piece_the_move_the_dead_the_points_and_the_mover() -> None:
    words = RENDERER.alt(scene())
    assert read_names(words) == PIECES
    for part in (
        "Ann (Red) played c3+: promoted to a medium.",
        "Died: Red large g3; Yellow small h4, medium g4.",
        "Bob (Yellow) to play.",
        "Points: Red 6, Yellow 6; more than 15 win.",
        "In stock: Red 4 small, 4 medium, 4 large; Yellow 4 small, 4 medium, 4 large.",
    ):
        assert part in words


def test_the_dead_are_told_wave_by_wave() -> None:
    waves = tuple(((GRID.numbers[name], Piece(*piece)),) for name, piece in (("h4", (2, 1)), ("a1", (1, 3))))
    last = Turn(1, Move(GRID.numbers["c3"], promotes=True), Piece(1, 2), waves)
    what = scene(state=State(position(PIECES), 2, unlimited=False, target=15, last=last))
    for words in (RENDERER.alt(what), RENDERER.text(what)):
        assert "Died: Yellow small h4. Then: Red large a1." in words


def test_the_alt_text_tells_the_end() -> None:
    over = Result((2, 1), "16 points to 12", (12, 16))
    state = State(position(PIECES), None, unlimited=True, target=15, outcome=over)
    words = RENDERER.alt(scene(state=state, move=None))
    assert "Bob (Yellow) wins: 16 points to 12." in words
    assert "In stock: no limit." in words


def test_the_fullest_position_with_the_longest_names_fits() -> None:
    full = position({name: (1 + i % 2, 1 + i % 3) for i, name in enumerate(GRID.names)})
    dead = {name: (1 + i % 2, 1 + i % 3) for i, name in enumerate(GRID.names)}
    names = ("W" * 300, "\u6f22" * 300)
    for board, corpses in ((full, {}), (position({}), dead)):
        state = State(board, 1, unlimited=True, target=25, last=turn("h8", Piece(2, 3), corpses), passed=(2,))
        what = Scene(state, names, 99999, "h8+")
        assert "played h8+" in RENDERER.alt(what)
        assert len(RENDERER.alt(what)) <= 1024
        assert len(RENDERER.text(what)) < 1500
        assert RENDERER.draw(what).size == (1000, 1150)


def test_the_board_in_letters() -> None:
    assert (
        write_grid(scene())
        == """\
Martian Life, 31 moves played, last c3+
   a   b   c   d   e   f   g   h
8  .   .   .   .   .   .   .   Y3  8
7  .   .   .   .   .   .   .   .   7
6  .   .   .   .   .   .   .   .   6
5  .   .   .   .   R3  .   .   .   5
4  .   .   .   .   .   .   x   x   4
3  .   .   R2* Y2  .   .   x   .   3
2  .   .   .   .   .   .   .   .   2
1  R1  Y1  .   .   .   .   .   .   1
   a   b   c   d   e   f   g   h
R Ann: 6   Y Bob: 6
1 small, 2 medium, 3 large, * played last, x died
In stock: Red 4 small, 4 medium, 4 large; Yellow 4 small, 4 medium, 4 large.
Bob (Yellow) to play."""
    )
