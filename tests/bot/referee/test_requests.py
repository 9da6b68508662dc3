"""The numbers in front of a text: of a match, and of a move."""

from __future__ import annotations

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.replays import ReplayRequest, parse_replay_request
from bot.referee.requests import MoveText, parse_match_number, parse_move_text, split_match_number


@pytest.mark.parametrize(
    ("typed", "expected", "prefix"),
    [
        ("#42 17. c4", MoveText("c4", 42, 17), "#42 17. "),
        ("17. c4", MoveText("c4", None, 17), "17. "),
        ("#42 c4", MoveText("c4", 42), "#42 "),
        (" `c4` ", MoveText("c4"), ""),
        ("#42", MoveText("", 42), "#42 "),
        ("17.", MoveText("", None, 17), "17. "),
        ("17.c4", MoveText("17.c4"), ""),
        ("#42c4", MoveText("#42c4"), ""),
        ("#1234567890 c4", MoveText("#1234567890 c4"), ""),
        ("123456. c4", MoveText("123456. c4"), ""),
    ],
)
def test_the_numbers_in_front_of_a_move_are_split_off(typed: str, expected: MoveText, prefix: str) -> None:
    found = parse_move_text(typed)
    assert found == expected
    assert found.prefix == prefix


def test_the_number_of_a_match_is_split_off_and_the_text_stays() -> None:
    assert split_match_number("#42 17. is `strong`") == (42, "17. is `strong`")
    assert split_match_number("is #42  strong ") == (None, "is #42  strong ")


def test_a_match_is_named_by_its_number() -> None:
    assert [parse_match_number(text) for text in (None, " ", "42", " #42 ", "#123456789")] == [
        None,
        None,
        42,
        42,
        123456789,
    ]


@pytest.mark.parametrize("typed", ["#", "##4", "4a", "-4", "\u0664", "1234567890"])
def test_a_number_that_is_none_is_rejected(typed: str) -> None:
    with pytest.raises(RequestRejected):
        parse_match_number(typed)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ([None], ReplayRequest()),
        (["#42 10-20", "GIF"], ReplayRequest(42, (10, 20), "gif")),
        (["webp 7\u20139 42"], ReplayRequest(42, (7, 9), "webp")),
    ],
)
def test_a_replay_is_named_by_match_moves_and_format(texts: list[str | None], expected: ReplayRequest) -> None:
    assert parse_replay_request(*texts) == expected


@pytest.mark.parametrize("typed", ["png", "1-", "-2", "1--2", "#x", "#1234567890", "123456-2"])
def test_a_replay_that_cannot_be_read_is_rejected(typed: str) -> None:
    with pytest.raises(RequestRejected):
        parse_replay_request(typed)
