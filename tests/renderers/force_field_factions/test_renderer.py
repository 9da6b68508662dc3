"""Force Field Factions' picture, read back by its pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.contract import Result
from games.force_field_factions import ForceFieldFactions as Rules
from games.force_field_factions.state import State
from renderers import RENDERERS, Scene
from renderers.drawing.colours import BLACK, HIGH, LOW, PANEL, PAPER, WHITE, Colour
from renderers.force_field_factions.colours import DARK, FIELDS, inside

if TYPE_CHECKING:
    from PIL import Image

RENDERER = RENDERERS["force-field-factions"]
RULES = Rules()
OWNERS = (BLACK, WHITE)
PLATES = ((300, 30), (800, 30))
"""A blank spot of each plate."""
QUIET = "a1:w3.up a8:b3.up b1:w2.up b8:b2.up c1:w1.up c8:b1.up"
"""A piece of each size a side, in the corners, so that no match is over."""
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""Steps right and down by facing."""
FACINGS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def position(pieces: str, mover: int = 2) -> State:
    words = sorted(f"{QUIET} {pieces}".split(), key=lambda word: (word[:2], word.split(".")[2:] > ["c"]))
    return RULES.parse_position(f"{' '.join(words)} {mover}")


def rest(pieces: str, mover: int = 2) -> Image.Image:
    return drawn(Scene(position(pieces, mover), ("Ann", "Bob"), 9))


def played(pieces: str, move: str, mover: int = 2) -> Scene:
    state = position(pieces, mover)
    return Scene(RULES.play(state, RULES.parse(state, move)), ("Ann", "Bob"), 10, move)


def drawn(what: Scene) -> Image.Image:
    return RENDERER.draw(what).convert("RGB")


def centre(name: str) -> tuple[int, int]:
    return 60 + 96 * "abcdefgh".index(name[0]) + 48, 136 + 96 * (8 - int(name[1])) + 48


def at(picture: Image.Image, x: float, y: float) -> Colour:
    pixel = picture.getpixel((round(x), round(y)))
    assert isinstance(pixel, tuple)
    return int(pixel[0]), int(pixel[1]), int(pixel[2])


def tile(name: str) -> Colour:
    return DARK.tiles[(ord(name[0]) - 97 + int(name[1])) % 2 == 0]


def box(name: str, destinations: int = 48) -> tuple[int, int, int, int]:
    x, y = centre(name)
    return x - destinations, y - destinations, x + destinations, y + destinations


def pixels(picture: Image.Image, where: tuple[int, int, int, int], colour: Colour) -> int:
    return sum(count for count, found in picture.crop(where).getcolors(1 << 20) or [] if found == colour)


def covered(picture: Image.Image, name: str) -> set[tuple[int, int]]:
    """The points of a square, counted from its middle, that aren't bare."""
    x, y = centre(name)
    destinations = range(-44, 45)
    return {
        (i, j)
        for i in destinations
        for j in destinations
        if at(picture, x + i, y + j) != tile(name) and abs(i) + abs(j) < 80
    }


@pytest.mark.parametrize("seat", [1, 2])
def test_standing_pieces_show_their_owners_facets_and_differ_in_size(seat: int) -> None:
    side, owner = "bw"[seat - 1], OWNERS[seat - 1]
    picture = rest(f"d4:{side}1.up e4:{side}2.up f4:{side}3.up")
    widths: list[int] = []
    for pips, name in enumerate(("d4", "e4", "f4"), 1):
        x, y = centre(name)
        assert at(picture, x - 8 - 8 * pips, y) == owner.left
        assert at(picture, x + 8 + 8 * pips, y) == owner.right
        widths.append(max(i for i, _ in covered(picture, name)))
    assert widths[0] < widths[1] - 5 < widths[2] - 10


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("pips", [1, 2, 3])
def test_a_lying_piece_is_narrow_towards_its_facing_and_broad_behind(seat: int, pips: int) -> None:
    for facing, (dx, dy) in enumerate(STEPS):
        found = covered(rest(f"e4:{'bw'[seat - 1]}{pips}.{FACINGS[facing]}"), "e4")
        along = {point: (point[0] * dx + point[1] * dy) / (dx * dx + dy * dy) ** 0.5 for point in found}
        front, back = max(along.values()), min(along.values())
        wide = {
            end: len([point for point, way in along.items() if abs(way - end) < 8]) for end in (front - 8, back + 8)
        }
        assert wide[back + 8] > 1.8 * wide[front - 8], FACINGS[facing]


def test_the_eight_facings_and_the_upright_one_are_nine_pictures() -> None:
    looks = {rest(f"e4:w2.{facing}").crop(box("e4")).tobytes() for facing in (*FACINGS, "up")}
    assert len(looks) == 9


def test_pips_are_dots_for_black_and_diamonds_for_white_as_many_as_the_size() -> None:
    picture = rest("d4:b3.up e4:w3.up")
    for name, ink in (("d4", PAPER), ("e4", (0x14, 0x16, 0x1F))):
        x, y = centre(name)
        row = [at(picture, x + i, y + 29) == ink for i in range(-34, 35)]
        assert sum(now and not before for before, now in zip([False, *row], row, strict=False)) == 3


@pytest.mark.parametrize("letter", list("rgbypo"))
def test_a_field_is_a_ring_of_its_colour_whose_radius_tells_its_size(letter: str) -> None:
    picture = rest(f"d4:w1.n.{letter} e4:w2.n.{letter}")
    for name, radius in (("d4", 33.6), ("e4", 44.4)):
        x, y = centre(name)
        assert at(picture, x - radius, y - 2) == at(picture, x + radius, y + 2) == FIELDS[letter]
        assert at(picture, x - radius + 9, y - 10) == inside(letter, tile(name))
    assert at(picture, centre("d4")[0] - 44, centre("d4")[1]) == tile("d4")


def test_nested_fields_are_two_rings_from_the_inside_out() -> None:
    picture = rest("d4:w1.n.ry")
    x, y = centre("d4")
    assert at(picture, x + 34, y) == FIELDS["r"]
    assert at(picture, x + 44, y) == FIELDS["y"]
    assert rest("d4:w1.n.ry").tobytes() != rest("d4:w1.n.yr").tobytes()


def test_every_field_has_a_badge_of_its_colour_beside_the_facing() -> None:
    for facing, corners in (("n", ((1, -1), (-1, 1))), ("ne", ((-1, -1), (1, 1))), ("nw", ((1, -1), (-1, 1)))):
        picture = rest(f"d4:w1.{facing}.op")
        for letter, (dx, dy) in zip("po", corners, strict=True):
            x, y = centre("d4")
            x, y = x + 31 * dx, y + 31 * dy
            assert pixels(picture, (x - 17, y - 17, x + 17, y + 17), FIELDS[letter]) > 350, (facing, letter)


def test_badges_carry_letters_so_that_equal_greys_differ() -> None:
    badges: set[bytes] = set()
    for letter in FIELDS:
        x, y = centre("d4")
        crop = rest(f"d4:w2.n.{letter}").crop((x + 20, y - 42, x + 42, y - 20))
        badges.add(bytes(grey > 110 for grey in crop.convert("L").tobytes()))
    assert len(badges) == len(FIELDS)


def test_a_piece_out_of_phase_is_faded_in_a_dashed_ring() -> None:
    picture = rest("d4:b2.n.c e4:b2.n.r")
    assert pixels(picture, box("d4", 20), BLACK.left) < 30
    assert pixels(picture, box("e4", 20), BLACK.left) > 100
    x, y = centre("d4")
    round_ = [(x - 44.4 * (1 - i * i / 3600) ** 0.5, y + 44.4 * i / 60) for i in range(-40, 41)]
    row = [at(picture, *spot) == FIELDS["c"] for spot in round_]
    assert sum(now and not before for before, now in zip([False, *row], row, strict=False)) >= 3


def test_two_pieces_on_one_square_are_both_in_sight() -> None:
    both = rest("d4:b2.n d4:w2.s.c")
    x, y = centre("d4")
    assert pixels(both, (x, y, x + 48, y + 48), BLACK.left) > 150
    assert pixels(both, (x - 48, y - 48, x, y), FIELDS["c"]) > 50
    for one in ("d4:b2.s d4:w2.s.c", "d4:b2.n d4:w2.e.c", "d4:b2.n d4:w1.s.c", "d4:b2.n d4:b2.s.c"):
        assert rest(one).crop(box("d4")).tobytes() != both.crop(box("d4")).tobytes()


def test_the_pool_shows_what_is_left_and_fades_what_is_used_up() -> None:
    rows = (232, 904)
    panel = (844, rows[0], 976, rows[1])
    full, some = rest("d4:w1.n"), rest("d4:w1.n.r")
    assert full.crop(panel).tobytes() != some.crop(panel).tobytes()
    gone = rest("d4:w1.n.r e4:w1.n.r f4:b1.n.r")
    red = (900, 260, 935, 300)
    assert pixels(full, red, HIGH) > 20
    assert pixels(gone, red, HIGH) == 0
    assert pixels(gone, red, LOW) > 20


def test_the_panels_count_the_pieces_of_each_size() -> None:
    few, more = rest("d4:b1.n"), rest("d4:b1.n e4:b1.n")
    assert few.crop((24, 70, 490, 112)).tobytes() != more.crop((24, 70, 490, 112)).tobytes()
    assert few.crop((509, 70, 976, 112)).tobytes() == more.crop((509, 70, 976, 112)).tobytes()


@pytest.mark.parametrize("mover", [1, 2])
def test_only_the_panel_of_the_mover_is_filled(mover: int) -> None:
    picture = rest("d4:w1.n", mover)
    filled = [at(picture, *spot) for spot in PLATES]
    assert filled[mover - 1] == (BLACK.plate, WHITE.base)[mover - 1]
    assert filled[2 - mover] == PANEL


def test_the_path_is_a_line_in_the_movers_colour_from_a_footprint_to_a_halo() -> None:
    for side, move, line in (("w", "d4: f f", PAPER), ("b", "d4: f f", (0x14, 0x16, 0x1F))):
        picture = drawn(played(f"d4:{side}2.e", move, "bw".index(side) + 1))
        x, y = centre("e4")
        assert at(picture, x, y) == at(picture, x - 20, y) == line
        assert at(picture, x, y + 14) == tile("e4")
        assert pixels(picture, box("f4"), PAPER) > 300
        assert pixels(picture, box("d4"), tile("d4")) < pixels(picture, box("e5"), tile("e5"))
        assert at(picture, *centre("f6")) == tile("f6")


def test_pointing_alone_leaves_no_path_but_a_halo() -> None:
    picture = drawn(played("d4:w2.e", "d4: n"))
    assert at(picture, *centre("e4")) == tile("e4")
    assert pixels(picture, box("d4"), PAPER) > 300


def test_a_capture_is_a_burst_in_the_victims_colour_and_a_crossed_ghost_beyond() -> None:
    what = played("d4:w2.e e4:b2.n", "d4: x>n")
    picture, before = drawn(what), rest("d4:w2.e e4:b2.n")
    x, y = centre("e4")
    assert pixels(picture, (x - 70, y - 70, x + 70, y + 70), BLACK.base) > 1500
    assert pixels(picture, box("f4"), PAPER) > 100
    assert pixels(before, box("f4"), PAPER) == 0


def test_a_ghost_goes_aside_where_the_square_beyond_is_taken_or_off_the_board() -> None:
    taken = drawn(played("d4:w2.e e4:b2.n f4:b3.n", "d4: x>n"))
    assert pixels(taken, box("f5", 30), PAPER) + pixels(taken, box("f3", 30), PAPER) > 60
    edge = drawn(played("g4:w2.e h4:b2.n", "g4: x>n"))
    assert pixels(edge, box("h5", 30), PAPER) + pixels(edge, box("h3", 30), PAPER) > 60


def test_a_failed_attack_is_the_outline_of_a_burst_only() -> None:
    failed, won = drawn(played("d4:w2.e e4:b2.up", "d4: x +red")), drawn(played("d4:w2.e.r e4:b2.up", "d4: x"))
    x, y = centre("e4")
    burst = (x - 70, y - 70, x + 70, y + 70)
    assert pixels(failed, burst, PAPER) > 500
    piece = pixels(rest("e4:b2.up"), burst, BLACK.base)
    assert abs(pixels(failed, burst, BLACK.base) - piece) < 40 < 1500 - piece
    assert pixels(won, burst, BLACK.base) > 1500
    assert pixels(failed, box("e4"), BLACK.left) > 100


def test_a_push_is_marked_at_every_border_that_a_piece_was_pushed_over() -> None:
    picture, before = drawn(played("d4:w2.e.g e4:b2.n f4:w1.n", "d4: x>n")), rest("e4:w2.e.g f4:b2.n g4:w1.n")
    for name, marked in (("e4", True), ("f4", True), ("g4", False)):
        x, y = centre(name)
        border = (x + 42, y - 14, x + 54, y + 14)
        assert (pixels(picture, border, PAPER) > 40) == marked, name
        assert pixels(before, border, PAPER) < 40


def test_a_piece_pushed_over_the_edge_leaves_a_ghost() -> None:
    picture = drawn(played("g4:w2.e.g h4:b2.n", "g4: x>n"))
    x, y = centre("h4")
    assert pixels(picture, (x + 40, y - 16, x + 62, y + 16), PAPER) > 60
    assert pixels(picture, box("h5", 44), PAPER) + pixels(picture, box("h3", 44), PAPER) > 60


def test_a_converted_piece_has_its_new_owners_colours_on_a_burst_in_the_old_ones() -> None:
    picture = drawn(played("d4:w2.e.p e4:b2.n", "d4: x>n,s"))
    x, y = centre("e4")
    assert pixels(picture, (x - 70, y - 70, x + 70, y + 70), BLACK.base) > 1500
    assert pixels(picture, box("e4", 24), WHITE.left) > 100
    assert pixels(picture, (x - 62, y - 16, x - 30, y + 16), PAPER) > 40


def test_stripped_fields_are_struck_out_where_they_were() -> None:
    picture = drawn(played("d4:w2.e.o e4:b2.n.b", "d4: x"))
    x, y = centre("e4")
    badge = (x + 14, y - 48, x + 48, y - 14)
    assert pixels(picture, badge, FIELDS["b"]) > 100
    assert pixels(picture, badge, PANEL) > 100
    assert at(picture, x - 44, y) != FIELDS["b"]


def test_an_added_field_has_a_white_rim_and_a_removed_one_is_struck_out() -> None:
    x, y = centre("d4")
    added, had = drawn(played("d4:w2.n", "d4: +red")), rest("d4:w2.n.r")
    around = (x + 6, y - 58, x + 58, y - 6)
    assert pixels(added, around, PAPER) > pixels(had, around, PAPER) + 150
    removed = drawn(played("d4:w2.n.b", "d4: -blue"))
    corner = (x - 48, y - 48, x - 14, y - 14)
    assert pixels(removed, corner, FIELDS["b"]) > 100
    assert pixels(removed, corner, PANEL) > 100


def test_two_pieces_that_destroy_each_other_leave_a_burst_and_two_ghosts() -> None:
    picture = drawn(played("d4:b2.n d4:w1.s.c", "d4: -clear"))
    x, y = centre("d4")
    assert pixels(picture, (x - 70, y - 70, x + 70, y + 70), PANEL) > 3000
    assert pixels(picture, (x - 40, y - 40, x, y), PAPER) > 30 < pixels(picture, (x, y, x + 40, y + 40), PAPER)


def test_the_end_fills_the_winners_panel_and_scatters_confetti() -> None:
    state = position("d4:w2.n")
    over = State(state.board, None, 3, outcome=Result((2, 1), "Black has no 2-pip piece left"))
    picture = drawn(Scene(over, ("Ann", "Bob"), 20))
    assert [at(picture, *spot) for spot in PLATES] == [PANEL, WHITE.base]
    margin = (0, 136, 24, 900)
    assert len(picture.crop(margin).getcolors() or []) > 5 > len(rest("d4:w2.n").crop(margin).getcolors() or [])
    even = State(state.board, None, 3, outcome=Result((1, 1), "the same position has come up for the third time"))
    assert [at(drawn(Scene(even, ("Ann", "Bob"), 20)), *spot) for spot in PLATES] == [PANEL, PANEL]


def test_a_move_too_long_for_the_first_line_stands_whole_in_the_second() -> None:
    state = played("d4:w1.n.yy d5:b2.n", "d4: -yellow x>ne f +clear").state
    texts = ("d4: x>ne,up x>s,w x>nw,n x>ne", "d4: x>ne,up x>s,w x>nw,n x>nw")
    one, other = (drawn(Scene(state, ("Ann", "Bob"), 10, text)) for text in texts)
    assert one.crop((200, 955, 676, 998)).tobytes() == other.crop((200, 955, 676, 998)).tobytes()
    assert one.crop((200, 1000, 900, 1036)).tobytes() != other.crop((200, 1000, 900, 1036)).tobytes()


def test_beside_a_long_move_no_deed_is_cut() -> None:
    text = "d4: x>ne,up x>s,w x>nw,n x>ne"
    four, two = (played("d4:w2.n.o", f"d4: -orange f{more}").state for more in (" se +purple", ""))
    one, other = (drawn(Scene(state, ("Ann", "Bob"), 10, text)) for state in (four, two))
    assert one.crop((200, 955, 676, 998)).tobytes() == other.crop((200, 955, 676, 998)).tobytes()
