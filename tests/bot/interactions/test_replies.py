"""Replies that are longer than a message, and what the buttons under a message say of its match and board."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.interactions.own_messages import find_replied_board, find_shown_match, read_custom_ids
from bot.interactions.replies import USABLE_FOR, ForeignPlaces, split_text
from bot.referee.requests import ShownBoard, ShownMatch

PLACE = 7


def interaction(*, in_direct_messages: bool = False) -> Any:
    """Return what of an interaction tells where it came from: group messages, or direct ones with the bot."""
    return SimpleNamespace(channel_id=PLACE, guild=None, context=SimpleNamespace(dm_channel=in_direct_messages))


def test_an_interaction_is_usable_for_a_minute_less_than_discord_takes_it() -> None:
    now = 0.0
    places = ForeignPlaces(lambda: now)
    assert not places.can_reach(PLACE)
    places.remember(interaction())
    now = USABLE_FOR - 1
    assert places.can_reach(PLACE)
    now = USABLE_FOR
    assert not places.can_reach(PLACE)
    assert USABLE_FOR == 14 * 60


def test_direct_messages_with_the_bot_are_no_foreign_place() -> None:
    places = ForeignPlaces(lambda: 0.0)
    places.remember(interaction(in_direct_messages=True))
    assert not places.can_reach(PLACE)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        ("one two", ["one two"]),
        ("one two th", ["one two th"]),
        ("one two thr", ["one two", "thr"]),
        ("one\ntwo three", ["one", "two three"]),
        ("one\n\nt\nw o three", ["one", "t", "w o three"]),
        ("x" * 21, ["x" * 10, "x" * 10, "x"]),
        (" " + "x" * 10, [" " + "x" * 9, "x"]),
    ],
)
def test_a_text_is_cut_only_where_it_must_be_at_its_largest_break(text: str, parts: list[str]) -> None:
    assert list(split_text(text, 10)) == parts


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
        (("panel_of:7:3:board",), ShownMatch(7, 3)),
        (("panel_of:7",), None),
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


@pytest.mark.parametrize(
    ("custom_id", "shown"),
    [
        ("mine:7:3:board", ShownBoard(7, 3)),
        ("panel_of:7:3:board", ShownBoard(7, 3)),
        ("panel_of:7", None),
        ("replay:7", None),
    ],
)
def test_a_reply_names_the_board_by_its_buttons(custom_id: str, shown: ShownBoard | None) -> None:
    board = Mock(spec=discord.Message, components=message(custom_id).components)
    text: Any = SimpleNamespace(reference=SimpleNamespace(resolved=board))
    assert find_replied_board(text) == shown


@pytest.mark.parametrize("reference", [None, SimpleNamespace(resolved=None)])
def test_a_message_that_replies_to_none_that_is_known_has_no_board(reference: object) -> None:
    text: Any = SimpleNamespace(reference=reference)
    assert find_replied_board(text) is None
