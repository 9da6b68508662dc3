"""The texts of plans: lines, answers, words, and moves that have colons and commas of their own."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from bot.referee.errors import RequestRejected
from bot.referee.plan_tree import (
    ANY,
    Answer,
    Branch,
    Ply,
    follow_other,
    follow_own,
    from_json,
    lines_of,
    merge,
    plan_of_line,
    to_json,
)
from bot.referee.plans.parser import format_line, read_line, split_lines
from games import GAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.plan_tree import Line, Plan


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


def line(text: str) -> Line:
    """Return a line from words, of which those with a dot are the planner's: `d5 .e6`."""
    return tuple(Ply(word.removeprefix("."), own=word.startswith(".")) for word in text.split())


def plan(*texts: str) -> Plan:
    empty: Plan = Branch()
    return reduce(lambda before, text: merge(before, plan_of_line(line(text))) or before, texts, empty)


def written(tree: Plan) -> list[str]:
    return [" ".join(f".{ply.text}" if ply.own else ply.text for ply in each) for each in lines_of(tree)]


def test_a_line_is_answers_to_moves() -> None:
    assert plan("d5 .e6 e7 .resign") == Branch({"d5": Answer("e6", Branch({"e7": Answer("resign")}))})


def test_lines_stand_beside_each_other() -> None:
    assert written(plan("d5 .e6 e7 .f1", "d5 .e6 h1 .h2", "a1 .b2")) == ["d5 .e6 e7 .f1", "d5 .e6 h1 .h2", "a1 .b2"]


def test_a_longer_line_takes_the_place_of_its_beginning() -> None:
    assert written(plan("d5 .e6", "d5 .e6 e7 .f1")) == ["d5 .e6 e7 .f1"]
    assert written(plan("d5 .e6 e7 .f1", "d5 .e6")) == ["d5 .e6 e7 .f1"]


def test_a_newer_answer_takes_all_that_followed_the_older_one() -> None:
    assert written(plan("d5 .e6 e7 .f1", "a1 .b2", "d5 .c3")) == ["d5 .c3", "a1 .b2"]


def test_two_own_moves_in_a_row_are_a_line() -> None:
    tree = plan("d5 .e6 .e7 f1 .g1")
    assert written(tree) == ["d5 .e6 .e7 f1 .g1"]
    assert follow_own(Answer("e6", Answer("e7")), "e6") == Answer("e7")


def test_a_move_leads_on_along_its_branch_or_out_of_the_plan() -> None:
    tree = plan("d5 .e6", "a1 .b2")
    assert follow_other(tree, "d5") == Answer("e6")
    assert follow_other(tree, "h8") is None


def test_any_move_is_the_branch_for_all_that_have_none() -> None:
    tree = plan(f"{ANY} .c3", "d5 .e6")
    assert follow_other(tree, "d5") == Answer("e6")
    assert follow_other(tree, "h8") == Answer("c3")
    assert follow_other(Answer("c3"), "h8") == Answer("c3"), "it waits for the planner's turn"


def test_an_own_move_goes_on_only_where_it_is_the_planned_one() -> None:
    assert follow_own(Answer("e6"), "e6") == Branch()
    assert follow_own(Answer("e6"), "f6") is None
    assert follow_own(Branch({"e6": Answer("f6")}), "e6") is None


@pytest.mark.parametrize("stored", [7, "d5", [], ["a", {}, {}], [7], {"d5": 7}, {"d5": [{"x": ["a"]}]}, None])
def test_what_no_plan_wrote_is_refused(stored: object) -> None:
    with pytest.raises(ValueError, match="no plan"):
        from_json(stored)


MOVES = st.sampled_from("abc")
LINES = st.lists(st.lists(st.tuples(MOVES, MOVES), min_size=1, max_size=4), max_size=6)


@given(LINES)
def test_a_plan_answers_as_the_newest_line_with_the_same_beginning_does(made: Sequence[list[tuple[str, str]]]) -> None:
    tree = plan(*(" ".join(f"{theirs} .{own}" for theirs, own in each) for each in made))
    assert from_json(to_json(tree)) == tree
    answers: dict[tuple[str, ...], str] = {}  # the reference: each beginning with its answer
    for each in made:
        path: tuple[str, ...] = ()
        for theirs, own in each:
            path = (*path, theirs)
            if answers.get(path, own) != own:
                answers = {old: text for old, text in answers.items() if old[: len(path)] != path}
            answers[path] = own
            path = (*path, own)
    found: dict[tuple[str, ...], str] = {}
    for each in lines_of(tree):
        texts = tuple(ply.text for ply in each)
        found |= {texts[:at]: texts[at] for at in range(1, len(texts), 2)}
    assert found == answers
