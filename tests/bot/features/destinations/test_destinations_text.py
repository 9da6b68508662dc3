"""Pieces as options of a menu."""

from __future__ import annotations

import pytest
from discord import SelectOption

from bot.features.destinations import menu_name, piece_option
from games.contract import Destinations


@pytest.mark.parametrize(
    ("words", "description"),
    [
        ("`c4` goes to `d5`.", "c4 goes to d5."),
        ("`c4` " + "x" * 97, "c4 " + "x" * 97),
        ("`c4` " + "x" * 98, "c4 " + "x" * 96 + "\u2026"),
    ],
)
def test_an_option_says_where_a_piece_can_go_in_what_discord_takes(words: str, description: str) -> None:
    option = piece_option("c4", Destinations((), (), words))
    assert (option.label, option.description) == ("c4", description)


def test_a_menu_names_its_first_and_its_last_piece() -> None:
    options = [SelectOption(label=place) for place in ("a1", "c4", "d5")]
    assert menu_name(options) == "Which piece? a1 to d5"
    assert menu_name(options[:1]) == "Which piece?"
