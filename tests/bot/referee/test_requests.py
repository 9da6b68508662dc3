"""The numbers in front of a text, of a match and of a move; and sentences that differ with the match or the request."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.referee import errors
from bot.referee.errors import (
    RequestRejected,
    ended,
    no_match_found,
    no_such_match,
    no_such_move,
    no_such_moves,
    progress,
)
from bot.referee.replays import ReplayRequest, parse_replay_request
from bot.referee.requests import MoveText, parse_match_number, parse_move_text, split_match_number
from tests.bot.features.match_sample import BOLD_BOB, MATCH, NOON

GOLDEN = Path(__file__).parents[2] / "games/golden"


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
        ("#42c4", MoveText("c4", 42), "#42 "),
        ("#42: c4", MoveText("c4", 42), "#42 "),
        ("#42, 17. c4", MoveText("c4", 42, 17), "#42 17. "),
        ("#42-c4", MoveText("#42-c4"), ""),
        ("#1234567890 c4", MoveText("#1234567890 c4"), ""),
        ("123456. c4", MoveText("123456. c4"), ""),
    ],
)
def test_the_numbers_in_front_of_a_move_are_split_off(typed: str, expected: MoveText, prefix: str) -> None:
    found = parse_move_text(typed)
    assert found == expected
    assert found.prefix == prefix


@pytest.mark.parametrize(
    "typed",
    [
        *("c4!", "c4 !!", "**c4**", "||c4||", "~~c4~~", "__*c4*__", "`c4`", "```c4```", "``c4", "c4 \U0001f44d"),
        *("c4 \u2764\ufe0f", "**c4** \U0001f468\u200d\U0001f467!", "c4 <:ok:123>", "c4 :)", "c4 ;-P", "|| **c4** ||!"),
    ],
)
def test_markup_around_a_move_and_marks_after_it_are_taken_off(typed: str) -> None:
    assert parse_move_text(typed) == MoveText("c4")
    assert parse_move_text(f"#42 {typed}") == MoveText("c4", 42)


@pytest.mark.parametrize("typed", ["c4?", "e4*", "**c4** or **d4**", "*c4", "c4 (good)", "c4 = ok"])
def test_other_signs_stay(typed: str) -> None:
    assert parse_move_text(typed) == MoveText(typed)


def test_what_games_write_is_read_as_it_is_written() -> None:
    played = [move for file in GOLDEN.glob("*.json") for turn in json.loads(file.read_text())["moves"] for move in turn]
    assert len(played) > 1000
    assert [move for move in played if parse_move_text(move) != MoveText(move)] == []


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
    ("text", "expected"),
    [
        ("", ReplayRequest()),
        ("#42 10-20 GIF", ReplayRequest(42, (10, 20), "gif")),
        ("webp 7\u20139 42", ReplayRequest(42, (7, 9), "webp")),
    ],
)
def test_a_replay_is_named_by_match_moves_and_format(text: str, expected: ReplayRequest) -> None:
    assert parse_replay_request(text) == expected


@pytest.mark.parametrize("typed", ["png", "1-", "-2", "1--2", "#x", "#1234567890", "123456-2"])
def test_a_replay_that_cannot_be_read_is_rejected(typed: str) -> None:
    with pytest.raises(RequestRejected):
        parse_replay_request(typed)


END = NOON + timedelta(hours=5)
OVER = replace(MATCH, ended_at=END, to_move=None)


def test_a_match_stands_or_ended_at_a_move() -> None:
    assert (progress(MATCH, 7), progress(OVER, 7)) == (
        "#7 is at move 7.",
        "#7 ended at move 7.",
    )
    assert ended(OVER) == f"#7 ended <t:{int(END.timestamp())}:R>."


def test_a_missing_match_is_told_by_the_place() -> None:
    assert no_such_match(9, on_server=True) == "There's no match #9 on this server."
    assert no_such_match(9, on_server=False) == "You have no match #9."
    assert no_match_found(to_move=True).startswith("It isn't your move in any match here.")
    assert no_match_found(to_move=False).startswith("You aren't in a match here.")


def test_moves_that_are_missing_are_told_with_their_count() -> None:
    assert no_such_move(MATCH, 9, 1) == "#7 has no move 9: it has 1 move, counted from 1."
    assert no_such_moves(MATCH, 3, 9, 2) == "#7 has no moves `3-9`: it has 2 moves, counted from 1."


SECONDS = int(NOON.timestamp())


def test_the_player_to_move_is_named_with_the_time_of_the_turn() -> None:
    assert errors.not_your_turn(MATCH, "So.") == f"It's {BOLD_BOB}'s turn (since <t:{SECONDS}:R>). So."
    assert errors.not_your_turn(replace(MATCH, to_move=1), "So.").startswith("It's **Ann**'s turn")
