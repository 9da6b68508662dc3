"""What the buttons under a message say of the match and the board that it shows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interactions.own_messages import find_replied_board, find_shown_match, read_custom_ids
from bot.referee.requests import ShownMatch


def message(*custom_ids: str) -> Any:
    """Return what of a message has its buttons, in a row with a link, below a separator."""
    link = {"type": 2, "style": 5, "label": "Site", "url": "https://example.org"}
    buttons = [{"type": 2, "style": 2, "label": "Press", "custom_id": each} for each in custom_ids]
    row: Any = {"type": 1, "components": [link, *buttons]}
    return SimpleNamespace(components=[SimpleNamespace(custom_id="mine:1:1:board"), discord.ActionRow(row)])


def test_the_buttons_of_a_row_have_custom_ids_and_links_have_none() -> None:
    assert read_custom_ids(message("watch:7", "accept:9")) == {"watch:7", "accept:9"}
    assert read_custom_ids(message()) == set()


@pytest.mark.parametrize(
    ("custom_ids", "shown"),
    [
        (("mine:7:3:board",), ShownMatch(7, 3)),
        (("watch:8", "mine:7:0:direct"), ShownMatch(7, 0)),
        (("accept:9", "replay:7"), ShownMatch(7, None)),
        (("rematch:7",), ShownMatch(7, None)),
        (("accept:9",), None),
        (("mine:7:3",), None),
        ((f"watch:{2**63 - 1}",), ShownMatch(2**63 - 1, None)),
        ((f"watch:{2**63}",), None),
        ((f"mine:7:{2**63}:board",), None),
        ((), None),
    ],
)
def test_a_message_is_about_the_match_of_its_buttons(custom_ids: tuple[str, ...], shown: ShownMatch | None) -> None:
    assert find_shown_match(message(*custom_ids)) == shown


@pytest.mark.parametrize("reference", [None, SimpleNamespace(resolved=None)])
def test_a_message_that_replies_to_none_that_is_known_has_no_board(reference: object) -> None:
    text: Any = SimpleNamespace(reference=reference)
    assert find_replied_board(text) is None
