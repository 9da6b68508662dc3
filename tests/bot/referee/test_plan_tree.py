"""Plans as trees: lines are added, followed and written, and hold what a list of lines would."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.plan_tree import Line, Plan


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
