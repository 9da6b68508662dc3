"""Force Field Factions in words, read against the position."""

from __future__ import annotations

import pytest

from games.force_field_factions import ForceFieldFactions as Rules
from games.force_field_factions.state import GHOST, Attack, FieldAddition, Move, Piece, Push, State, Turn
from renderers import RENDERERS, Scene
from renderers.force_field_factions.text import describe_outcome, write_grid
from tests.renderers.position_reader import read_factions

RENDERER = RENDERERS["force-field-factions"]
RULES = Rules()
FIXED = "a1:w3.up a8:b3.up b1:w2.up b8:b2.up c1:w1.up c8:b1.up"


def played(pieces: str, move: str, mover: int = 2) -> Scene:
    words = sorted(f"{FIXED} {pieces}".split(), key=lambda word: (word[:2], word.split(".")[2:] > ["c"]))
    state = RULES.parse_position(f"{' '.join(words)} {mover}")
    return Scene(RULES.play(state, RULES.parse(state, move)), ("Ann", "Bob"), 10, move)


def read_names(words: str) -> list[tuple[int, Piece]]:
    """Read every piece back from an alt text."""
    return sorted((place % GHOST, Piece(*piece)) for place, piece in read_factions(words)["pieces"].items())


def remaining(state: State) -> list[tuple[int, Piece]]:
    return sorted((place % GHOST, piece) for place, piece in enumerate(state.board) if piece)


def test_the_alt_text_names_every_piece_with_its_facing_and_fields() -> None:
    what = played("d4:b1.ne.go d4:w1.s.rc e5:b2.w.p h8:b3.nw g7:w2.e.y f6:w1.sw.bb", "g7: f")
    assert read_names(RENDERER.alt(what)) == remaining(what.state)


@pytest.mark.parametrize(
    ("pieces", "move", "words"),
    [
        ("d4:w2.e", "d4: f f +red", "Bob (White) played d4: f f +red: to f4 and red added."),
        ("d4:w2.e.b", "d4: -blue up", "blue removed and stands upright."),
        ("d4:w2.e e4:b2.n", "d4: x>n", "takes Black's 2-pip on e4."),
        ("d4:w2.e e4:b2.up", "d4: x +red", "attacks e4 in vain, 1 against 2 and red added."),
        ("g4:w2.e.g h4:b2.n", "g4: x>n", "pushes h4 off."),
        ("d4:w2.e.g e4:b2.n f4:w1.n", "d4: x", "pushes e4 to f4 and f4 to g4."),
        ("d4:w2.e.p e4:b2.n", "d4: x,s", "converts Black's 2-pip on e4."),
        ("d4:w2.e.o e4:b2.n.b", "d4: x", "strips Black's 2-pip on e4 of blue."),
        ("d4:b2.n d4:w1.s.c", "d4*: -clear", "clear removed and destroyed with Black's 2-pip on d4."),
    ],
)
def test_the_alt_text_tells_the_last_move(pieces: str, move: str, words: str) -> None:
    assert words in RENDERER.alt(played(pieces, move))


def test_the_alt_text_has_the_pool_and_who_is_to_play() -> None:
    words = RENDERER.alt(played("d4:w1.n.r e4:b2.n.c", "d4: f +red"))
    assert "Ann (Black) to play." in words
    assert "red 2 small, 2 large; green 3 small, 3 large; blue 3 small, 3 large; yellow 3 small, 3 large;" in words


def test_the_longest_alt_text_fits_and_names_every_piece() -> None:
    board: list[Piece | None] = [None] * (2 * GHOST)
    sizes = (3, 2, 1, 2, 1, 2, 1, 3)
    for number in range(16):
        pips = sizes[number % 8]
        fields = {1: "yp", 2: "p", 3: ""}[pips] if number % 4 else {1: "cp", 2: "c", 3: ""}[pips]
        board[number * 4 + (GHOST if "c" in fields else 0)] = Piece(1 + number // 8, pips, 1, fields)
    victim = Piece(1, 2, 3, "p")
    pushes = tuple(Push(victim, square, square + 1) for square in range(7))
    attacks = tuple(Attack(square, square + 1, "pushes", 2, 1, victim, 3, pushes) for square in (0, 8, 16, 24))
    last = Turn(2, Move(0, ("x",)), Piece(2, 1, 1, "yy"), (*attacks, FieldAddition("p")))
    names = ("W" * 300, "\u6f22" * 300)
    longest = "d4*: -yellow x>ne,up x>se,up x>nw,up x>sw,up +yellow"
    what = Scene(State(tuple(board), 1, 5, last), names, 99999, longest)
    words = RENDERER.alt(what)
    assert longest in words
    assert len(words) <= 1024
    assert read_names(words) == remaining(what.state)
    assert len(RENDERER.text(what)) < 1500
    assert RENDERER.draw(what).size == (1000, 1048)


def test_the_line_below_the_board_tells_the_attacks_before_the_rest() -> None:
    assert describe_outcome(played("d4:w2.e f4:b2.n", "d4: f x>n")) == "takes Black's 2-pip on f4"
    assert describe_outcome(played("d4:w2.e", "d4: n +red")) == "points north, red added"


def test_the_board_in_letters() -> None:
    assert (
        write_grid(played("d4:b1.ne.go d4:w1.s.rc e5:b2.w.p g7:w2.e.y h8:b3.nw", "g7: f"))
        == """\
Force Field Factions, 10 moves played, last g7: f
   a    b    c    d    e    f    g    h
8  B3^  B2^  B1^  .    .    .    .    B3nw 8
7  .    .    .    .    .    .    .    W2e* 7
6  .    .    .    .    .    .    .    .    6
5  .    .    .    .    B2w  .    .    .    5
4  .    .    .    B1ne .    .    .    .    4
3  .    .    .    .    .    .    .    .    3
2  .    .    .    .    .    .    .    .    2
1  W3^  W2^  W1^  .    .    .    .    .    1
   a    b    c    d    e    f    g    h
B Ann   W Bob
North (n) is up, towards row 8
n ne e se s sw w nw points there, ^ upright, small b w out of phase, * played last
Not shown, out of phase: w1s below B1ne on d4
Fields from the inside out: d4 B1ne go, d4 w1s rc, e5 B2w p, h7 W2e y
Pool, 2 and 3 pips: r23 g23 b33 y32 p32 o32 c32
Ann (Black) to play."""
    )
