"""Views in words and in letters: nothing that stands on a board is left out, however long it gets."""

from __future__ import annotations

from random import Random

import pytest

from games.hex_grid import hexagon, rhombus
from games.square_grid import Grid
from renderers.kit.board import Board, Cell, hex_board, square_board
from renderers.kit.letters import draw_letters
from renderers.kit.piece import Piece
from renderers.kit.view import BoardView, LastTurn
from renderers.kit.words import describe_pieces, describe_rows, split_sentences
from tests.renderers.kit.sample_game import BOARD, RENDERER, scene_of

SEATS = ("Red", "Blue")
RED, BLUE = Piece(1), Piece(2)


def test_pieces_are_told_seat_by_seat_with_runs() -> None:
    view = BoardView(BOARD, {"c1": BLUE, "a2": RED, "b2": RED, "c2": RED, "a3": RED, "b3": RED})
    assert describe_pieces(view, SEATS) == ["Red stone: a2 to c2, a3, b3.", "Blue stone: c1."]


def test_rows_are_told_from_the_first_and_empty_ones_are_named() -> None:
    view = BoardView(BOARD, {"c1": BLUE, "a1": RED, "b3": RED})
    assert describe_rows(view, SEATS) == [
        "Row 1: Red stone a1; Blue stone c1.",
        "Row 3: Red stone b3.",
        "Empty rows: 2.",
    ]


def test_an_empty_board_is_told_as_empty() -> None:
    assert describe_pieces(BoardView(BOARD, {}), SEATS) == describe_rows(BoardView(BOARD, {}), SEATS)
    assert describe_rows(BoardView(BOARD, {}), SEATS) == ["The board is empty."]


def test_a_stack_is_told_from_its_top_and_pieces_of_nobody_come_last() -> None:
    view = BoardView(BOARD, {"a1": Piece(None, "arrow"), "b1": (RED, BLUE, Piece(1, "wall"))})
    assert describe_pieces(view, SEATS) == ["Red wall on Blue stone on Red stone: b1.", "Arrow: a1."]


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        (Piece(1), "Red stone"),
        (Piece(2, "tower", size=3), "Blue large tower"),
        (Piece(None, "arrow"), "arrow"),
        (Piece(1, "die", pips=1), "Red die with 1 pip"),
        (Piece(1, "die", pips=6), "Red die with 6 pips"),
        (Piece(2, "ship", "pyramid", size=1, facing=3), "Blue small ship facing south-east"),
        (Piece(1, "ship", "pyramid", facing=0), "Red ship facing north"),
    ],
)
def test_all_that_tells_pieces_apart_is_told(piece: Piece, words: str) -> None:
    assert piece.describe(SEATS) == words


def test_rows_of_hexagons_have_letters_and_free_boards_the_names_of_their_ends() -> None:
    hexes = BoardView(hex_board(hexagon(2)), {"b1": RED})
    assert describe_rows(hexes, SEATS) == ["Row b: Red stone b1.", "Empty rows: a and c."]
    free = Board((Cell("west", -1, 0), Cell("east", 1, 0), Cell("top", 0, 1)))
    assert describe_rows(BoardView(free, {"east": RED}), SEATS) == [
        "Row west to east: Red stone east.",
        "Empty rows: top.",
    ]


@pytest.mark.parametrize("seed", range(4))
def test_what_an_alt_text_has_no_room_for_stands_in_the_overflow(seed: int) -> None:
    rng, board = Random(seed), hex_board(rhombus(20, 14))
    pieces = {cell.name: Piece(rng.randint(1, 2), rng.choice(("man", "king"))) for cell in board.cells}
    scene = scene_of(BoardView(board, pieces, facts=("Red has two in hand.",)))
    alt, overflow = RENDERER.alt(scene), RENDERER.overflow(scene)
    assert len(alt) <= 1024
    assert overflow
    told = f"{alt} {overflow}"
    for sentence in describe_pieces(scene.state.view, SEATS):
        assert told.count(sentence) == 1
    assert "Red has two in hand." in alt


def test_sentences_are_kept_whole_as_long_as_there_is_room() -> None:
    assert split_sentences(["One.", "Two.", "Three."], 9) == (["One.", "Two."], ["Three."])
    assert split_sentences(["One.", "Two.", "Three."], 8) == (["One."], ["Two.", "Three."])
    assert split_sentences([], 5) == ([], [])


def test_words_open_with_the_last_move_whose_turn_it_is_and_the_facts() -> None:
    view = BoardView(BOARD, {"b2": BLUE}, LastTurn(2, "filled a square", arrived=("b2",)), facts=("Red is ahead.",))
    opening = "Stones, 2 moves played. Bob (Blue) played b2: filled a square. Ann (Red) to play. Red is ahead."
    assert RENDERER.alt(scene_of(view)) == f"{opening} Blue stone: b2."
    assert RENDERER.text(scene_of(view)).splitlines()[-2:] == ["Row 2: Blue stone b2.", "Empty rows: 1 and 3."]


def test_letters_lie_as_the_board_does_and_turn_with_it() -> None:
    view = BoardView(BOARD, {"a1": RED, "d3": BLUE}, LastTurn(1, "went", arrived=("a1",), left=("b1",)))
    legend = "R Red stone, B Blue stone, x left or taken last, . empty"
    assert draw_letters(view, SEATS) == ["a3 . . . B d3", "a2 . . . . d2", "a1 R x . . d1", legend]
    assert draw_letters(view, SEATS, turned=True) == ["d1 . . x R a1", "d2 . . . . a2", "d3 B . . . a3", legend]


def test_rows_of_hexagons_are_moved_by_half_a_cell() -> None:
    view = BoardView(hex_board(hexagon(2)), {"b1": RED})
    assert draw_letters(view, SEATS)[:3] == [" c2 . . c3", "b1 R . . b3", " a1 . . a2"]


def test_every_kind_of_piece_has_letters_of_its_own() -> None:
    kinds = {
        "a1": Piece(1, "man"),
        "b1": Piece(1, "mill"),
        "c1": Piece(2, "man", size=2),
        "d1": (Piece(None, "arrow"), Piece(2, "man")),
    }
    lines = draw_letters(BoardView(square_board(Grid(4, 1)), kinds), SEATS)
    assert lines == [
        "a1 Rm  Ri  Bm2 aBm d1",
        "Rm Red man, Ri Red mill, Bm Blue man, Bm2 Blue medium man, a arrow, . empty",
    ]


def test_pieces_that_differ_only_by_where_they_point_are_told_apart() -> None:
    ships = {name: Piece(1, "ship", "pyramid", facing=way) for name, way in (("a1", 0), ("b1", 1), ("c1", 7))}
    lines = draw_letters(BoardView(square_board(Grid(3, 1)), ships), SEATS)
    assert lines[0].split() == ["a1", "Rsn", "Rsne", "Rsnw", "c1"]


def test_kinds_that_share_all_their_letters_are_numbered() -> None:
    kinds = {"a1": Piece(1, "ab"), "b1": Piece(1, "ba"), "c1": Piece(1, "aab"), "d1": Piece(1, "b", letter="B")}
    lines = draw_letters(BoardView(square_board(Grid(4, 1)), kinds), SEATS)
    assert len({*lines[0].split()[1:-1]}) == 4


def test_an_occupied_cell_where_something_was_taken_shows_what_stands_there() -> None:
    view = BoardView(BOARD, {"b1": RED}, LastTurn(1, "took", arrived=("b1",), captured=(("b1", BLUE),)))
    assert draw_letters(view, SEATS)[2:] == ["a1 . R . . d1", "R Red stone, . empty"]


def test_a_board_that_is_too_large_for_rows_is_told_by_kinds() -> None:
    rng, board = Random(1), hex_board(rhombus(20, 14))
    pieces = {cell.name: Piece(rng.randint(1, 2), rng.choice(("man", "king"))) for cell in board.cells}
    text = RENDERER.text(scene_of(BoardView(board, pieces)))
    assert "Row 1:" not in text
    assert "Red king: " in text


def test_seats_with_the_same_first_letter_are_numbered() -> None:
    view = BoardView(BOARD, {"a1": RED, "b1": BLUE})
    assert draw_letters(view, ("Silver", "Sand"))[2] == "a1 1 2 . . d1"
