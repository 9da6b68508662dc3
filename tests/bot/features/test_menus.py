"""How the choices of a step are split into menus that say what they hold, or become buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import plugins
from bot.features.menus import are_buttons, split_into_menus
from games import GAMES
from games.contract import Choice
from games.translation import in_language

SQUARES = [Choice(f"{column}{row}", f"{column}{row}", "empty") for row in range(1, 9) for column in "abcdefgh"]
DYING = [replace(choice, group="dies at once") for choice in SQUARES]


def held(choices: list[Choice]) -> list[tuple[str, int]]:
    """Return what each menu says, and how many choices it has."""
    menus = split_into_menus(choices)
    assert [choice for menu in menus for choice in menu.choices] == choices
    return [(menu.name, len(menu.choices)) for menu in menus]


def test_a_menu_holds_whole_rows_and_says_which() -> None:
    assert held(SQUARES[2:]) == [("rows 1 to 3", 22), ("rows 4 to 6", 24), ("rows 7 to 8", 16)]
    assert held(SQUARES[:25]) == [("Choose", 25)]
    assert held(SQUARES[:26]) == [("rows 1 to 3", 24), ("row 4", 2)]


def test_on_hexagons_rows_have_letters() -> None:
    game = GAMES["xong"]
    start = game.start(2, {}, 0)
    step = game.guide(game.play(start, game.parse(start, "give F")), "")
    assert held([*step.choices]) == [("rows a to c", 18), ("rows d to f", 25), ("rows g to i", 18)]


def test_a_row_of_two_digits_comes_after_one_of_one() -> None:
    wide = [Choice(f"{column}{row}", f"{column}{row}", "empty") for row in (8, 9, 10, 11) for column in "abcdefghij"]
    assert held(wide) == [("rows 8 to 9", 20), ("rows 10 to 11", 20)]


def test_choices_of_a_group_have_menus_of_their_own_which_say_it() -> None:
    assert held([*SQUARES[:3], *DYING[3:20]]) == [("row 1", 3), ("dies at once", 17)]
    assert held(DYING[:20]) == [("dies at once", 20)]
    assert held([*SQUARES[:3], *DYING[3:]]) == [
        ("row 1", 3),
        ("dies at once: rows 1 to 3", 21),
        ("dies at once: rows 4 to 6", 24),
        ("dies at once: rows 7 to 8", 16),
    ]


def test_words_with_a_square_are_told_by_its_row_and_others_by_the_first_and_the_last() -> None:
    onto = [replace(choice, label=f"onto {choice.label}") for choice in SQUARES]
    assert held(onto)[0] == ("rows 1 to 3", 24)
    base = Choice("the base", "base", "wins")
    assert held([*onto[:30], base]) == [("rows 1 to 3", 24), ("row 4", 6), ("the base", 1)]
    actions = [Choice(f"action {number}", str(number), "acts") for number in range(30)]
    assert held(actions) == [("action 0 to action 24", 25), ("action 25 to action 29", 5)]
    assert held([base, *onto[:30]]) == [("the base to onto h3", 25), ("onto a4 to onto f4", 6)]


def test_menus_of_one_row_are_told_by_the_first_and_the_last() -> None:
    moves = [replace(choice, label=f"a1-{choice.label}") for choice in SQUARES]
    assert held(moves[:30]) == [("a1-a1 to a1-a4", 25), ("a1-b4 to a1-f4", 5)]


def test_rows_are_split_where_whole_ones_would_take_more_messages() -> None:
    rows = [Choice(f"{column}{row}", f"{column}{row}", "empty") for row in range(1, 6) for column in "abcdefghijklmno"]
    assert held(rows) == [("rows 1 to 2", 25), ("rows 2 to 4", 25), ("rows 4 to 5", 25)]


def test_in_german_rows_are_rows() -> None:
    plugins.read()  # has the catalogues registered
    with in_language("de"):
        assert held(SQUARES)[0] == ("Reihen 1 bis 3", 24)


@pytest.mark.parametrize(
    ("choices", "buttons"),
    [
        ([Choice("1", "1")], True),
        ([Choice("x" * 16, "1")], True),
        ([Choice("x" * 17, "1")], False),
        ([Choice("1", "1", "words")], False),
        ([Choice("1", "1", group="apart")], False),
        ([Choice("1", "1"), Choice("2", "2", "words")], False),
        ([Choice(str(number), "1") for number in range(60)], True),
        ([Choice(str(number), "1") for number in range(61)], False),
    ],
)
def test_short_choices_without_words_are_buttons(choices: list[Choice], *, buttons: bool) -> None:
    assert are_buttons(choices) == buttons
