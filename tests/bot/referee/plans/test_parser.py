"""The texts of plans: lines, answers, words, and moves that have colons and commas of their own."""

from __future__ import annotations

import pytest

from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import Ply
from bot.referee.plans.parser import format_line, read_line, split_lines
from games import GAMES


def read(typed: str, key: str = "martian-life", players: int = 2, moves: str = "c4") -> list[str]:
    """Return the moves of a line that seat 1 types after some moves, the own ones with a dot."""
    game = GAMES[key]
    state = game.start(players, {}, 1)
    for text in moves.split("|"):
        state = game.play(state, game.parse(state, text))
    return [f".{ply.text}" if ply.own else ply.text for ply in read_line(game, state, 1, typed)]


@pytest.mark.parametrize(
    "typed",
    [
        "if d5: e6, if e7: f1",
        "d5: e6, e7: f1",
        "IF d5 : e6 ,if e7 THEN f1",
        "if d5 then e6, if e7 then f1",
        "if d5, e6, e7, f1",
    ],
)
def test_a_line_reads_the_same_however_it_is_typed(typed: str) -> None:
    assert read(typed) == ["d5", ".e6", "e7", ".f1"]


def test_words_stand_for_moves_in_any_case() -> None:
    assert read("if d5: RESIGN") == ["d5", ".resign"]
    assert read("Any: e6") == ["any", ".e6"]
    assert read("draw: Agree") == ["draw", ".agree"]


def test_a_move_that_cannot_be_played_is_read_all_the_same() -> None:
    assert read("if z9: e6, if e7: f1") == ["z9", ".e6", "e7", ".f1"]


def test_nothing_after_a_second_then_is_lost() -> None:
    assert read("if d5 then e6 then f3") == ["d5", ".e6 then f3"]


def test_moves_of_three_players_stand_before_the_answer() -> None:
    assert read("if 1@e5, 1@f6: 2@d6", "zyrcan", 3, "1@d4") == ["1@e5", "1@f6", ".2@d6"]


@pytest.mark.parametrize("typed", ["if a1: e then a8: n", "if a1: e: a8: n", "a1: e: a8: n"])
def test_moves_may_have_colons(typed: str) -> None:
    assert read(typed, "force-field-factions", moves="a8: e") == ["a1: e", ".a8: n"]


def test_lines_end_with_semicolons_and_new_lines() -> None:
    assert split_lines("if d5: e6;\n `if e7: f1`\n") == ["if d5: e6", "if e7: f1"]


@pytest.mark.parametrize(
    ("text", "reason"), [(" ;\n", "What do you plan?"), (";".join(["if d5: e6"] * 31), "at most 30 lines")]
)
def test_a_text_without_lines_or_with_too_many_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RequestRejected) as refused:
        split_lines(text)
    assert reason in refused.value.reason


def test_thirty_lines_are_taken() -> None:
    assert len(split_lines(";".join(["if d5: e6"] * 30))) == 30


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("if d5", "no answer at its end"),
        ("if d5: e6, if e7", "no answer at its end"),
        ("if d5:", "I can't read"),
        ("if : e6", "I can't read"),
        (f"if {'d' * 201}: e6", "I can't read"),
        ("any: e6" + ", d5: e6" * 15, "at most 30 moves, and this one has 32"),
    ],
)
def test_a_text_that_is_no_line_is_refused(typed: str, reason: str) -> None:
    with pytest.raises(RequestRejected) as refused:
        read(typed)
    assert reason in refused.value.reason


def test_thirty_moves_are_taken() -> None:
    assert len(read("z9: z9" + ", z9: z9" * 14)) == 30


def test_a_line_is_written_as_it_is_typed_with_then_beside_colons_of_moves() -> None:
    plain = (Ply("d5", own=False), Ply("e6", own=True), Ply("f3", own=False), Ply("resign", own=True))
    assert format_line(plain) == "if d5: e6, if f3: resign"
    assert format_line((Ply("a1: e", own=False), Ply("a8: n", own=True))) == "if a1: e then a8: n"
