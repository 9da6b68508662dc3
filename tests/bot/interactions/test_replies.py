"""Replies that are longer than a message."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.interactions.replies import USABLE_FOR, ForeignPlaces, split_text

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
