"""Analyses as trees: moves are added, removed, named and followed by the match, and hold what a set of paths would."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from bot.referee.analysis.tree import (
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_MOVES,
    Analysis,
    LineMove,
    Path,
    Point,
    add_move,
    annotate,
    find_point,
    follow_match,
    from_json,
    go_to,
    line_ends,
    path_to,
    point_before,
    position_changes,
    remove_line,
    to_json,
    ways_on,
)
from bot.referee.errors import RequestRejected
from storage.queries.rows import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from storage.queries.rows import EventKind

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def event(seq: int, text: str, kind: EventKind = "move") -> Event:
    return Event(1, seq, kind, 1, 11, text, None, NOON)


def moves(*texts: str) -> list[Event]:
    return [event(seq, text) for seq, text in enumerate(texts, 1)]


def tried(analysis: Analysis, *texts: str) -> Analysis:
    """Add moves one after the other."""
    for text in texts:
        analysis = add_move(analysis, text)
    return analysis


def paths(analysis: Analysis, changes: Sequence[Event]) -> set[tuple[str, ...]]:
    """Return all positions of the lines, each as the moves from the start of the match."""
    found: set[tuple[str, ...]] = set()
    for number in analysis.moves:
        path = path_to(analysis, Point(0, number))
        before = [change.text for change in changes if change.seq <= path.seq]
        found.add((*before, *path.texts))
    return found


def test_a_move_that_is_there_is_not_added_again() -> None:
    analysis = tried(Analysis(), "c4", "d5")
    again = tried(go_to(analysis, Point(0)), "c4", "d5")
    assert again.moves == analysis.moves == {1: LineMove(Point(0), "c4"), 2: LineMove(Point(0, 1), "d5")}
    assert again.point == Point(0, 2)


def test_a_line_leads_to_its_point() -> None:
    analysis = tried(Analysis(point=Point(3)), "c4", "d5")
    assert path_to(analysis, analysis.point) == Path(3, ("c4", "d5"), (Point(0, 1), Point(0, 2)))
    assert path_to(analysis, Point(3)) == Path(3, (), ())


def test_before_a_point_of_the_match_is_the_last_event_that_counts() -> None:
    changes = [event(1, "c4"), event(4, "d5"), event(6, "e6")]
    analysis = tried(Analysis(point=Point(4)), "f3")
    assert point_before(analysis, Point(0, 1), changes) == Point(4)
    assert point_before(analysis, Point(6), changes) == Point(4)
    assert point_before(analysis, Point(3), changes) == Point(1), "a move that was taken back"
    assert point_before(analysis, Point(1), changes) == Point(0)
    assert point_before(analysis, Point(0), changes) is None


def test_the_move_of_the_match_comes_first_of_the_ways_on() -> None:
    changes = moves("c4", "d5", "b2")
    analysis = tried(Analysis(point=Point(1)), "e6", "f3")
    analysis = tried(go_to(analysis, Point(1)), "g2")
    assert ways_on(analysis, Point(1), changes) == [(Point(2), "d5"), (Point(0, 1), "e6"), (Point(0, 3), "g2")]
    assert ways_on(analysis, Point(0, 1), changes) == [(Point(0, 2), "f3")]
    assert ways_on(analysis, Point(3), changes) == []


def test_lines_end_where_nothing_follows_and_names_count_too() -> None:
    analysis = tried(Analysis(), "c4", "d5")
    analysis = annotate(tried(go_to(analysis, Point(0, 1)), "e6"), "", "")
    analysis = annotate(go_to(analysis, Point(0, 1)), "Fork", "")
    assert line_ends(analysis) == [Point(0, 2), Point(0, 3), Point(0, 1)]


def test_points_that_are_gone_are_not_found() -> None:
    analysis = tried(Analysis(), "c4")
    assert find_point(analysis, Point(7, 1), 3) == Point(0, 1), "the number is enough"
    assert find_point(analysis, Point(0, 2), 3) is None
    assert [find_point(analysis, Point(seq), 3) for seq in (0, 3, 4)] == [Point(0), Point(3), None]


def test_a_line_is_removed_with_all_that_follows_its_names_and_notes() -> None:
    analysis = annotate(tried(Analysis(), "c4", "d5"), "A", "a")
    analysis = annotate(tried(go_to(analysis, Point(0, 1)), "e6"), "B", "b")
    kept = remove_line(go_to(analysis, Point(0, 2)))
    assert (set(kept.moves), kept.point) == ({1, 3}, Point(0, 1))
    assert (list(kept.names.values()), list(kept.notes.values())) == (["B"], ["b"])
    none = remove_line(go_to(analysis, Point(0, 1)))
    assert (none.moves, none.names, none.notes, none.point) == ({}, {}, {}, Point(0))


def test_at_a_point_of_the_match_the_lines_from_there_are_removed() -> None:
    analysis = tried(Analysis(), "c4", "d5")
    analysis = tried(go_to(analysis, Point(2)), "e6")
    left = remove_line(go_to(analysis, Point(0)))
    assert (left.moves, left.point) == ({3: LineMove(Point(2), "e6")}, Point(0))


def test_a_full_analysis_takes_no_further_move() -> None:
    analysis = tried(Analysis(), *(f"m{number}" for number in range(MOST_MOVES)))
    assert len(analysis.moves) == MOST_MOVES
    assert add_move(go_to(analysis, Point(0)), "m0").point == Point(0, 1), "a move that is there"
    with pytest.raises(RequestRejected, match="200 moves"):
        add_move(analysis, "c4")


def test_names_and_notes_are_bounded() -> None:
    analysis = annotate(Analysis(), "n" * LONGEST_NAME, "o" * LONGEST_NOTE)
    assert (len(analysis.names[Point(0)]), len(analysis.notes[Point(0)])) == (LONGEST_NAME, LONGEST_NOTE)
    with pytest.raises(RequestRejected, match="name has at most 60 characters, and yours has 61"):
        annotate(analysis, "n" * (LONGEST_NAME + 1), "")
    with pytest.raises(RequestRejected, match="note has at most 300 characters, and yours has 301"):
        annotate(analysis, "", "o" * (LONGEST_NOTE + 1))
    for seq in range(1, MOST_MOVES):
        analysis = annotate(go_to(analysis, Point(seq)), "", "o")
    with pytest.raises(RequestRejected, match="200 notes"):
        annotate(go_to(analysis, Point(MOST_MOVES)), "", "o")
    assert annotate(go_to(analysis, Point(0)), "", "").notes.keys() == {Point(seq) for seq in range(1, MOST_MOVES)}


def test_a_line_that_is_played_becomes_the_match() -> None:
    analysis = annotate(tried(Analysis(), "c4", "d5", "e6"), "Deep", "far")
    analysis = annotate(go_to(analysis, Point(0, 1)), "First", "near")
    after = follow_match(analysis, moves("c4", "d5"), 2)
    assert after.moves == {3: LineMove(Point(2), "e6")}
    assert after.names == {Point(0, 3): "Deep", Point(1): "First"}
    assert after.notes == {Point(0, 3): "far", Point(1): "near"}
    assert (after.point, after.seq) == (Point(2), 2), "the match has moved on"


def test_names_of_a_line_join_those_of_the_match() -> None:
    analysis = Analysis({1: LineMove(Point(0), "c4")}, {Point(1): "old", Point(0, 1): "new"}, {}, Point(0, 1), 1)
    after = follow_match(analysis, moves("c4"), 1)
    assert (after.names, after.point) == ({Point(1): "old; new"}, Point(1))
    long = Analysis({1: LineMove(Point(0), "c4")}, {Point(1): "x" * 60, Point(0, 1): "y"}, {}, Point(0), 1)
    assert follow_match(long, moves("c4"), 1).names == {Point(1): "x" * 60}


def test_another_move_leaves_the_lines_where_they_begin() -> None:
    analysis = tried(Analysis(), "c4", "d5")
    after = follow_match(analysis, moves("h8"), 1)
    assert (after.moves, after.point) == (analysis.moves, Point(1))


def test_a_player_who_left_is_no_move() -> None:
    analysis = tried(Analysis(), "resigned")
    assert follow_match(analysis, [event(1, "resigned", "leave")], 1).moves == analysis.moves
    kinds = [event(1, "c4"), event(2, "resigned", "leave"), event(3, "Cleo", "substitute"), event(4, "", "end")]
    assert position_changes(kinds) == kinds[:2]


def test_the_point_stays_while_the_match_does() -> None:
    analysis = tried(follow_match(Analysis(), moves("c4"), 1), "d5")
    assert follow_match(analysis, moves("c4"), 1) == analysis
    assert follow_match(analysis, moves("c4"), 2).point == Point(1), "an event that moves nothing"


def test_json_keeps_all() -> None:
    analysis = annotate(tried(Analysis(point=Point(2), seq=2), "c4", "d5"), "A", "b")
    assert from_json(to_json(analysis)) == analysis


@pytest.mark.parametrize(
    "change",
    [
        {"moves": [[1, 0, 2, "c4"], [2, 0, 0, "d5"]]},
        {"moves": [[1, 0, 1, "c4"]]},
        {"moves": [[2, 0, 1, "c4"]]},
        {"point": [0, 9]},
        {"names": [[0, 9, "x"]]},
        {"notes": [[0, 9, "x"]]},
        {"notes": [["far", 0, "x"]]},
        {"moves": None},
        {"point": []},
    ],
)
def test_what_is_no_analysis_is_not_read(change: dict[str, object]) -> None:
    stored = {**to_json(Analysis()), **change}
    with pytest.raises(ValueError, match=r"analysis|int"):
        from_json(stored)
    with pytest.raises(ValueError, match="no analysis"):
        from_json([1])


ACTS = st.lists(st.tuples(st.sampled_from(["add", "go", "remove", "play"]), st.integers(0, 30), st.sampled_from("abc")))


@given(ACTS)
def test_it_holds_what_a_set_of_paths_would(acts: list[tuple[str, int, str]]) -> None:
    analysis, played = Analysis(), list[Event]()
    known: set[tuple[str, ...]] = set()
    for act, which, text in acts:
        points = [*(Point(seq) for seq in range(len(played) + 1)), *(Point(0, number) for number in analysis.moves)]
        if act == "play":
            played.append(event(len(played) + 1, text))
        else:
            analysis = go_to(analysis, points[which % len(points)])
        path = path_to(analysis, analysis.point)
        here = (*(change.text for change in played[: path.seq]), *path.texts)
        if act == "add":
            analysis = add_move(analysis, text)
            known.add((*here, text))
        elif act == "remove":
            analysis = remove_line(analysis)
            own = bool(path.texts)
            mainline = {tuple(change.text for change in played[:end]) for end in range(len(played) + 1)}
            beside = {one for one in known if one[: len(here)] == here and (own or one != here)}
            if not own:  # the match's own way on stays, and what follows it
                beside = {one for one in beside if one[: len(here) + 1] not in mainline}
            known -= beside
        analysis = follow_match(analysis, played, len(played))
        known -= {tuple(change.text for change in played[:end]) for end in range(len(played) + 1)}
        assert paths(analysis, played) == known
        assert len(analysis.moves) == len(known)
        assert from_json(to_json(analysis)) == analysis
