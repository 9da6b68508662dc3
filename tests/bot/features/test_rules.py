"""The first cards of a game's rules."""

from __future__ import annotations

import pytest

from bot.features.rules import first_cards
from bot.interactions.replies import MAX_LENGTH
from games import GAMES

RULES = "# Nim\nTake.\n\n## Rules\nOne to three.\n\n## How you write it\n`2` takes two.\n\n## Fine print\nNone.\n"


def test_the_cards_are_the_beginning_and_how_moves_are_written() -> None:
    assert first_cards(RULES) == "# Nim\nTake.\n\n## How you write it\n`2` takes two."


def test_rules_that_do_not_say_how_to_write_are_shown_whole() -> None:
    assert first_cards("# Nim\n\n## Rules\nTake some.\n") == "# Nim\n\n## Rules\nTake some."


@pytest.mark.parametrize("key", GAMES)
def test_the_cards_of_a_game_are_one_short_post_that_shows_every_example(key: str) -> None:
    info = GAMES[key].info
    cards = first_cards(info.help)
    assert len(cards) < MAX_LENGTH
    assert "## Fine print" not in cards
    assert "## Rules" not in cards
    assert all(f"`{example}`" in cards for example in info.examples)
