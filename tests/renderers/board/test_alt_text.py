"""Names of players as they are drawn and written."""

from __future__ import annotations

import pytest

from games import GAMES
from renderers import RENDERERS
from renderers.board.alt_text import drawable_name, format_rows, name_with_seat, one_line, quoted_name
from renderers.board.scene import GridRenderer, Scene


@pytest.mark.parametrize(
    "name", ["Ann", "Zo\u00eb O'Neill", "\u0416\u0435\u043d\u044f", "\u03a9mega", "Nguy\u1ec5n", "x_X-9 (\u2026)"]
)
def test_names_the_typeface_has_are_drawn(name: str) -> None:
    assert drawable_name(name, "Red") == name


@pytest.mark.parametrize(
    "name",
    [
        "\u6f22\u5b57",
        "Ann \U0001f600",
        "\u05d0\u05d1",
        "\u2605star",
        "",
        "   ",
        "a\u200db",
        "\uffff",
        "\U0010ffff",
    ],
)
def test_a_name_with_an_unknown_character_gives_way_to_the_seat(name: str) -> None:
    assert drawable_name(name, "Red") == "Red"


@pytest.mark.parametrize(("name", "drawn"), [("a\x00b", "a b"), ("\u202eAnn", "Ann")])
def test_what_nobody_sees_of_a_name_is_left_out(name: str, drawn: str) -> None:
    assert drawable_name(name, "Red") == drawn


def test_a_decomposed_name_is_composed_before_it_is_judged() -> None:
    assert drawable_name("Zoe\u0308", "Red") == "Zo\u00eb"


@pytest.mark.parametrize("name", ["Ann", "D'Artagnan", "Jean-Luc", "ann_42", "\u6f22\u5b57", "n" * 40])
def test_a_single_word_is_a_name_as_it_is(name: str) -> None:
    assert quoted_name(name) == one_line(name)


@pytest.mark.parametrize("name", ["Legs of Red: none", "Red wins", "a. Bob", "Turnpost (level 2)", "x:", "1,2"])
def test_other_names_are_in_quotes(name: str) -> None:
    assert quoted_name(name) == f'"{name}"'
    assert name_with_seat(name, "Red") == f'"{name}" (Red)'


def test_a_name_cannot_end_its_quotes() -> None:
    assert quoted_name('a" \u201cb\u201d \u00bbc') == "\"a' 'b' 'c\""


@pytest.mark.parametrize("key", GAMES)
def test_no_name_puts_words_into_what_is_told_of_a_board(key: str) -> None:
    game, renderer, lie = GAMES[key], RENDERERS[key], "Legs of Red: all"
    players = game.info.min_players
    shown = Scene(game.start(players, {}, 1), (lie,) * players, 0)
    told = [
        renderer.alt(shown),
        renderer.text(shown),
        *([renderer.grid(shown)] if isinstance(renderer, GridRenderer) else []),
    ]
    assert any(lie in text for text in told)
    assert all(text.count(lie) == text.count(f'"{lie}"') for text in told)


def test_names_stay_on_one_line_and_inside_a_code_block() -> None:
    assert one_line("  a\n b```c ") == "a b'''c"


def test_a_long_name_is_cut_at_32_characters() -> None:
    assert one_line("n" * 40) == "n" * 31 + "\u2026"
    assert one_line("n" * 32) == "n" * 32


def test_players_are_said_with_their_seat_once() -> None:
    assert name_with_seat("Ann", "Red") == "Ann (Red)"
    assert name_with_seat("\u6f22\u5b57", "Red") == "\u6f22\u5b57 (Red)"
    assert name_with_seat("Red", "Red") == name_with_seat(" ", "Red") == "Red"


def test_empty_rows_are_named_together_if_there_are_any() -> None:
    pieces = [("2", "b2 Red"), ("1", "a1 Red"), ("2", "a2 Red")]
    assert format_rows("12", pieces) == ["Row 1: a1 Red.", "Row 2: b2 Red, a2 Red."]
    assert format_rows("1234", pieces)[2:] == ["Empty rows: 3 and 4."]
